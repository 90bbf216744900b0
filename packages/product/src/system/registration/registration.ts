import { everyone, nobody } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { dept } from '../../shared/references/refs.ts';
import { roleNames } from '../../shared/roles.ts';
import { longestJobNum, longestName } from './registration-input.ts';

/** Status of an application. */
export const registrationStatus = dictionary(
  'registrationStatus',
  ['审核状态', 'Registration status'],
  [
    ['0', '待审核', 'Waiting'],
    ['1', '已通过', 'Approved'],
    ['2', '已拒绝', 'Rejected'],
  ],
);

/** Codes of `registrationStatus`. */
export const registrationStatusCodes = { waiting: '0', accepted: '1', refused: '2' } as const;

/**
 * 账号注册申请: application for an account. Rows are created by the registration call and changed only by accepting and
 * refusing; the password is in a separate table that no list, detail or export reads.
 */
export const registerGuest = defineResource({
  key: 'registerGuest',
  label: ['账号注册申请', 'Registration'],
  path: 'blade-user/register',
  title: 'name',
  fields: {
    name: f.text(['姓名', 'Name']).requiredInDraft().max(longestName).personName().searchable(),
    account: f
      .text(['账号', 'Account'])
      .required()
      .max(50)
      .searchable()
      .specimen(({ serial }) => `guest_${serial}`),
    jobNum: f.text(['工号', 'Staff no.']).max(longestJobNum),
    applyTime: f.time(['申请时间', 'Applied']).required(),
    status: f
      .dict(['审核状态', 'Status'], registrationStatus)
      .computed()
      .initial(registrationStatusCodes.waiting),
    deptId: f.ref(['部门', 'Department'], dept),
    roles: f.dicts(['分配角色', 'Roles'], roleNames),
    reason: f.note(['拒绝原因', 'Reason']).max(200),
    handlerName: f.text(['审核人', 'Decided by']).max(30),
    handleTime: f.time(['审核时间', 'Decided']),
  },
  states: { field: 'status', initial: registrationStatusCodes.waiting, editable: [] },
  // Performed by the calls `accept` and `refuse`: accepting creates an account, both delete the password.
  actions: {
    accept: {
      label: ['审核通过', 'Approve'],
      from: [registrationStatusCodes.waiting],
      to: registrationStatusCodes.accepted,
      by: 'job',
    },
    refuse: {
      label: ['拒绝', 'Reject'],
      from: [registrationStatusCodes.waiting],
      to: registrationStatusCodes.refused,
      by: 'job',
    },
  },
  views: {
    manage: {
      label: ['账号注册审核', 'Registrations'],
      code: 'regaudit',
      path: '/system/register',
      note: [
        '通过后申请人即可用自己填写的密码登录',
        'Once approved, applicants can sign in with the password they chose',
      ],
      scope: everyone(),
      actions: ['view', 'audit', 'export', 'history'],
      menu: ['system', 1],
      icon: 'UserAddOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['name', 'account', 'deptId', 'jobNum', 'applyTime', 'status', 'roles', 'handlerName'],
    filters: ['status', 'applyTime', 'name', 'account', 'jobNum'],
    sort: '-applyTime',
  },
  form: [
    {
      key: 'application',
      title: ['申请', 'Application'],
      fields: ['name', 'account', 'deptId', 'jobNum', 'applyTime', 'status'],
    },
    {
      key: 'decision',
      title: ['审核', 'Review'],
      fields: ['roles', 'reason', 'handlerName', 'handleTime'],
    },
  ],
  access: { read: everyone(), write: nobody() },
});
