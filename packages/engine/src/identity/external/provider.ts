import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Values that link the start and the end of an external sign-in; stored in a signed cookie of the browser. */
export interface SignInFlow {
  readonly source: string;
  readonly state: string;
  readonly nonce: string;
  /** Secret with which only this browser can complete the sign-in (PKCE, RFC 7636). */
  readonly verifier: string;
}

/** Person as an external service describes them. */
export interface ExternalPerson {
  /** Identifier that never changes and never belongs to another person. */
  readonly subject: string;
  readonly name: string;
  readonly attributes: RowLike;
}

/** External service that identifies people. */
export interface SignInProvider {
  readonly source: string;
  readonly kind: 'cas' | 'oidc' | 'oauth2';
  readonly label: Label;
  readonly tenantId: string;
  readonly match: 'code' | 'account' | undefined;
  readonly claim: string | undefined;
  /** Returns the address to which the browser goes to sign in. */
  begin(flow: SignInFlow): Promise<URL>;
  /**
   * Asks the service whom `code` identifies.
   * @throws any error if it identifies nobody.
   */
  finish(flow: SignInFlow, code: string): Promise<ExternalPerson>;
}

/** Maximum milliseconds that an external service may take to answer. */
export const serviceTimeout = 8000;
