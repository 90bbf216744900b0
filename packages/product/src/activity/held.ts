import { f } from '@keyan/kernel/definition/field/field.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import { parameterFact } from '@keyan/kernel/definition/life/fact.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { followReportingYear } from '../achievement/common/achievement.ts';
import { optionalReview, reviewSection, withOptionalReview } from '../review/optional-review.ts';
import {
  deptLeader,
  internationalStep,
  linkIf,
  rdAchieve,
  rdLeader,
} from '../shared/approval-steps.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { daysAfter, inOrder } from '../shared/formats/dates.ts';
import { url } from '../shared/formats/formats.ts';
import { nationality } from '../shared/formats/national.ts';
import { readerActions } from '../shared/grants.ts';
import { scoredKind, scoreFields } from '../shared/mechanisms/scored.ts';
import { user } from '../shared/references/refs.ts';
import { activityAdvanceDays, activityForeignDays } from '../system/parameters/limits.ts';
import { activityForm, hostMode, summaryStatus } from './dictionaries.ts';
import { activityFields, departmentField, isForeignActivity, reportingDate } from './fields.ts';
import { activityAccess, activityViews } from './views.ts';

/** Days after the end of the activity until its summary is due. */
const summaryDays = 30;

const isForeign = (row: RowLike): boolean => row.isForeign === '1';

const isSummarised = (row: RowLike): boolean => row.summaryStatus === '1';

const summary = {
  realNum: f.integer(['实际人数', 'Actual attendance']),
  paperNum: f.integer(['收到论文数', 'Papers']),
  specialReportNum: f.integer(['特邀报告数', 'Invited talks']),
  summary: f.rich(['活动总结', 'Summary']).max(5000),
  newsUrl: f.text(['新闻链接', 'News link']).max(300).format(url),
};

/** Optional expert review of an application to hold an activity. */
const judged = optionalReview({
  target: '8',
  arrangers: 'rd_achieve',
  people: ['leaderId'],
  criteria: [
    {
      label: ['学术价值', 'Academic value'],
      points: 50,
      standard: ['主题的学术意义与主讲专家水平', 'Topic and standing of the speakers'],
    },
    {
      label: ['组织方案', 'Plan'],
      points: 30,
      standard: ['议程、规模与保障的合理性', 'Soundness of programme, scale and resources'],
    },
    {
      label: ['经费预算', 'Budget'],
      points: 20,
      standard: ['经费来源与预算的合理性', 'Source and purpose of the funds'],
    },
  ],
  shown: [
    'activityName',
    'activityType',
    'activityLevel',
    'activityForm',
    'startDate',
    'endDate',
    'place',
    'planNum',
    'isForeign',
    'content',
    'speakers',
    'leaderId',
    'fkDeptId',
    'budget',
    'fundSource',
    'attachments',
  ],
  identifying: ['leaderId', 'fkDeptId'],
});

