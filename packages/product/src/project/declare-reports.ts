import type { Action } from '@keyan/kernel/definition/actions.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
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
};

export type ReportLine = RowOf<typeof reportFields>;

/** Whose report stands: nothing is recommended there any more that was not reported. */
export const standingReports = (lines: readonly ReportLine[] | null): readonly ReportLine[] =>
  (lines ?? []).filter(({ isReported }) => isReported === '1');

/** The rights on the page of plans to report for one's departments, and to give a report back. */
export const reportRights = (kind: ProgramKind) => {
  const code = `${sections[kind].letter}_plan`;
  return [
    { code: `${code}_report`, label: ['确认上报', 'Report'] as const, roles: ['dept_secretary'] },
    {
      code: `${code}_giveBack`,
      label: ['退回上报', 'Give a report back'] as const,
      roles: ['rd_admin', sections[kind].section],
    },
  ];
};

/** What the calls of reports do to a plan, for its history. */
export const reportActions = {
  report: {
    label: ['院系确认上报', 'Department reports'],
    from: [released.published, released.closed],
    by: 'job',
  },
  giveBack: {
    label: ['退回院系上报', 'Report given back'],
    from: [released.published, released.closed],
    by: 'job',
  },
} as const satisfies Readonly<Record<string, Action<unknown, never, ActionContext>>>;

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
