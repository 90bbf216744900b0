import { withCode } from '@keyan/kernel/access/scope.ts';
import { f, face, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { Action } from '@keyan/kernel/definition/life/actions.ts';
import { recordsNaming } from '@keyan/kernel/definition/life/fact.ts';
import type { RecordMessage } from '@keyan/kernel/definition/life/tell.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { minus } from '@keyan/kernel/values/amounts.ts';
import { addDays } from '@keyan/kernel/values/time.ts';
import { deadlineMessage, releaseCodes } from '../../../shared/mechanisms/releasing.ts';
import { declareInfo } from '../../common/faces.ts';
import { declareFields } from '../declare-fields.ts';
import type { publicFields } from './public-fields.ts';

/** Fields of a declaration in the public list, and fields by which the call selects it. */
export const proposedDeclaration = face(declareInfo.key, declareInfo.label, {
  planId: declareFields.planId,
  declareNum: declareFields.declareNum,
  programName: declareFields.programName,
  programLeader: declareFields.programLeader,
  departmentId: declareFields.departmentId,
  applyFunds: declareFields.applyFunds,
  matchFunds: declareFields.matchFunds,
  declareStatus: declareFields.declareStatus,
});

type Shown = RowOf<typeof publicFields>;

/** Minimum number of weekdays that a list is public. */
const minPublicWeekdays = 5;

/** Number of weekdays from one time to another. */
const weekdaysBetween = (from: string, to: string): number => {
  let count = 0;
  for (let day = addDays(from.slice(0, 10), 1); day <= to.slice(0, 10); day = addDays(day, 1)) {
    const place = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (place !== 0 && place !== 6) count += 1;
    if (count >= minPublicWeekdays) break;
  }
  return count;
};

interface Call extends Shown {
  readonly planName: string | null;
  readonly deptIds: string[] | null;
  readonly defaultFunds: string | null;
}

const tellList: RecordMessage<Call> = {
  type: deadlineMessage,
  title: ['拟立项名单公示：{name}', 'Public notice of proposed projects: {name}'],
  content: [
    '【{name}】拟立项名单公示至 {end}，如有异议请在【公示异议】中实名提出。',
    'The proposed projects of “{name}” are on public notice until {end}; objections can be made under your real name on the page “Objections”.',
  ],
  words: ({ planName, shownUntil }) => ({
    name: planName ?? '',
    end: (shownUntil ?? '').slice(0, 16),
  }),
  to: [{ role: 'teacher', within: 'deptIds' }],
};

/** Facts with the declarations of a call that are proposed for approval. */
export const publicFacts = {
  proposals: recordsNaming(proposedDeclaration, 'planId', ['id'], withCode('declareStatus', '50')),
};

type Proposals = readonly (RowOf<typeof proposedDeclaration.fields> & { readonly id: string })[];

/**
 * Mixin with the action 公示: publishes the proposed list; readers of the call may object until its
 * end.
 */
export const publiciseMixin: Action<
  Call,
  'defaultFunds',
  ActionContext<{ readonly proposals: Proposals }>
> = {
  label: ['公示拟立项名单', 'Post public notice'],
  from: [releaseCodes.published, releaseCodes.closed],
  form: {
    shownUntil: f
      .time(['公示截止', 'Appeals until'])
      .required()
      .help([
        '不少于 5 个工作日；名单为当前全部拟立项申报',
        'At least 5 working days; the list contains all applications now proposed for approval',
      ]),
  },
  guard: {
    fields: [],
    check: (_row, { facts: { proposals } }) =>
      proposals.length > 0
        ? null
        : ['该计划没有拟立项的申报', 'This call has no applications proposed for approval'],
    told: true,
  },
  faults: (_row, { shownUntil }, { now }) =>
    typeof shownUntil === 'string' && weekdaysBetween(now, shownUntil) < minPublicWeekdays
      ? [
          {
            path: 'shownUntil',
            message: [
              '公示期不少于 5 个工作日',
              'The public notice must last at least 5 working days',
            ],
          },
        ]
      : [],
  set: ({ defaultFunds }, { shownUntil }, { now, facts: { proposals } }) => ({
    publicity: '1' as const,
    shownFrom: now,
    shownUntil: shownUntil as string,
    proposed: proposals
      .map(({ declareNum, programName, programLeader, departmentId, ...asked }) => ({
        declareNum,
        programName,
        programLeader,
        departmentId,
        amount: defaultFunds ?? minus(asked.applyFunds, asked.matchFunds),
      }))
      .sort((one, other) => ((one.declareNum ?? '') < (other.declareNum ?? '') ? -1 : 1)),
  }),
  tells: [tellList],
  done: ['已公示并通知教师', 'Posted; staff have been notified'],
};

/** True while the list of a call is public. */
export const isPublicListShown = ({ shownFrom, shownUntil }: Shown, now: string): boolean =>
  shownFrom !== null && shownUntil !== null && shownFrom <= now && now <= shownUntil;

/**
 * Fault that delays approval: the list is not yet public, the period runs, or an objection is open;
 * null for calls without publication.
 */
export const publicityFault = (
  declaration: { readonly declareNum: string | null; readonly isObjected: '0' | '1' | null },
  plan: Shown,
  now: string,
): Label | null => {
  const { publicity, shownUntil, proposed } = plan;
  if (shownUntil === null) {
    return publicity === '1'
      ? [
          '该计划须先公示拟立项名单',
          'The proposed projects of this call must be put on public notice first',
        ]
      : null;
  }
  if (now <= shownUntil) {
    return fill(
      ['公示期至 {end}，期满后方可立项', 'The public notice runs until {end}; approve after that'],
      { end: shownUntil.slice(0, 16) },
    );
  }
  if (!(proposed ?? []).some(({ declareNum }) => declareNum === declaration.declareNum)) {
    return [
      '该申报未列入公示名单，请重新公示',
      'This application is not on the public notice list; post the notice again',
    ];
  }
  return declaration.isObjected === '1'
    ? ['有未处理的公示异议，请先处理', 'There is an undecided objection; decide it first']
    : null;
};

/** Guard that delays the approval of a declaration until the public list of its call has ended. */
export const publicityGuard = {
  fields: ['declareNum', 'isObjected'] as const,
  check: (
    row: Parameters<typeof publicityFault>[0],
    { now, facts }: { readonly now: string; readonly facts: { readonly plan: Shown } },
  ): Label | null => publicityFault(row, facts.plan, now),
};
