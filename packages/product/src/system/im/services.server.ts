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

/** A service that sends messages of an application to people. */
export interface AppService {
  readonly origin: string;
  /** Asks for a token of two hours. */
  readonly token: (account: AppAccount) => AppCall;
  /** Asks under which name it knows the holder of a phone. */
  readonly find: (token: string, phone: string) => AppCall;
  readonly found: (answer: RowLike) => string | null;
  readonly send: (token: string, account: AppAccount, to: string, message: AppMessage) => AppCall;
  readonly outcome: (answer: RowLike) => LetterOutcome;
  /** Codes that say that the token is good no more. */
  readonly stale: readonly number[];
}

/** The code of an answer; none is no answer of the service. */
export const answerCodeOf = ({ errcode }: RowLike): number | null =>
  typeof errcode === 'number' ? errcode : null;

const reasonOf = (answer: RowLike): string =>
  `${String(answer.errcode ?? '')} ${String(answer.errmsg ?? '')}`.trim().slice(0, 200);

/** Cut to this many bytes of UTF-8, never within a character. */
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

/** Too many calls: 45009 a minute and day, 45033 at once, −1 the service is busy. */
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
  // A person whom the service does not know, or who has no licence, got nothing though the call went well.
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
      // Equal texts reach a person once a day only: number and time stand in it.
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
  // 143103 and 143104: too many a minute.
  outcome: settled([-1, 90_018, 143_103, 143_104]),
};

/** The services by their codes in the dictionary `im`. */
export const appServices: Readonly<Record<string, AppService>> = {
  1: wecom,
  2: ding,
} satisfies Readonly<Record<CodeOf<typeof imServiceType>, AppService>>;
