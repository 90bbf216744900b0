import { createHash } from 'node:crypto';
import { type TokenResponse, toSession } from '@keyan/console/client/token.ts';
import { toStored } from '@keyan/console/storage/stored.ts';
import { site } from './site.ts';

/** Password of every account of the demo university. */
export const password = 'Keyan@2026';

/** Header that identifies the page as the client of a call. */
export const clientCredentials = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

/** Tenant of the demo university. */
export const demoTenant = '000000';

/** Returns a password as calls send it. */
export const wirePassword = (typed: string): string =>
  createHash('md5').update(typed).digest('hex');

/** Signs an account in by the server's call; default: in the demo university, with its password. */
export const signInByCall = async (
  account: string,
  { tenantId = demoTenant, typed = password } = {},
): Promise<TokenResponse> => {
  const query = new URLSearchParams({
    tenantId,
    username: account,
    password: wirePassword(typed),
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  });
  const answer = await fetch(`${site()}/api/blade-auth/oauth/token?${query}`, {
    method: 'POST',
    headers: { authorization: clientCredentials, 'tenant-id': tenantId },
  });
  const token = (await answer.json()) as TokenResponse;
  if (!token.access_token) throw new Error(`${account} cannot sign in: ${JSON.stringify(token)}`);
  return token;
};

/** Returns a new session of an account, as its browser would have stored it. */
export const storedSession = async (
  account: string,
): Promise<{ readonly userId: string; readonly stored: string }> => {
  const session = toSession(await signInByCall(account), Date.now());
  return {
    userId: session.user.userId,
    stored: toStored({ ...session, user: { ...session.user }, before: undefined }, Date.now()),
  };
};
