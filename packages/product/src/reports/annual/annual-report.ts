import { anyScope, everyScope, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { variantsBy } from '@keyan/kernel/definition/variants.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { readerActions } from '../../shared/grants.ts';
import { annualKind, annualStatus, annualStatusCodes } from './dictionaries.ts';
import type { ReportKind } from './form.ts';

/** Pages of both reports, by code of the kind. */
export const annualPages: Readonly<
  Record<ReportKind, { readonly code: string; readonly path: string; readonly label: Label }>
> = {
  keji: {
    code: 'st_kj',
    path: '/statistics/keji',
    label: ['科技统计年报', 'Science and technology statistics'],
  },
  sheke: {
    code: 'st_sk',
    path: '/statistics/sheke',
    label: ['社科统计年报', 'Humanities and social sciences statistics'],
  },
};

export const reportKinds = Object.keys(annualPages) as readonly ReportKind[];

/** Permission code for signing or filling, by kind of report. */
export const annualRights = (kind: ReportKind, right: 'sign' | 'fill'): string =>
  `${annualPages[kind].code}_${right}`;

/** Title of a report in both languages; corrected reports have a number. */
export const annualName = (
  report: string | null,
  year: number | null,
  issue: number | null,
): Label | null => {
  const kind = annualKind.entries.find(({ code }) => code === report);
  if (!kind || year === null) return null;
  return fill(
    (issue ?? 1) > 1
      ? ['{year} 年{kind}（第 {issue} 次上报）', '{kind} {year}, issue {issue}']
      : ['{year} 年{kind}', '{kind} {year}'],
    { year, kind: kind.label, issue: issue ?? 1 },
  );
};

const { draft, collecting, examining, issued, computing } = annualStatusCodes;

const annualPage = (kind: ReportKind, order: number) => ({
  ...annualPages[kind],
  icon: 'BarChartOutlined',
  menu: ['stat', order] as const,
  note: [
    '先汇总，再补缺项、院系签认、校核，最后上报；每个数都能打开它统计的记录',
    'Compute, complete missing items, have colleges sign, check, then report; every number opens the records it counts',
  ] as const,
  actions: [
    'add',
    'edit',
    'view',
    'delete',
    'calc',
    'halt',
    'collect',
    'examine',
    'issue',
    'reopen',
    'export',
    'history',
  ] as const,
  grants: {
    rd_admin: 'all' as const,
    rd_achieve: readerActions,
    rd_project: readerActions,
    rd_fund: readerActions,
    rd_leader: readerActions,
    school_leader: readerActions,
    dept_secretary: readerActions,
    dept_leader: readerActions,
  },
  rights: [
    {
      code: annualRights(kind, 'sign'),
      label: ['院系签认', 'Sign for a college'] as const,
      roles: ['dept_leader' as const],
    },
    {
      code: annualRights(kind, 'fill'),
      label: ['补填缺项', 'Fill in what is missing'] as const,
      roles: [
        'rd_admin' as const,
        'rd_achieve' as const,
        'rd_project' as const,
        'dept_secretary' as const,
      ],
    },
  ],
});

/**
 * 统计年报: annual report to the ministry, from data collection to issue. Forms, cells and rows are
 * stored in separate tables (`store.server.ts`); an issued report never changes (ruling 72).
 */
export const annualReport = defineResource({
  key: 'annualReport',
  label: ['统计年报', 'Annual report'],
  words: { plural: ['统计年报', 'Annual reports'], add: ['新建年报', 'New report'] },
  table: 'annual_report',
  path: 'kh-edu-research/statistics/annual',
  scarce: { records: 'few', because: 'there is one of each kind a year' },
  title: 'name',
  englishTitle: 'nameEn',
  fields: {
    name: f.text(['年报', 'Report']).max(100).computed().unique().searchable(),
    nameEn: f.text(['年报（英文）', 'Report in English']).max(160).computed(),
    report: f.dict(['报表制度', 'Kind'], annualKind).required(),
    year: f
      .year(['年度', 'Year'])
      .required()
      .between(2000, 2100)
      .specimen(({ serial }) => 2001 + (serial % 90)),
    issue: f.integer(['上报次数', 'Issue']).computed().initial(1),
    remark: f.note(['备注', 'Remark']).max(500),
    status: f.dict(['状态', 'Status'], annualStatus).computed().initial(draft),
    calcTime: f.time(['汇总时间', 'Computed']).computed(),
    calcFault: f.note(['汇总未完成的原因', 'Why computing failed']).max(500).computed(),
    resumeAt: f.dict(['汇总前状态', 'Status before computing'], annualStatus).computed(),
    errors: f.integer(['错误', 'Errors']).computed().initial(0),
    unexplained: f.integer(['未说明的提示', 'Unexplained warnings']).computed().initial(0),
    gaps: f.integer(['缺项', 'Missing']).computed().initial(0),
    unsigned: f.integer(['未签认院系', 'Colleges that have not signed']).computed().initial(0),
    signNote: f
      .note(['未全部签认的说明', 'Explanation for missing signatures'])
      .max(500)
      .computed(),
    issuedAt: f.time(['上报时间', 'Reported']).computed(),
  },
  compute: ({ report, year, issue }) => {
    const [name = null, nameEn = null] = annualName(report, year, issue) ?? [];
    return { name, nameEn };
  },
  list: {
    columns: [
      'name',
      'status',
      'errors',
      'unexplained',
      'gaps',
      'unsigned',
      'calcTime',
      'issuedAt',
    ],
    filters: ['year', 'status'],
    sort: '-year',
  },
  form: [
    { key: 'report', title: ['年报', 'Report'], fields: ['report', 'year', 'remark'] },
    {
      key: 'work',
      title: ['报表', 'Forms'],
      fields: [],
      shown: [
        'calcTime',
        'calcFault',
        'errors',
        'unexplained',
        'gaps',
        'unsigned',
        'signNote',
        'issuedAt',
      ],
    },
  ],
  states: { field: 'status', initial: draft, editable: [draft] },
  actions: {
    calc: {
      label: ['汇总', 'Compute'],
      from: [draft, collecting, examining],
      to: computing,
      ask: [
        '按最新记录汇总各表；更正和手填的数保留。开始汇总？',
        'Tables are computed from the latest records; corrections and manual values are kept. Start?',
      ],
      set: ({ status }) => ({ resumeAt: status, calcFault: null }),
      starts: {
        job: 'compute-annual-report',
        label: ['汇总统计年报', 'Compute an annual report'],
        ends: { done: 'computed', failed: 'failed', reason: 'calcFault' },
      },
      done: ['已开始汇总，完成后自动更新', 'Computing; updates automatically when finished'],
    },
    computed: {
      label: ['汇总完成', 'Computed'],
      from: [computing],
      to: ({ resumeAt }) => resumeAt ?? draft,
      by: 'job',
      set: (_row, _input, { now }) => ({ calcTime: now }),
    },
    failed: {
      label: ['汇总失败', 'Computing failed'],
      from: [computing],
      to: ({ resumeAt }) => resumeAt ?? draft,
      by: 'job',
      form: { calcFault: f.note(['原因', 'Why']).required().max(500) },
    },
    halt: {
      label: ['停止汇总', 'Stop computing'],
      from: [computing],
      to: ({ resumeAt }) => resumeAt ?? draft,
      ask: ['停止后可重新汇总，确定停止？', 'It can be computed again after stopping. Stop it?'],
    },
    collect: {
      label: ['开始收集', 'Start collecting'],
      from: [draft],
      to: collecting,
      ask: [
        '开始后院系可以看到本院的数和缺项。确定开始收集？',
        'Colleges can then see their own numbers and missing items. Start collecting?',
      ],
      guard: {
        fields: ['calcTime'],
        check: ({ calcTime }) => (calcTime ? null : ['请先汇总', 'Compute it first']),
      },
      done: ['已开始收集', 'Collecting'],
    },
    examine: {
      label: ['转入校核', 'Move to checking'],
      from: [collecting],
      to: examining,
      ask: [
        '转入校核后院系不再签认，确定？',
        'Colleges can no longer sign once it is being checked. Continue?',
      ],
    },
    issue: {
      label: ['上报', 'Report'],
      from: [examining],
      to: issued,
      ask: [
        '上报后报表冻结，不能再改；需要更正时另出一次。确定上报？',
        'The report is frozen and can no longer be changed; corrections need another issue. Report it?',
      ],
      form: {
        signNote: f
          .note(['未全部签认的说明', 'Explanation for missing signatures'])
          .max(500)
          .help([
            '有院系未签认时必填，至少 5 个字',
            'Required if a college has not signed; at least 5 characters',
          ]),
      },
      guard: {
        fields: ['errors', 'unexplained'],
        told: true,
        check: ({ errors, unexplained }) => {
          if ((errors ?? 0) > 0) {
            return [
              `有 ${errors} 处校验错误，不能上报`,
              `Failed checks: ${errors}; it cannot be reported`,
            ];
          }
          return (unexplained ?? 0) > 0
            ? [`有 ${unexplained} 条提示尚未说明`, `Warnings not yet explained: ${unexplained}`]
            : null;
        },
      },
      faults: ({ unsigned }, { signNote }) =>
        (unsigned ?? 0) > 0 && [...(signNote ?? '')].length < 5
          ? [
              {
                path: 'signNote',
                message: [
                  `有 ${unsigned} 个院系未签认，请说明原因（至少 5 个字）`,
                  `Colleges that have not signed: ${unsigned}; give a reason (at least 5 characters)`,
                ],
              },
            ]
          : [],
      set: (_row, { signNote }, { now }) => ({ signNote: signNote ?? null, issuedAt: now }),
      done: ['已上报，报表已冻结', 'Reported; the report is frozen'],
    },
    reopen: {
      label: ['退回收集', 'Return to collecting'],
      from: [examining],
      to: collecting,
    },
  },
  variants: variantsBy('report', [...reportKinds], (kind) => ({
    views: { [kind]: annualPage(kind, reportKinds.indexOf(kind) + 6) },
  })),
  access: {
    read: anyScope(
      ...reportKinds.map((kind) =>
        everyScope(withCode('report', kind), permission(annualPages[kind].code)),
      ),
    ),
    write: anyScope(
      ...reportKinds.map((kind) =>
        everyScope(withCode('report', kind), permission(`${annualPages[kind].code}_edit`)),
      ),
    ),
  },
});
