import type { Label } from '@keyan/kernel/label.ts';

/** The page of calls that webhooks made. */
export const hookLogPath = '/system/webhookLog';
export const hookLogCode = 'webhookLog';
export const replayCode = 'webhookLog_replay';

export const outcomeNames = {
  '0': ['待推送', 'Waiting'],
  '1': ['已送达', 'Arrived'],
  '2': ['已放弃', 'Given up'],
} as const satisfies Readonly<Record<string, Label>>;

export type HookOutcome = keyof typeof outcomeNames;

/** A call of a webhook, as its page lists it. */
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
