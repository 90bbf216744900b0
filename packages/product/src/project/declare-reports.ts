import type { Action } from '@keyan/kernel/definition/actions.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { dept, user } from '../shared/refs.ts';
import { released } from '../shared/releasing.ts';
import type { ProgramKind } from './access.ts';
import { sections } from './access.ts';
import { recommended } from './declare-states.ts';

/** 院系上报: one department's final word on what it recommends under a plan. */
export const reportFields = {
  deptId: f.ref(['院系', 'Department'], dept),
  isReported: f.dict(['已上报', 'Reported'], yesNo),
  reportCount: f.integer(['上报项数', 'Declarations']),
  reportUser: f.ref(['上报人', 'By'], user),
  reportTime: f.time(['上报时间', 'At']),
  backReason: f.text(['退回原因', 'Why given back']).max(500),
};

export type ReportLine = RowOf<typeof reportFields>;

/** Whose report stands: nothing is recommended there any more that was not reported. */
export const standingReports = (lines: readonly ReportLine[] | null): readonly ReportLine[] =>
  (lines ?? []).filter(({ isReported }) => isReported === '1');

/** The right on the page of plans to report for one's departments. */
export const reportRights = (kind: ProgramKind) => [
  {
    code: `${sections[kind].letter}_plan_report`,
    label: ['确认上报', 'Report'] as const,
    roles: ['dept_secretary'],
  },
];

interface Reported {
  readonly planName: string | null;
  readonly reports: ReportLine[] | null;
}

const notReported: Label = ['该院系尚未上报', 'The department has not reported'];

/** What is done about the reports of a plan; the call `submitQr` reports. */
export const reportActions = {
  report: {
    label: ['院系确认上报', 'Department reports'],
    from: [released.published, released.closed],
    by: 'job',
  },
  giveBack: {
    label: ['退回上报', 'Give a report back'],
    from: [released.published, released.closed],
    // Beside the department that it concerns.
    at: 'part',
    form: {
      deptId: f.ref(['院系', 'Department'], dept).required(),
      reason: f.reason(['退回原因', 'Reason']),
    },
    faults: ({ reports }, { deptId }) =>
      standingReports(reports).some((line) => line.deptId === deptId)
        ? []
        : [{ path: 'deptId', message: notReported }],
    // Whose report was given back last stands last.
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
        title: ['院系上报被退回', 'A report is given back'],
        content: [
          '【{plan}】的院系上报已被科研处退回：{reason}',
          'The research office gave your report for “{plan}” back: {reason}',
        ],
        words: ({ planName, reports }) => ({
          plan: planName ?? '',
          reason: reports?.at(-1)?.backReason ?? '',
        }),
        to: [{ ids: ({ reports }) => [reports?.at(-1)?.reportUser] }],
      },
    ],
    call: 'returnQr',
    done: ['已退回上报', 'Given back'],
    danger: true,
  },
} as const satisfies Readonly<Record<string, Action<Reported, 'reports', ActionContext>>>;

/** The same to a declaration: the department ranks what it reports. */
export const rankAction = {
  rank: { label: ['院系推荐排序', 'Ranked by the department'], from: recommended, by: 'job' },
} as const satisfies Readonly<Record<string, Action<unknown, never, ActionContext>>>;

/** A declaration that a department recommends. */
export interface Recommended {
  readonly id: string;
  readonly title: string;
  readonly leader: string;
  readonly rank: number | null;
}

/** How far a department is with a plan. */
export interface CollegeReport {
  readonly deptId: string;
  readonly name: string;
  readonly isReported: boolean;
  readonly reportTime: string | null;
  /** Declarations that wait for the department still. */
  readonly waiting: number;
  readonly recommended: readonly Recommended[];
}

/** What somebody sees of the reports of a plan, and what they may do about them. */
export interface PlanReports {
  /** Declarations have closed: departments may report. */
  readonly isOpen: boolean;
  readonly mayReport: boolean;
  readonly mayGiveBack: boolean;
  readonly colleges: readonly CollegeReport[];
}
