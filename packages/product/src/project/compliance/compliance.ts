import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { daysBetween } from '@keyan/kernel/values/time.ts';
import { complianceKind, complianceState } from './dictionaries.ts';

/** Codes of `complianceState`. */
const states = { none: '0', pending: '1', stopped: '4' } as const;

/** Code of ethics in `complianceKind`. */
export const ethicsCode = '1';

const isGranted = ({ state }: RowLike): boolean => state === '2' || state === '3';

/** Fields of a compliance statement. */
export const statementFields = {
  kind: f.dict(['事项', 'Matter'], complianceKind).required(),
  state: f.dict(['办理情况', 'Status'], complianceState).required(),
  number: f.text(['批件（备案）号', 'Approval no.']).required().max(60).when(isGranted),
  board: f.text(['批准（备案）机构', 'Approved by']).max(100).when(isGranted),
  grantedOn: f.date(['批准日期', 'Approved on']).required().when(isGranted),
  validUntil: f.date(['有效期至', 'Valid until']).when(isGranted),
};

/**
 * Sub-table of compliance statements: 科技伦理, 生物安全, 人类遗传资源, 数据出境, with approval
 * numbers and dates.
 */
export const complianceLines = () =>
  f
    .rows(['伦理与合规声明', 'Ethics and compliance statements'], statementFields)
    .specimen(() => []);

/** Compliance statement. */
export type ComplianceStatement = RowOf<typeof statementFields>;

/** Statements with a new one, which replaces an earlier statement on the same matter. */
export const withStatement = (
  lines: readonly ComplianceStatement[] | null,
  { kind, state, number, board, grantedOn, validUntil }: ComplianceStatement,
): ComplianceStatement[] => [
  ...(lines ?? []).filter((line) => line.kind !== kind),
  { kind, state, number, board, grantedOn, validUntil },
];

/**
 * Disciplines (GB/T 13745) that study people or animals; their declarations must state their
 * ethics.
 */
const ethicalDisciplines = ['190', '230', '310', '320', '330', '340', '360'];

const labelOf = (kind: string | null): Label =>
  entryOf(complianceKind, kind ?? '')?.label ?? ['', ''];

interface Stated {
  readonly compliance: readonly ComplianceStatement[] | null;
  readonly ethics: string | null;
  readonly subject: string | null;
}

interface Asking {
  readonly complianceAsked: readonly string[] | null;
  readonly complianceAt: string | null;
}

/**
 * Matters that a declaration must make a statement on: required by its call, its discipline, or its
 * own answers.
 */
export const mattersToState = (
  { ethics: touches, subject }: Omit<Stated, 'compliance'>,
  { complianceAsked }: Pick<Asking, 'complianceAsked'>,
): readonly string[] => {
  const isEthical =
    touches === '1' || ethicalDisciplines.some((code) => subject?.startsWith(code) === true);
  return [...new Set([...(complianceAsked ?? []), ...(isEthical ? [ethicsCode] : [])])].sort();
};

/** Fault of contradictory or missing statements. */
export const statedFaults = (row: Stated, plan: Asking): Label | null => {
  const lines = row.compliance ?? [];
  const kinds = lines.map(({ kind }) => kind);
  const twice = kinds.find((kind, at) => kinds.indexOf(kind) < at);
  if (twice !== undefined) {
    return fill(['【{kind}】重复填写', '“{kind}” is listed twice'], { kind: labelOf(twice) });
  }
  const missing = mattersToState(row, plan).find((kind) => !kinds.includes(kind as never));
  if (missing !== undefined) {
    return fill(
      [
        '请填写【{kind}】办理情况；不涉及的选“不涉及”',
        'Choose the status of “{kind}”; choose “Not applicable” if it does not apply',
      ],
      { kind: labelOf(missing) },
    );
  }
  const denied = lines.some(({ kind, state }) => kind === ethicsCode && state === states.none);
  if (row.ethics === '1' && denied) {
    return [
      '已选涉及伦理，【科技伦理】不能填“不涉及”',
      'Ethics is involved: “Research ethics” cannot be “Not applicable”',
    ];
  }
  return plan.complianceAt === '1' ? pendingFault(lines) : null;
};

