import type { Label } from '@keyan/kernel/label.ts';
import type { Channel } from './delivery.ts';

export const channelNames: Readonly<Record<Channel, Label>> = {
  mail: ['邮件', 'E-mail'],
  sms: ['短信', 'Text message'],
  wecom: ['企业微信', 'WeCom'],
  ding: ['钉钉', 'DingTalk'],
};

/** States of a delivery in words. */
export const stateNames: Readonly<Record<string, Label>> = {
  waiting: ['待发送', 'Waiting'],
  sending: ['发送中', 'Going out'],
  sent: ['已发送', 'Sent'],
  refused: ['未送达', 'Refused'],
  unknown: ['不确定', 'Unknown'],
  failed: ['已放弃', 'Given up'],
};
