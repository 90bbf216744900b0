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
  /** Where the site asks for one. */
  readonly captcha: CaptchaAnswer | undefined;
}

/** Set for this browser tab when the server ended the session: the sign-in page says so. */
export const expiredFlag = 'signed-out';

/** Nothing of whoever was here before is left to the next one. */
const setStage = (): void => {
  clearStoredTabs();
  clearLock();
  store.remove(expiredFlag, 'session');
};

/**
 * Signs in and sets the stage of spec §4: session stored, tabs reset, lock cleared; what this user
 * typed before is offered (ruling 40). The password travels as lower-case hex MD5, which is the
 * wire format of this family of clients and no protection (ruling 19, security.md).
 *
 * @throws ApiFault with the server's error description
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
 * The parameter of `/login` with which a provider of sign-ins sends somebody whom it knows and no
 * account here belongs to.
 */
const providerId = 'oauth_id';

/** Goes on as a guest, who is asked to register; false where nobody was sent. */
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