/** Fault of a suspended or ended approval, which stops the project. */
export const stoppedFault = (lines: readonly ComplianceStatement[] | null): Label | null => {
  const stopped = (lines ?? []).find(({ state }) => state === states.stopped);
  return stopped
    ? fill(
        [
          '【{kind}】批件已暂停或终止，恢复或重新取得批件后方可办理',
          'The approval of “{kind}” is suspended or ended; it must be restored or obtained again first',
        ],
        { kind: labelOf(stopped.kind) },
      )
    : null;
};

/** Fault of a required approval that is pending or no longer valid. */
export const pendingFault = (lines: readonly ComplianceStatement[] | null): Label | null => {
  const stopped = stoppedFault(lines);
  if (stopped) return stopped;
  const pending = (lines ?? []).find(({ state }) => state === states.pending);
  return pending
    ? fill(
        [
          '【{kind}】审批（备案）办理中，取得批件后方可办理',
          '“{kind}” is in approval (registration); obtain the approval first',
        ],
        {
          kind: labelOf(pending.kind),
        },
      )
    : null;
};

/**
 * Fault of approvals that expire before the work ends.
 * @param end last day of the work
 */
export const expiredFault = (
  lines: readonly ComplianceStatement[] | null,
  end: string | null,
): Label | null => {
  const pending = pendingFault(lines);
  if (pending || end === null) return pending;
  const expired = (lines ?? []).find(({ validUntil }) => validUntil !== null && validUntil < end);
  return expired
    ? fill(
        [
          '【{kind}】批件有效期至 {until}，早于实际完成日期，请先登记续期批件',
          'The approval of “{kind}” is valid until {until}, before the actual end date; record the renewed approval first',
        ],
        { kind: labelOf(expired.kind), until: expired.validUntil ?? '' },
      )
    : null;
};

/** Days before expiry from which an approval is warned of. */
const soon = 60;

/** Warning about one statement; null if there is none. */
const warningOf = (
  { kind, state, validUntil }: ComplianceStatement,
  today: string,
): Label | null => {
  const matter = { kind: labelOf(kind) };
  if (state === states.stopped) {
    return fill(
      [
        '【{kind}】批件已暂停或终止，恢复或重新取得批件前不得继续相关研究',
        'The approval of “{kind}” is suspended or ended; the research must not continue until it is restored or obtained again',
      ],
      matter,
    );
  }
  if (state === states.pending) {
    return fill(
      ['【{kind}】尚未取得批件（备案）', 'No approval (registration) for “{kind}” yet'],
      matter,
    );
  }
  if (validUntil === null) return null;
  const days = daysBetween(today, validUntil);
  if (days < 0) {
    return fill(
      [
        '【{kind}】批件已于 {day} 到期，请续期并登记',
        'The approval of “{kind}” expired on {day}; please renew and record it',
      ],
      { ...matter, day: validUntil },
    );
  }
  return days <= soon
    ? fill(
        [
          '【{kind}】批件将于 {day} 到期，剩余 {days} 天',
          'The approval of “{kind}” expires on {day} (days left: {days})',
        ],
        { ...matter, day: validUntil, days },
      )
    : null;
};

/** Warning about the approval of one matter. */
export interface StatementWarning {
  /** Code of `complianceKind`. */
  readonly kind: string;
  readonly text: Label;
}

/**
 * Warnings about approvals of a project: missing, suspended, expired or soon to expire, and matters
 * of its discipline without a statement.
 */
export const statementWarnings = (
  { compliance, subject }: Omit<Stated, 'ethics'>,
  today: string,
): readonly StatementWarning[] => {
  const lines = compliance ?? [];
  const asked = mattersToState({ ethics: null, subject }, { complianceAsked: null });
  return [
    ...lines.flatMap((line): readonly StatementWarning[] => {
      const text = warningOf(line, today);
      return text ? [{ kind: line.kind ?? '', text }] : [];
    }),
    ...asked
      .filter((kind) => !lines.some((line) => line.kind === kind))
      .map((kind) => ({
        kind,
        text: fill(
          [
            '所属学科须说明【{kind}】办理情况，尚未登记',
            'The discipline requires a statement on “{kind}”; none is recorded',
          ],
          { kind: labelOf(kind) },
        ),
      })),
  ];
};

/** Approvals with an expiry date, by name. */
export const expiringApprovals = (
  lines: readonly ComplianceStatement[] | null,
): readonly { readonly kind: Label; readonly day: string }[] =>
  (lines ?? []).flatMap(({ kind, validUntil }) =>
    validUntil === null ? [] : [{ kind: labelOf(kind), day: validUntil }],
  );
