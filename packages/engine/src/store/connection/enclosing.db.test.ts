import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { Database } from './database.ts';
import { besideEnclosing } from './enclosing.ts';

const fixture = await testDatabase({ empty: true });
const database = new Database(fixture.ownerUrl, { connections: 3, longest: 300 });
const tenant = '000000';
beforeAll(async () => {
  await fixture.query('create table thing (id int primary key)');
  await fixture.query('grant all on thing to keyan_owner');
});
beforeEach(() => fixture.query('delete from thing'));
afterAll(async () => {
  await database.close();
  await fixture.drop();
});

const all = 'select id from thing order by id';
const idsOf = (rows: readonly { id: number }[]): readonly number[] => rows.map(({ id }) => id);
const seen = async () => idsOf(await fixture.query<{ id: number }>(all));
const read = async () =>
  idsOf(await database.read(tenant, (session) => session.query<{ id: number }>(all)));
const put = (id: number) =>
  database.transaction(tenant, async (tx) =>
    tx.send({ sql: 'insert into thing values ($1)', parameters: [id] }),
  );

test('nobody sees anything of it before all of it is done; it sees all of it', async () => {
  const said: string[] = [];
  await database.enclosing(tenant, async () => {
    await database.transaction(tenant, async (tx) => {
      tx.send({ sql: 'insert into thing values (1)', parameters: [] });
      tx.afterCommit(() => said.push('after'));
    });
    await put(2);
    const short = await database.short<{ id: number }>(tenant, { sql: all, parameters: [] });
    const heavy = await database.heavy<{ id: number }>(tenant, 'x', { sql: all, parameters: [] });
    expect([await read(), idsOf(short), idsOf(heavy)]).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(await seen()).toEqual([]);
    expect(said).toEqual([]);
  });
  expect(await seen()).toEqual([1, 2]);
  expect(said).toEqual(['after']);
});

test('a part that fails is undone alone, and one within it with it', async () => {
  await database.enclosing(tenant, async () => {
    await put(1);
    const failing = database.transaction(tenant, async (tx) => {
      await tx.query('insert into thing values (2)');
      await put(3);
      await tx.query('insert into thing values (1)');
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await put(4);
  });
  expect(await seen()).toEqual([1, 4]);
});

test('a part that holds other parts alone is undone with them', async () => {
  await database.enclosing(tenant, async () => {
    const failing = database.transaction(tenant, async () => {
      await put(1);
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    await put(2);
  });
  expect(await seen()).toEqual([2]);
});

test('a part that fails before its first statement changes nothing', async () => {
  await database.enclosing(tenant, async () => {
    const failing = database.transaction(tenant, async () => {
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    await put(1);
  });
  expect(await seen()).toEqual([1]);
});

test('parts that begin beside each other do not undo each other', async () => {
  await database.enclosing(tenant, async () => {
    const results = await Promise.allSettled([put(1), put(1), put(2), put(2), put(3)]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });
  expect(await seen()).toEqual([1, 2, 3]);
});

test('what fails undoes all of it, but what was done beside it', async () => {
  const failing = database.enclosing(tenant, async () => {
    await put(1);
    await besideEnclosing(() => put(2));
    throw new Error('broken off');
  });
  await expect(failing).rejects.toThrow('broken off');
  expect(await seen()).toEqual([2]);
});

test('what goes on after it failed changes nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  const failing = database.enclosing(tenant, () => {
    late = promise.then(() => put(1));
    return Promise.reject(new Error('broken off'));
  });
  await expect(failing).rejects.toThrow('broken off');
  resolve();
  await expect(late).rejects.toThrow('after the end');
  expect(await seen()).toEqual([]);
});

test('work of another tenant, another database, and after its end is none of its parts', async () => {
  const other = new Database(fixture.ownerUrl, { connections: 1 });
  let after: () => Promise<void> = async () => undefined;
  await database.enclosing(tenant, async () => {
    await put(1);
    const elsewhere = await database.read('000001', (session) => session.query(all));
    const there = await other.read(tenant, (session) => session.query(all));
    expect([elsewhere, there]).toEqual([[], []]);
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = promise.then(() => put(5));
    after = () => {
      resolve();
      return late;
    };
  });
  await after();
  await other.close();
  expect(await seen()).toEqual([1, 5]);
});

test('a deadlock is tried again as a whole', async () => {
  let tries = 0;
  const refusedOnce = async () => {
    await put(2);
    tries += 1;
    if (tries > 1) return;
    await database.transaction(tenant, (tx) =>
      tx.query(`do $$ begin raise exception using errcode = '40P01'; end $$`),
    );
  };
  await database.enclosing(tenant, async () => {
    await put(1);
    await refusedOnce();
  });
  expect(tries).toBe(2);
  expect(await seen()).toEqual([1, 2]);
});
