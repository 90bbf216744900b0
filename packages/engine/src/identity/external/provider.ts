import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Values that a sign-in began with and must end with; they are kept in a signed cookie of the browser. */
export interface SignInFlow {
  readonly source: string;
  readonly state: string;
  readonly nonce: string;
  /** The secret that only this browser's sign-in can complete (PKCE, RFC 7636). */
  readonly verifier: string;
}

/** Somebody as a service outside knows them. */
export interface ExternalPerson {
  /** Never changes and never belongs to another person. */
  readonly subject: string;
  readonly name: string;
  readonly attributes: RowLike;
}

/** A service outside that knows people. */
export interface SignInProvider {
  readonly source: string;
  readonly kind: 'cas' | 'oidc' | 'oauth2';
  readonly label: Label;
  readonly tenantId: string;
  readonly match: 'code' | 'account' | undefined;
  readonly claim: string | undefined;
  /** Where the browser goes to prove who it is. */
  begin(flow: SignInFlow): Promise<URL>;
  /** Asks the service what `code` proves. @throws any error where it proves nothing. */
  finish(flow: SignInFlow, code: string): Promise<ExternalPerson>;
}

/** Milliseconds for which a service outside may keep us waiting. */
export const serviceTimeout = 8000;
