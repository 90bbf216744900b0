import { type CaptchaAnswer, captchaHeaders } from '@keyan/console/client/captcha.ts';
import type { Client } from '@keyan/console/client/client.ts';
import { clearStoredTabs } from '@keyan/console/navigation/tabstore.ts';
import { clearLock } from '@keyan/console/shell/lock/lock.ts';
import { offerDraftsFlag } from '@keyan/console/storage/drafts.ts';
import { store } from '@keyan/console/storage/store.ts';
import { md5 } from 'js-md5';
import { askTenant } from './site.ts';

export interface Credentials {
  readonly tenantId: string;
  readonly account: string;
  readonly password: string;
  /** Only if the site requires a captcha. */
  readonly captcha: CaptchaAnswer | undefined;
}

/** Set for this browser tab when the server ended the session; the sign-in page then says so. */
export const expiredFlag = 'signed-out';

/** Clears what the previous user left. */
const setStage = (): void => {
  clearStoredTabs();
  clearLock();
  store.remove(expiredFlag, 'session');
};

/**
 * Signs in: stores the session, clears tabs and lock, and offers drafts of this user (ruling 40).
 * The password is sent as lower-case hex MD5, the wire format of this family of clients; that is no
 * protection (ruling 19, docs/security.md).
 *
 * @throws ApiFault with the message of the server
 */
export const signIn = async (client: Client, given: Credentials): Promise<void> => {
  const { tenantId, account, password, captcha } = given;
  await client.signIn(
    {
      tenantId,
      username: account,
      password: md5(password),
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    },
    { 'Tenant-Id': tenantId, ...captchaHeaders(captcha) },
  );
  setStage();
  store.set(offerDraftsFlag, true, 'session');
};

/**
 * Query parameter of `/login` with which an external sign-in provider sends a user without an
 * account here.
 */
const providerId = 'oauth_id';

/** Continues as a guest, who may register; false without a guest parameter. */
export const enterAsGuest = async (client: Client): Promise<boolean> => {
  const oauthId = new URLSearchParams(location.search).get(providerId);
  if (oauthId === null) return false;
  const { tenantId = '' } = await askTenant(client);
  await client.signIn(
    { tenantId, oauth_id: oauthId, grant_type: 'register', scope: 'all' },
    { 'Tenant-Id': tenantId },
  );
  setStage();
  return true;
};
