import type { Label } from '@keyan/kernel/label.ts';

/** Why a call failed, by what the page can do about it. */
export type FaultKind =
  /** The session has ended; the page is already leaving for the sign-in page. */
  | 'signedOut'
  /** Fields are wrong; `fields` says which. */
  | 'invalid'
  /** Another person changed the record; `current` and `changed` say how. */
  | 'conflict'
  /** The user has to choose a new password first; the page asks for it itself. */
  | 'passwordDue'
  /** Not allowed. */
  | 'denied'
  /** Not found, or not visible to this user. */
  | 'missing'
  /** A business rule forbids it; the message says why. */
  | 'refused'
  /** Too many requests, or the service is unavailable: retry later. */
  | 'busy'
  /** The server failed. */
  | 'server'
  /** The server could not be reached. */
  | 'network'
  /** No response within the time-out. */
  | 'timeout'
  /** The caller cancelled the call. */
  | 'aborted';

/** One wrong value; `path` as in the body sent, for example `authors.0.name`. */
export interface FieldMessage {
  readonly path: string;
  readonly message: string;
  readonly link?: { readonly resource: string; readonly id: string; readonly text: string };
}

/** A difference between the caller's copy of a record and the server's. */
export interface RecordDifference {
  readonly path: string;
  readonly [more: string]: unknown;
}

interface FaultDetail {
  readonly kind: FaultKind;
  /** HTTP status, 0 without a response. */
  readonly status?: number;
  /** The code in the body, 0 if it has none. */
  readonly code?: number;
  /** Why the token call refused: an error code of RFC 6749 §5.2 or one of the server. */
  readonly reason?: string;
  /** The message of the server, if it sent one. */
  readonly said?: string;
  readonly fields?: readonly FieldMessage[];
  readonly current?: unknown;
  readonly changed?: readonly RecordDifference[];
  /** The id of the request in the log of the server. */
  readonly requestId?: string;
}

/** Error that every failed call rejects with. */
export class ApiFault extends Error {
  readonly kind: FaultKind;
  readonly status: number;
  readonly code: number;
  readonly reason: string | undefined;
  readonly said: string | undefined;
  readonly fields: readonly FieldMessage[];
  readonly current: unknown;
  readonly changed: readonly RecordDifference[];
  readonly requestId: string | undefined;
  /** The call that failed, such as `POST /paper/save`; the client fills it in. */
  call: string | undefined;
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

/** Codes that reject without a toast. */
const silentCodes: ReadonlySet<number> = new Set([8001]);

/** Was the call cancelled by its caller, or is its code whitelisted? */
export const isSilent = ({ kind, code }: ApiFault): boolean =>
  kind === 'aborted' || silentCodes.has(code);

/** Failures that lead to another page. */
const leading: ReadonlySet<FaultKind> = new Set(['signedOut', 'passwordDue']);

/**
 * True if a failure may be shown to the user, the one rule for every toast. Not shown: failures that `isSilent`
 * names; the end of a session, because the page leaves for the sign-in page; a password that has to be changed,
 * because the page asks for it.
 */
export const mayShowFault = (fault: unknown): boolean =>
  !(fault instanceof ApiFault && (leading.has(fault.kind) || isSilent(fault)));

/** Was the call refused because a permission is missing? */
export const isPermissionFault = (error: unknown): boolean =>
  error instanceof ApiFault && error.kind === 'denied';

const passing: ReadonlySet<FaultKind> = new Set(['busy', 'server', 'network', 'timeout']);

/** Is the failure temporary? It says nothing about the requested data, and a retry may succeed. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ApiFault && passing.has(error.kind);

/** Messages for failures without a message of the server. */
export const faultTexts = {
  unknown: ['未知错误', 'Unknown error'],
  network: ['网络异常，请检查网络后重试', 'Network error. Check your connection and try again'],
  timeout: ['请求超时，请稍后重试', 'The request timed out. Try again later'],
  aborted: ['请求已取消', 'Request cancelled'],
} as const satisfies Record<string, Label>;
