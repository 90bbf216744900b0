import { createHmac } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tx } from '../store/connection/database.ts';
import { Database } from '../store/connection/database.ts';
import { openClient, testDatabase } from '../testing/database.ts';
import { type CompareHash, toWire } from './password.ts';
import { longestSessionDays } from './sessions.ts';
import { removeExpiredSessions } from './sweep.ts';
import {
  peopleTestDatabase,
  startProcess,
  testOrigin,
  testPassword,
  testSecret,
  waitUntil,
} from './testing.ts';
import { Tokens } from './tokens.ts';

/** The real comparison, counted. */
const compared = vi.fn<CompareHash>(verify);

const database = await testDatabase();
await peopleTestDatabase(database);
let now = Date.now();
const clock = (): Date => new Date(now);
const one = await startProcess(database, { clock, compareHash: compared });
const other = await startProcess(database, { clock });
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});
beforeEach(async () => {
  now = Date.now();
  await database.query('delete from sign_in_attempt');
  await database.query('delete from call_rate');
});

const alive = async (token: string, process = one): Promise<boolean> =>
  (await process.identity.authenticate(token)) !== null;

describe('signing in', () => {
  test('gives the person with roles, rights, departments and department scope', async () => {
    const { accessToken, person } = await one.signIn('secretary');
    const actor = await one.identity.authenticate(accessToken);
    expect(actor).toEqual({
      sessionId: expect.any(String),
      id: '32',
      tenantId: '000000',
      account: 'secretary',
      name: '李敏',
      departments: ['21'],
      roles: ['dept_secretary', 'teacher'],
      permissions: new Set(['paper', 'paper_add', 'paperAudit']),
      departmentScope: expect.arrayContaining(['21', '23']),
      within: ['21', '20'],
      allowances: [],
    });
    expect(person.tenantName).toBe('江陵大学');
    expect((await one.signIn('office')).person.actor.departmentScope).toBe('all');
    expect((await one.signIn('teacher')).person.actor.departmentScope).toEqual([]);
  });

  test('brings what the tenant allows, and a change of it counts at once', async () => {
    const { accessToken } = await one.signIn('teacher');
    const allowed = async () => (await one.identity.authenticate(accessToken))?.allowances;
    expect(await allowed()).toEqual([]);
    await database.query(
      `insert into param (tenant_id, id, param_name, param_key, param_value)
       values ('000000', 1, 'x', 'flow.refused.resubmit', '1'),
              ('000000', 2, 'x', 'flow.recall.mode', '1')`,
    );
    await expect.poll(allowed).toEqual(['resubmitRefused']);
    await database.query('delete from param where id in (1, 2)');
    await expect.poll(allowed).toEqual([]);
  });

  test('the account is found in either case, within its tenant only', async () => {
    expect((await one.signIn('TEACHER')).person.actor.id).toBe('31');
    expect((await one.signIn('teacher', { tenantId: '100000' })).person.actor.id).toBe('35');
    await expect(one.signIn('office', { tenantId: '100000' })).rejects.toThrow('账号或密码错误');
  });

  test('a wrong password, an unknown account and an unknown tenant answer alike, and cost the same', async () => {
    /** Cost of an answer: the comparisons made, with the cost of each hash. */
    const costs = async (account: string, tenantId = '000000'): Promise<readonly string[]> => {
      compared.mockClear();
      await expect(one.signIn(account, { tenantId, password: 'Wrong@2026' })).rejects.toThrow(
        expect.objectContaining({
          message: expect.stringMatching(/^账号或密码错误，(还可再试 \d 次|请 30 分钟后再试)$/),
          refusal: expect.objectContaining({ code: 'invalid_grant', status: 400 }),
        }),
      );
      return compared.mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4).join('$'));
    };
    const known = await costs('teacher');
    expect(known).toHaveLength(1);
    expect(await costs('nobody')).toEqual(known);
    expect(await costs('teacher', '999999')).toEqual(known);
  });

  test.each(['', ' ', '\u0000', "' or 1=1 --", '张'.repeat(5000), '\ud800'])(
    'the account %j is no surprise',
    async (account) => {
      await expect(one.signIn(account)).rejects.toThrow(/请输入账号|账号或密码错误/);
    },
  );

  test('a disabled person is told so only with the right password', async () => {
    await database.query(`update users set status = '0' where id = 33`);
    await expect(one.signIn('office', { password: 'Wrong@2026' })).rejects.toThrow(
      '账号或密码错误',
    );
    await expect(one.signIn('office')).rejects.toThrow('该账号已停用');
    await database.query(`update users set status = '1' where id = 33`);
  });

  test('an account of the old family signs in once with its old hash, which is replaced', async () => {
    await database.query(
      `insert into users (tenant_id, id, account, name, real_name) values ('000000', 36, 'imported', '旧', '旧')`,
    );
    await database.query(
      `insert into user_secret (tenant_id, user_id, password_hash, changed_at)
       values ('000000', 36, '90b9aa7e25f80cf4f64e990b78a9fc5ebd6cecad', now())`,
    );
    await expect(one.signIn('imported', { password: 'Wrong@2026' })).rejects.toThrow();
    await one.signIn('imported', { password: 'admin' });
    const [row] = await database.query<{ password_hash: string }>(
      'select password_hash from user_secret where user_id = 36',
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await one.signIn('imported', { password: 'admin' });
  });

  test('nothing that is kept holds a password, neither typed nor hashed for the wire', async () => {
    await one.signIn('teacher');
    await expect(one.signIn('teacher', { password: 'Wrong@2026' })).rejects.toThrow();
    const events = JSON.stringify(await database.query('select * from security_event'));
    expect(events).toContain('signInFailed');
    expect(events).not.toContain(toWire('Wrong@2026'));
    expect(events).not.toContain('Wrong@2026');
  });
});

