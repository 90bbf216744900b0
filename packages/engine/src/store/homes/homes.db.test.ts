import { kill } from 'node:process';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, testDatabase } from '../../testing/database.ts';
import { Unavailable } from '../connection/failures.ts';
import { type AffectedTenants, Notifications } from '../connection/notifications.ts';
import { finishBrokenMoves, type HomeAddresses, moveTenant } from './move-tenant.ts';
import { SilentProcesses } from './silent-processes.ts';
import { TenantDatabases } from './tenant-databases.ts';

const main = await testDatabase();
const first = await testDatabase();
const second = await testDatabase();
const bySource: Readonly<Record<string, typeof main>> = { '1': first, '2': second };
const opened: { close(): Promise<unknown> }[] = [];
afterAll(async () => {
  for (const each of opened.toReversed()) await each.close();
  for (const each of [main, first, second]) await each.drop();
});

const tenantId = '100001';
const lasts = 600;
const quick = { every: 50, lasts };

/** A process of the installation. A deaf one hears no announcement, and a stuck one says nothing either. */
const openProcess = async (
  given: {
    readonly isDeaf?: boolean;
    readonly isStuck?: boolean;
    readonly onGap?: (concerns: AffectedTenants) => void;
  } = {},
) => {
  const notifications = new Notifications(main.appUrl);
  const database = new TenantDatabases({
    main: main.appUrl,
    notifications,
    connections: { main: 3, source: 2 },
    open: async (id) => bySource[id]?.appUrl ?? '',
    log: pino({ level: 'silent' }),
    times: given.isStuck ? { every: 1e8, lasts } : quick,
  });
  if (given.onGap) notifications.onGap(given.onGap);
  if (!given.isDeaf) await notifications.start();
  await database.start();
  opened.push(notifications, database);
  return database;
};

const places: HomeAddresses = {
  main: main.ownerUrl,
  source: async (id) => bySource[id]?.ownerUrl ?? null,
};
const moveTo = (to: string | null, given: Partial<HomeAddresses> = {}) =>
  moveTenant({
    tenantId,
    to,
    places: { ...places, ...given },
    signal: new AbortController().signal,
    times: { lasts, wait: 4000 },
  });

const insertText = `insert into preference (tenant_id, user_id, key, value, update_time)
  values ($1, 1, $2, '1', now())`;
const add = (database: TenantDatabases, key: string) =>
  database.transaction(tenantId, (tx) => tx.query(insertText, [tenantId, key]));
const keysText = 'select key from preference where tenant_id = $1 order by key';
const keys = async (database: TenantDatabases): Promise<readonly string[]> => {
  const rows = await database.read(tenantId, (session) =>
    session.query<{ key: string }>(keysText, [tenantId]),
  );
  return rows.map(({ key }) => key);
};
const keysIn = async (database: typeof main): Promise<readonly string[]> =>
  (await database.query<{ key: string }>(keysText, [tenantId])).map(({ key }) => key);
const stateOf = async () => {
  const [line] = await main.query<{ state: string; home: string | null }>(
    'select state, datasource_id::text as home from tenant_home where tenant_code = $1',
    [tenantId],
  );
  return line ?? { state: 'open', home: null };
};
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const process = await openProcess();

beforeEach(async () => {
  for (const database of [main, first, second]) {
    const tables = ['preference', 'ledger_arrivals', 'tenant', 'tenant_home', 'tenant_arrival'];
    for (const table of tables) await database.query(`delete from ${table}`);
  }
  await main.query(`insert into tenant (tenant_id, tenant_name) values ($1, '大学')`, [tenantId]);
  await main.query(insertText, [tenantId, 'a']);
  await process.homeOf(tenantId);
});

