import type { Origin } from './events.ts';
import type { Person } from './people.ts';
import type { PageViewer } from './sessions.ts';

/** A request to the token call comes from a program that proved itself by the Basic header. */
export type ClientOrigin = Origin & { readonly clientId: string; readonly clientSecret: string };

/** The ways of signing in that a client may have, by the names of the client family. */
export type GrantType = 'password' | 'captcha' | 'refresh_token' | 'social' | 'cas' | 'sms_code';

export interface PasswordGrant {
  readonly tenantId: string;
  readonly account: string;
  /** Password in the form that the client sent (`receivedPassword`). */
  readonly password: string;
  readonly captcha?: { readonly key: string; readonly code: string };
  /** The grant `captcha`: refused without the right characters, whatever the site asks for. */
  readonly needsCaptcha?: boolean;
  /** The header of that name: an account is told from others by the browsers it knows. */
  readonly cookies?: string | undefined;
  readonly origin: ClientOrigin;
}

export interface RefreshGrant {
  readonly refreshToken: string;
  /** Switches to these roles: none means all. Left out: as before. */
  readonly roleIds?: readonly string[];
  readonly origin: ClientOrigin;
}

/** A person whom a sign-in provider knows and who has no account here. */
export interface GuestGrant {
  readonly tenantId: string;
  /** Id of the person at the provider, or empty. */
  readonly oauthId: string;
  readonly origin: ClientOrigin;
}

/** Somebody whose account was found in another way than by a password. */
export interface ProvenGrant {
  readonly grantType: GrantType;
  readonly tenantId: string;
  readonly userId: string;
  /** How they proved who they are, for the security log. */
  readonly detail: string;
  readonly origin: ClientOrigin;
}

/** Somebody looks at the pages of another person of the tenant. */
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
  /** After a sign-in with a password: makes the browser known to the account. */
  readonly cookie?: string;
  /** The cookie by which pictures are shown; a guest has none. */
  readonly pictures?: string;
  /** The cookie that ends a sign-in begun at an external service. */
  readonly ended?: string | undefined;
  /** Id of a guest at the provider that they come from. */
  readonly oauthId?: string;
}

/** A person with their session. */
export interface PersonWithSession {
  readonly person: Person;
  readonly sessionId: string;
}