const fields = {
  ...activityFields,
  activityForm: f.dict(['举办形式', 'Mode'], activityForm).required().initial('1'),
  hostMode: f.dict(['我校举办方式', 'Our role'], hostMode).required().initial('1'),
  coUnits: f.text(['承办（协办）单位', 'Co-organisers']).max(300),
  fkDeptId: departmentField(['承办院系', 'College']),
  leaderId: f
    .ref(['负责人', 'Organiser'], user)
    .required()
    .initial((writer) => writer.id),
  phone: f.text(['联系电话', 'Phone']).required().max(20),
  place: f
    .text(['举办地点', 'Place'])
    .required()
    .max(200)
    .help(['线上举办的填写平台', 'For online activities, the platform']),
  planNum: f
    .integer(['计划人数', 'Planned attendance'])
    .required()
    .specimen((draw) => draw.int(4, 40) * 10),
  isForeign: isForeignActivity(['是否涉外', 'Foreign-related']),
  foreignNum: f
    .integer(['境外人数', 'Participants from overseas'])
    .when(isForeign)
    .specimen((draw) => draw.int(2, 12)),
  budget: f
    .money(['经费预算（元）', 'Budget'])
    .required()
    .specimen((draw) => `${draw.int(4, 60)}000.00`),
  fundSource: f.text(['经费来源', 'Fund source']).required().max(100),
  content: f.note(['主要内容（议程）', 'Programme']).required().max(2000),
  speakers: f
    .rows(['主讲（特邀）专家', 'Speakers'], {
      name: f.text(['姓名', 'Name']).required().max(30),
      unit: f.text(['单位', 'Unit']).required().max(100),
      title: f.text(['职称（职务）', 'Title']).max(50),
      nationality: f.dict(['国籍', 'Nationality'], nationality),
      topic: f.text(['报告题目', 'Topic']).max(200),
    })
    .specimen(() => []),
  // Actual attendance, entered by the summary action after the activity is over.
  realNum: summary.realNum.byApprover(),
  paperNum: summary.paperNum.byApprover(),
  specialReportNum: summary.specialReportNum.byApprover(),
  summary: summary.summary.byApprover(),
  newsUrl: summary.newsUrl.byApprover(),
  summaryDue: f.date(['总结截止日期', 'Summary due']).computed(),
  summaryStatus: f.dict(['总结状态', 'Summary status'], summaryStatus).computed().initial('0'),
  attachments: f.files(
    ['附件', 'Attachments'],
    [
      ...attachmentCategories('23*', '01', '36', '99'),
      // Attachments of the summary, shown once the activity is summarised.
      ...attachmentCategories('24').map((each) => ({ ...each, when: isSummarised })),
    ],
  ),
  ...judged.fields,
  ...scoreFields,
};

/**
 * 举办活动: an academic activity of the university, applied for beforehand and summarised
 * afterwards.
 */
