import type { Label } from '@keyan/kernel/label.ts';
import type { Channel, DeliveryRow } from './delivery.ts';

export const channelNames: Readonly<Record<Channel, Label>> = {
  mail: ['邮件', 'E-mail'],
  sms: ['短信', 'Text message'],
  wecom: ['企业微信', 'WeCom'],
  ding: ['钉钉', 'DingTalk'],
  push: ['浏览器通知', 'Notification'],
};

/** Labels of the channels in the delivery log: personal channels and group robots. */
export const channelLabels: Readonly<Record<DeliveryRow['channel'], Label>> = {
  ...channelNames,
  robot: ['群机器人', 'Group bot'],
};

/** Labels of the delivery states, by code. */
export const stateNames: Readonly<Record<string, Label>> = {
  waiting: ['待发送', 'Waiting'],
  sending: ['发送中', 'Sending'],
  sent: ['已发送', 'Sent'],
  refused: ['未送达', 'Not delivered'],
  unknown: ['不确定', 'Uncertain'],
  failed: ['已放弃', 'Given up'],
};
