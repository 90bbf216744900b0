import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Action } from '@keyan/kernel/definition/life/actions.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { atMost, minus, plus, proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addDays, addMonths } from '@keyan/kernel/values/time.ts';
import { yuan } from '../../shared/formats/yuan.ts';
import { lumpSum } from '../common/dictionaries.ts';
import type { declarePlan } from '../common/faces.ts';
import type { approvalFields } from '../program/approval-fields.ts';
import type { declareFields } from './declare-fields.ts';
import { limitRuleFor } from './declare-limits.ts';
import type { publicFields } from './publicity/public-fields.ts';
import { publicityFault } from './publicity/public-list.ts';

/** Code of `record_data` for the sponsor’s approval document. */
export const sponsorDocument = '02';

type Declared = RowOf<typeof declareFields>;

/** Kinds of project that the university funds itself. */
const granted: readonly (string | null)[] = ['school', 'cultural'];

interface PlanFact {
  readonly plan: Pick<
    RowOf<typeof declarePlan.fields>,
    'defaultFunds' | 'typeRules' | 'planYear' | keyof typeof publicFields
  >;
}

/** Fields of a line that overrides the common values for one declaration. */
const grantLine = {
  grantFunds: yuan('立项经费', 'Granted'),
  grantNum: f.text(['立项编号', 'Grant no.']).max(50),
  grantDoc: f.text(['立项文件号', 'Approval document']).max(50),
};

/** Line about a declaration, which has the declaration’s id. */
const lineOf = (
  { id }: { readonly id?: string },
  { lines }: RowLike,
): Partial<RowOf<typeof grantLine>> =>
  ((lines ?? []) as readonly (RowOf<typeof grantLine> & { readonly id?: string })[]).find(
    (line) => line.id === id,
  ) ?? {};

/**
 * Granted amount of a declaration: from its line, the common value, the plan’s grant, or the
 * requested amount.
 */
const amountOf = (row: Declared, input: RowLike, facts: PlanFact) =>
  lineOf(row as Declared & { readonly id?: string }, input).grantFunds ??
  (input.grantFunds as string | null) ??
  facts.plan.defaultFunds ??
  askedOf(row);

/** Fault if the amount exceeds the call’s maximum for the project type. */
const overCeiling = (row: Declared, amount: string, { plan }: PlanFact): Label | null => {
  const most = limitRuleFor(plan, row.projectType)?.maxFunds ?? null;
  return most === null || atMost(amount, most)
    ? null
    : [
        `立项经费 ${groupDigits(amount)} 元超过计划规定的上限 ${groupDigits(most)} 元`,
        `${groupDigits(amount)} yuan exceeds the maximum of the call (${groupDigits(most)})`,
      ];
};

/** Amount requested from the funder, without the university’s contribution. */
const askedOf = ({ applyFunds, matchFunds }: Declared): string => minus(applyFunds, matchFunds);

/**
 * Action 批量立项 on chosen declarations of school calls, all or none. Each gets an approved
 * approval with project and number (`batch-approval.server.ts`).
 */
export const approveAllAction: Action<
  Declared,
  'programKind' | 'declareNum' | 'isObjected',
  ActionContext<PlanFact>
> = {
  label: ['批量立项', 'Approve projects'],
  from: ['50'],
  to: '60',
  at: 'together',
  form: {
    grantDoc: f.own('grantDoc').required(),
    grantDate: f.own('grantDate').required(),
    grantFunds: f
      .own('grantFunds')
      .help([
        '不填按计划的单项资助额度；计划未定额度的按申请经费',
        'If empty, the grant per project of the call; if none is set, the requested funds',
      ]),
    grantStart: f
      .own('grantStart')
      .help(['不填按申报的起止日期', 'If empty, the dates of the application']),
    grantMonths: f.own('grantMonths'),
    lines: f.rows(['逐项立项', 'Per application'], grantLine),
  },
  guard: {
    fields: ['programKind', 'declareNum', 'isObjected'],
    check: (row, { now, facts: { plan } }) =>
      granted.includes(row.programKind)
        ? publicityFault(row, plan, now)
        : [
            '上级批准的项目请导入或登记批文',
            'For projects approved by a funder, import or record the approval document',
          ],
  },
  faults: (row, input, { facts }) => {
    const { grantStart, grantMonths } = input;
    const over = overCeiling(row, amountOf(row, input, facts), facts);
    return [
      ...(over ? [{ path: 'grantFunds', message: over }] : []),
      ...(!grantStart === !grantMonths
        ? []
        : [
            {
              path: grantStart ? 'grantMonths' : 'grantStart',
              message: [
                '起始日期与月数应同时填写',
                'Start date and months must be filled in together',
              ] as const,
            },
          ]),
    ];
  },
  set: (row, input, { facts }) => {
    const line = lineOf(row as Declared & { readonly id?: string }, input);
    return {
      grantNum: line.grantNum ?? null,
      grantDoc: line.grantDoc ?? (input.grantDoc as string),
      grantDate: input.grantDate as string,
      grantFunds: amountOf(row, input, facts),
      grantStart: (input.grantStart as string | null) ?? row.startDate,
      grantMonths: input.grantMonths as number | null,
    };
  },
  done: ['已立项', 'Approved'],
};