describe('tokens', () => {
  const sign = (
    header: object,
    payload: object,
    key: Uint8Array | null,
    hash = 'sha256',
  ): string => {
    const encode = (part: object): string =>
      Buffer.from(JSON.stringify(part)).toString('base64url');
    const text = `${encode(header)}.${encode(payload)}`;
    const signature = key ? createHmac(hash, key).update(text).digest('base64url') : '';
    return `${text}.${signature}`;
  };
  const payloadOf = (token: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

  test('only what we signed, as we signed it, counts', async () => {
    const { accessToken, refreshToken } = await one.signIn('teacher');
    const payload = payloadOf(accessToken);
    const header = { alg: 'HS256', typ: 'JWT' };
    expect(await alive(sign(header, payload, testSecret))).toBe(true);
    const forged = {
      'no algorithm': sign({ alg: 'none' }, payload, null),
      'another key': sign(header, payload, Buffer.alloc(32, 8)),
      'another algorithm': sign({ alg: 'HS512' }, payload, testSecret, 'sha512'),
      'another person': accessToken.replace(
        accessToken.split('.')[1] ?? '',
        Buffer.from(JSON.stringify({ ...payload, user_id: '33' })).toString('base64url'),
      ),
      'another tenant': sign(header, { ...payload, tenant_id: '100000' }, testSecret),
      'another person, signed': sign(header, { ...payload, user_id: '33' }, testSecret),
      'no kind': sign(header, { ...payload, token_type: undefined }, testSecret),
      'another audience': sign(header, { ...payload, aud: 'elsewhere' }, testSecret),
      'no end': sign(header, { ...payload, exp: undefined }, testSecret),
      'not yet': sign(header, { ...payload, nbf: Math.floor(now / 1000) + 60 }, testSecret),
      'the refresh token': refreshToken,
      empty: '',
      nonsense: 'a.b.c',
    };
    for (const [what, token] of Object.entries(forged)) {
      expect(await alive(token), what).toBe(false);
    }
    await expect(one.refresh(accessToken)).rejects.toThrow('登录已过期');
  });

  test('an access token ends after 3600 s, a refresh token after 604800 s', async () => {
    const { accessToken, refreshToken, expiresIn } = await one.signIn('teacher');
    expect(expiresIn).toBe(3600);
    now += 3_599_000;
    expect(await alive(accessToken)).toBe(true);
    now += 2000;
    expect(await alive(accessToken)).toBe(false);
    expect(await alive(accessToken, other)).toBe(false);
    now += 604_800_000;
    await expect(one.refresh(refreshToken)).rejects.toThrow('登录已过期');
  });

  test('a token of a tenant opens nothing in another', async () => {
    const tokens = new Tokens(testSecret, clock);
    const { accessToken } = await one.signIn('teacher');
    const mine = payloadOf(accessToken);
    const described = {
      account: 'teacher',
      userName: '',
      realName: '',
      roleIds: [],
      roleAliases: [],
      deptIds: [],
      clientId: 'saber',
    };
    const holder = {
      tenantId: '100000',
      userId: '35',
      sessionId: String(mine.sid),
      generation: 1,
    };
    expect(await alive(await tokens.issue('access_token', holder, described, 60))).toBe(false);
  });

  test('a usual request asks the database nothing', async () => {
    const { accessToken } = await one.signIn('teacher');
    await alive(accessToken);
    const before = one.queries();
    for (let turn = 0; turn < 50; turn += 1) expect(await alive(accessToken)).toBe(true);
    expect(one.queries()).toBe(before);
  });
});

describe('a guest', () => {
  test('has no account, and a token that opens nothing and lasts no longer than itself', async () => {
    const guest = await one.identity.guest({
      tenantId: '000000',
      oauthId: ' wx-1\n',
      origin: testOrigin(),
    });
    expect(guest).toMatchObject({ oauthId: 'wx-1', expiresIn: 3600 });
    expect(guest.person.actor).toMatchObject({ id: '-1', tenantId: '000000', roles: [] });
    expect(await alive(guest.accessToken)).toBe(false);
    const refreshed = one.identity.refresh({
      refreshToken: guest.refreshToken,
      origin: testOrigin(),
    });
    await expect(refreshed).rejects.toThrow('登录已过期');
    await one.identity.signOut(guest.accessToken, testOrigin());
  });

  test('of no university that could be is at none', async () => {
    const { person } = await one.identity.guest({
      tenantId: "' or 1=1",
      oauthId: '',
      origin: testOrigin(),
    });
    expect(person.actor.tenantId).toBe('');
  });
});

describe('refreshing', () => {
  test('gives new tokens, and the session goes on', async () => {
    const first = await one.signIn('teacher');
    now += 3_000_000;
    const second = await other.refresh(first.refreshToken);
    expect(await alive(second.accessToken)).toBe(true);
    // A request that was under way with the old access token still arrives.
    expect(await alive(first.accessToken)).toBe(true);
    await one.refresh(second.refreshToken);
  });

  test('no session outlives thirty days, however often it is refreshed', async () => {
    const day = 86_400_000;
    let { refreshToken, expiresIn } = await one.signIn('teacher');
    for (let week = 0; week < 4; week += 1) {
      now += 6.9 * day;
      ({ refreshToken, expiresIn } = await one.refresh(refreshToken));
      expect(expiresIn).toBe(3600);
    }
    now += 2.39 * day;
    ({ refreshToken, expiresIn } = await one.refresh(refreshToken));
    expect(expiresIn).toBe(864);
    now += 0.02 * day;
    await expect(one.refresh(refreshToken)).rejects.toThrow('登录已过期');
  });

  test('using a refresh token again ends the session for everybody who holds it', async () => {
    const first = await one.signIn('teacher');
    const second = await one.refresh(first.refreshToken);
    await expect(other.refresh(first.refreshToken)).rejects.toThrow(
      expect.objectContaining({ refusal: expect.objectContaining({ status: 401 }) }),
    );
    expect(await waitUntil(async () => !(await alive(second.accessToken)))).toBe(true);
    expect(await alive(second.accessToken, other)).toBe(false);
    await expect(one.refresh(second.refreshToken)).rejects.toThrow('登录已过期');
    const [event] = await database.query<{ kind: string }>(
      `select kind from security_event where kind = 'refreshReused'`,
    );
    expect(event).toBeDefined();
  });

  test('of two refreshes at the same time one wins and the session ends', async () => {
    const { refreshToken } = await one.signIn('teacher');
    const answers = await Promise.allSettled([
      one.refresh(refreshToken),
      other.refresh(refreshToken),
    ]);
    const won = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(won).toHaveLength(1);
    expect(await waitUntil(async () => !(await alive(won[0]?.accessToken ?? '')))).toBe(true);
  });

  test('another session of the same person is not touched', async () => {
    const desk = await one.signIn('teacher');
    const phone = await one.signIn('teacher');
    await one.refresh(desk.refreshToken);
    await expect(one.refresh(desk.refreshToken)).rejects.toThrow();
    expect(await alive(phone.accessToken)).toBe(true);
  });

  test('a client refreshes only its own sessions', async () => {
    await database.query(
      `insert into client_app (tenant_id, id, client_id, client_id_key, client_secret,
         authorized_grant_types, access_token_validity, refresh_token_validity, create_user,
         create_time, update_user, update_time)
       values ('000000', 2, 'robot', 'robot', 'a robot', 'refresh_token', 3600, 604800, 0, now(),
         0, now())`,
    );
    const { refreshToken } = await one.signIn('teacher');
    const refused = () =>
      one.identity
        .refresh({
          refreshToken,
          origin: { ...testOrigin(), clientId: 'robot', clientSecret: 'a robot' },
        })
        .catch(String);
    // The new client is known as soon as the process has heard of it.
    await expect.poll(refused).toContain('登录已过期');
    await expect(
      one.identity.signIn({
        tenantId: '000000',
        account: 'teacher',
        password: 'x',
        origin: { ...testOrigin(), clientId: 'robot', clientSecret: 'a robot' },
      }),
    ).rejects.toThrow('no grantType was found');
  });
});

/** Statement that the product writes when it stops or starts accounts. */
const storeStatus =
  (ids: readonly string[], active: boolean) =>
  async (tx: Tx): Promise<void> => {
    await tx.query('update users set status = $3 where tenant_id = $1 and id = any($2)', [
      tx.tenantId,
      ids,
      active ? '1' : '0',
    ]);
  };

describe('ending', () => {
  test('signing out kills the token at once, in every process', async () => {
    const { accessToken, refreshToken } = await one.signIn('teacher');
    expect(await alive(accessToken, other)).toBe(true);
    await one.identity.signOut(accessToken, testOrigin());
    expect(await alive(accessToken)).toBe(false);
    expect(await waitUntil(async () => !(await alive(accessToken, other)))).toBe(true);
    await expect(other.refresh(refreshToken)).rejects.toThrow('登录已过期');
    await one.identity.signOut('nonsense', testOrigin());
  });

  test('a disabled person is out at once, however it was done', async () => {
    const admin = (await one.signIn('office')).person.actor;
    const { accessToken, refreshToken } = await one.signIn('teacher');
    expect(await alive(accessToken, other)).toBe(true);
    await one.accounts.setActive(admin, ['31'], false, storeStatus(['31'], false));
    expect(await alive(accessToken)).toBe(false);
    expect(await waitUntil(async () => !(await alive(accessToken, other)))).toBe(true);
    await expect(one.refresh(refreshToken)).rejects.toThrow();
    await one.accounts.setActive(admin, ['31'], true, storeStatus(['31'], true));
    // Being let in again is a new sign-in.
    expect(await alive(accessToken)).toBe(false);

    const again = await one.signIn('teacher');
    expect(await alive(again.accessToken, other)).toBe(true);
    await database.query(`update users set status = '0' where id = 31`);
    for (const process of [one, other]) {
      expect(await waitUntil(async () => !(await alive(again.accessToken, process)))).toBe(true);
    }
    await database.query(`update users set status = '1', is_deleted = 1 where id = 31`);
    expect(await alive(again.accessToken)).toBe(false);
    await database.query(`update users set is_deleted = 0 where id = 31`);
  });

  test('nobody disables themselves, or people of another tenant', async () => {
    const admin = (await one.signIn('office')).person.actor;
    await expect(
      one.accounts.setActive(admin, [admin.id], false, storeStatus([admin.id], false)),
    ).rejects.toThrow('不能停用自己');
    await expect(
      one.accounts.setActive(admin, ['35'], false, storeStatus(['35'], false)),
    ).rejects.toThrow('记录不存在');
    await expect(one.accounts.resetPasswords(admin, ['35'], testOrigin())).rejects.toThrow();
  });

  test('a tenant that runs out closes', async () => {
    const { accessToken } = await one.signIn('teacher', { tenantId: '100000' });
    expect(await alive(accessToken)).toBe(true);
    await database.query(`update tenant set expire_time = $1 where tenant_id = '100000'`, [
      new Date(now - 1000),
    ]);
    expect(await waitUntil(async () => !(await alive(accessToken)))).toBe(true);
    const elsewhere = { tenantId: '100000' };
    await expect(one.signIn('teacher', elsewhere)).rejects.toThrow('使用期限已到');
    await expect(one.signIn('teacher', { ...elsewhere, password: 'Wrong@2026' })).rejects.toThrow(
      '账号或密码错误',
    );
    await database.query(`update tenant set expire_time = null where tenant_id = '100000'`);
    expect(await alive((await one.signIn('teacher', elsewhere)).accessToken)).toBe(true);
  });
});

describe('rights', () => {
  test('a role that is taken away, and a right of a role, count at once', async () => {
    const { accessToken } = await one.signIn('secretary');
    const rights = async () => (await other.identity.authenticate(accessToken))?.permissions;
    expect(await rights()).toContain('paperAudit');
    await database.query(`delete from role_menu where role_id = 12`);
    expect(await waitUntil(async () => !(await rights())?.has('paperAudit'))).toBe(true);
    await database.query(
      `insert into role_menu (tenant_id, role_id, menu_id) values ('000000', 12, 43)`,
    );
    expect(await waitUntil(async () => (await rights())?.has('paperAudit') === true)).toBe(true);
    await database.query(`delete from user_role where user_id = 32 and role_id = 12`);
    expect(await waitUntil(async () => !(await rights())?.has('paperAudit'))).toBe(true);
    await database.query(`insert into user_role values ('000000', 32, 12)`);
  });

  test('switching to one role leaves its rights alone; all brings the rest back', async () => {
    const first = await one.signIn('secretary');
    const teacher = await one.refresh(first.refreshToken, ['11']);
    expect(teacher.person.actor.roles).toEqual(['teacher']);
    expect(teacher.person.actor.departmentScope).toEqual([]);
    const actor = await one.identity.authenticate(teacher.accessToken);
    expect(actor?.permissions.has('paperAudit')).toBe(false);
    await expect(one.refresh(teacher.refreshToken, ['13'])).rejects.toThrow('您没有该角色');
    const kept = await one.refresh(teacher.refreshToken);
    expect(kept.person.actor.roles).toEqual(['teacher']);
    const all = await one.refresh(kept.refreshToken, []);
    expect(all.person.actor.roles).toEqual(['dept_secretary', 'teacher']);
  });

  test('while changes cannot be heard, nothing is remembered', async () => {
    const { accessToken } = await one.signIn('teacher');
    expect(await alive(accessToken)).toBe(true);
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'keyan-listen' and datname = current_database()`,
    );
    expect(await waitUntil(async () => !one.notifications.isConnected)).toBe(true);
    await database.query(`update session set ended_at = now() where user_id = 31`);
    expect(await alive(accessToken)).toBe(false);
    expect(await waitUntil(async () => one.notifications.isConnected, 3000)).toBe(true);
    expect(await waitUntil(async () => other.notifications.isConnected, 3000)).toBe(true);
  });
});

describe('passwords', () => {
  const change = async (old: string, next: string, again = next) => {
    const { accessToken } = await one.signIn('teacher');
    const presence = await one.identity.present(accessToken);
    if (!presence) throw new Error('not signed in');
    await one.accounts.changeOwn(
      presence,
      { old: toWire(old), next: toWire(next), again: toWire(again) },
      testOrigin(),
    );
    return accessToken;
  };

  test('a change ends the other sessions and keeps this one', async () => {
    const elsewhere = await one.signIn('teacher');
    const here = await change('Keyan@2026', 'Other@2027');
    expect(await alive(here)).toBe(true);
    expect(await alive(elsewhere.accessToken)).toBe(false);
    await expect(one.signIn('teacher')).rejects.toThrow('账号或密码错误');
    await one.signIn('teacher', { password: 'Other@2027' });
    await database.query(
      `update user_secret set password_hash = (select password_hash from user_secret where user_id = 32) where user_id = 31`,
    );
  });

  test.each([
    ['Wrong@2026', 'Other@2027', 'Other@2027', '原密码不正确!'],
    ['Keyan@2026', 'Other@2027', 'Other@2028', '请输入正确的确认密码!'],
    ['Keyan@2026', 'Keyan@2026', 'Keyan@2026', '新密码不能与原密码相同'],
    ['Keyan@2026', 'teacher', 'teacher', '密码不能与账号相同'],
  ])('%s to %s, again %s: %s', async (old, next, again, message) => {
    await expect(change(old, next, again)).rejects.toThrow(message);
  });

  test('a chosen password opens the person’s session in every process', async () => {
    const admin = (await one.signIn('office')).person.actor;
    const [given] = await one.accounts.resetPasswords(admin, ['31'], testOrigin());
    const typed = given?.password ?? '';
    const { accessToken } = await one.signIn('teacher', { password: typed });
    const due = async () => (await other.identity.authenticate(accessToken))?.passwordDue;
    expect(await due()).toBe(true);
    const presence = await one.identity.present(accessToken);
    const next = toWire(testPassword);
    if (!presence) throw new Error('not signed in');
    await one.accounts.changeOwn(presence, { old: toWire(typed), next, again: next }, testOrigin());
    await expect.poll(due).toBeUndefined();
  });

  test('a reset gives a strong password once, which the person is asked to change', async () => {
    const admin = (await one.signIn('office')).person.actor;
    const { accessToken } = await one.signIn('secretary');
    const [given] = await one.accounts.resetPasswords(admin, ['32'], testOrigin());
    expect(given?.password).toMatch(/^.{12}$/);
    expect(await alive(accessToken)).toBe(false);
    const { person } = await one.signIn('secretary', { password: given?.password });
    expect(await one.accounts.hasInitialPassword(person.actor)).toBe(true);
    expect(person.actor.passwordDue).toBe(true);
    const events = JSON.stringify(await database.query('select * from security_event'));
    expect(events).not.toContain(given?.password);
  });
});

describe('what is written', () => {
  test('security events can be added and never changed', async () => {
    const app = await openClient(database.appUrl);
    await app.query(`select set_config('app.tenant', '000000', false)`);
    for (const sql of ['update security_event set kind = kind', 'delete from security_event']) {
      await expect(app.query(sql)).rejects.toThrow('permission denied');
    }
    await app.query(`select set_config('app.tenant', '100000', false)`);
    const { rows } = await app.query(`select 1 from session where tenant_id = '000000'`);
    expect(rows).toEqual([]);
    await app.end();
  });

  test('a line break in an account does not begin another entry', async () => {
    await expect(one.signIn('x\r\nsignIn admin')).rejects.toThrow();
    const [event] = await database.query<{ account: string }>(
      `select account from security_event where account like 'x%'`,
    );
    expect(event?.account).toBe('x signIn admin');
  });
});

test('a captcha is good for one try within half an hour', async () => {
  const guarded = await startProcess(database, { clock, captcha: true });
  const fresh = async () => {
    const { key, image } = await guarded.identity.captchas.make();
    expect(image).toMatch(/^data:image\/png;base64,/);
    const [row] = await database.query<{ answer: string }>(
      'select answer from captcha where key = $1',
      [key],
    );
    return { key, code: row?.answer.toLowerCase() ?? '' };
  };
  await expect(guarded.signIn('teacher')).rejects.toThrow('验证码不正确');
  const captcha = await fresh();
  await guarded.signIn('teacher', { captcha });
  await expect(guarded.signIn('teacher', { captcha })).rejects.toThrow('验证码不正确');
  const { key, code } = await fresh();
  const wrong = { key, code: 'no' };
  await expect(guarded.signIn('teacher', { captcha: wrong })).rejects.toThrow('验证码不正确');
  await expect(guarded.signIn('teacher', { captcha: { key, code } })).rejects.toThrow();
  const late = await fresh();
  now += 31 * 60_000;
  await expect(guarded.signIn('teacher', { captcha: late })).rejects.toThrow('验证码不正确');
  await guarded.close();
});

test('sweeping leaves what still counts', async () => {
  const { accessToken } = await one.signIn('teacher');
  await expect(one.signIn('teacher', { password: 'Wrong@2026' })).rejects.toThrow();
  const own = new Database(database.appUrl, { connections: 1 });
  const count = async () =>
    (await database.query<{ n: number }>('select count(*)::int as n from sign_in_attempt'))[0]?.n;
  await removeExpiredSessions(own, '000000', clock());
  expect(await count()).toBe(2);
  await removeExpiredSessions(own, '000000', new Date(now + 31 * 60_000));
  expect(await count()).toBe(0);
  expect(await database.query('select 1 from call_rate')).toEqual([]);
  expect(await alive(accessToken)).toBe(true);
  await removeExpiredSessions(
    own,
    '000000',
    new Date(now + (longestSessionDays + 91) * 24 * 3_600_000),
  );
  expect(await database.query("select 1 from session where tenant_id = '000000'")).toEqual([]);
  await own.close();
});
