import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { LetterOutcome } from '../mail/mail.server.ts';
import type { imServiceType } from './dictionaries.ts';

// Requests and answers of the two services: developer.work.weixin.qq.com/document/path/90236 and open.dingtalk.com
// (asyncsend_v2). Pure: `im.server.ts` makes the calls.

/** Message to one person. */
export interface AppMessage {
  readonly title: string;
  /** Plain text. */
  readonly text: string;
  /** URL of the related page, which requires signing in; empty if there is none. */
  readonly url: string;
  /** Unique key of the message at the service. */
  readonly key: string;
  /** When it was made, as people read it. */
  readonly time: string;
  readonly language: Language;
}

export interface AppCall {
  readonly method: 'GET' | 'POST';
  /** Path and query below the service's base URL. */
  readonly path: string;
  readonly body?: unknown;
}

export interface AppAccount {
  readonly corpId: string;
  readonly agentId: string;
  readonly secret: string;
}

/** Service that sends an application's messages to people. */
export interface AppService {
  readonly origin: string;
  /** Returns the call that requests an access token, valid for two hours. */
  readonly token: (account: AppAccount) => AppCall;
  /** Returns the call that looks up the user id of a phone number. */
  readonly find: (token: string, phone: string) => AppCall;
  readonly found: (answer: RowLike) => string | null;
  readonly send: (token: string, account: AppAccount, to: string, message: AppMessage) => AppCall;
  readonly outcome: (answer: RowLike) => LetterOutcome;
  /** Result codes for an expired or invalid token. */
  readonly stale: readonly number[];
}

/** Returns the result code of a response; a missing code means an invalid response. */
export const answerCodeOf = ({ errcode }: RowLike): number | null =>
  typeof errcode === 'number' ? errcode : null;

const reasonOf = (answer: RowLike): string =>
  `${String(answer.errcode ?? '')} ${String(answer.errmsg ?? '')}`.trim().slice(0, 200);

/** Truncates a text to a number of UTF-8 bytes without splitting a character. */
export const cutBytes = (text: string, most: number): string => {
  if (Buffer.byteLength(text) <= most) return text;
  let bytes = Buffer.byteLength('…');
  let cut = '';
  for (const sign of text) {
    bytes += Buffer.byteLength(sign);
    if (bytes > most) break;
    cut += sign;
  }
  return `${cut}…`;
};

const open: Label = ['查看', 'Open'];

const query = (values: Readonly<Record<string, string>>): string =>
  new URLSearchParams(values).toString();

const settled =
  (later: readonly number[]) =>
  (answer: RowLike): LetterOutcome => {
    const code = answerCodeOf(answer);
    if (code === 0) return { state: 'sent' };
    if (code === null) return { state: 'unknown', reason: 'no answer of the service' };
    return { state: later.includes(code) ? 'again' : 'refused', reason: reasonOf(answer) };
  };

/** Outcomes by result code; retried are 45009 (rate limit), 45033 (concurrency limit) and −1 (busy). */
const wecomOutcome = settled([-1, 45_009, 45_033]);

const wecom: AppService = {
  origin: 'https://qyapi.weixin.qq.com',
  stale: [40_014, 42_001],
  token: ({ corpId, secret }) => ({
    method: 'GET',
    path: `/cgi-bin/gettoken?${query({ corpid: corpId, corpsecret: secret })}`,
  }),
  find: (token, phone) => ({
    method: 'POST',
    path: `/cgi-bin/user/getuserid?${query({ access_token: token })}`,
    body: { mobile: phone },
  }),
  found: ({ userid }) => (typeof userid === 'string' && userid !== '' ? userid : null),
  send: (token, { agentId }, to, { title, text, url, time }) => ({
    method: 'POST',
    path: `/cgi-bin/message/send?${query({ access_token: token })}`,
    body: {
      touser: to,
      agentid: Number(agentId),
      enable_duplicate_check: 1,
      duplicate_check_interval: 1800,
      ...(url
        ? {
            msgtype: 'textcard',
            textcard: {
              title: cutBytes(title, 128),
              description: cutBytes(`${time}\n${text}`, 512),
              url,
            },
          }
        : { msgtype: 'text', text: { content: cutBytes(`${title}\n${time}\n${text}`, 2048) } }),
    },
  }),
  // Unknown or unlicensed people receive nothing although the call succeeds.
  outcome: (answer) => {
    const { invaliduser, unlicenseduser } = answer;
    const missed = [invaliduser, unlicenseduser].find(
      (one) => typeof one === 'string' && one !== '',
    );
    return answerCodeOf(answer) === 0 && missed
      ? { state: 'refused', reason: 'the service knows no such person' }
      : wecomOutcome(answer);
  },
};

const ding: AppService = {
  origin: 'https://oapi.dingtalk.com',
  stale: [40_014, 42_001, 88],
  token: ({ corpId, secret }) => ({
    method: 'GET',
    path: `/gettoken?${query({ appkey: corpId, appsecret: secret })}`,
  }),
  find: (token, phone) => ({
    method: 'POST',
    path: `/topapi/v2/user/getbymobile?${query({ access_token: token })}`,
    body: { mobile: phone },
  }),
  found: ({ result }) => {
    const { userid } = (result ?? {}) as { readonly userid?: unknown };
    return typeof userid === 'string' && userid !== '' ? userid : null;
  },
  send: (token, { agentId }, to, { title, text, url, time, key, language }) => ({
    method: 'POST',
    path: `/topapi/message/corpconversation/asyncsend_v2?${query({ access_token: token })}`,
    body: {
      agent_id: agentId,
      userid_list: to,
      // DingTalk drops equal texts within a day, so the text contains number and time.
      msg: url
        ? {
            msgtype: 'action_card',
            action_card: {
              title: cutBytes(title, 128),
              markdown: cutBytes(`### ${title}\n\n${text}\n\n${time} · ${key}`, 1000),
              single_title: say(open, language),
              single_url: url,
            },
          }
        : {
            msgtype: 'text',
            text: { content: cutBytes(`${title}\n${text}\n${time} · ${key}`, 1500) },
          },
    },
  }),
  // Codes to retry: 143103 and 143104, too many messages a minute.
  outcome: settled([-1, 90_018, 143_103, 143_104]),
};

/** Services by code of the dictionary `im`. */
export const appServices: Readonly<Record<string, AppService>> = {
  1: wecom,
  2: ding,
} satisfies Readonly<Record<CodeOf<typeof imServiceType>, AppService>>;
