import { setImmediate as immediate } from 'node:timers/promises';
import { createPeople } from '@keyan/product/testing.ts';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { setUpTenant } from './tenants.ts';
import { openInstallation, testPassword } from './testing/installation.ts';

const installation = await openInstallation(2, { REQUESTS_PER_MINUTE: '300' });
afterAll(() => installation.close());
const { database, processes } = installation;
const [here, there] = processes as [(typeof processes)[0], (typeof processes)[0]];

const idOf = async (sql: string, parameters: readonly unknown[]): Promise<string> => {
  const [found] = await database.query<{ id: string }>(sql, parameters);
  if (!found) throw new Error(`nothing found: ${sql}`);
  return found.id;
};
const userId = (account: string, tenantId = '000000') =>
  idOf('select id::text from users where tenant_id = $1 and account = $2', [tenantId, account]);

const papersPath = 'kh-edu-research/papers/list?size=1';
const statusIn = async (process: typeof here, token: string): Promise<number> =>
  (await process.call('GET', papersPath, { token })).status;

/** A change that one server process makes takes effect in another one, without a restart or a new sign-in. */
const soonBoth = async (token: string, status: number): Promise<void> => {
  await expect
    .poll(async () => [await statusIn(here, token), await statusIn(there, token)], { interval: 40 })
    .toEqual([status, status]);
};

describe('soon, in both processes', () => {
  test('a role loses a page, and gets it back', async () => {
    const admin = await here.tokenFor('000000', 'admin');
    const teacher = await there.tokenFor('000000', 'teacher');
    const role = await idOf(
      `select id::text from role where tenant_id = '000000' and role_alias = 'teacher'`,
      [],
    );
    const menus = await database.query<{ id: string; code: string }>(
      `select m.id::text, m.code from role_menu rm join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
        where rm.tenant_id = '000000' and rm.role_id = $1`,
      [role],
    );
    const grant = async (menuIds: readonly string[]): Promise<void> => {
      const body = { roleIds: [role], menuIds };
      const { status } = await here.call('POST', 'blade-system/role/grant', { token: admin, body });
      expect(status).toBe(200);
    };
    await soonBoth(teacher, 200);
    await grant(menus.flatMap(({ id, code }) => (code.startsWith('paper') ? [] : [id])));
    await soonBoth(teacher, 403);
    await grant(menus.map(({ id }) => id));
    await soonBoth(teacher, 200);
  });

  test('an account is stopped', async () => {
    const admin = await here.tokenFor('000000', 'admin');
    const teacher = await there.tokenFor('000000', 'teacher');
    await soonBoth(teacher, 200);
    const ids = [await userId('teacher')];
    const account = 'kh-edu-research/personnelaccount';
    const stopped = await here.call('POST', `${account}/stopUser`, { token: admin, body: { ids } });
    expect(stopped.status).toBe(200);
    await soonBoth(teacher, 401);
    await here.call('POST', `${account}/startUser`, { token: admin, body: { ids } });
  });

  test('a session is ended; another one of the same person goes on', async () => {
    const admin = await here.tokenFor('000000', 'admin');
    const [ended, other] = [
      await there.tokenFor('000000', 'teacher'),
      await there.tokenFor('000000', 'teacher'),
    ];
    await soonBoth(ended, 200);
    const { data } = await there.call('GET', 'keyan/session/own', { token: ended });
    const mine = (data as unknown as { id: string; current: boolean }[]).find(
      ({ current }) => current,
    );
    const body = { ids: [mine?.id] };
    const { status } = await here.call('POST', 'keyan/session/end', { token: admin, body });
    expect(status).toBe(200);
    await soonBoth(ended, 401);
    await soonBoth(other, 200);
  });

  test('a tenant expires while people work; with a longer term they go on', async () => {
    const tenantId = '100001';
    await setUpTenant(here.parts.engine, { tenantId, name: '他校' });
    await createPeople(here.parts.engine, tenantId);
    const platform = await here.tokenFor('000000', 'admin');
    const teacher = await there.tokenFor(tenantId, 'teacher');
    const record = await idOf(`select id::text from tenant_file where tenant_code = $1`, [
      tenantId,
    ]);
    const expire = async (expireTime: string): Promise<void> => {
      const path = `blade-system/tenant/setting?${new URLSearchParams({ ids: record, expireTime })}`;
      expect((await here.call('POST', path, { token: platform })).status).toBe(200);
    };
    await soonBoth(teacher, 200);
    await expire('2026-01-01 00:00:00');
    await soonBoth(teacher, 403);
    const closed = await there.call('GET', papersPath, { token: teacher });
    expect(closed.reason).toBe('tenant_closed');
    await expire('2099-01-01 00:00:00');
    await soonBoth(teacher, 200);
  });
});

