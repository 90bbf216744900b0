import { everyScope, permission, throughReference } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { user } from '../../shared/references/refs.ts';
import { expert, reviewInvitation as face, reviewSet } from '../faces.ts';
import { invitationStatus, invitationStatusCodes } from './dictionaries.ts';

/** Scope of the office, without reviews whose records name the reader. */
const office = everyScope(permission('rinvite'), throughReference('setId'));

/** Permission to send and revoke invitations. */
const keepers = permission('rinvite');

/**
 * Permission code of the link’s digest, granted to no role, so that the field is never returned.
 */
const secretCode = 'rinvite_secret';

/** Permission code for handing over link and code. */
export const handOverCode = 'rinvite_handOver';

const all = invitationStatus.entries.map(({ code }) => code);

/** Keeps the status “opened” when a later letter is sent. */
const unlessOpened =
  (state: string) =>
  ({ status }: { readonly status: string | null }): string =>
    status === invitationStatusCodes.opened ? invitationStatusCodes.opened : state;

/**
 * 校外专家邀请: link by which an expert without a university account judges the records of a
 * review. Created and sent automatically once the expert has a task.
 */
export const reviewInvitation = defineResource({
  key: 'reviewInvitation',
  label: face.label,
  words: { plural: ['校外专家邀请', 'External expert invitations'] },
  path: 'kh-edu-research/reviewInvitation',
  scarce: {
    records: 'none',
    because: 'only experts from outside who are asked have one for each review',
  },
  title: 'name',
  fields: {
    name: f.text(['专家', 'Expert']).max(30).computed().searchable('names'),
    unit: f.text(['工作单位', 'Unit']).max(100).computed(),
    setId: f.ref(['评审', 'Review'], reviewSet).computed().listed(['校外专家邀请', 'Invitations']),
    expertId: f.ref(['专家档案', 'Expert file'], expert).computed(),
    userId: f.ref(['专家账号', 'Account'], user).computed(),
    sentTo: f.text(['发送至', 'Sent to']).max(100).computed(),
    sentTime: f.time(['发送时间', 'Sent at']).computed(),
    openedTime: f.time(['首次打开', 'First opened']).computed(),
    lastTime: f.time(['最近访问', 'Last visit']).computed(),
    validUntil: f.time(['有效期至', 'Valid until']).computed(),
    fault: f.note(['未送达原因', 'Reason for non-delivery']).max(500).computed(),
    status: f
      .dict(['状态', 'Status'], invitationStatus)
      .computed()
      .initial(invitationStatusCodes.toSend),
    // Serial number of the link; renewing increases it and invalidates earlier links.
    issue: f.integer(['链接序号', 'Link no.']).computed().initial(1),
    linkHash: f.text(['链接摘要', 'Link digest']).max(80).computed().secret(secretCode),
  },
  states: { field: 'status', initial: invitationStatusCodes.toSend, editable: [] },
  actions: {
    renew: {
      label: ['重新发送', 'Send again'],
      from: all,
      to: invitationStatusCodes.toSend,
      at: 'selection',
      by: keepers,
      ask: [
        '重新发送后，以前的链接立即失效，确定重新发送？',
        'Earlier links stop working immediately. Send again?',
      ],
      set: ({ issue }) => ({ issue: (issue ?? 1) + 1, fault: null }),
      done: ['新链接正在发送', 'The new link is being sent'],
    },
    revoke: {
      label: ['撤回邀请', 'Revoke'],
      from: all.filter(
        (code) => code !== invitationStatusCodes.revoked && code !== invitationStatusCodes.expired,
      ),
      to: invitationStatusCodes.revoked,
      at: 'selection',
      by: keepers,
      ask: [
        '撤回后链接立即失效，专家不能再打开，确定撤回？',
        'The link stops working immediately and the expert can no longer open it. Revoke it?',
      ],
      done: ['已撤回', 'Revoked'],
      danger: true,
    },
    issued: { label: ['生成链接', 'Link generated'], from: all, by: 'effect' },
    sent: {
      label: ['发送', 'Sent'],
      from: all,
      to: unlessOpened(invitationStatusCodes.sent),
      by: 'effect',
    },
    failed: {
      label: ['未送达', 'Not delivered'],
      from: all,
      to: unlessOpened(invitationStatusCodes.failed),
      by: 'effect',
    },
    opened: {
      label: ['打开', 'Opened'],
      from: all,
      to: invitationStatusCodes.opened,
      by: 'effect',
    },
    handedOver: { label: ['当面交付', 'Handed over'], from: all, by: 'effect' },
    expire: {
      label: ['过期', 'Expired'],
      from: [
        invitationStatusCodes.toSend,
        invitationStatusCodes.sent,
        invitationStatusCodes.opened,
        invitationStatusCodes.failed,
      ],
      to: invitationStatusCodes.expired,
      by: after('validUntil'),
    },
  },
  list: {
    columns: ['status', 'name', 'unit', 'setId', 'sentTo', 'sentTime', 'openedTime', 'validUntil'],
    filters: ['name', 'setId', 'sentTime', 'status'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'invitation',
      title: ['邀请', 'Invitation'],
      fields: ['name', 'unit', 'setId', 'expertId', 'validUntil'],
    },
    {
      key: 'course',
      title: ['发送与访问', 'Sending and visits'],
      fields: ['sentTo', 'sentTime', 'fault', 'openedTime', 'lastTime', 'issue'],
    },
  ],
  access: { read: office, write: keepers },
  views: {
    all: {
      label: ['校外专家邀请', 'Invitations'],
      code: 'rinvite',
      path: '/review/invitation',
      note: [
        '校外专家凭链接和验证码在手机上评审，不需要本校账号',
        'External experts review on a phone by link and code, without an account of this university',
      ],
      scope: office,
      icon: 'NotificationOutlined',
      menu: ['review', 16],
      grants: { rd_admin: 'all', rd_project: 'all', rd_achieve: 'all' },
      rights: [
        {
          code: handOverCode,
          label: ['当面交付链接与口令', 'Hand over link and code in person'],
          roles: ['rd_admin', 'rd_project', 'rd_achieve'],
        },
        { code: secretCode, label: ['查看链接摘要', 'View link digests'], roles: [] },
      ],
      actions: ['view', 'renew', 'revoke', 'export', 'history'],
    },
  },
});
