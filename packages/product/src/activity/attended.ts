import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { followReportingYear } from '../achievement/common/achievement.ts';
import { deptSecretary, rdAchieve } from '../shared/approval-steps.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { daysAfter, inOrder, notAfterToday } from '../shared/formats/dates.ts';
import { nationality } from '../shared/formats/national.ts';
import { readerActions } from '../shared/grants.ts';
import { scoredKind, scoreFields } from '../shared/mechanisms/scored.ts';
import { user } from '../shared/references/refs.ts';
import { attendRole } from './dictionaries.ts';
import { activityFields, departmentField, isForeignActivity, reportingDate } from './fields.ts';
import { activityAccess, activityViews } from './views.ts';

/** Codes of `attendRole` for participants who present: talks, posters, papers. */
const presenting = ['01', '02', '03', '06'];

const presents = ({ attendRole: role }: RowLike): boolean => presenting.includes(String(role));

const fields = {
  ...activityFields,
  userId: f
    .ref(['参加人', 'Attendee'], user)
    .required()
    .initial((writer) => writer.id),
  fkDeptId: departmentField(['所属部门', 'Department']),
  country: f.dict(['国家（地区）', 'Country'], nationality).required().initial('156'),
  city: f.text(['城市（地点）', 'City']).required().max(100),
  isForeign: isForeignActivity(['是否境外', 'Overseas']),
  attendRole: f.dict(['参会身份', 'Role'], attendRole).required(),
  reportTitle: f.text(['报告（论文）题目', 'Talk title']).required().max(300).when(presents),
  reportDate: f.date(['报告日期', 'Talk date']).when(presents),
  cost: f.money(['费用（元）', 'Cost']).specimen((draw) => `${draw.int(8, 90)}00.00`),
  fundSource: f.text(['经费来源', 'Fund source']).max(100),
  summary: f.note(['收获小结', 'Summary']).max(1000),
  attachments: f.files(['附件', 'Attachments'], attachmentCategories('23*', '24', '99')),
  ...scoreFields,
};

/** 参加活动: an academic activity that a member of the university attended. */
export const activityAttended = defineResource({
  key: 'xshdcj',
  label: ['参加活动', 'Activity attended'],
  words: { plural: ['参加活动', 'Activities attended'] },
  path: 'kh-edu-research/cjhd',
  title: 'activityName',
  with: [
    scoredKind({
      as: 'activityJoin',
      dates: ['endDate'],
      year: 'statYear',
      people: { field: 'userId' },
    }),
  ],
  fields,
  access: activityAccess('cjhd', 'userId'),
  department: 'fkDeptId',
  concerned: ['userId'],
  views: activityViews({
    label: ['参加活动', 'Activity attended'],
    code: 'cjhd',
    path: '/activity/cjhd',
    person: 'userId',
    approvers: { dept_secretary: [...readerActions, 'audit', 'back', 'zip'] },
    audit: ['activityName', 'userId', 'fkDeptId', 'activityType', 'attendRole', 'startDate'],
  }),
  list: {
    columns: [
      'activityName',
      'activityType',
      'activityLevel',
      'hostUnit',
      'userId',
      'fkDeptId',
      'attendRole',
      'startDate',
    ],
    filters: [
      'statYear',
      'activityType',
      'activityLevel',
      'attendRole',
      'startDate',
      'country',
      'hostUnit',
      'userId',
      'fkDeptId',
    ],
    sort: '-startDate',
  },
  form: [
    {
      key: 'activity',
      title: ['活动', 'Activity'],
      fields: [
        'activityName',
        'activityType',
        'activityLevel',
        'hostUnit',
        'startDate',
        'endDate',
        'country',
        'city',
        'isForeign',
      ],
    },
    {
      key: 'part',
      title: ['参加情况', 'Participation'],
      fields: [
        'userId',
        'fkDeptId',
        'attendRole',
        'statYear',
        'reportTitle',
        'reportDate',
        'summary',
      ],
    },
    { key: 'cost', title: ['经费', 'Funds'], fields: ['cost', 'fundSource', 'programId'] },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  validators: [
    ...notAfterToday(fields, 'startDate', 'endDate'),
    inOrder(fields, 'startDate', 'endDate'),
    inOrder(fields, 'startDate', 'reportDate'),
    inOrder(fields, 'reportDate', 'endDate'),
  ],
  compute: (row, before) => ({
    statYear: followReportingYear(reportingDate(row), reportingDate(before)),
  }),
  specimen: (draw) => {
    const start = draw.int(20, 300);
    return {
      startDate: daysAfter(draw.today, -start),
      endDate: daysAfter(draw.today, -start + 2),
      reportDate: daysAfter(draw.today, -start + 1),
    };
  },
  processes: [
    defineProcess(
      'xshdcj',
      ['学术活动参加', 'Academic activity attended'],
      [deptSecretary, rdAchieve(['activityLevel'])],
      'flow_18',
    ),
  ],
});
