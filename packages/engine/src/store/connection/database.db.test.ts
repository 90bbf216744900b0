import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutDurableCommits } from '../../base/commits.ts';
import { DiskFull } from '../../base/storage.ts';
import { testDatabase } from '../../testing/database.ts';
import { Database, type Tx } from './database.ts';
import { QueryTimeout, Unavailable } from './failures.ts';
import { StatementNames } from './statement-queue.ts';

const fixture = await testDatabase({ empty: true });
const database = new Database(fixture.ownerUrl, { connections: 3, longest: 300 });
const tenant = '000000';
beforeAll(async () => {
  await fixture.query('create table thing (id int primary key, label text not null)');
  await fixture.query('grant all on thing to keyan_owner');
});
afterAll(async () => {
  await database.close();
  await fixture.drop();
});

const put = (id: number, label: string | null) => ({
  sql: 'insert into thing (id, label) values ($1, $2)',
  parameters: [id, label],
});
const ids = async (): Promise<readonly number[]> =>
  (await fixture.query<{ id: number }>('select id from thing order by id')).map((row) => row.id);

test('what is sent runs before what is asked after it, and is kept by the commit', async () => {
  const seen = await database.transaction(tenant, async (tx) => {
    tx.send(put(1, 'a'));
    tx.send(put(2, 'b'));
    const rows = await tx.query<{ id: number }>('select id from thing order by id');
    tx.send(put(3, 'c'));
    return rows.map((row) => row.id);
  });
  expect(seen).toEqual([1, 2]);
  expect(await ids()).toEqual([1, 2, 3]);
});

test('only a refill does not wait for the disk, and finds rows of new tables by index', async () => {
  const settings = (): Promise<object | undefined> =>
    database.transaction(tenant, async (tx) => {
      const [row] = await tx.query<{ waits: string; scans: string }>(
        `select current_setting('synchronous_commit') as waits, current_setting('enable_seqscan') as scans`,
      );
      return row;
    });
  const usual = await settings();
  expect(usual).toMatchObject({ scans: 'on' });
  const [refill, beside] = await Promise.all([withoutDurableCommits(settings), settings()]);
  expect({ refill, beside, after: await settings() }).toEqual({
    refill: { waits: 'off', scans: 'off' },
    beside: usual,
    after: usual,
  });
});

test('a sent statement that fails fails the transaction, with its own reason', async () => {
  const atEnd = database.transaction(tenant, async (tx) => {
    tx.send(put(4, 'd'));
    tx.send(put(1, 'again'));
  });
  await expect(atEnd).rejects.toMatchObject({ code: '23505' });
  const before = database.transaction(tenant, async (tx) => {
    tx.send(put(5, null));
    await tx.query('select 1');
  });
  await expect(before).rejects.toMatchObject({ code: '23502' });
  expect(await ids()).toEqual([1, 2, 3]);
});

