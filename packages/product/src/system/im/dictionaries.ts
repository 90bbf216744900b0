import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const imServiceType = dictionary(
  'im',
  ['应用消息服务', 'App message service'],
  [
    ['1', '企业微信', 'WeCom'],
    ['2', '钉钉', 'DingTalk'],
  ],
);