/**
 * Action 登记批准: registers a sponsor’s approval with its number. The approval needs no further
 * approval, since sponsor and director have decided (`batch-approval.server.ts`).
 */
export const approveListedAction: Action<
  Declared,
  'programKind' | 'declareNum' | 'isObjected',
  ActionContext<PlanFact>
> = {
  label: ['登记批准', 'Record approval'],
  from: ['50'],
  to: '60',
  form: {
    grantNum: f.own('grantNum').required(),
    grantDoc: f.own('grantDoc'),
    grantDate: f.own('grantDate').required(),
    grantFunds: f.own('grantFunds').help(['不填按申请经费', 'If empty, the requested funds']),
    grantStart: f
      .own('grantStart')
      .help(['不填按申报的起止日期', 'If empty, the dates of the application']),
    grantEnd: f.own('grantEnd'),
  },
  guard: {
    fields: ['programKind', 'declareNum', 'isObjected'],
    check: (row, { now, facts: { plan } }) =>
      granted.includes(row.programKind)
        ? ['校内项目请批量立项', 'University-funded projects are approved by batch approval']
        : publicityFault(row, plan, now),
  },
  faults: (row, { grantStart, grantEnd }) => {
    const [start, end] = [grantStart ?? row.startDate, grantEnd ?? row.endDate];
    return typeof start === 'string' && typeof end === 'string' && end <= start
      ? [
          {
            path: 'grantEnd',
            message: ['结束日期应晚于开始日期', 'The end date must be later than the start date'],
          },
        ]
      : [];
  },
  set: (row, input) => ({
    grantNum: input.grantNum as string,
    grantDoc: input.grantDoc as string | null,
    grantDate: input.grantDate as string,
    grantFunds: (input.grantFunds as string | null) ?? askedOf(row),
    grantStart: (input.grantStart as string | null) ?? row.startDate,
    grantEnd: (input.grantEnd as string | null) ?? row.endDate,
  }),
  done: ['已立项', 'Approved'],
};

/** Budget scaled to the granted amount, line by line; the last line absorbs rounding. */
const scaled = ({ budget, fundMode, ...row }: Declared): Declared['budget'] => {
  if (fundMode === lumpSum || !budget) return null;
  const [asked, got] = [
    askedOf({ ...row, budget, fundMode } as Declared),
    row.grantFunds ?? '0.00',
  ];
  const lines = budget.map((line) => ({
    ...line,
    superiorAppropriation: proportionalAmount(line.superiorAppropriation ?? '0.00', got, asked),
  }));
  const rest = minus(got, plus('0.00', ...lines.map((line) => line.superiorAppropriation)));
  return lines.map((line, at) =>
    at === lines.length - 1
      ? { ...line, superiorAppropriation: plus(line.superiorAppropriation, rest) }
      : line,
  );
};

/** Fields of the approval that the action supplies in addition to those of the declaration. */
export const approvalFieldsOf = (row: Declared): Partial<RowOf<typeof approvalFields>> => ({
  // Approval number: the grant’s number, otherwise the declaration’s.
  approvalNum: row.grantNum ?? row.declareNum,
  approvalDate: row.grantDate,
  approvalDoc: row.grantDoc,
  superiorAppropriation: row.grantFunds,
  startDate: row.grantStart ?? row.startDate,
  endDate:
    row.grantStart && row.grantMonths
      ? addDays(addMonths(row.grantStart, row.grantMonths), -1)
      : (row.grantEnd ?? row.endDate),
  budget: scaled(row),
});
