import { createHash } from 'node:crypto';

/** Tenant of the demo university. */
export const tenant = '000000';
/** Basic credentials of the client application of the page. */
export const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

/**
 * Signs in a demo account.
 * @param site `http://127.0.0.1:port`
 * @returns headers for requests of this person
 */
export const signIn = async (site: string, account: string): Promise<Record<string, string>> => {
  const query = new URLSearchParams({
    tenantId: tenant,
    username: account,
    password: createHash('md5').update('Keyan@2026').digest('hex'),
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  });
  const answer = await fetch(`${site}/api/blade-auth/oauth/token?${query}`, {
    method: 'POST',
    headers: { authorization: basic, 'tenant-id': tenant },
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`${account} cannot sign in`);
  return { authorization: basic, 'blade-auth': `bearer ${token}` };
};

/** Sends a request as the person; throws Error for a refusal, TypeError for a broken connection. */
export type Call = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

/** Signs in and returns a function that calls any path under `/api/`. */
export const callerOf = async (site: string, account: string): Promise<Call> => {
  const headers = await signIn(site, account);
  return async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const response = await fetch(`${site}/api/${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T };
    if (code !== 200) throw new Error(`${code} ${msg}`);
    return data;
  };
};
