import type { Session, SessionUser } from './session.ts';

/** Client credentials of the page (`saber:saber_secret`); public by nature (docs/security.md). */
export const basicClient = `Basic ${btoa('saber:saber_secret')}`;

/** Request header with the access token. */
export const tokenHeader = 'Blade-Auth';

/** Age in milliseconds at which the access token is renewed (3000 seconds). */
export const tokenRenewalAge = 3000 * 1000;

/** Flat response of the token call. */
export interface TokenResponse {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly tenant_id: string;
  readonly tenant_name?: string;
  readonly user_id: string;
  readonly account: string;
  readonly user_name: string;
  readonly real_name: string;
  readonly avatar?: string;
  readonly role_name?: string;
  readonly role_id?: string;
  readonly dept_id?: string;
  readonly oauth_id?: string;
  readonly password_due?: boolean;
  readonly viewed_by?: string;
}

const listOf = (text = ''): readonly string[] => text.split(',').filter((part) => part !== '');

/**
 * Returns the session of a token response.
 * @param now milliseconds since the epoch, by this machine's clock
 */
export const toSession = (answer: TokenResponse, now: number): Session => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token,
  issuedAt: now,
  user: {
    userId: String(answer.user_id ?? ''),
    tenantId: answer.tenant_id ?? '',
    tenantName: answer.tenant_name ?? '',
    account: answer.account ?? '',
    userName: answer.user_name ?? '',
    realName: answer.real_name || answer.user_name || answer.account,
    avatar: answer.avatar ?? '',
    roles: listOf(answer.role_name),
    roleIds: listOf(answer.role_id),
    deptId: answer.dept_id ?? '',
    oauthId: answer.oauth_id ?? '',
    passwordDue: answer.password_due ?? false,
    viewedBy: answer.viewed_by,
  } satisfies SessionUser,
});

/** Returns true if the access token is old enough to be renewed. */
export const isRenewalDue = (session: Session, now: number): boolean =>
  now - session.issuedAt >= tokenRenewalAge;
