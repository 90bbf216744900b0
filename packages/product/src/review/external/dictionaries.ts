import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const invitationStatus = dictionary(
  'reviewInvitationStatus',
  ['邀请状态', 'Invitation status'],
  [
    ['0', '待发送', 'To be sent'],
    ['1', '已发送', 'Sent'],
    ['2', '已打开', 'Opened'],
    ['3', '未送达', 'Not delivered'],
    ['4', '已撤回', 'Revoked'],
    ['5', '已过期', 'Expired'],
  ],
);

/** Codes of `reviewInvitationStatus`. */
export const invitationStatusCodes = {
  toSend: '0',
  sent: '1',
  opened: '2',
  failed: '3',
  revoked: '4',
  expired: '5',
} as const;

/** Codes of invitations with a working link. */
export const openInvitationCodes: readonly string[] = [
  invitationStatusCodes.toSend,
  invitationStatusCodes.sent,
  invitationStatusCodes.opened,
  invitationStatusCodes.failed,
];

export const visitAct = dictionary(
  'reviewVisitAct',
  ['访问动作', 'Visit action'],
  [
    ['code', '获取验证码', 'Requested a code'],
    ['refused', '验证未通过', 'Verification failed'],
    ['enter', '验证通过', 'Verified'],
    ['works', '查看任务', 'Viewed tasks'],
    ['sheet', '查看材料', 'Viewed material'],
    ['file', '打开附件', 'Opened an attachment'],
    ['pledge', '承诺无回避情形', 'No-conflict declaration'],
    ['handIn', '提交评审', 'Submitted'],
    ['decline', '申请回避', 'Declined'],
    ['leave', '退出', 'Left'],
  ],
);

/** Code of the dictionary `reviewVisitAct`. */
export type VisitAct =
  | 'code'
  | 'refused'
  | 'enter'
  | 'works'
  | 'sheet'
  | 'file'
  | 'pledge'
  | 'handIn'
  | 'decline'
  | 'leave';
