import type { Session } from '../store/connection/database.ts';
import type { Ids } from '../store/schema/ids.ts';

/** Kinds of security events: sign-ins and refusals (ASVS 16.3). */
export type SecurityEventKind =
  | 'signIn'
  | 'signInFailed'
  | 'signInLocked'
  | 'signOut'
  | 'roleSwitched'
  | 'refreshReused'
  | 'refreshRefused'
  | 'passwordChanged'
  | 'passwordReset'
  | 'unlocked'
  | 'sessionEnded'
  | 'viewBegun'
  | 'viewEnded'
  | 'bound'
  | 'accessExplained'
  | 'denied';

/** Network address and browser of a request. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
  readonly clientId?: string;
  readonly requestId?: string;
}

export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  readonly origin: Origin;
  readonly userId?: string | null;
  /** Typed account name, if no such account exists. Never a password. */
  readonly account?: string;
  readonly detail?: string;
}

/** Cuts untrusted text to one short line, so that it cannot imitate another log entry. */
export const oneLineText = (text: string, most: number): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, most);

/** Writes an event; the table allows inserts only. */
export const recordEvent = async (
  session: Session,
  ids: Ids,
  now: Date,
  event: SecurityEvent,
): Promise<void> => {
  const { origin } = event;
  await session.query(
    `insert into security_event
       (tenant_id, id, kind, user_id, account, client_id, address, user_agent, request_id, detail, time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      session.tenantId,
      ids.next(),
      event.kind,
      event.userId ?? null,
      event.account === undefined ? null : oneLineText(event.account, 100),
      origin.clientId ?? null,
      origin.address,
      oneLineText(origin.userAgent, 300),
      origin.requestId ?? null,
      event.detail === undefined ? null : oneLineText(event.detail, 300),
      now,
    ],
  );
};
