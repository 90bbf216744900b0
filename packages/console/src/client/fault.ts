import type { Label } from '@keyan/kernel/label.ts';

/** Reason why a call failed, by how the page can react. */
export type FaultKind =
  /** The session has ended; the page is already leaving for the sign-in page. */
  | 'signedOut'
  /** Fields are invalid; `fields` lists them. */
  | 'invalid'
  /** Another user changed the record; `current` and `changed` describe the change. */
  | 'conflict'
  /** The user must choose a new password first; the page asks for it itself. */
  | 'passwordDue'
  /** The user lacks the permission. */
  | 'denied'
  /** Not found, or not visible to this user. */
  | 'missing'
  /** A business rule forbids the call; the message gives the reason. */
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

/** One invalid value; `path` as in the body sent, for example `authors.0.name`. */
export interface FieldMessage {
  readonly path: string;
  readonly message: string;
  readonly link?: { readonly resource: string; readonly id: string; readonly text: string };
}

/** Field that differs between the caller's copy of a record and the server's. */
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
  /** Error code of a refused token call, of RFC 6749 §5.2 or of the server. */
  readonly reason?: string;
  /** The message of the server, if it sent one. */
  readonly said?: string;
  readonly fields?: readonly FieldMessage[];
  readonly current?: unknown;
  readonly changed?: readonly RecordDifference[];
  /** Id of the request in the server log. */
  readonly requestId?: string;
}

/** Error with which every failed call rejects. */
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
  /** Method and path of the failed call, such as `POST /paper/save`; set by the client. */
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

/** Codes of responses that reject without a toast. */
const silentCodes: ReadonlySet<number> = new Set([8001]);

/** Returns true if the caller cancelled the call, or its code is in `silentCodes`. */
export const isSilent = ({ kind, code }: ApiFault): boolean =>
  kind === 'aborted' || silentCodes.has(code);

/** Faults after which the page goes to another page. */
const redirectingFaults: ReadonlySet<FaultKind> = new Set(['signedOut', 'passwordDue']);

/**
 * Returns true if a failure may be shown to the user; the one rule for every toast. False for
 * silent failures (`isSilent`), for the end of a session (the page goes to sign-in) and for a
 * password that has to be changed (the page asks for it).
 */
export const mayShowFault = (fault: unknown): boolean =>
  !(fault instanceof ApiFault && (redirectingFaults.has(fault.kind) || isSilent(fault)));

/** Returns true if the call was refused because of a missing permission. */
export const isPermissionFault = (error: unknown): boolean =>
  error instanceof ApiFault && error.kind === 'denied';

const temporaryFaults: ReadonlySet<FaultKind> = new Set(['busy', 'server', 'network', 'timeout']);

/**
 * Returns true for a temporary failure: a retry may succeed, and the failure says nothing about the
 * requested data.
 */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ApiFault && temporaryFaults.has(error.kind);

/** Messages for failures that the server sent no message for. */
export const faultTexts = {
  unknown: ['未知错误', 'Unknown error'],
  network: ['网络异常，请检查网络后重试', 'Network error. Check your connection and try again'],
  timeout: ['请求超时，请稍后重试', 'The request timed out. Try again later'],
  aborted: ['请求已取消', 'Request cancelled'],
} as const satisfies Record<string, Label>;
