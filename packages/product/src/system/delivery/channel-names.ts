import type { Label } from '@keyan/kernel/label.ts';
import type { Channel, DeliveryRow } from './delivery.ts';

export const channelNames: Readonly<Record<Channel, Label>> = {
  mail: ['邮件', 'E-mail'],
  sms: ['短信', 'Text message'],
  wecom: ['企业微信', 'WeCom'],
  ding: ['钉钉', 'DingTalk'],
  push: ['浏览器通知', 'Notification'],
};

/** Ways of messages in the log: those of people, and groups of offices. */
export const channelLabels: Readonly<Record<DeliveryRow['channel'], Label>> = {
  ...channelNames,
  robot: ['群机器人', 'Group bot'],
};

/** States of a delivery in words. */
export const stateNames: Readonly<Record<string, Label>> = {
  waiting: ['待发送', 'Waiting'],
  sending: ['发送中', 'Sending'],
  sent: ['已发送', 'Sent'],
  refused: ['未送达', 'Not delivered'],
  unknown: ['不确定', 'Uncertain'],
  failed: ['已放弃', 'Given up'],
};