test('a failure that the work swallows does not pass for success', async () => {
  const swallowed = database.transaction(tenant, async (tx) => {
    tx.send(put(6, 'f'));
    await tx.query('select no_such_column').catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow('undone');
  expect(await ids()).toEqual([1, 2, 3]);
});

test('nothing runs after a roll-back, and all of it after a commit', async () => {
  const ran: string[] = [];
  await database.transaction(tenant, async (tx) => tx.afterCommit(() => ran.push('kept')));
  await database
    .transaction(tenant, async (tx) => {
      tx.afterCommit(() => ran.push('undone'));
      throw new Error('no');
    })
    .catch(() => undefined);
  expect(ran).toEqual(['kept']);
});

test('what follows a roll-back runs once, after it, and not after a commit', async () => {
  const ran: string[] = [];
  await database.transaction(tenant, async (tx) => {
    tx.afterRollback(async () => void ran.push('kept'));
  });
  const failed = database.transaction(tenant, async (tx) => {
    tx.send(put(7, 'g'));
    tx.afterRollback(async () => {
      ran.push(`undone: ${await ids()}`);
      throw new Error('too');
    });
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(ran).toEqual(['undone: 1,2,3']);
});

test('what is judged last runs before the commit, and undoes everything if it fails', async () => {
  const ran: string[] = [];
  const work = async (tx: Tx): Promise<void> => {
    tx.beforeCommit(async () => {
      ran.push('first');
      tx.beforeCommit(async () => void ran.push('asked for by the first'));
    });
    ran.push('work');
  };
  await database.transaction(tenant, work, async () => void ran.push('confirmed'));
  expect(ran).toEqual(['work', 'first', 'asked for by the first', 'confirmed']);
  const unconfirmed = database.transaction(
    tenant,
    async (tx) => tx.send(put(8, 'h')),
    () => Promise.reject(new Error('not confirmed')),
  );
  await expect(unconfirmed).rejects.toThrow('not confirmed');
  const refused = database.transaction(tenant, async (tx) => {
    tx.send(put(7, 'g'));
    tx.beforeCommit(() => Promise.reject(new Error('over the limit')));
  });
  await expect(refused).rejects.toThrow('over the limit');
  expect(await ids()).toEqual([1, 2, 3]);
});

test('the connection stays good after every kind of failure, and for the next tenant', async () => {
  for (let round = 0; round < 12; round += 1) {
    const asked = `00000${round % 2}`;
    await database
      .transaction(asked, async (tx) => {
        tx.send(put(round % 2 ? 1 : 100, 'x'));
        if (round % 3 === 0) throw new Error('no');
        await tx.query('select 1 / $1::int', [round % 4]);
        throw new Error('no');
      })
      .catch(() => undefined);
    const [row] = await database.read(asked, (session) =>
      session.query<{ tenant: string }>(`select current_setting('app.tenant') as tenant`),
    );
    expect(row?.tenant).toBe(asked);
  }
  expect(await ids()).toEqual([1, 2, 3]);
});

test('a heavy question is stopped in time, and its connection has all the time it wants again', async () => {
  const slow = { sql: 'select pg_sleep(0.6)::text, $1::int', parameters: [1] };
  const many = Array.from({ length: 6 }, (_, index) =>
    database.heavy(tenant, `asker ${index}`, { ...slow, parameters: [index] }),
  );
  for (const answer of await Promise.allSettled(many)) {
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(QueryTimeout) });
  }
  const rows = await Promise.all(
    Array.from({ length: 3 }, () =>
      database.read(tenant, (session) => session.query(slow.sql, slow.parameters)),
    ),
  );
  expect(rows.flat()).toHaveLength(3);
});

const whoAmI = { sql: `select current_setting('app.tenant') as tenant, $1::int as turn` };

test('a full disk is told apart from a bug, by every way of asking', async () => {
  // As the server says it when a table cannot grow.
  const sql = `do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`;
  const ways = [
    () => database.transaction(tenant, (tx) => tx.query(sql)),
    () => database.transaction(tenant, async (tx) => tx.send({ sql, parameters: [] })),
    () => database.read(tenant, (session) => session.query(sql)),
    () => database.short(tenant, { sql, parameters: [] }),
    () => database.heavy(tenant, 'somebody', { sql, parameters: [] }),
  ];
  for (const way of ways) await expect(way()).rejects.toThrow(DiskFull);
  expect(await database.read(tenant, (session) => session.query('select 1 as one'))).toEqual([
    { one: 1 },
  ]);
});

test('short questions that share a connection get their own answers, each for its own tenant', async () => {
  const asked = Array.from({ length: 60 }, (_, turn) => ({ turn, tenant: `00000${turn % 3}` }));
  const answers = await Promise.all(
    asked.map((one) => database.short(one.tenant, { ...whoAmI, parameters: [one.turn] })),
  );
  expect(answers.flat()).toEqual(asked);
});

test('a short question that fails takes no other with it', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, (_, turn) =>
      database.short(tenant, { sql: `select 12 / $1::int as share`, parameters: [turn % 4] }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    answers.map((_, turn) => (turn % 4 === 0 ? 'rejected' : 'fulfilled')),
  );
});

test('a short question that hangs is stopped; those that ride with it are answered', async () => {
  const hanging = { sql: 'select pg_sleep(0.6)::text', parameters: [] };
  const answers = await Promise.allSettled([
    ...Array.from({ length: 2 }, () => database.short(tenant, hanging)),
    ...Array.from({ length: 4 }, (_, turn) =>
      database.short(tenant, { ...whoAmI, parameters: [turn] }),
    ),
  ]);
  expect(
    answers.map((answer) => (answer.status === 'rejected' ? answer.reason : 'answered')),
  ).toEqual([
    expect.any(QueryTimeout),
    expect.any(QueryTimeout),
    ...Array.from({ length: 4 }, () => 'answered'),
  ]);
  const asLongAsItTakes = Array.from({ length: 3 }, () =>
    database.transaction(tenant, (tx) => tx.query(hanging)),
  );
  expect((await Promise.all(asLongAsItTakes)).flat()).toHaveLength(3);
  const reads = Array.from({ length: 3 }, () =>
    database.read(tenant, (session) => session.query(hanging)),
  );
  expect((await Promise.all(reads)).flat()).toHaveLength(3);
});

test('short questions outlive a connection that breaks', async () => {
  const broken = await Promise.allSettled([
    database.short(tenant, {
      sql: 'select pg_terminate_backend(pg_backend_pid())',
      parameters: [],
    }),
    database.short(tenant, { ...whoAmI, parameters: [1] }),
  ]);
  expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await database.short(tenant, { ...whoAmI, parameters: [2] })).toEqual([
    { tenant, turn: 2 },
  ]);
});

