import { signIn } from '../people.ts';

/** Error for a refusal of the server: its message names act, status and reason. */
export class Refused extends Error {}

/** Milliseconds after which a request counts as unanswered. */
const maxResponseMilliseconds = 60_000;

/** Body of a request: an object as JSON, or a form with a file. */
export type Body = object | FormData;

/** Signed-in person of the demo. */
export interface Worker {
  readonly account: string;
  readonly userId: string;
  /**
   * Sends a request. @throws Refused; the Error of fetch for a broken connection or no response.
   */
  ask<T>(method: 'GET' | 'POST', path: string, body?: Body): Promise<T>;
}

interface Envelope<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}

const bodyOf = (body: Body | undefined): RequestInit => {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  return { body: JSON.stringify(body) };
};

const isJson = (answer: Response): boolean =>
  answer.headers.get('content-type')?.includes('json') ?? false;

/** Signs a person in, and again whenever the session has expired. */
export const startWork = async (site: string, account: string): Promise<Worker> => {
  let headers = await signIn(site, account);
  const once = (method: string, path: string, body: Body | undefined): Promise<Response> =>
    fetch(`${site}/api/${path}`, {
      method,
      headers: {
        ...headers,
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...bodyOf(body),
      signal: AbortSignal.timeout(maxResponseMilliseconds),
    });
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: Body): Promise<T> => {
    let answer = await once(method, path, body);
    if (answer.status === 401) {
      await answer.arrayBuffer();
      headers = await signIn(site, account);
      answer = await once(method, path, body);
    }
    if (!isJson(answer)) {
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Refused(String(answer.status));
      return undefined as T;
    }
    const { code, msg, data } = (await answer.json()) as Envelope<T>;
    if (code !== 200) throw new Refused(`${code} ${msg.slice(0, 120)}`);
    return data;
  };
  const { id } = await ask<{ id: string }>('GET', 'blade-user/info');
  return { account, userId: id, ask };
};
