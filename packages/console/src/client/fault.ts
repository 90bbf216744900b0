import type { Label } from '@keyan/kernel/label.ts';

/** Why a call failed, by what the page can do about it. */
export type FaultKind =
  /** Nobody is signed in any more; the page is already on its way to the sign-in page. */
  | 'signedOut'
  /** Fields are wrong; `fields` says which. */
  | 'invalid'
  /** Somebody else changed the record; `current` and `changed` say how. */
  | 'conflict'
  /** Nothing is open before another password was chosen; the page asks for it by itself. */
  | 'passwordDue'
  /** Not allowed. */
  | 'denied'
  /** Not there, or not for this user. */
  | 'missing'
  /** The rules of the business say no; the message says why. */
  | 'refused'
  /** Too many requests, or the service is away: worth a retry later. */
  | 'busy'
  /** The server failed. */
  | 'server'
  /** The server was not reached. */
  | 'network'
  /** No answer within the time-out. */
  | 'timeout'
  /** The caller took the call back. */
  | 'aborted';

/** One wrong value; `path` as in the body sent, for example `authors.0.name`. */
export interface FieldMessage {
  readonly path: string;
  readonly message: string;
  readonly link?: { readonly resource: string; readonly id: string; readonly text: string };
}

/** A difference between the caller's copy of a record and the server's. */
export interface Changed {
  readonly path: string;
  readonly [more: string]: unknown;
}

interface FaultDetail {
  readonly kind: FaultKind;
  /** HTTP status, 0 when there was no answer. */
  readonly status?: number;
  /** The code in the body (spec §8), 0 when there was none. */
  readonly code?: number;
  /** Why the token call refused, in the words of RFC 6749 §5.2 and the server's own. */
  readonly reason?: string;
  /** What the server said in its own words, where it said anything. */
  readonly said?: string;
  readonly fields?: readonly FieldMessage[];
  readonly current?: unknown;
  readonly changed?: readonly Changed[];
  /** Names the request in the server's log. */
  readonly requestId?: string;
}

/** Every failed call rejects with this, and with nothing else. */
export class ApiFault extends Error {
  readonly kind: FaultKind;
  readonly status: number;
  readonly code: number;
  readonly reason: string | undefined;
  readonly said: string | undefined;
  readonly fields: readonly FieldMessage[];
  readonly current: unknown;
  readonly changed: readonly Changed[];
  readonly requestId: string | undefined;
  constructor(message: string, detail: FaultDetail) {
    super(message);
    this.name = 'ApiFault';
    this.kind = detail.kind;
    this.status = detail.status ?? 0;
    this.code = detail.code ?? 0;
    this.reason = detail.reason;
    this.said = detail.said;
    this.fields = detail.fields ?? [];
    this.current = detail.current;
    this.changed = detail.changed ?? [];
    this.requestId = detail.requestId;
  }
}

/** Codes that reject without a toast (spec §8). */
const silentCodes: ReadonlySet<number> = new Set([8001]);

/** Is a failure nobody's to hear of: taken back by the caller, or of a whitelisted code? */
export const isSilent = ({ kind, code }: ApiFault): boolean =>
  kind === 'aborted' || silentCodes.has(code);

/** Failures that lead to another page. */
const leading: ReadonlySet<FaultKind> = new Set(['signedOut', 'passwordDue']);

/**
 * May a failure be shown to a person at all? The one rule for every toast, whoever shows it. A
 * session that ended is not told either: the page is on its way to the sign-in page; nor is a
 * password that is due: the page asks for it.
 */
export const isShown = (fault: unknown): boolean =>
  !(fault instanceof ApiFault && (leading.has(fault.kind) || isSilent(fault)));

/** Was the call refused for want of a right? */
export const isDenied = (error: unknown): boolean =>
  error instanceof ApiFault && error.kind === 'denied';

const passing: ReadonlySet<FaultKind> = new Set(['busy', 'server', 'network', 'timeout']);

/** Does it say nothing of what was asked for? A moment later that may well be there. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiFault && passing.has(error.kind);

/** The texts that the client itself has to find; the server's own text always goes first. */
export const faultTexts = {
  unknown: ['未知错误', 'Unknown error'],
  network: ['网络异常，请检查网络后重试', 'Network failure; check the connection and retry'],
  timeout: ['请求超时，请稍后重试', 'No answer in time; retry later'],
  aborted: ['请求已取消', 'The request was cancelled'],
} as const satisfies Record<string, Label>;