test('a server that ends a connection in the packet that begins it ends nothing else', async () => {
  const text = Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0');
  const length = Buffer.alloc(4);
  length.writeInt32BE(text.length + 4);
  const admitted = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.end(Buffer.concat([admitted, ready, Buffer.from('E'), length, text])),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const dying = new Database({ host: '127.0.0.1', port, user: 'a', database: 'a' });
  // An error that nobody hears would end the run.
  await expect(dying.read(tenant, (session) => session.query('select 1'))).rejects.toThrow(
    Unavailable,
  );
  await dying.close();
  server.close();
});

test('work that goes on after another part of it failed does nothing any more', async () => {
  let late: Promise<unknown> | undefined;
  const work = database.transaction(tenant, async (tx) => {
    const slow = async () => {
      await tx.query('select pg_sleep(0.05)::text');
      await tx.query(`insert into thing (id, label) values (200, 'late')`);
    };
    late = slow();
    await Promise.all([late, Promise.reject(new Error('no'))]);
  });
  await expect(work).rejects.toThrow('no');
  await expect(late).rejects.toThrow('after the end');
  expect(await ids()).toEqual([1, 2, 3]);
});

test('connections hold a bounded number of prepared statements, and the latest are prepared', async () => {
  const ask = <R>(sql: string) => database.short<R>(tenant, { sql, parameters: [] });
  let before: Promise<unknown> = Promise.resolve();
  for (let index = 0; index < 700; index += 1) {
    const asked = Promise.all(Array.from({ length: 4 }, () => ask(`select ${index}`)));
    // Something is always under way: no connection is ever idle.
    await before;
    before = asked;
  }
  await before;
  const [held] = await ask<{ count: number; latest: boolean }>(
    `select count(*)::int as count, bool_or(statement = 'select 699') as latest from pg_prepared_statements`,
  );
  expect(held?.latest).toBe(true);
  expect(held?.count).toBeLessThan(610);
});

const runs = (names: StatementNames<object>, sql: string, connection: object, times = 4) =>
  Array.from({ length: times }, () => names.of(sql, connection)).at(-1);

test('a statement gets a name at its fourth run, the same on every connection', () => {
  const names = new StatementNames(2);
  expect(runs(names, 'select 1', {}, 3)).toBeUndefined();
  const name = names.of('select 1', {});
  expect(name).toMatch(/^k[0-9a-f]{20}$/);
  expect(names.of('select 1', {})).toBe(name);
  expect(runs(names, 'select 2', {})).not.toBe(name);
});

test('statements used last have names, however many there were before', () => {
  const names = new StatementNames(2);
  const connection = {};
  const name = runs(names, 'select 1', connection);
  for (let index = 2; index < 5; index += 1) {
    expect(runs(names, `select ${index}`, connection)).toBeDefined();
  }
  // It was frequent, and is not counted anew.
  expect(names.of('select 1', connection)).toBe(name);
});

test('a connection that prepared more than half as many again as have names is full', () => {
  const names = new StatementNames(2);
  const [full, other] = [{}, {}];
  for (let index = 0; index < 3; index += 1) runs(names, `select ${index}`, full);
  expect(names.isFull(full)).toBe(false);
  runs(names, 'select 3', full);
  names.of('select 3', other);
  expect([names.isFull(full), names.isFull(other)]).toEqual([true, false]);
});

test('a connection that prepared few long statements is full as well', () => {
  const names = new StatementNames(8);
  const [short, long] = [{}, {}];
  for (const index of [1, 2]) {
    names.of(`select ${index}`, short, true);
    names.of(`select ${index}${' '.repeat(30_000)}`, long, true);
  }
  expect([names.isFull(short), names.isFull(long)]).toEqual([false, true]);
});

test('statements with one plan have names at once, and take none from frequent ones', () => {
  const names = new StatementNames(4);
  const [connection, other] = [{}, {}];
  const name = runs(names, 'select 1', connection);
  const planned = names.of('judge 1', connection, true);
  expect(planned).toMatch(/^k[0-9a-f]{20}$/);
  expect(names.of('judge 2', connection, true)).not.toBe(planned);
  expect(names.isFull(connection)).toBe(false);
  // More kinds and scopes than anything remembers: each has its name at each run.
  for (let index = 1; index < 50; index += 1) {
    expect(names.of(`judge ${index}`, other, true)).toBeDefined();
  }
  expect([names.isFull(connection), names.isFull(other)]).toEqual([false, true]);
  expect(names.of('select 1', connection)).toBe(name);
  expect(names.of('judge 1', connection, true)).toBe(planned);
  expect(names.isFull(connection)).toBe(false);
});
