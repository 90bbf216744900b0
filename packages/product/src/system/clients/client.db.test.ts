import { toWire } from '@keyan/engine/identity/password.ts';
import { SealedPasswords } from '@keyan/engine/identity/sealed-password.ts';
import { credentialPlaceholder } from '@keyan/kernel/values/credential.ts';
import { sm2 } from 'sm-crypto';
import { afterAll, expect, test } from 'vitest';
import {
  testPassword as password,
  startTestSystem,
  type TestAnswer,
  testTenant as tenantId,
} from '../../testing.ts';
import { client } from './client.ts';

const keys = sm2.generateKeyPairHex();
const system = await startTestSystem(() => [], {
  resources: [client as never],
  identity: { sealed: new SealedPasswords([keys.privateKey]) },
});
afterAll(() => system.close());
const { database } = system;

const flat = ({ raw }: TestAnswer) => JSON.parse(raw.toString()) as Record<string, string>;
const signIn = async (given: object, headers = {}) =>
  flat(
    await system.call('POST', 'blade-auth/oauth/token', {
      body: {
        tenantId,
        username: 'teacher',
        password: toWire(password),
        grant_type: 'password',
        ...given,
      },
      headers,
    }),
  );
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

const admin = (await system.token('second')) ?? '';
const manage = (path: string, body?: object): Promise<TestAnswer> =>
  system.call(body ? 'POST' : 'GET', `blade-system/client/${path}`, { body, token: admin });

test('a sealed password is opened, and one that no key opens is told apart from a wrong one', async () => {
  const sealed = (typed: string, key = keys.publicKey) => ({
    password: sm2.doEncrypt(typed, key, 0),
  });
  expect((await signIn(sealed(password))).account).toBe('teacher');
  expect((await signIn(sealed(toWire(password)))).account).toBe('teacher');
  expect((await signIn(sealed('wrong'))).msg).toContain('账号或密码错误');
  const other = sm2.generateKeyPairHex().publicKey;
  for (let turn = 0; turn < 6; turn += 1) {
    expect((await signIn(sealed(password, other))).msg).toContain('SM2');
  }
  // None of these counted as a wrong password.
  expect((await signIn({})).account).toBe('teacher');
});

test('the grant captcha takes nobody without the right characters, each captcha once', async () => {
  const given = { grant_type: 'captcha' };
  expect((await signIn(given)).error_code).toBe('invalid_captcha');
  const { key = '' } = flat(await system.call('GET', 'blade-auth/oauth/captcha'));
  const [{ answer } = { answer: '' }] = await database.query<{ answer: string }>(
    'select answer from captcha where key = $1',
    [key],
  );
  const headers = { 'captcha-key': key, 'captcha-code': answer.toLowerCase() };
  expect((await signIn(given, headers)).account).toBe('teacher');
  expect((await signIn(given, headers)).error_code).toBe('invalid_captcha');
});

test('an administrator lets a program in, with its grants, its lifetimes, its secret', async () => {
  const kiosk = {
    clientId: 'kiosk',
    clientSecret: 'a secret of the library',
    authorizedGrantTypes: 'password, captcha',
    accessTokenValidity: 600,
    refreshTokenValidity: 1200,
  };
  const refused = await manage('submit', { ...kiosk, authorizedGrantTypes: 'password,magic' });
  expect(refused.msg).toContain('请输入授权类型');
  expect((await manage('submit', kiosk)).status).toBe(200);
  const own = basic('kiosk', kiosk.clientSecret);
  // Every process hears of the change from the database.
  await expect.poll(async () => (await signIn({}, own)).account).toBe('teacher');
  const entered = await signIn({}, own);
  expect([entered.account, entered.expires_in]).toEqual(['teacher', 600]);
  const again = { grant_type: 'refresh_token', refresh_token: entered.refresh_token };
  expect((await signIn(again, own)).error_code).toBe('unsupported_grant_type');
  expect(
    (
      await system.call('POST', 'blade-auth/oauth/token', {
        headers: basic('kiosk', 'guessed'),
      })
    ).status,
  ).toBe(401);
  // A university that does not know the program does not let it in.
  expect((await signIn({ tenantId: '100000' }, own)).error_code).toBe('unsupported_grant_type');

  const { records } = (await manage('list')).data as { records: Record<string, unknown>[] };
  const row = records.find(({ clientId }) => clientId === 'kiosk') ?? {};
  expect(row.authorizedGrantTypes).toBe('password, captcha');
  const detail = (await manage(`detail?id=${row.id}`)).data;
  expect(detail.clientSecret).toBe(credentialPlaceholder);
  const [kept] = await database.query<{ leaks: boolean }>(
    `select exists (select 1 from history where changes::text like '%secret of the%') as leaks`,
  );
  expect(kept?.leaks).toBe(false);
  // As stock clients save: the whole row as the detail gave it.
  expect((await manage('submit', { ...detail, accessTokenValidity: 900 })).status).toBe(200);
  await expect.poll(async () => (await signIn({}, own)).expires_in).toBe(900);
  expect((await manage(`remove?ids=${row.id}`, {})).status).toBe(200);
  await expect.poll(async () => (await signIn({}, own)).account).toBeUndefined();
});

test('the page itself can be locked out by nobody', async () => {
  const { records } = (await manage('list?clientId=saber')).data as {
    records: { id: string; clientId: string }[];
  };
  const row = records.find(({ clientId }) => clientId === 'saber');
  const { data } = await manage(`detail?id=${row?.id}`);
  const refused = await manage('submit', { ...data, authorizedGrantTypes: 'captcha' });
  expect(refused.msg).toContain('必须保留 password 和 refresh_token');
  await manage(`remove?ids=${row?.id}`, {});
  expect((await signIn({})).account).toBe('teacher');
});

test('nobody else reads or changes clients', async () => {
  const token = (await system.token('teacher')) ?? '';
  expect((await system.call('GET', 'blade-system/client/list', { token })).status).toBe(403);
  const body = { clientId: 'mine' };
  expect((await system.call('POST', 'blade-system/client/submit', { body, token })).status).toBe(
    403,
  );
});
