import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../storage/store.ts';
import { MemoryStorage } from '../testing/storage.ts';
import { createClient } from './client.ts';
import { ApiFault } from './fault.ts';
import { createSessionStore, type Session } from './session.ts';
import { tokenRenewalAge } from './token.ts';

/** Requests as the server sees them. */
interface Seen {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

const session: Session = {
  accessToken: 'a1',
  refreshToken: 'r1',
  issuedAt: 0,
  user: {
    userId: '1',
    tenantId: '000000',
    tenantName: '',
    account: 'teacher',
    userName: '',
    realName: '林晓岚',
    avatar: '',
    roles: ['teacher'],
    roleIds: [],
    deptId: '',
    oauthId: '',
  },
};

const token = (n: number) => ({
  access_token: `a${n}`,
  refresh_token: `r${n}`,
  user_id: '1',
  tenant_id: '000000',
  account: 'teacher',
  user_name: 't',
  real_name: '林晓岚',
});

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
});

const setUp = (answer: (seen: Seen) => unknown, signedIn = true) => {
  const area = { local: new MemoryStorage(), session: new MemoryStorage() };
  const sessions = createSessionStore(createStore('t-', () => area));
  if (signedIn) sessions.set(session);
  const seen: Seen[] = [];
  const clock = { now: 0 };
  const shown: string[] = [];
  const answered: string[] = [];
  const left = vi.fn();
  const client = createClient({
    sessions,
    language: () => 'zh',
    onFault: (fault) => shown.push(fault.message),
    onAnswer: (call) => answered.push(call),
    onSignedOut: left,
    now: () => clock.now,
    locks: (_, task) => task(),
    fetch: async (input, init = {}) => {
      const request: Seen = {
        method: init.method ?? 'GET',
        url: new URL(String(input), 'http://host'),
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      };
      seen.push(request);
      const given = await answer(request);
      if (given instanceof Error) throw given;
      const { status = 200, ...body } = given as { status?: number };
      return new Response(JSON.stringify(body), { status });
    },
  });
  return { client, sessions, seen, clock, shown, answered, left };
};

const fine = { code: 200, success: true, data: 'ok', msg: '' };
const failure = (promise: Promise<unknown>): Promise<ApiFault> =>
  promise.then(
    () => Promise.reject(new Error('did not fail')),
    (fault) => (fault instanceof ApiFault ? fault : Promise.reject(fault)),
  );

describe('client', () => {
  it('sends the headers of the client and drops empty values', async () => {
    const { client, seen } = setUp(() => fine);
    expect(
      await client.get('/x/list', { a: 1, b: '', c: undefined, d: ['1', '2'], e: false }),
    ).toBe('ok');
    expect(seen[0]?.url.href).toBe('http://host/api/x/list?a=1&d=1%2C2&e=false');
    expect(seen[0]?.headers.get('Authorization')).toBe('Basic c2FiZXI6c2FiZXJfc2VjcmV0');
    expect(seen[0]?.headers.get('Blade-Auth')).toBe('bearer a1');
  });

  it('leaves the bearer out where it is not wanted', async () => {
    const { client, seen } = setUp(() => fine);
    await client.get('/x', {}, { anonymous: true });
    expect(seen[0]?.headers.has('Blade-Auth')).toBe(false);
    expect(seen[0]?.headers.has('Authorization')).toBe(true);
  });

  it('shows a fault once, and none for quiet calls and code 8001', async () => {
    const { client, shown } = setUp(({ url }) =>
      url.pathname.endsWith('/silent')
        ? { code: 8001, msg: '静默' }
        : { status: 400, code: 400, msg: '不行' },
    );
    await failure(client.post('/x', { a: 1 }));
    await failure(client.get('/x', {}, { quiet: true }));
    expect((await failure(client.get('/silent'))).code).toBe(8001);
    expect(shown).toEqual(['不行']);
  });

  it('says which call failed, and when it succeeds at last', async () => {
    let status = 400;
    const { client, answered } = setUp(() => ({ status, code: status, success: status === 200 }));
    expect((await failure(client.post('/x'))).call).toBe('POST /x');
    expect(answered).toEqual([]);
    status = 200;
    await client.post('/x');
    await client.get('/x', { page: 2 });
    expect(answered).toEqual(['POST /x', 'GET /x']);
  });

  it('signs out on 401, once for many calls', async () => {
    const { client, sessions, left, shown } = setUp(() => ({
      status: 401,
      code: 401,
      msg: '请求未授权',
    }));
    await Promise.all([1, 2, 3].map(() => failure(client.get('/x'))));
    expect(sessions.get()).toBeUndefined();
    expect(left).toHaveBeenCalledTimes(1);
    // Not asked for: the sign-in page has to say why it is there.
    expect(left).toHaveBeenCalledWith(false);
    expect(shown).toEqual([]);
  });

  it('marks a password that is due, and leaves it to the page to say so', async () => {
    const { client, sessions, left, shown } = setUp(() => ({
      status: 403,
      code: 403,
      msg: '当前为初始密码，请先修改密码',
      error_code: 'password_due',
    }));
    expect((await failure(client.get('/x'))).kind).toBe('passwordDue');
    expect(sessions.get()?.user.passwordDue).toBe(true);
    expect([left.mock.calls, shown]).toEqual([[], []]);
  });

  it('tells the network, the time-out and a cancelled call apart', async () => {
    const named = (name: string) => Object.assign(new Error(name), { name });
    const kinds = { network: 'TypeError', timeout: 'TimeoutError', aborted: 'AbortError' };
    for (const [kind, name] of Object.entries(kinds)) {
      const { client } = setUp(() => named(name));
      expect((await failure(client.get('/x'))).kind).toBe(kind);
    }
  });
});

