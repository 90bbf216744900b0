import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Type of SMS service, under the key that BladeX clients use. */
export const smsServiceType = dictionary(
  'sms',
  ['短信服务类型', 'SMS service'],
  [
    ['1', '云片', 'Yunpian'],
    ['9', '仅记录（不发送）', 'Log only (not sent)'],
  ],
);

export const smsUse = dictionary(
  'smsUse',
  ['短信用途', 'Purpose of SMS service'],
  [
    ['1', '登录验证码', 'Sign-in codes'],
    ['2', '消息提醒', 'Messages'],
    ['3', '评审邀请', 'Invitations to review'],
  ],
);
