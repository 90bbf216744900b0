import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Its key is the name by which clients of the family ask for it. */
export const smsCategory = dictionary(
  'sms',
  ['短信服务类型', 'SMS service'],
  [
    ['1', '云片', 'Yunpian'],
    ['9', '仅记录（不发送）', 'Log only, nothing is sent'],
  ],
);