export const activityHeld = defineResource({
  key: 'xshdjb',
  label: ['举办活动', 'Activity held'],
  words: { plural: ['举办活动', 'Activities held'] },
  path: 'kh-edu-research/jbhd',
  title: 'activityName',
  readByChange: true,
  with: [
    judged,
    scoredKind({
      as: 'activityHold',
      dates: ['endDate'],
      year: 'statYear',
      people: { field: 'leaderId' },
    }),
  ],
  fields,
  facts: {
    days: parameterFact(activityAdvanceDays),
    foreignDays: parameterFact(activityForeignDays),
  },
  access: activityAccess('jbhd', 'leaderId'),
  department: 'fkDeptId',
  views: activityViews({
    label: ['举办活动', 'Activity held'],
    code: 'jbhd',
    path: '/activity/jbhd',
    person: 'leaderId',
    approvers: {
      rd_leader: [...readerActions, 'audit', 'back'],
      dept_leader: [...readerActions, 'audit', 'back'],
      intl: [...readerActions, 'audit', 'back'],
    },
    deciders: { intl: readerActions },
    audit: ['activityName', 'leaderId', 'fkDeptId', 'activityType', 'activityLevel', 'startDate'],
    after: ['summarise'],
  }),
  list: {
    columns: [
      'activityName',
      'activityType',
      'activityLevel',
      'activityForm',
      'fkDeptId',
      'leaderId',
      'startDate',
      'realNum',
      'summaryStatus',
      'summaryDue',
    ],
    filters: [
      'statYear',
      'activityType',
      'activityLevel',
      'startDate',
      'summaryStatus',
      'fkDeptId',
      'leaderId',
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
        'activityForm',
        'startDate',
        'endDate',
        'place',
        'planNum',
        'isForeign',
        'foreignNum',
        'content',
      ],
    },
    {
      key: 'hosts',
      title: ['举办单位与负责人', 'Host and organiser'],
      fields: ['hostMode', 'hostUnit', 'coUnits', 'fkDeptId', 'leaderId', 'phone', 'statYear'],
    },
    { key: 'speakers', title: ['主讲（特邀）专家', 'Speakers'], fields: ['speakers'] },
    {
      key: 'budget',
      title: ['经费', 'Funds'],
      fields: ['budget', 'fundSource', 'programId'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
    reviewSection,
    {
      key: 'summary',
      title: ['活动总结', 'Summary'],
      note: ['活动结束后 30 天内提交', 'Submit within 30 days after the end'],
      fields: ['realNum', 'paperNum', 'specialReportNum', 'newsUrl', 'summary'],
      shown: ['summaryStatus', 'summaryDue'],
    },
  ],
  validators: [
    inOrder(fields, 'startDate', 'endDate'),
    {
      fields: ['startDate', 'isForeign'],
      check: (row, { today, facts: { days, foreignDays } }) => {
        const least = isForeign(row) ? foreignDays : days;
        return row.startDate && row.startDate < daysAfter(today, least)
          ? fill(['应在开始日期前 {least} 天申请', 'Apply {least} days before it starts'], {
              least,
            })
          : null;
      },
    },
  ],
  compute: (row, before) => ({
    statYear: followReportingYear(reportingDate(row), reportingDate(before)),
    summaryDue: row.endDate && daysAfter(row.endDate, summaryDays),
  }),
  actions: {
    summarise: {
      label: ['提交总结', 'Submit summary'],
      from: ['approved'],
      form: {
        ...summary,
        realNum: summary.realNum.required(),
        summary: summary.summary.required(),
        attachments: f.files(['总结材料', 'Summary files'], attachmentCategories('24*')),
      },
      guard: {
        fields: ['endDate'],
        check: ({ endDate }, { today }) =>
          endDate !== null && endDate > today
            ? fill(
                [
                  '活动于 {date} 结束，之后方可提交总结',
                  'The activity ends on {date}; the summary can be submitted after that',
                ],
                { date: endDate },
              )
            : null,
        told: true,
      },
      set: (_row, { realNum, paperNum, specialReportNum, summary: text, newsUrl }) => ({
        realNum: realNum ?? null,
        paperNum: paperNum ?? null,
        specialReportNum: specialReportNum ?? null,
        summary: text ?? null,
        newsUrl: newsUrl ?? null,
        summaryStatus: '1',
      }),
      done: ['总结已提交', 'Summary submitted'],
    },
    overdue: {
      label: ['总结逾期', 'Summary overdue'],
      from: ['approved'],
      by: after('summaryDue'),
      guard: {
        fields: ['summaryStatus'],
        check: ({ summaryStatus: status }) =>
          status === '0' ? null : ['总结已提交', 'The summary has been submitted'],
      },
      set: () => ({ summaryStatus: '2' }),
      tells: [
        {
          type: '14',
          title: ['活动总结逾期', 'The summary of an activity is overdue'],
          content: [
            '学术活动《{title}》的总结应于 {due} 前提交，现已逾期，请尽快补交。',
            'The summary of “{title}” was due on {due}. Please submit it soon.',
          ],
          words: (row) => ({ title: row.activityName ?? '', due: row.summaryDue ?? '' }),
          to: ['writer', { ids: ({ leaderId }) => [leaderId] }],
        },
      ],
    },
  },
  // Dates of the example lie in the future: an application precedes its activity.
  specimen: (draw) => {
    const start = draw.int(32, 75);
    const end = start + draw.int(0, 2);
    return { startDate: daysAfter(draw.today, start), endDate: daysAfter(draw.today, end) };
  },
  processes: [
    defineProcess(
      'xshdjb',
      ['学术活动举办', 'Academic activity held'],
      [
        deptLeader,
        ...withOptionalReview(rdAchieve(['activityLevel'])),
        linkIf(internationalStep, "${isForeign == '1'}"),
        rdLeader,
      ],
      'flow_17',
    ),
  ],
});