describe('limits hold over both processes together', () => {
  const turn = (n: number): typeof here => (n % 2 === 0 ? here : there);

  test('requests of one person, with the seconds to wait', async () => {
    const token = await here.tokenFor('000000', 'second');
    const statuses: number[] = [];
    for (let n = 0; n < 350; n += 1) statuses.push(await statusIn(turn(n), token));
    const answered = statuses.filter((status) => status !== 429).length;
    // Exact alone; two processes together let through a twentieth each at most.
    expect(answered).toBeGreaterThanOrEqual(300);
    expect(answered).toBeLessThanOrEqual(330);
    const refused = await there.call('GET', papersPath, { token });
    expect(refused).toMatchObject({ status: 429, msg: '请求过于频繁，请稍后再试' });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  test('a call with a limit of its own, of strangers too', async () => {
    // Ten a minute and address: asking for an account.
    const ask = (process: typeof here, address: string) =>
      process.call('POST', 'blade-user/register-guest', { address, body: { tenantId: '000000' } });
    const statuses: number[] = [];
    for (let n = 0; n < 14; n += 1) statuses.push((await ask(turn(n), '10.3.3.3')).status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429]);
    expect((await ask(there, '10.3.3.4')).status).not.toBe(429);
  });

  test('wrong passwords flood one process: people sign in at the other, and here from elsewhere', async () => {
    const flood = (n: number) =>
      here.call(
        'POST',
        `blade-auth/oauth/token?tenantId=000000&username=nobody${n}&password=${'0'.repeat(32)}&grant_type=password`,
        { address: '10.66.6.6' },
      );
    let flooding = true;
    let sent = 0;
    const sender = async (): Promise<void> => {
      while (flooding) {
        sent += 1;
        await flood(sent);
        // Refusals need no input or output: without a turn for timers nothing else would happen here.
        await immediate();
      }
    };
    const senders = Promise.all(Array.from({ length: 8 }, sender));
    // Each is answered while the flood goes on: a refusal or an endless wait fails here.
    for (const process of [here, there, here, there]) {
      await process.tokenFor('000000', 'admin', testPassword);
    }
    // Requests from the flooding address are refused in both processes.
    await expect.poll(() => sent, { timeout: 20_000, interval: 50 }).toBeGreaterThan(330);
    flooding = false;
    await senders;
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      statuses.push(
        (
          await there.call(
            'POST',
            `blade-auth/oauth/token?tenantId=000000&username=ghost${n}&password=${'0'.repeat(32)}&grant_type=password`,
            { address: '10.66.6.6' },
          )
        ).status,
      );
    }
    expect(statuses).toContain(429);
  });
});

describe('a permission check costs one cached look-up', () => {
  /** The statements that both processes send while work runs, without those of timers. */
  const statementsOf = async (work: () => Promise<void>): Promise<readonly string[]> => {
    const sent: string[] = [];
    const query = pg.Client.prototype.query;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const [asked] = given as [string | { readonly text?: string }];
      sent.push(typeof asked === 'string' ? asked : (asked.text ?? ''));
      return (query as (...all: unknown[]) => unknown).apply(this, given) as never;
    } as never);
    try {
      await work();
    } finally {
      spy.mockRestore();
    }
    const isTimer = /^(select 1$|set statement_timeout|select set_config|update id_worker)/;
    return sent.filter((sql) => !isTimer.test(sql.trim()));
  };

  test('one statement reads the person, their roles and every right; the next hundred requests send none', async () => {
    await database.query('delete from call_rate');
    const token = await here.tokenFor('000000', 'teacher');
    // Guarded by a code that teachers have; it answers from memory.
    const asked = async (): Promise<void> => {
      const { status } = await there.call('GET', 'blade-system/dict/dictionary?code=sex', {
        token,
      });
      expect(status).toBe(200);
    };
    const denied = async (): Promise<void> => {
      const { status } = await there.call('GET', 'blade-system/tenant-package/select', { token });
      expect(status).toBe(403);
    };
    const first = await statementsOf(asked);
    expect(first.filter((sql) => /role_menu/.test(sql))).toHaveLength(1);
    const later = await statementsOf(async () => {
      for (let n = 0; n < 25; n += 1) await asked();
    });
    expect(later.filter((sql) => !/call_rate/.test(sql))).toEqual([]);
    // A refusal is looked up in the same memory; what is written is the event, never read rights.
    const refused = await statementsOf(async () => {
      for (let n = 0; n < 10; n += 1) await denied();
    });
    expect(refused.filter((sql) => /\b(role|role_menu|menu|users|session)\b/.test(sql))).toEqual(
      [],
    );
  });
});
