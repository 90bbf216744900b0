import { fill, type Label } from '@keyan/kernel/label.ts';

/** Path of the page with webhook deliveries. */
export const hookLogPath = '/system/webhookLog';
export const hookLogCode = 'webhookLog';
export const replayCode = 'webhookLog_replay';

export const outcomeNames = {
  '0': ['待推送', 'Waiting'],
  '1': ['已送达', 'Delivered'],
  '2': ['已放弃', 'Given up'],
} as const satisfies Readonly<Record<string, Label>>;

export type HookOutcome = keyof typeof outcomeNames;

/** Webhook delivery, as listed. */
export interface HookRow {
  readonly id: string;
  readonly hook: string;
  readonly resource: string;
  readonly record: string;
  readonly state: string;
  readonly outcome: HookOutcome;
  readonly tries: number;
  readonly answer: number;
  readonly fault: string;
  readonly time: string;
  readonly next: string;
}

/** Reasons of failed deliveries, by stored code. */
export const hookFaults = {
  secret: [
    '签名密钥无法解密，请重新填写',
    'The signing secret cannot be decrypted; enter it again',
  ],
  unknown: ['没有这个地址，请核对推送地址', 'There is no such address: check the webhook address'],
  closed: [
    '推送地址不允许访问（内网地址），须由运维在 SERVICE_HOSTS 中放行',
    'The address is on an internal network; the operator must allow it in SERVICE_HOSTS',
  ],
  unreached: ['无法连接对方：{reason}', 'The receiver cannot be reached: {reason}'],
  unanswered: ['对方没有完整应答：{reason}', 'The receiver did not respond completely: {reason}'],
} as const satisfies Readonly<Record<string, Label>>;

export type HookFault = keyof typeof hookFaults;

const isHookFault = (code: string): code is HookFault => Object.hasOwn(hookFaults, code);

/** Stored form of a fault: its code and the network’s message. */
export const serialisedFault = (code: HookFault, reason = ''): string =>
  `${code}: ${reason}`.slice(0, 200);

/** Stored fault in words; other texts, such as an HTTP status, unchanged. */
export const hookFaultText = (kept: string): Label => {
  const [, code = '', reason = ''] = /^(\w+): (.*)$/s.exec(kept) ?? [];
  return isHookFault(code) ? fill(hookFaults[code], { reason }) : [kept, kept];
};
