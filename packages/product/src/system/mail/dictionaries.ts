import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const mailServiceType = dictionary(
  'mail',
  ['邮件服务类型', 'Mail service'],
  [
    ['1', 'SMTP', 'SMTP'],
    ['9', '仅记录（不发送）', 'Log only (not sent)'],
  ],
);

export const mailSecurity = dictionary(
  'mailSecurity',
  ['邮件加密方式', 'Mail encryption'],
  [
    ['1', 'SSL/TLS（465）', 'SSL/TLS (465)'],
    ['2', 'STARTTLS（587）', 'STARTTLS (587)'],
    ['3', '不加密（25）', 'None (25)'],
  ],
);
