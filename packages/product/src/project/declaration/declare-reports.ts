import { departmentScope, everyone } from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { Action } from '@keyan/kernel/definition/life/actions.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { releaseCodes } from '../../shared/mechanisms/releasing.ts';
import { dept, user } from '../../shared/references/refs.ts';
import { declareInfo } from '../common/faces.ts';
import { recommendedStates } from './declare-states.ts';

/** Columns of 院系上报: a department’s final list of recommended declarations under a plan. */
export const reportFields = {
  deptId: f.ref(['院系', 'College'], dept),
  isReported: f.dict(['已上报', 'Reported'], yesNo),
  reportCount: f.integer(['上报项数', 'Applications']),
  reportUser: f.ref(['上报人', 'Reported by'], user),
  reportTime: f.time(['上报时间', 'Reported']),
  backReason: f.text(['退回原因', 'Reason for return']).max(500),
};

export type ReportLine = RowOf<typeof reportFields>;

/** Reports in force; their departments may not recommend further declarations. */
export const reportsInForce = (lines: readonly ReportLine[] | null): readonly ReportLine[] =>
  (lines ?? []).filter(({ isReported }) => isReported === '1');

interface Reported {
  readonly planName: string | null;
  readonly status: string | null;
  readonly startTime: string | null;
  readonly reports: ReportLine[] | null;
}

/**
 * True if declarations have opened; a department may then report, which closes its recommendations
 * (R-104).
 */
export const isReportable = (
  { status, startTime }: Pick<Reported, 'status' | 'startTime'>,
  now: string,
): boolean =>
  status === releaseCodes.closed ||
  (status === releaseCodes.published && (startTime ?? now) <= now);

const rankedFields = {
  rank: f.integer(['推荐排序', 'Rank']).between(1, 999).required(),
};

/** Reported declarations with their rank, as sent. */
const rankedDeclarations = ({ declarations }: RowLike) =>
  (declarations ?? []) as readonly (RowOf<typeof rankedFields> & { readonly id?: string })[];

const changedMeanwhileText: Label = [
  '本院系的推荐情况有变化，请刷新后重试',
  'The recommendations of the college have changed: refresh and try again',
];

const namesSame = (some: readonly (string | undefined)[], others: typeof some): boolean =>
  some.toSorted().join() === others.toSorted().join();

const notReportedText: Label = ['该院系尚未上报', 'The college has not reported'];

/** Actions on the reports of a plan. */
export const reportActions = {
  // Action by which a department ranks and reports its recommendations; afterwards it cannot
  // recommend more.
  report: {
    label: ['院系确认上报', 'College confirms report'],
    from: [releaseCodes.published, releaseCodes.closed],
    by: everyone(),
    at: 'part',
    form: {
      deptId: f.ref(['院系', 'College'], dept).required().among(departmentScope('id')),
      declarations: f.rows(['推荐的申报', 'Recommended applications'], rankedFields).required(),
    },
    guard: {
      fields: ['status', 'startTime'],
      check: (plan, { now }) =>
        isReportable(plan, now)
          ? null
          : [
              '申报尚未开始，开始后方可上报',
              'Applications have not opened; reporting opens afterwards',
            ],
    },
    faults: ({ reports }, input) => [
      ...(reportsInForce(reports).some(({ deptId }) => deptId === input.deptId)
        ? [
            {
              path: 'deptId',
              message: [
                '本院系已确认上报',
                'The college has already confirmed its report',
              ] as const,
            },
          ]
        : []),
      ...(new Set(rankedDeclarations(input).map(({ rank }) => rank)).size <
      rankedDeclarations(input).length
        ? [
            {
              path: 'declarations',
              message: ['推荐排序不能重复', 'Recommendation ranks must not repeat'] as const,
            },
          ]
        : []),
    ],
    set: ({ reports }, input, { now, actor }) => ({
      reports: [
        ...(reports ?? []).filter(({ deptId }) => deptId !== input.deptId),
        {
          deptId: String(input.deptId),
          isReported: '1' as const,
          reportCount: rankedDeclarations(input).length,
          reportUser: actor,
          reportTime: now,
          backReason: null,
        },
      ],
    }),
    moves: [
      {
        kind: declareInfo,
        by: 'planId',
        where: { collegeId: 'deptId' },
        action: 'rank',
        refuse: (declarations, input) =>
          namesSame(
            declarations.map(({ id }) => id),
            rankedDeclarations(input).map(({ id }) => id),
          )
            ? null
            : changedMeanwhileText,
        values: ({ id }, _plan, input) => ({
          deptOpinionRank: rankedDeclarations(input).find((one) => one.id === id)?.rank ?? null,
          isReported: '1',
        }),
      },
    ],
    tells: [
      {
        type: '99',
        title: ['院系已确认上报', 'A college has confirmed its report'],
        content: [
          '【{dept}】已确认上报【{plan}】{count} 项。',
          '“{dept}” confirmed its report under “{plan}” (applications: {count}).',
        ],
        words: ({ planName, reports }) => ({
          plan: planName ?? '',
          count: reports?.at(-1)?.reportCount ?? 0,
        }),
        names: ({ reports }) => ({ dept: { kind: dept, id: reports?.at(-1)?.deptId } }),
        to: [{ role: 'rd_project' }],
      },
    ],
    call: 'submitQr',
    done: ['已确认上报', 'Reported'],
  },
  giveBack: {
    label: ['退回上报', 'Return report'],
    from: [releaseCodes.published, releaseCodes.closed],
    // Shown beside the department concerned.
    at: 'part',
    form: {
      deptId: f.ref(['院系', 'College'], dept).required(),
      reason: f.reason(['退回原因', 'Reason']),
    },
    faults: ({ reports }, { deptId }) =>
      reportsInForce(reports).some((line) => line.deptId === deptId)
        ? []
        : [{ path: 'deptId', message: notReportedText }],
    // Moves the returned department to the end of the lines.
    set: ({ reports }, { deptId, reason }) => {
      const isIt = (line: ReportLine): boolean => line.deptId === deptId;
      const back = { isReported: '0' as const, backReason: String(reason) };
      return {
        reports: [
          ...(reports ?? []).filter((line) => !isIt(line)),
          ...(reports ?? []).filter(isIt).map((line) => ({ ...line, ...back })),
        ],
      };
    },
    tells: [
      {
        type: '99',
        title: ['院系上报被退回', 'A college report was returned'],
        content: [
          '【{plan}】的院系上报已被科研处退回：{reason}',
          'The research office returned your college’s report for “{plan}”: {reason}',
        ],
        words: ({ planName, reports }) => ({
          plan: planName ?? '',
          reason: reports?.at(-1)?.backReason ?? '',
        }),
        to: [{ ids: ({ reports }) => [reports?.at(-1)?.reportUser] }],
      },
    ],
    call: 'returnQr',
    done: ['已退回上报', 'Report returned'],
    danger: true,
  },
} as const satisfies Readonly<
  Record<string, Action<Reported, 'reports' | 'status' | 'startTime', ActionContext>>
