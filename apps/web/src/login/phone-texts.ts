import type { Label } from '@keyan/kernel/label.ts';

/** Texts of the phone form, loaded with it. */
export const phoneTexts = {
  title: ['手机验证码登录', 'Sign in by phone'],
  hint: ['使用个人信息中登记的手机号', 'Use the mobile number in your profile'],
  phone: ['手机号', 'Mobile number'],
  code: ['短信验证码', 'Code'],
  ask: ['获取验证码', 'Send a code'],
  sent: [
    '如果该手机号已登记，验证码会在一分钟内送达，5 分钟内有效',
    'If the number is registered, a code arrives within a minute; it is valid for 5 minutes',
  ],
  askFirst: ['请先获取验证码', 'Request a code first'],
  needCode: ['请输入 6 位验证码', 'Enter the 6-digit code'],
  back: ['使用账号和密码登录', 'Use account and password'],
} as const satisfies Record<string, Label>;
