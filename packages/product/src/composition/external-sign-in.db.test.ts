import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registrationEndpoints } from '../system/registration/registration.endpoints.server.ts';
import { registrationParam } from '../system/registration/registration-apply.server.ts';
import { startTestSystem, testTenant as tenantId, testPassword } from '../testing.ts';
import { createUsers } from './people.server.ts';

const site = 'http://ky.test';
const back = '/api/blade-auth/oauth/callback';

/** A sign-in service of OpenID Connect, as a university runs one. */
const oidcServer = createServer();
/** A CAS server of protocol 3.0: tickets are for one service and one use. */
const tickets = new Map<string, { readonly service: string; readonly user: string }>();
let casUser = '';
const casServer = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://cas');
  const service = url.searchParams.get('service') ?? '';
  if (url.pathname === '/cas/login') {
    const ticket = `ST-${tickets.size + 1}`;
    tickets.set(ticket, { service, user: casUser });
    response.writeHead(302, { location: `${service}&ticket=${ticket}` }).end();
    return;
  }
  const ticket = url.searchParams.get('ticket') ?? '';
  const found = tickets.get(ticket);
  tickets.set(ticket, { service: '', user: '' });
  const says =
    found?.service === service
      ? `<cas:authenticationSuccess><cas:user>${found.user}</cas:user><cas:attributes>
           <cas:cn>周砚秋 &amp; Co</cas:cn></cas:attributes></cas:authenticationSuccess>`
      : `<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>`;
  response.end(
    `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${says}</cas:serviceResponse>`,
  );
});
const listening = async (server: typeof oidcServer): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const issuer = await listening(oidcServer);
const cas = await listening(casServer);
const secrets = { clientId: 'keyan', clientSecret: 'a secret of forty characters, or nearly so' };
const oidc = new Provider(issuer, {
  clients: [
    {
      client_id: secrets.clientId,
      client_secret: secrets.clientSecret,
      redirect_uris: ['oidc', 'wecom'].map((source) => `${site}${back}/${source}`),
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
  findAccount: (_context, accountId) => ({
    accountId,
    claims: async () => ({ sub: accountId, name: '林晓岚', preferred_username: accountId }),
  }),
  cookies: { keys: ['test'] },
});
oidcServer.on('request', oidc.callback());

const system = await startTestSystem(({ identity }) => registrationEndpoints(identity), {
  external: {
    site,
    providers: [
      {
        kind: 'cas',
        source: 'cas',
        label: ['统一身份认证', 'Campus'],
        server: `${cas}/cas`,
        match: 'code',
      },
      { kind: 'oidc', source: 'oidc', label: ['校园账号', 'Account'], issuer, ...secrets },
      {
        kind: 'oauth2',
        source: 'wecom',
        label: ['企业微信', 'WeCom'],
        authorizeUrl: `${issuer}/auth`,
        tokenUrl: `${issuer}/token`,
        userInfoUrl: `${issuer}/me`,
        scope: 'openid profile',
        subject: 'sub',
        ...secrets,
      },
    ],
  },
});
afterAll(async () => {
  await system.close();
  oidcServer.closeAllConnections();
  oidcServer.close();
  casServer.closeAllConnections();
  casServer.close();
});
beforeAll(async () => {
  await createUsers(
    { ...system.engine },
    tenantId,
    [{ account: 'zhou', realName: '周砚秋', department: '310', roles: ['teacher'], code: '20100' }],
    await hashPassword(toWire(testPassword)),
    { initial: false },
  );
  await system.database.query(
    `update param set param_value = 'true' where tenant_id = $1 and param_key = $2`,
    [tenantId, registrationParam],
  );
});

/** Leaves for a service: where to, and the cookie that the browser keeps. */
const leave = async (source: string) => {
  const { status, headers } = await system.call('GET', `blade-auth/oauth/render/${source}`);
  expect(status).toBe(302);
  const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  return { to: String(headers.location), cookie };
};

/** A browser that signs in at the service and agrees, until it is sent back to our page. */
const signInThere = async (to: string, login: string): Promise<URL> => {
  const jar = new Map<string, string>();
  let next: { readonly url: string; readonly form?: Record<string, string> } = { url: to };
  for (let step = 0; step < 20; step += 1) {
    const answer = await fetch(next.url, {
      redirect: 'manual',
      method: next.form ? 'POST' : 'GET',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form && { body: new URLSearchParams(next.form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) {
      const page = await answer.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? next.url;
      next = { url: new URL(action, next.url).href, form: { prompt, login, password: 'x' } };
      continue;
    }
    const url = new URL(location, next.url);
    if (url.href.startsWith(site)) {
      const { headers } = await system.call('GET', url.href.slice(`${site}/api/`.length));
      return new URL(String(headers.location), site);
    }
    next = { url: url.href };
  }
  throw new Error('the service never sent the browser back');
};

const token = async (given: object, cookie = ''): Promise<Record<string, string>> => {
  const body = { tenantId, ...given };
  const { raw } = await system.call('POST', 'blade-auth/oauth/token', {
    body,
    headers: { cookie },
  });
  return JSON.parse(raw.toString()) as Record<string, string>;
};

const arrive = (back: URL, cookie: string, change: object = {}) => {
  const source = back.searchParams.get('source');
  const code = back.searchParams.get(source === 'cas' ? 'ticket' : 'code');
  const state = back.searchParams.get('state');
  const grant_type = source === 'cas' ? 'cas' : 'social';
  return token({ grant_type, source, code, state, ...change }, cookie);
};

test('CAS: whoever has the staff number is in; a ticket is good once, in the browser that asked', async () => {
  casUser = '20100';
  const { to, cookie } = await leave('cas');
  const comeBack = async () => {
    const answer = await fetch(to, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '');
  };
  const first = await comeBack();
  expect((await arrive(first, '')).error_description).toContain('不是在本浏览器发起');
  expect((await arrive(first, cookie, { state: 'another' })).error_code).toBe('invalid_request');
  const entered = await arrive(first, cookie);
  expect([entered.account, entered.real_name]).toEqual(['zhou', '周砚秋']);
  expect((await arrive(first, cookie)).error_code).toBe('access_denied');
  expect((await arrive(await comeBack(), cookie)).account).toBe('zhou');
  const [bound] = await system.database.query<{ name: string; subject: string }>(
    `select name, subject from external_identity where source = 'cas'`,
  );
  expect(bound).toEqual({ name: '周砚秋 & Co', subject: '20100' });
});

test('CAS: nobody is an administrator by a staff number or a name', async () => {
  casUser = '20101';
  await createUsers(
    { ...system.engine },
    tenantId,
    [{ account: 'root', realName: '顾知行', department: '310', roles: ['admin'], code: '20101' }],
    await hashPassword(toWire(testPassword)),
    { initial: false },
  );
  const { to, cookie } = await leave('cas');
  const answer = await fetch(to, { redirect: 'manual' });
  const guest = await arrive(new URL(answer.headers.get('location') ?? ''), cookie);
  expect(guest).toMatchObject({ user_id: '-1', oauth_id: expect.stringMatching(/^[\w-]{32}$/) });
});

test.each(['oidc', 'wecom'])(
  '%s: somebody new binds an account by signing in to it',
  async (source) => {
    const { to, cookie } = await leave(source);
    const returned = await signInThere(to, `lin-${source}`);
    const guest = await arrive(returned, cookie);
    expect(guest).toMatchObject({ user_id: '-1', oauth_id: expect.stringMatching(/^[\w-]{32}$/) });
    const password = {
      username: 'teacher',
      password: toWire(testPassword),
      grant_type: 'password',
    };
    const wrong = { ...password, password: toWire('wrong'), oauth_id: guest.oauth_id };
    expect((await token(wrong)).error_code).toBe('invalid_grant');
    expect((await token({ ...password, oauth_id: guest.oauth_id })).account).toBe('teacher');
    // The ticket is used up: nobody else takes the identity over with it.
    await token({ ...password, username: 'second', oauth_id: guest.oauth_id });
    const again = await leave(source);
    const entered = await arrive(await signInThere(again.to, `lin-${source}`), again.cookie);
    expect(entered.account).toBe('teacher');
  },
);

test('somebody new applies for an account; with it the office binds them', async () => {
  const { to, cookie } = await leave('oidc');
  const guest = await arrive(await signInThere(to, 'newcomer'), cookie);
  const dept = system.departments.get('310') ?? '';
  const applied = await system.call('POST', 'blade-user/register-guest', {
    body: {
      tenantId,
      name: '许知远',
      account: 'xu_zhiyuan',
      password: 'Tanyuan-2026',
      password2: 'Tanyuan-2026',
      deptId: dept,
      oauthId: guest.oauth_id,
    },
  });
  expect(applied.status).toBe(200);
  const [{ id } = { id: '' }] = await system.database.query<{ id: string }>(
    `select id::text from register_guest where account = 'xu_zhiyuan'`,
  );
  const office = (await system.token('second')) ?? '';
  const accepted = await system.call('POST', 'blade-user/register/accept', {
    body: { id },
    token: office,
  });
  expect(accepted.status).toBe(200);
  const again = await leave('oidc');
  const entered = await arrive(await signInThere(again.to, 'newcomer'), again.cookie);
  expect(entered.account).toBe('xu_zhiyuan');
});

test('a university has its own services, and a client may be kept from them', async () => {
  expect(
    (await token({ grant_type: 'social', source: 'oidc', tenantId: '100000' })).error_code,
  ).toBe('invalid_request');
  expect((await token({ grant_type: 'cas', source: 'oidc' })).error_description).toContain(
    '未配置',
  );
  expect((await system.call('GET', 'blade-auth/oauth/render?source=nowhere')).status).toBe(400);
  await system.database.query(
    `update client_app set authorized_grant_types = 'password,refresh_token' where client_id = 'saber'`,
  );
  await expect
    .poll(async () => (await token({ grant_type: 'social', source: 'oidc' })).error_code)
    .toBe('unsupported_grant_type');
});