describe('refresh', () => {
  const renewing = (seen: Seen) => (seen.url.pathname.endsWith('/oauth/token') ? token(2) : fine);

  it('waits for 3000 seconds', async () => {
    const { client, seen, clock } = setUp(renewing);
    clock.now = tokenRenewalAge - 1;
    await client.refreshIfDue();
    expect(seen).toEqual([]);
    clock.now = tokenRenewalAge;
    await client.refreshIfDue();
    expect(seen[0]?.body).toMatchObject({ refresh_token: 'r1' });
    expect(seen[0]?.url.search).toBe('');
    expect(seen[0]?.headers.get('Tenant-Id')).toBe('000000');
    expect(client.sessions.get()?.accessToken).toBe('a2');
  });

  it('happens once for nine calls at a time, and all of them carry the new token', async () => {
    const { client, seen, clock } = setUp(renewing);
    clock.now = tokenRenewalAge;
    await Promise.all(Array.from({ length: 9 }, () => client.get('/x')));
    const tokens = seen.filter(({ url }) => url.pathname.endsWith('/token'));
    const others = seen.filter(({ url }) => !url.pathname.endsWith('/token'));
    expect(tokens).toHaveLength(1);
    expect(others.map(({ headers }) => headers.get('Blade-Auth'))).toEqual(
      Array(9).fill('bearer a2'),
    );
  });

  it('signs out when the refresh token is refused, and stays when the server is away', async () => {
    const refused = setUp(({ url }) =>
      url.pathname.endsWith('/token')
        ? { status: 400, error_code: 400, error_description: '令牌失效' }
        : fine,
    );
    refused.clock.now = tokenRenewalAge;
    await refused.client.refreshIfDue();
    expect(refused.left).toHaveBeenCalledTimes(1);

    const away = setUp(() => new TypeError('failed to fetch'));
    away.clock.now = tokenRenewalAge;
    await away.client.refreshIfDue();
    expect(away.left).not.toHaveBeenCalled();
    expect(away.sessions.get()?.accessToken).toBe('a1');
  });

  it('tries again when another tab renewed the token while the call was on its way', async () => {
    const { client, sessions, seen, left } = setUp(({ headers }) => {
      if (headers.get('Blade-Auth') === 'bearer a1') {
        sessions.set({ ...session, accessToken: 'a9' });
        return { status: 401, code: 401, msg: '请求未授权' };
      }
      return fine;
    });
    expect(await client.get('/x')).toBe('ok');
    expect(seen).toHaveLength(2);
    expect(left).not.toHaveBeenCalled();
  });
});

describe('another role', () => {
  it('is taken with the refresh token, and kept by the refreshes that follow', async () => {
    const { client, sessions, seen, clock } = setUp(({ headers }) => ({
      ...token(seen.length + 1),
      role_name: headers.has('Role-Id') ? 'expert' : 'expert,teacher',
      role_id: '7',
    }));
    clock.now = 5;
    await client.switchRoles(['7']);
    expect(seen[0]?.headers.get('Role-Id')).toBe('7');
    expect(seen[0]?.body).toMatchObject({ refresh_token: 'r1' });
    expect(sessions.get()).toMatchObject({
      switchedAt: 5,
      user: { roles: ['expert'], roleIds: ['7'] },
    });
    clock.now = 5 + tokenRenewalAge;
    await client.refreshIfDue();
    expect(seen[1]?.headers.has('Role-Id')).toBe(false);
    expect(sessions.get()?.switchedAt).toBe(5);
  });

  it("that is not the user's is told, and changes nothing", async () => {
    const { client, sessions, shown } = setUp(() => ({
      status: 400,
      code: 400,
      success: false,
      error_code: 'invalid_scope',
      error_description: '您没有该角色',
    }));
    const fault = await failure(client.switchRoles(['8']));
    expect(fault.message).toBe('您没有该角色');
    expect(shown).toEqual(['您没有该角色']);
    expect(sessions.get()).toEqual(session);
  });
});

describe('signing in and out', () => {
  it('keeps the session of the flat answer', async () => {
    const { client, sessions } = setUp(() => token(5), false);
    await client.signIn({ username: 'teacher' });
    expect(sessions.get()?.user.realName).toBe('林晓岚');
    expect(sessions.get()?.accessToken).toBe('a5');
  });

  it('ends the session that the browser had', async () => {
    const ended: (string | null)[] = [];
    const { client, sessions } = setUp((seen) => {
      if (!seen.url.pathname.endsWith('/logout')) return token(5);
      ended.push(seen.headers.get('Blade-Auth'));
      return fine;
    });
    const former = sessions.get()?.accessToken;
    await client.signIn({ username: 'teacher' });
    await vi.waitFor(() => expect(ended).toEqual([`bearer ${former}`]));
    expect(sessions.get()?.accessToken).toBe('a5');
  });

  it('sets no session when it fails, and says what the server says', async () => {
    const { client, sessions, shown, left } = setUp(
      () => ({ status: 400, error_code: 400, error_description: '账号或密码错误' }),
      false,
    );
    expect((await failure(client.signIn({ username: 'x' }))).message).toBe('账号或密码错误');
    expect(sessions.get()).toBeUndefined();
    expect(shown).toEqual([]);
    expect(left).not.toHaveBeenCalled();
  });

  it('signs out here even when the server cannot be told', async () => {
    const { client, sessions, left } = setUp(() => new TypeError('failed to fetch'));
    await client.signOut();
    expect(sessions.get()).toBeUndefined();
    expect(left).toHaveBeenCalledTimes(1);
    expect(left).toHaveBeenCalledWith(true);
  });
});
