import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const invitationStatus = dictionary(
  'reviewInvitationStatus',
  ['邀请状态', 'Status of an invitation'],
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

/** Invitations whose link opens the review. */
export const openInvitationCodes: readonly string[] = [
  invitationStatusCodes.toSend,
  invitationStatusCodes.sent,
  invitationStatusCodes.opened,
  invitationStatusCodes.failed,
];

export const visitAct = dictionary(
  'reviewVisitAct',
  ['访问动作', 'What was done'],
  [
    ['code', '获取验证码', 'Asked for a code'],
    ['refused', '验证未通过', 'A wrong code'],
    ['enter', '验证通过', 'Entered'],
    ['works', '查看任务', 'Saw the tasks'],
    ['sheet', '查看材料', 'Saw the material'],
    ['file', '打开附件', 'Opened a file'],
    ['pledge', '承诺无回避情形', 'Pledged'],
    ['handIn', '提交评审', 'Submitted'],
    ['decline', '申请回避', 'Declined'],
    ['leave', '退出', 'Left'],
  ],
);

/** A code of `reviewVisitAct`. */
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