describe('who dies in the middle of a move leaves nothing shut', () => {
  test('before the switch: the tenant is opened where it was, though the target is away', async () => {
    // Somebody works for the tenant, so that the move waits; then its process is killed.
    let go = (): void => undefined;
    const work = process.read(tenantId, () => new Promise<void>((done) => (go = done)));
    const moving = moveTo('1').catch((error: unknown) => error);
    await expect.poll(stateOf).toEqual({ state: 'closed', home: null });
    await main.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'keyan-move' and datname = $1`,
      [main.name],
    );
    expect(await moving).toBeInstanceOf(Error);
    go();
    await work;
    expect(await stateOf()).toEqual({ state: 'closed', home: null });
    await expect(keys(process)).rejects.toThrow(Unavailable);
    const away = { source: () => Promise.reject(new Error('away')) };
    expect(await finishBrokenMoves({ ...places, ...away })).toMatchObject({ done: 1 });
    await expect.poll(() => keys(process).catch(() => [])).toEqual(['a']);
  });

  test('after the switch: it works in its new home at once, and the rest is taken up', async () => {
    let asked = 0;
    const source = async (id: string) => {
      asked += 1;
      if (asked > 1) throw new Error('its process died');
      return bySource[id]?.ownerUrl ?? null;
    };
    await expect(moveTo('1', { source })).rejects.toThrow('its process died');
    expect(await stateOf()).toEqual({ state: 'clearing', home: '1' });
    await add(process, 'b');
    expect(await keys(process)).toEqual(['a', 'b']);
    expect(await keysIn(main)).toEqual(['a']);
    expect(await finishBrokenMoves(places)).toMatchObject({ done: 1 });
    expect(await keysIn(main)).toEqual([]);
    expect(await keysIn(first)).toEqual(['a', 'b']);
    expect(await stateOf()).toEqual({ state: 'open', home: '1' });
    expect(await first.query('select 1 from tenant_arrival')).toEqual([]);
  });

  test('the next move ends what was left before it begins', async () => {
    let asked = 0;
    const source = async (id: string) => {
      asked += 1;
      if (asked > 1) throw new Error('its process died');
      return bySource[id]?.ownerUrl ?? null;
    };
    await expect(moveTo('1', { source })).rejects.toThrow('its process died');
    await moveTo('2');
    expect([await keysIn(main), await keysIn(first), await keysIn(second)]).toEqual([
      [],
      [],
      ['a'],
    ]);
    expect(await keys(process)).toEqual(['a']);
  });

  test('nothing is taken up from a move that somebody works on', async () => {
    let go = (): void => undefined;
    const work = process.read(tenantId, () => new Promise<void>((done) => (go = done)));
    const moving = moveTo('1');
    await expect.poll(stateOf).toEqual({ state: 'closed', home: null });
    await finishBrokenMoves(places);
    expect(await stateOf()).toEqual({ state: 'closed', home: null });
    go();
    await Promise.all([work, moving]);
    expect(await stateOf()).toEqual({ state: 'open', home: '1' });
  });

  test('rows that a broken-off move copied are no obstacle, others are', async () => {
    await first.query(insertText, [tenantId, 'left']);
    await expect(moveTo('1')).rejects.toThrow('目标数据库中已有该租户的数据');
    expect(await stateOf()).toEqual({ state: 'open', home: null });
    expect(await keysIn(first)).toEqual(['left']);
    await first.query('insert into tenant_arrival (tenant_code) values ($1)', [tenantId]);
    await moveTo('1');
    expect(await keysIn(first)).toEqual(['a']);
  });
});

describe('no process works in a place that a tenant has left', () => {
  test('a call that is under way is waited for; what it wrote moves, too', async () => {
    let go = (): void => undefined;
    const work = process.transaction(tenantId, async (tx) => {
      await tx.query(insertText, [tenantId, 'b']);
      await new Promise<void>((done) => (go = done));
    });
    const moving = moveTo('1');
    await expect.poll(stateOf).toEqual({ state: 'closed', home: null });
    await pause(lasts + 1200);
    expect(await stateOf()).toEqual({ state: 'closed', home: null });
    go();
    await Promise.all([work, moving]);
    expect(await keys(process)).toEqual(['a', 'b']);
  });

  test('one that does not end: the move is given up and the tenant opened', async () => {
    let go = (): void => undefined;
    const work = process.read(tenantId, () => new Promise<void>((done) => (go = done)));
    await expect(moveTo('1')).rejects.toThrow('仍在处理该租户的请求');
    expect(await stateOf()).toEqual({ state: 'open', home: null });
    go();
    await work;
    expect(await keys(process)).toEqual(['a']);
  });

  test('a deaf process notices within its next sign of life', async () => {
    const deaf = await openProcess({ isDeaf: true });
    expect(await keys(deaf)).toEqual(['a']);
    await moveTo('1');
    await add(deaf, 'b');
    expect(await keysIn(first)).toEqual(['a', 'b']);
    expect(await keysIn(main)).toEqual([]);
  });

  test('a process that hangs stops by itself: nothing that it read or wrote there counts', async () => {
    const stuck = await openProcess({ isDeaf: true, isStuck: true });
    let go = (): void => undefined;
    const until = new Promise<void>((done) => (go = done));
    const reading = stuck.read(tenantId, async (session) => {
      await until;
      return session.query(keysText, [tenantId]);
    });
    const writing = stuck.transaction(tenantId, async (tx) => {
      await until;
      await tx.query(insertText, [tenantId, 'lost']);
    });
    const refused = [reading, writing].map((call) => call.catch((error: unknown) => error));
    await moveTo('1');
    go();
    for (const call of refused) expect(await call).toBeInstanceOf(Unavailable);
    expect(await keysIn(main)).toEqual([]);
    // Awake, it looks before it does anything.
    await add(stuck, 'b');
    expect(await keysIn(first)).toEqual(['a', 'b']);
  });
});

test('two moves at once: one is done, and the other begins where the first ended', async () => {
  const moves = [moveTo('1'), moveTo('2')];
  const outcomes = await Promise.allSettled(moves);
  const done = outcomes.findIndex(({ status }) => status === 'fulfilled');
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await stateOf()).toEqual({ state: 'open', home: String(done + 1) });
  await moveTo('2');
  expect([await keysIn(main), await keysIn(first), await keysIn(second)]).toEqual([[], [], ['a']]);
});

test('processes that were killed are forgotten, and nobody else', async () => {
  await main.query(
    `insert into process_lease (process, beats, left_moves) values ('killed', 5, '{}')`,
  );
  const processes = async () => {
    const rows = await main.query<{ process: string }>('select process from process_lease');
    return rows.map((row) => row.process === 'killed');
  };
  const silent = new SilentProcesses(4 * quick.every);
  await finishBrokenMoves(places, silent);
  await finishBrokenMoves(places, silent);
  expect(await processes()).toContain(true);
  await pause(8 * quick.every);
  await finishBrokenMoves(places, silent);
  const left = await processes();
  expect(left).not.toContain(true);
  expect(left).toContain(false);
});

test('numbers that a database counts by itself go on behind those that arrived', async () => {
  const book = async (): Promise<string> => {
    const [line] = await process.transaction(tenantId, (tx) =>
      tx.query<{ id: string }>(
        `insert into ledger_arrivals (tenant_id, owner_id, account, source, source_id, effect, action, time)
         values ($1, 1, '', '', 1, '', '', now()) returning id::text`,
        [tenantId],
      ),
    );
    return line?.id ?? '';
  };
  const booked = [await book(), await book()];
  for (const to of ['1', null]) {
    await moveTo(to);
    booked.push(await book(), await book());
  }
  expect(booked).toEqual(['1', '2', '3', '4', '5', '6']);
});

test('databases whose columns have another order are refused', async () => {
  await second.query('alter table preference drop column value');
  await second.query(`alter table preference add column value text not null default ''`);
  await expect(moveTo('2')).rejects.toThrow(/preference/);
  await expect.poll(() => keys(process).catch(() => [])).toEqual(['a']);
});

test('a failure that is no outage is not swallowed by a look into all databases', async () => {
  await moveTo('1');
  const broken = process.everywhere(
    (session) =>
      session.query<{ id: string }>(
        `select tenant_id as id from tenant where 1 / (select count(*) from preference) > 0`,
      ),
    ({ id }) => id,
  );
  await expect(broken).rejects.toThrow('division by zero');
  let gaps = 0;
  const concerned = new Set<string>();
  const watched = await openProcess({
    onGap: (concerns) => {
      gaps += 1;
      for (const each of [tenantId, '100002']) if (concerns(each)) concerned.add(each);
    },
  });
  const look = () =>
    watched.everywhere(
      (session) => session.query<{ id: string }>('select tenant_id as id from tenant'),
      ({ id }) => id,
    );
  await main.query(`insert into tenant (tenant_id, tenant_name) values ('100002', '学院')`);
  expect(await look()).toEqual([{ id: '100002' }, { id: tenantId }]);
  // Whoever runs a source may break it: that concerns its own tenants.
  await first.query('revoke select on tenant from keyan_app');
  expect(await look()).toEqual([{ id: '100002' }]);
  await first.query('grant select on tenant to keyan_app');
  // Mended, it is heard of once: whoever kept what was found without it asks anew.
  const before = gaps;
  concerned.clear();
  for (const _ of [1, 2, 3]) expect(await look()).toEqual([{ id: '100002' }, { id: tenantId }]);
  await expect.poll(() => gaps).toBe(before + 1);
  // Caches of tenants in other sources stay: whoever runs one source must not empty those of all.
  expect([...concerned]).toEqual([tenantId]);
});

test('a call under way fails where its source hangs, and nobody waits for it', async () => {
  await moveTo('1');
  await keys(process);
  const admin = await openClient(main.adminUrl);
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = $1 and application_name like 'keyan%'`,
    [first.name],
  );
  await admin.query(`alter database ${first.name} allow_connections false`);
  for (const { pid } of rows) kill(pid, 'SIGSTOP');
  const ended = await Promise.race([keys(process).catch((error: unknown) => error), pause(18_000)]);
  for (const { pid } of rows) kill(pid, 'SIGCONT');
  await admin.query(`alter database ${first.name} allow_connections true`);
  await admin.end();
  expect(ended).toBeInstanceOf(Unavailable);
  await expect
    .poll(() => keys(process).catch(() => []), { timeout: 15_000, interval: 200 })
    .toEqual(['a']);
}, 40_000);

test('a source whose name means another machine now is opened there', async () => {
  const standby = await testDatabase();
  const asked: string[] = [];
  const notifications = new Notifications(main.appUrl);
  await notifications.start();
  const database = new TenantDatabases({
    main: main.appUrl,
    notifications,
    connections: { main: 2, source: 2 },
    open: async (id) => {
      asked.push(id);
      return asked.length > 1 ? standby.appUrl : first.appUrl;
    },
    log: pino({ level: 'silent' }),
    times: quick,
  });
  await database.start();
  await moveTo('1');
  expect(await keys(database)).toEqual(['a']);
  await standby.query(insertText, [tenantId, 'standby']);
  const admin = await openClient(main.adminUrl);
  await admin.query(`alter database ${first.name} allow_connections false`);
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${first.name}'`,
  );
  await expect
    .poll(() => keys(database).catch(() => []), { timeout: 15_000, interval: 200 })
    .toEqual(['standby']);
  await admin.query(`alter database ${first.name} allow_connections true`);
  await admin.end();
  await notifications.close();
  await database.close();
  await standby.drop();
}, 20_000);
