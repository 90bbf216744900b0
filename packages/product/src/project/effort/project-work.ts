import { anyScope, departmentScope, everyScope, own } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { allActionsFor, readerActions } from '../../shared/grants.ts';
import { user } from '../../shared/references/refs.ts';
import { projectsToFileFor, underWayCodes } from '../common/access.ts';
import { program } from '../program/program.ts';

/** Codes of the dictionary `workStatus`. */
export const workStatusCodes = { proposed: '0', confirmed: '1' } as const;

export const workStatus = dictionary(
  'workStatus',
  ['工作量状态', 'Yearly work status'],
  [
    [workStatusCodes.proposed, '待确认', 'To be confirmed'],
    [workStatusCodes.confirmed, '已确认', 'Confirmed'],
  ],
);

/** Columns of the months that people work on the project in the year. */
const workLines = () => ({
  userId: f.ref(['人员', 'Person'], user).required(),
  months: f.decimal(['投入（月）', 'Months'], 1).required().between(0, 12),
  proposed: f.decimal(['建议（月）', 'Proposed'], 1).computed(),
  remark: f.text(['说明', 'Remark']).max(200),
});

/**
 * 年度工作量: months of each person in a project per year. Proposed from the members, confirmed or
 * corrected by the leader, counted by annual reports.
 */
export const projectWork = defineResource({
  key: 'projectWork',
  label: ['年度工作量', 'Yearly work'],
  words: { plural: ['年度工作量', 'Yearly work'] },
  path: 'kh-edu-research/projectWork',
  title: 'programName',
  fields: {
    programId: f
      .ref(['项目', 'Project'], program)
      .required()
      .among(everyScope(projectsToFileFor(...underWayCodes)))
      .listed(['年度工作量', 'Yearly work']),
    ...f.copies(
      'programId',
      program,
      'programName',
      'programNum',
      'programKind',
      'programLeader',
      'departmentId',
    ),
    workYear: f
      .year(['年度', 'Year'])
      .required()
      .specimen(({ serial }) => 2001 + (serial % 90)),
    lines: f.rows(['人员投入', 'Staff effort'], workLines()).required(),
    remarks: f.text(['备注', 'Remarks']).max(200),
    status: f.dict(['状态', 'Status'], workStatus).computed().initial(workStatusCodes.proposed),
    // Unique key: one record per project and year.
    occasion: f
      .text(['同项目同年度的工作量', 'Yearly work of the same project and year'])
      .max(60)
      .computed()
      .unique(),
  },
  compute: ({ programId, workYear }) => ({
    occasion: programId && workYear ? `${programId} ${workYear}` : null,
  }),
  validators: [
    {
      fields: ['lines'],
      check: ({ lines }) => {
        const people = (lines ?? []).map(({ userId }) => userId);
        return new Set(people).size < people.length
          ? ['同一人员只能填一行', 'Each person may have one line only']
          : null;
      },
    },
  ],
  list: {
    columns: [
      'programName',
      'programNum',
      'programLeader',
      'departmentId',
      'workYear',
      'status',
      'updateTime',
    ],
    filters: ['programId', 'workYear', 'status', 'departmentId', 'programKind'],
    sort: '-workYear',
  },
  form: [
    {
      key: 'project',
      title: ['项目', 'Project'],
      fields: [
        'programId',
        'programName',
        'programNum',
        'programLeader',
        'departmentId',
        'workYear',
      ],
    },
    {
      key: 'people',
      title: ['人员投入', 'Staff effort'],
      note: [
        '填写当年实际投入的月数；每人各项目合计不超过 12 个月',
        'Actual months of the year; at most 12 per person over all projects',
      ],
      fields: ['lines', 'remarks'],
    },
  ],
  states: {
    field: 'status',
    initial: workStatusCodes.proposed,
    editable: [workStatusCodes.proposed],
  },
  actions: {
    confirm: {
      label: ['确认', 'Confirm'],
      from: [workStatusCodes.proposed],
      to: workStatusCodes.confirmed,
      at: 'selection',
      ask: [
        '确认后计入统计年报，需要更正时可以退回。确定确认？',
        'Once confirmed it counts in the annual report; it can be reopened for correction. Confirm it?',
      ],
      done: ['已确认', 'Confirmed'],
    },
    reopen: {
      label: ['退回修改', 'Reopen'],
      from: [workStatusCodes.confirmed],
      to: workStatusCodes.proposed,
      done: ['可以修改了', 'It can be edited now'],
    },
  },
  access: {
    read: anyScope(own('programLeader'), departmentScope('departmentId')),
    write: anyScope(own('programLeader'), departmentScope('departmentId')),
  },
  views: {
    all: {
      label: ['年度工作量', 'Yearly work'],
      code: 'projectWork',
      path: '/program/work',
      scope: anyScope(own('programLeader'), departmentScope('departmentId')),
      icon: 'FileTextOutlined',
      menu: ['project', 9],
      note: [
        '每年 12 月按成员投入生成，由负责人确认；统计年报据此计算全时当量',
        'Generated each December from members’ months and confirmed by leaders; annual reports compute person-years from it',
      ],
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'confirm',
        'reopen',
        'import',
        'export',
        'history',
      ],
      grants: {
        ...allActionsFor('rd_admin', 'rd_project', 'rd_fund'),
        rd_leader: readerActions,
        dept_leader: readerActions,
        dept_secretary: ['view', 'edit', 'confirm', 'reopen', 'export', 'history'],
        teacher: ['view', 'add', 'edit', 'confirm', 'reopen', 'history'],
      },
    },
  },
});
