import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type Client, createClient } from '../client/client.ts';
import { createSessionStore, type SessionUser } from '../client/session.ts';
import { progressCap, type UploadOptions } from '../client/upload.ts';
import { currentLanguage } from '../i18n/language.ts';
import { createStore } from '../storage/store.ts';
import { MemoryStorage } from './storage.ts';

/** A call that reached the scripted server. */
export interface ScriptedCall {
  readonly method: string;
  /** Path without `/api` and without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** JSON body, or the form; undefined if there is none. */
  readonly body: unknown;
  readonly headers: Headers;
}

type AnswerOf = (call: ScriptedCall) => unknown;

export interface ScriptedClient {
  readonly client: Client;
  /** Every call so far, in order. */
  readonly calls: readonly ScriptedCall[];
  /** Calls without a scripted response: they get a 404, and a test should end with none. */
  readonly unanswered: readonly string[];
  /** Returns the calls to one path, for assertions about what was sent. */
  callsTo(path: string): readonly ScriptedCall[];
}

/** User of component tests, unless a test passes another. */
export const testUser: SessionUser = {
  userId: '1',
  tenantId: '000000',
  tenantName: 'Test',
  account: 'tester',
  userName: 'tester',
  realName: 'Test Person',
  avatar: '',
  roles: ['tester'],
  roleIds: ['1'],
  deptId: '1',
  oauthId: '',
};

const json = (body: object, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });

/** Returns a successful response in the envelope of the wire. */
const success = (data: unknown): Response =>
  json({ code: 200, success: true, data: data ?? null, msg: '操作成功' });

/** Returns a response without the envelope, like that of the token call. */
export const flatBody = (body: object, status = 200): Response => json(body, status);

/** Returns a refusal in the envelope of the wire, with HTTP status 200 or the given one. */
export const refusalBody = (code: number, msg: string, status = 200): Response =>
  json({ code, success: false, data: null, msg }, status);

/** Returns a list response with all rows on one page. */
export const pageOf = <Row>(records: readonly Row[]) => ({
  records,
  total: records.length,
  size: 20,
  current: 1,
  pages: 1,
});

const bodyOf = (body: unknown): unknown =>
  typeof body === 'string' ? (JSON.parse(body) as unknown) : (body ?? undefined);

/** Returns the real client over a table of scripted responses. */
export const scriptedClient = (
  answers: RowLike,
  user: SessionUser | null = testUser,
): ScriptedClient => {
  const calls: ScriptedCall[] = [];
  const unanswered: string[] = [];
  const areas = { local: new MemoryStorage(), session: new MemoryStorage() };
  const sessions = createSessionStore(createStore('test-', () => areas));
  if (user) {
    sessions.set({ accessToken: 'access', refreshToken: 'refresh', issuedAt: Date.now(), user });
  }
  const fits = (name: string, { method, path }: ScriptedCall): boolean => {
    const [verb, wanted = verb] = name.split(' ');
    if (wanted !== verb && verb !== method) return false;
    return wanted?.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
  };
  const answer = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, 'http://test.example');
    const call: ScriptedCall = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: Object.fromEntries(url.searchParams),
      body: bodyOf(init.body),
      headers: new Headers(init.headers),
    };
    calls.push(call);
    const found = Object.entries(answers).find(([name]) => fits(name, call));
    if (!found) {
      unanswered.push(`${call.method} ${call.path}`);
      return refusalBody(404, `no answer for ${call.path}`, 404);
    }
    const given = found[1];
    const data: unknown = typeof given === 'function' ? await (given as AnswerOf)(call) : given;
    init.signal?.throwIfAborted();
    return data instanceof Response ? data.clone() : success(data);
  };
  const client = createClient({
    sessions,
    language: currentLanguage,
    fetch: (address, init) => answer(String(address), init),
  });
  return {
    client: {
      ...client,
      // The client uploads by XMLHttpRequest for its progress; the table replaces `fetch` only, so
      // uploads are routed to it here.
      async upload<T>(path: string, form: FormData, { onProgress, signal }: UploadOptions = {}) {
        onProgress?.(progressCap);
        const answered = await client.post<T>(path, form, { signal, quiet: true });
        onProgress?.(100);
        return answered;
      },
    },
    calls,
    unanswered,
    callsTo: (path) => calls.filter((call) => call.path === path),
  };
};
