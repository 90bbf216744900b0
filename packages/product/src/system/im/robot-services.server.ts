import { createHmac } from 'node:crypto';
import { fill, type Label, say } from '@keyan/kernel/label.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { LetterOutcome } from '../mail/mail.server.ts';
import type { imServiceType } from './dictionaries.ts';
import { type AppCall, answerCodeOf, cutBytes } from './services.server.ts';

// Requests and responses of group robots, see developer.work.weixin.qq.com/document/path/91770 and open.dingtalk.com
// (custom-robot-access). Pure functions: `robots.server.ts` makes the calls.

/** Line of a message to a group. */
export interface GroupLine {
  readonly title: string;
  /** URL of the related page, which requires signing in; empty if there is none. */
  readonly url: string;
}

/** Message to a group. */
export interface GroupMessage {
  readonly title: string;
  readonly lines: readonly GroupLine[];
  /** Number of omitted lines. */
  readonly more: number;
}

export interface RobotKey {
  readonly key: string;
  /** Signing secret; empty if calls are not signed. */
  readonly secret: string;
}

export interface RobotService {
  readonly origin: string;
  readonly send: (account: RobotKey, message: GroupMessage, now: Date) => AppCall;
  readonly outcome: (answer: RowLike) => LetterOutcome;
}

const query = (values: Readonly<Record<string, string>>): string =>
  new URLSearchParams(values).toString();

/** Returns a text in Chinese, the language of group messages. */
export const textForGroup = (text: Label): string => say(text, 'zh');

const others: Label = [
  '另有 {more} 条，请登录系统查看',
  '{more} more; please sign in to view them',
];

/** Removes Markdown characters from a title. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&');

const written = ({ title, lines, more }: GroupMessage): string =>
  [
    `### ${escapeMarkdown(title)}`,
    ...lines.map(({ title: one, url }) =>
      url ? `- [${escapeMarkdown(one)}](${url})` : `- ${escapeMarkdown(one)}`,
    ),
    ...(more > 0 ? [textForGroup(fill(others, { more }))] : []),
  ].join('\n');

/**
 * Returns a function from a result code to an outcome: retry for the given codes, refused for every other code except
 * 0.
 */
const settled =
  (later: readonly number[]) =>
  (answer: RowLike): LetterOutcome => {
    const code = answerCodeOf(answer);
    if (code === 0) return { state: 'sent' };
    if (code === null) return { state: 'unknown', reason: 'no answer of the service' };
    const reason = `${code} ${String(answer.errmsg ?? '')}`.trim().slice(0, 200);
    return { state: later.includes(code) ? 'again' : 'refused', reason };
  };

const wecom: RobotService = {
  origin: 'https://qyapi.weixin.qq.com',
  send: ({ key }, message) => ({
    method: 'POST',
    path: `/cgi-bin/webhook/send?${query({ key })}`,
    body: { msgtype: 'markdown', markdown: { content: cutBytes(written(message), 4096) } },
  }),
  // Codes to retry: 45009 more than 20 messages a minute; −1 busy.
  outcome: settled([-1, 45_009]),
};

const ding: RobotService = {
  origin: 'https://oapi.dingtalk.com',
  send: ({ key, secret }, message, now) => {
    const timestamp = String(now.getTime());
    const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64');
    return {
      method: 'POST',
      path: `/robot/send?${query({ access_token: key, ...(secret ? { timestamp, sign } : {}) })}`,
      body: {
        msgtype: 'markdown',
        markdown: { title: message.title, text: cutBytes(written(message), 18_000) },
      },
    };
  },
  // Codes to retry: 130101 and 410100 more than 20 messages a minute, after which DingTalk rejects messages for ten
  // minutes.
  outcome: settled([-1, 130_101, 410_100]),
};

/** Robot services by code of the dictionary `im`. */
export const robotServices: Readonly<Record<string, RobotService>> = {
  1: wecom,
  2: ding,
} satisfies Readonly<Record<CodeOf<typeof imServiceType>, RobotService>>;
