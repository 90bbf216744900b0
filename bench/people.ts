import { createHash } from 'node:crypto';

/** The demo university. */
export const tenant = '000000';
/** The program that the pages are. */
export const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

/**
 * Signs one of the demo accounts in.
 * @param site `http://127.0.0.1:port`
 * @returns the headers of everything that the person asks for.
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

/** Asks in the person's name; a refusal is an Error, a broken connection a TypeError. */
export type Call = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

/** Signs in and calls any path under `/api/`. */
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