>;

/** Action by which a department sets the rank of a reported declaration. */
export const rankAction = {
  rank: {
    label: ['院系推荐排序', 'College rank'],
    from: recommendedStates,
    by: 'effect',
  },
} as const satisfies Readonly<Record<string, Action<unknown, never, ActionContext>>>;

interface Place {
  readonly planId: string | null;
  readonly collegeId: string | null;
  readonly isReported: '0' | '1' | null;
}

/** Scope of declarations of one college, whose quota and report are separate. */
export const sameCollegeScope = (
  { planId, isReported }: Place,
  before: Partial<Place> | undefined,
  collegeId: string | null,
): Pick<Place, 'collegeId' | 'isReported'> => {
  const isSame = before?.planId === planId && before.collegeId === collegeId;
  return { collegeId, isReported: isSame ? isReported : null };
};

/** Declaration recommended by a department. */
export interface RecommendedDeclaration {
  readonly id: string;
  readonly title: string;
  readonly leader: string;
  readonly rank: number | null;
}

/** Reporting progress of a department. */
export interface CollegeReport {
  readonly deptId: string;
  readonly name: string;
  readonly isReported: boolean;
  readonly reportTime: string | null;
  /** Number of declarations that still await the department’s decision. */
  readonly waiting: number;
  readonly recommended: readonly RecommendedDeclaration[];
}

interface Declared {
  readonly id: string;
  readonly programName: string | null;
  readonly programLeaderName?: string | null;
  readonly collegeId: string | null;
  readonly collegeIdName?: string | null;
  readonly deptOpinionRank: number | null;
  readonly declareStatus: string | null;
}

const byRank = (one: Declared, other: Declared): number =>
  (one.deptOpinionRank ?? 1000) - (other.deptOpinionRank ?? 1000);

/** Recommended and pending declarations grouped by college, ordered by name. */
export const collegesOf = (
  declarations: readonly Declared[],
  reports: readonly ReportLine[] | null,
): readonly CollegeReport[] => {
  const lines = new Map(reportsInForce(reports).map((line) => [line.deptId, line]));
  const isRecommended = ({ declareStatus }: Declared): boolean =>
    recommendedStates.some((code) => code === declareStatus);
  return [...Map.groupBy(declarations, ({ collegeId }) => collegeId ?? '')]
    .map(([deptId, own]) => ({
      deptId,
      name: own[0]?.collegeIdName ?? '',
      isReported: lines.has(deptId),
      reportTime: lines.get(deptId)?.reportTime ?? null,
      waiting: own.filter((one) => !isRecommended(one)).length,
      recommended: own
        .filter(isRecommended)
        .toSorted(byRank)
        .map(({ id, programName, programLeaderName, deptOpinionRank: rank }) => ({
          id,
          title: programName ?? '',
          leader: programLeaderName ?? '',
          rank,
        })),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'zh'));
};

/** Reports of a plan that the actor may see, with the actor’s actions. */
export interface PlanReports {
  /** True if departments may report. */
  readonly isOpen: boolean;
  readonly mayReport: boolean;
  readonly mayGiveBack: boolean;
  readonly colleges: readonly CollegeReport[];
}
