import {
  anyScope,
  departmentScope,
  everyScope,
  own,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { scoreMessage } from '../scoring/dictionaries.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { inOrder } from '../shared/formats/dates.ts';
import { readerActions } from '../shared/grants.ts';
import { dept, user } from '../shared/references/refs.ts';
import {
  exemptReason,
  exemptStatus,
  exemptStatusCodes,
  firstYearReasonCode,
} from './dictionaries.ts';

const office = permission('aexempt_accept');

const seen = withCode(
  'status',
  exemptStatusCodes.submitted,
  exemptStatusCodes.accepted,
  exemptStatusCodes.rejected,
);

const fields = {
  userId: f
    .ref(['申请人', 'Person'], user)
    .required()
    .initial((writer) => writer.id),
  fkDeptId: f
    .ref(['部门', 'Department'], dept)
    .computed()
    .initial(({ departments }) => departments[0] ?? null),
  reason: f
    .dict(['减免原因', 'Reason'], exemptReason)
    .required()
    .specimen(() => '2'),
  startDate: f.date(['开始日期', 'From']).required(),
  endDate: f.date(['结束日期', 'To']).required(),
  subject: f.text(['事项', 'Subject']).max(100).computed().searchable(),
  explanation: f.note(['说明', 'Explanation']).max(500),
  opinion: f.note(['审核意见', 'Comment']).max(300).computed(),
  status: f.dict(['状态', 'Status'], exemptStatus).computed().initial(exemptStatusCodes.draft),
  attachments: f.files(['证明材料', 'Supporting documents'], attachmentCategories('99*')),
};

/** 考核减免: months of a person that an assessment does not count, with proof. */
export const assessExempt = defineResource({
  key: 'assessExempt',
  label: ['考核减免', 'Exemption'],
  words: { plural: ['考核减免', 'Exemptions'], add: ['申请减免', 'Request an exemption'] },
  path: 'kh-edu-research/assessExempt',
  scarce: { records: 'few', because: 'few people are away in a year' },
  title: 'subject',
  fields,
  compute: ({ reason, startDate, endDate }) => ({
    subject:
      reason && startDate && endDate
        ? `${exemptReason.entries.find(({ code }) => code === reason)?.label[0] ?? ''} ${startDate.slice(0, 7)} ～ ${endDate.slice(0, 7)}`
        : null,
  }),
  list: {
    columns: ['status', 'subject', 'userId', 'fkDeptId', 'startDate', 'endDate', 'opinion'],
    filters: ['userId', 'fkDeptId', 'reason', 'startDate', 'status'],
    sort: '-startDate',
  },
  form: [
    {
      key: 'exempt',
      title: ['考核减免', 'Exemption'],
      note: [
        '按整月扣减：起止日期所在月份均计入',
        'Counted in whole months: those of both dates are included',
      ],
      fields: ['userId', 'reason', 'startDate', 'endDate', 'explanation', 'attachments'],
    },
    { key: 'answer', title: ['审核', 'Review'], fields: [], shown: ['opinion'] },
  ],
  validators: [
    inOrder(fields, 'startDate', 'endDate'),
    {
      fields: ['reason'],
      check: ({ reason }) =>
        reason === firstYearReasonCode
          ? [
              '新进首年按聘任时间自动折算，无需申请',
              'The first year of new staff is prorated automatically by the date of appointment; no request is needed',
            ]
          : null,
    },
  ],
  states: {
    field: 'status',
    initial: exemptStatusCodes.draft,
    editable: [exemptStatusCodes.draft, exemptStatusCodes.rejected],
  },
  actions: {
    handIn: {
      label: ['提交', 'Submit'],
      from: [exemptStatusCodes.draft, exemptStatusCodes.rejected],
      to: exemptStatusCodes.submitted,
      by: anyScope(own(), own('userId')),
      call: 'submitExempt',
      tells: [
        {
          type: scoreMessage,
          title: ['收到考核减免申请', 'An exemption request was received'],
          content: ['【{subject}】待审核。', '“{subject}” is waiting for review.'],
          words: ({ subject }) => ({ subject: subject ?? '' }),
          to: [{ role: 'rd_admin' }],
        },
      ],
      done: ['已提交，请等待审核', 'Submitted'],
    },
    accept: {
      label: ['审核通过', 'Approve'],
      from: [exemptStatusCodes.submitted],
      to: exemptStatusCodes.accepted,
      by: office,
      at: 'selection',
      done: [
        '已通过，重新计算考核后生效',
        'Approved; takes effect when the assessment is computed again',
      ],
    },
    reject: {
      label: ['审核不通过', 'Reject'],
      from: [exemptStatusCodes.submitted, exemptStatusCodes.accepted],
      to: exemptStatusCodes.rejected,
      by: office,
      form: { opinion: f.reason(['审核意见', 'Comment']).max(300) },
      tells: [
        {
          type: scoreMessage,
          title: ['考核减免未同意', 'Your exemption was rejected'],
          content: ['【{subject}】未同意：{opinion}', '“{subject}” was rejected: {opinion}'],
          words: ({ subject, opinion }) => ({ subject: subject ?? '', opinion: opinion ?? '' }),
          to: ['writer'],
        },
      ],
      danger: true,
    },
  },
  access: {
    read: anyScope(
      own(),
      own('userId'),
      everyScope(seen, anyScope(office, departmentScope('fkDeptId'))),
    ),
    write: own(),
  },
  views: {
    all: {
      label: ['考核减免', 'Exemptions'],
      code: 'aexempt',
      path: '/score/assessExempt',
      icon: 'ClockCircleOutlined',
      scope: anyScope(
        own(),
        own('userId'),
        everyScope(seen, anyScope(office, departmentScope('fkDeptId'))),
      ),
      menu: ['scoreAssess', 5],
      grants: {
        rd_admin: 'all',
        rd_leader: readerActions,
        dept_secretary: readerActions,
        dept_leader: readerActions,
        teacher: ['add', 'edit', 'view', 'delete', 'handIn', 'export', 'history'],
      },
      actions: ['add', 'edit', 'view', 'delete', 'handIn', 'accept', 'reject', 'export', 'history'],
    },
  },
});
