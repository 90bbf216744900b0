import type { Origin } from './events.ts';
import type { Person } from './people.ts';
import type { PageViewer } from './sessions.ts';

/** Origin of a request to the token call, with the client id and secret of the Basic header. */
export type ClientOrigin = Origin & { readonly clientId: string; readonly clientSecret: string };

/** Grant types that a client may use, by the names of BladeX clients. */
export type GrantType = 'password' | 'captcha' | 'refresh_token' | 'social' | 'cas' | 'sms_code';

export interface PasswordGrant {
  readonly tenantId: string;
  readonly account: string;
  /** Password as the client sent it (`receivedPassword`). */
  readonly password: string;
  readonly captcha?: { readonly key: string; readonly code: string };
  /**
   * True for the grant `captcha`: without the right characters it is refused, even if the site does not require
   * captchas.
   */
  readonly needsCaptcha?: boolean;
  /** Header `Cookie`: known browsers of an account are identified by it. */
  readonly cookies?: string | undefined;
  readonly origin: ClientOrigin;
}

export interface RefreshGrant {
  readonly refreshToken: string;
  /** Roles to switch to; empty for all roles. If left out, the roles stay. */
  readonly roleIds?: readonly string[];
  readonly origin: ClientOrigin;
}

/** Person known to a sign-in provider who has no account here. */
export interface GuestGrant {
  readonly tenantId: string;
  /** Id of the person at the provider, or empty. */
  readonly oauthId: string;
  readonly origin: ClientOrigin;
}

/** Sign-in of a person who proved their identity without a password. */
export interface ProvenGrant {
  readonly grantType: GrantType;
  readonly tenantId: string;
  readonly userId: string;
  /** Text for the security log: how they proved their identity. */
  readonly detail: string;
  readonly origin: ClientOrigin;
}

/** Sign-in by which somebody views the pages of another person of the tenant. */
export interface ViewGrant {
  readonly tenantId: string;
  readonly userId: string;
  readonly viewer: PageViewer;
  readonly origin: ClientOrigin;
}

/** Result of a sign-in. */
export interface SignedIn {
  readonly person: Person;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds until the access token expires. */
  readonly expiresIn: number;
  /** Cookie that makes the browser known to the account, after a sign-in with a password. */
  readonly cookie?: string;
  /** Cookie for loading pictures; a guest has none. */
  readonly pictures?: string;
  /** Cookie that ends a sign-in begun at an external service. */
  readonly ended?: string | undefined;
  /** Id of a guest at their provider. */
  readonly oauthId?: string;
}

/** A person with their session. */
export interface PersonWithSession {
  readonly person: Person;
  readonly sessionId: string;
}
