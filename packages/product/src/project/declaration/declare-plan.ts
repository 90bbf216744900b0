import { anyScope, everyScope, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { RecordMessage } from '@keyan/kernel/definition/life/tell.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { reviewMode } from '../../review/dictionaries.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import {
  deadlineMessage,
  importedReleaseStates,
  releaseActions,
  releaseCodes,
} from '../../shared/mechanisms/releasing.ts';
import { noRepeatedValue } from '../../shared/mechanisms/rules.ts';
import { declaredKinds as kinds } from '../common/access.ts';
import { declarePlan as plan, quotaFields } from '../common/faces.ts';
import { extensionActions } from './declare-extension.ts';
import { declareQuotas } from './declare-ledgers.ts';
import { planCode, planPages } from './declare-pages.ts';
import { reportActions, reportFields, reportsInForce } from './declare-reports.ts';
import { leaderRule } from './leader-rule.ts';
import { publicFacts, publiciseMixin } from './publicity/public-list.ts';

/** Message to possible applicants about a plan’s publication and its deadline. */
const planIsOut: RecordMessage<
  Pick<RowOf<typeof plan.fields>, 'planName' | 'endTime' | 'deptIds'>
> = {
  type: deadlineMessage,
  title: ['申报计划：{name}', 'Call for proposals: {name}'],
  content: [
    '【{name}】已发布，申报截止 {end}，请在截止前提交申报。',
    '“{name}” has been published; applications close on {end}. Please submit yours before then.',
  ],
  words: ({ planName, endTime }) => ({ name: planName ?? '', end: (endTime ?? '').slice(0, 16) }),
  to: [{ role: 'teacher', within: 'deptIds' }],
};

/** Scope of plans of the kinds for which the actor has the given action. */
const ofOffice = (action: string) =>
  anyScope(
    ...kinds.map((kind) =>
      everyScope(withCode('programKind', kind), permission(`${planCode(kind)}_${action}`)),
    ),
  );

/** True if both times are present and the first is not later than the second. */
const notAfter = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && other <= one;

/** 申报计划: call for proposals with its window, rules and quotas. */
export const declarePlan = defineResource({
  key: 'declarePlan',
  label: plan.label,
  words: { plural: ['申报计划', 'Calls for proposals'] },
  path: 'kh-edu-research/declarePlan',
  title: 'planName',
  number: { field: 'planCode', pattern: 'SB${yyyy}${seq3}' },
  fields: {
    ...plan.fields,
    totalFunds: f
      .money(['计划经费总额', 'Total funds of the call'])
      .unit(['元', 'yuan'])
      .help(['批量立项合计不得超过', 'Batch approvals must not exceed this total']),
    deptEndTime: f.deadline(['院系审核截止时间', 'Review deadline of colleges']),
    schoolEndTime: f.deadline([
      '学校形式审查截止时间',
      'Eligibility check deadline of the university',
    ]),
    quotas: f
      .rows(['院系限额', 'College quotas'], {
        ...quotaFields,
        used: f
          .integer(['已推荐', 'Recommended'])
          .balance(declareQuotas, 'recommended', { subaccount: 'deptId' }),
      })
      .required()
      .when(({ deptQuotaMode: mode }) => mode === '2'),
    reviewMode: f
      .dict(['评审方式', 'Review mode'], reviewMode)
      .when(({ needReview }) => needReview === '1'),
    declareCount: f.integer(['已申报数', 'Submitted']).balance(declareQuotas, 'declared'),
    recommendCount: f.integer(['已推荐数', 'Recommended']).balance(declareQuotas, 'recommended'),
    approvedCount: f.integer(['已立项数', 'Approved']).balance(declareQuotas, 'approved'),
    reports: f.rows(['院系上报', 'College reports'], reportFields).computed(),
    guide: f.rich(['申报指南', 'Guide']).max(20_000),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('01', '99')),
  },
  facts: publicFacts,
  list: {
    columns: [
      'status',
      'planName',
      'resource',
      'endTime',
      'declareCount',
      'recommendCount',
      'approvedCount',
      'planYear',
      'level',
      'startTime',
      'planCode',
    ],
    filters: ['planName', 'planYear', 'resource', 'endTime', 'deptIds', 'status'],
    sort: '-endTime',
    displays: {
      calendar: ['startTime', 'endTime'],
      timeline: { from: 'startTime', to: 'endTime' },
      board: 'status',
    },
  },
  form: [
    {
      key: 'plan',
      title: ['计划', 'Call'],
      fields: ['planName', 'programKind', 'planYear', 'resource', 'level', 'fundMode', 'deptIds'],
    },
    {
      key: 'times',
      title: ['时间', 'Dates'],
      fields: ['startTime', 'endTime', 'deptEndTime', 'schoolEndTime'],
    },
    {
      key: 'limits',
      title: ['限额与资格', 'Quotas and eligibility'],
      fields: [
        'schoolQuota',
        'deptQuotaMode',
        'deptQuota',
        'quotas',
        'personLimit',
        'joinLimit',
        'onGoingLimit',
        'excludeOverdue',
        'defaultFunds',
        'totalFunds',
        'theoryAllowed',
        'typeRules',
        ...(Object.keys(leaderRule) as (keyof typeof leaderRule)[]),
      ],
      note: [
        '限额不填表示不限；单独限额中未列出的院系没有名额',
        'Empty means no limit; with separate quotas, colleges not listed have no quota',
      ],
    },
    {
      key: 'progress',
      title: ['申报情况', 'Applications'],
      fields: [],
      shown: ['declareCount', 'recommendCount', 'approvedCount'],
    },
    {
      key: 'reports',
      title: ['院系上报', 'College reports'],
      fields: [],
      shown: ['reports'],
    },
    {
      key: 'extensions',
      title: ['延时开放', 'Extensions'],
      fields: [],
      shown: ['extensions'],
    },
    {
      key: 'publicity',
      title: ['拟立项公示', 'Proposed projects: public notice'],
      fields: ['publicity'],
      shown: ['shownFrom', 'shownUntil', 'proposed'],
    },
    { key: 'review', title: ['评审', 'Review'], fields: ['needReview', 'reviewMode'] },
    {
      key: 'compliance',
      title: ['伦理与合规', 'Ethics and compliance'],
      fields: ['complianceAsked', 'complianceAt'],
    },
    {
      key: 'contract',
      title: ['任务书', 'Contract'],
      fields: ['contractAsked', 'contractFirst', 'contractTemplate'],
    },
    { key: 'guide', title: ['申报指南', 'Guide'], fields: ['guide'] },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  validators: [
    {
      fields: ['endTime', 'startTime'],
      check: ({ startTime, endTime }) =>
        notAfter(startTime, endTime)
          ? [
              '【申报截止时间】应晚于申报开始时间',
              'The closing time must be later than the opening time',
            ]
          : null,
    },
    {
      fields: ['deptEndTime', 'endTime'],
      check: ({ endTime, deptEndTime }) =>
        notAfter(endTime, deptEndTime)
          ? [
              '【院系审核截止时间】应晚于申报截止时间',
              'The review deadline of colleges must be later than the closing time',
            ]
          : null,
    },
    {
      fields: ['schoolEndTime', 'deptEndTime', 'endTime'],
      check: ({ endTime, deptEndTime, schoolEndTime }) =>
        notAfter(deptEndTime ?? endTime, schoolEndTime)
          ? [
              '【学校形式审查截止时间】应晚于院系审核截止时间',
              'The eligibility check deadline of the university must be later than the review deadline of colleges',
            ]
          : null,
    },
    {
      fields: ['leaderMaxAge', 'leaderMinAge'],
      check: ({ leaderMinAge: least, leaderMaxAge: most }) =>
        least !== null && most !== null && most < least
          ? ['最大年龄不应小于最小年龄', 'The maximum age must not be below the minimum age']
          : null,
    },
    noRepeatedValue('quotas', 'deptId', ['该院系已有限额', 'This college already has a quota']),
  ],
  states: importedReleaseStates,
  actions: {
    ...releaseActions({ publish: 'publishPlan', withdraw: 'recall' }, [planIsOut]),
    extend: extensionActions,
    publicise: publiciseMixin,
    ...reportActions,
  },
  // A plan posts its quotas; reported departments are final.
  effects: ({ during, post }) => [
    during(
      [releaseCodes.published, releaseCodes.closed],
      post(declareQuotas, ({ id, reports }) =>
        reportsInForce(reports).map(({ deptId }) => ({
          owner: id,
          departmentId: deptId,
          reported: 1,
        })),
      ),
    ),
  ],
  access: {
    read: anyScope(
      withCode('status', releaseCodes.published, releaseCodes.closed),
      ofOffice('edit'),
    ),
    write: ofOffice('edit'),
  },
  views: planPages(),
  specimen: (draw) => ({
    programKind: draw.pick(kinds),
    planYear: 2027,
    // Example that is always open, with room for all.
    startTime: '2020-03-01 08:00:00',
    endTime: `2099-0${draw.int(2, 4)}-20 17:00:00`,
    deptEndTime: '2099-05-10 17:00:00',
    schoolEndTime: '2099-05-30 17:00:00',
    schoolQuota: null,
    deptQuotaMode: '0',
    deptQuota: null,
    quotas: null,
    personLimit: 99,
    joinLimit: null,
    onGoingLimit: null,
    excludeOverdue: '0',
    needReview: '0',
    ...Object.fromEntries(Object.keys(leaderRule).map((name) => [name, null])),
  }),
});
