import { type CaptchaResponse, captchaHeaders } from '@keyan/console/client/captcha.ts';
import type { Client } from '@keyan/console/client/client.ts';
import { clearStoredTabs } from '@keyan/console/navigation/tabstore.ts';
import { clearLock } from '@keyan/console/shell/lock/lock.ts';
import { offerDraftsFlag } from '@keyan/console/storage/drafts.ts';
import { store } from '@keyan/console/storage/store.ts';
import { fetchTenant } from './site.ts';

export interface Credentials {
  readonly tenantId: string;
  readonly account: string;
  readonly password: string;
  /** Answer to the captcha; undefined unless the site requires one. */
  readonly captcha: CaptchaResponse | undefined;
  /**
   * Ticket that binds the account to the person identified by an external service
   * (`signInExternally`).
   */
  readonly oauthId?: string | undefined;
}

/**
 * Key of the flag in the storage of the browser tab after the server ended the session; the sign-in
 * page then shows a message.
 */
export const expiredFlag = 'signed-out';

/** Clears tabs and the screen lock of the previous user. */
const setStage = (): void => {
  clearStoredTabs();
  clearLock();
  store.remove(expiredFlag, 'session');
};

/**
 * Signs in: stores the session, clears tabs and lock, and offers this user's drafts (ruling 40).
 * The password is sent as lower-case hex MD5, the wire format of BladeX clients, which is no
 * protection (ruling 19, docs/security.md).
 *
 * @throws ApiFault with the message of the server
 */
export const signIn = async (client: Client, given: Credentials): Promise<void> => {
  const { tenantId, account, password, captcha, oauthId } = given;
  // Loaded on demand: pages of a signed-in user do not need MD5.
  const { md5 } = await import('js-md5');
  await client.signIn(
    {
      tenantId,
      username: account,
      password: md5(password),
      grant_type: 'password',
      scope: 'all',
      type: 'account',
      ...(oauthId === undefined ? {} : { oauth_id: oauthId }),
    },
    { 'Tenant-Id': tenantId, ...captchaHeaders(captcha) },
  );
  setStage();
  store.set(offerDraftsFlag, true, 'session');
};

/**
 * Requests a code for the phone.
 * @returns the id to send together with the code
 * @throws ApiFault with the message of the server
 */
export const requestCode = async (
  client: Client,
  tenantId: string,
  phone: string,
): Promise<string> => {
  const { id } = await client.post<{ readonly id: string }>(
    '/blade-auth/oauth/sms/send-validate',
    { tenantId, phone },
    { anonymous: true, quiet: true },
  );
  return id;
};

/** Signs in with the code sent to a phone. @throws ApiFault with the message of the server */
export const signInByPhone = async (
  client: Client,
  given: {
    readonly tenantId: string;
    readonly phone: string;
    readonly id: string;
    readonly code: string;
  },
): Promise<void> => {
  const { tenantId, phone, id, code } = given;
  await client.signIn(
    { tenantId, phone, id, value: code, grant_type: 'sms_code', scope: 'all' },
    { 'Tenant-Id': tenantId },
  );
  setStage();
  store.set(offerDraftsFlag, true, 'session');
};

/** Returns the address that redirects the browser to an external service. */
export const serviceAddress = (source: string): string =>
  `/api/blade-auth/oauth/render?source=${encodeURIComponent(source)}`;

/**
 * Signs in with the code or ticket that an external service added to the address.
 * @returns undefined if the address has none; otherwise whether the user is signed in, or the
 *   ticket of a person without an account here
 * @throws ApiFault with the message of the server
 */
export const signInExternally = async (
  client: Client,
): Promise<{ readonly oauthId: string | null } | undefined> => {
  const asked = new URLSearchParams(location.search);
  const source = asked.get('source');
  const ticket = asked.get('ticket');
  const code = ticket ?? asked.get('code');
  if (source === null || code === null) return undefined;
  // The code or ticket is valid once and is removed from the address.
  history.replaceState(null, '', location.pathname);
  const { tenantId = '' } = await fetchTenant(client);
  const session = await client.signIn(
    {
      tenantId,
      source,
      code,
      state: asked.get('state') ?? '',
      grant_type: ticket === null ? 'social' : 'cas',
      scope: 'all',
    },
    { 'Tenant-Id': tenantId },
  );
  if (session.user.oauthId !== '') {
    client.sessions.clear();
    return { oauthId: session.user.oauthId };
  }
  setStage();
  store.set(offerDraftsFlag, true, 'session');
  return { oauthId: null };
};

/**
 * Query parameter of `/login` with which an external sign-in provider sends a user without an
 * account here.
 */
const providerId = 'oauth_id';

/** Continues as a guest, who may register; returns false without the query parameter. */
export const signInAsGuest = async (client: Client): Promise<boolean> => {
  const oauthId = new URLSearchParams(location.search).get(providerId);
  if (oauthId === null) return false;
  const { tenantId = '' } = await fetchTenant(client);
  await client.signIn(
    { tenantId, oauth_id: oauthId, grant_type: 'register', scope: 'all' },
    { 'Tenant-Id': tenantId },
  );
  setStage();
  return true;
};
