import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { diskStore } from './disk.ts';
import type { StoreMove } from './move.ts';
import type { BlobStore } from './store.ts';
import { startFiles, tenant, writer } from './testing.ts';

const folder = await mkdtemp(join(tmpdir(), 'keyan-move-'));
const other = '77';
const otherFolder = join(folder, other);

/** Hooks before and after each call of the other store; a test interrupts a move here. */
const hooks: Record<'before' | 'after', (call: string) => unknown> = {
  before: () => undefined,
  after: () => undefined,
};

const hooked = (store: BlobStore): BlobStore => ({
  list: store.list,
  async put(key, path) {
    await hooks.before('put');
    await store.put(key, path);
    await hooks.after('put');
  },
  async get(key) {
    await hooks.before('get');
    const found = await store.get(key);
    try {
      await hooks.after('get');
    } catch (error) {
      found.stream.destroy();
      throw error;
    }
    return found;
  },
  async remove(key) {
    await hooks.before('remove');
    await store.remove(key);
    await hooks.after('remove');
  },
});

let current: string | null = null;
const { files, database, blobs, damages, later, empty, close } = await startFiles({
  current: async () => current,
  open: async () => hooked(diskStore(otherFolder)),
});

afterEach(async () => {
  current = null;
  hooks.before = () => undefined;
  hooks.after = () => undefined;
  damages.length = 0;
  await empty();
  await rm(otherFolder, { recursive: true, force: true });
});
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

const put = (body: string) =>
  files.put(writer, {
    fileName: '全文.pdf',
    stream: Readable.from([Buffer.from(`%PDF-1.4\n%${body}\n%%EOF\n`)]),
    catalog: '99',
  });
const bodies = ['一', '二', '三', '四'];
const putAll = () => Promise.all(bodies.map(put));

const none = { resources: new Map(), behaviours: new Map(), as: () => ({}) as never };
const read = async (id: string): Promise<string> =>
  text((await files.open(none, writer, id)).stream);
const readAll = async (made: readonly { readonly id: string }[]): Promise<void> => {
  for (const [index, { id }] of made.entries()) expect(await read(id)).toContain(bodies[index]);
};

const inFolder = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const keysIn = async (store: string | null): Promise<string[]> => {
  const rows = await database.query<{ key: string }>(
    'select blob_key as key from blob where store_id is not distinct from $1::bigint order by 1',
    [store],
  );
  return rows.map(({ key }) => key);
};
const there: StoreMove = { from: null, to: other };
const go = (move = there) => files.move(tenant, move, new AbortController().signal);

const clear = () => files.clear(tenant, new AbortController().signal);
const sweep = async (): Promise<void> => {
  await files.sweep(tenant);
  await clear();
};

/** After the sweep each store holds exactly what rows point to. */
const expectTidy = async (): Promise<void> => {
  later(25);
  await sweep();
  expect(await inFolder(blobs)).toEqual(await keysIn(null));
  expect(await inFolder(otherFolder)).toEqual(await keysIn(other));
  expect(await database.query('select * from blob_leftover')).toEqual([]);
};

describe('moving files to another store', () => {
  it('points to the new place; the old one is cleared when readers are done', async () => {
    const made = await putAll();
    const open = await files.open(none, writer, made[0]?.id ?? '');
    expect(await go()).toEqual({ moved: 4, left: 0 });
    expect(await keysIn(other)).toHaveLength(4);
    expect(await text(open.stream)).toContain('一');
    expect(await inFolder(blobs)).toHaveLength(4);
    await readAll(made);
    await expectTidy();
    expect(await inFolder(blobs)).toEqual([]);
    expect(await go({ from: other, to: null })).toEqual({ moved: 4, left: 0 });
    await readAll(made);
    await expectTidy();
  });

  it.each(['before', 'after'] as const)(
    'loses nothing and leaves nothing when it dies %s any call, and goes on',
    async (moment) => {
      const made = await putAll();
      for (let deadline = 1; ; deadline += 1) {
        let calls = 0;
        hooks[moment] = () => {
          calls += 1;
          if (calls >= deadline) throw new Error('killed');
        };
        const outcome = await go().catch(() => null);
        hooks[moment] = () => undefined;
        await readAll(made);
        expect((await keysIn(other)).length + (await keysIn(null)).length).toBe(4);
        if (outcome) break;
        expect(deadline).toBeLessThan(20);
      }
      expect(await keysIn(other)).toHaveLength(4);
      await expectTidy();
    },
  );

  it('stops between two files when it is asked to', async () => {
    const made = await putAll();
    const stop = new AbortController();
    let puts = 0;
    hooks.after = (call) => {
      if (call === 'put' && ++puts === 2) stop.abort();
      return undefined;
    };
    await expect(files.move(tenant, there, stop.signal)).rejects.toThrow();
    expect(await keysIn(other)).toHaveLength(2);
    await readAll(made);
    expect(await go()).toEqual({ moved: 2, left: 0 });
  });

  it('moves what comes in meanwhile, too, wherever it stands in the order', async () => {
    await putAll();
    const [early] = await database.query<{ key: string }>(
      `update blob set store_id = 78 where sha256 = (select min(sha256) from blob)
       returning blob_key as key`,
    );
    let puts = 0;
    hooks.after = async (call) => {
      if (call === 'put' && ++puts === 3) {
        await database.query('update blob set store_id = null where blob_key = $1', [early?.key]);
      }
    };
    expect(await go()).toEqual({ moved: 4, left: 0 });
    expect(await keysIn(null)).toEqual([]);
  });

  it('leaves damaged content where it is, and says so', async () => {
    await putAll();
    const [key = ''] = await keysIn(null);
    await writeFile(join(blobs, key.slice(0, 2), key), 'other bytes');
    expect(await go()).toEqual({ moved: 3, left: 1 });
    expect(damages).toHaveLength(1);
    expect(await keysIn(null)).toEqual([key]);
  });

  it('does not believe a store that gives back other bytes than it was given', async () => {
    const made = await putAll();
    hooks.after = (call) => {
      if (call === 'get') throw new Error('it is gone');
      return undefined;
    };
    await expect(go()).rejects.toThrow('it is gone');
    expect(await keysIn(null)).toHaveLength(4);
    hooks.after = () => undefined;
    await readAll(made);
    await expectTidy();
  });
});

describe('clearing what was moved', () => {
  const note = (store: string | null, count: number) =>
    database.query(
      `insert into blob_leftover (tenant_id, blob_key, store_id, due)
       select $1, gen_random_uuid()::text, $2, '2026-01-01' from generate_series(1, $3)`,
      [tenant, store, count],
    );
  const notes = async () => (await database.query('select 1 from blob_leftover')).length;

  it('goes on until nothing is due, and asks a store that is away once only', async () => {
    await note(other, 150);
    await note(null, 250);
    let asked = 0;
    hooks.before = () => {
      asked += 1;
      throw new Error('it is away');
    };
    expect(await clear()).toEqual({ cleared: 250, away: 1 });
    expect([asked, await notes()]).toEqual([1, 150]);
    hooks.before = () => undefined;
    expect(await clear()).toEqual({ cleared: 150, away: 0 });
    expect(await notes()).toBe(0);
  });

  it('stops when it is asked to', async () => {
    await note(other, 5);
    const stop = new AbortController();
    hooks.after = () => stop.abort();
    await expect(files.clear(tenant, stop.signal)).rejects.toThrow();
    expect(await notes()).toBe(4);
  });

  it('holds no transaction while a store removes', async () => {
    await note(other, 1);
    let held: readonly unknown[] | undefined;
    hooks.before = async () => {
      held = await database.query(
        `select query from pg_stat_activity where datname = current_database()
            and state = 'idle in transaction'`,
      );
    };
    await clear();
    expect(held).toEqual([]);
  });

  it('lets no row have what it is removing', async () => {
    current = other;
    hooks.after = async (call) => {
      if (call !== 'put') return;
      later(25);
      hooks.before = (next) => {
        if (next === 'remove') throw new Error('it is away');
      };
      await clear();
    };
    await expect(put('一')).rejects.toThrow('took too long');
    expect(await notes()).toBe(1);
  });
});

describe('new files', () => {
  it('go to the current store, equal content stays where it is', async () => {
    const first = await put('一');
    current = other;
    const [again, fresh] = [await put('一'), await put('二')];
    expect([await keysIn(null), await keysIn(other)].map(({ length }) => length)).toEqual([1, 1]);
    for (const { id } of [first, again]) expect(await read(id)).toContain('一');
    expect(await read(fresh.id)).toContain('二');
    await expectTidy();
  });

  it('of a process that dies are cleared by their note, within a day none that is on its way', async () => {
    current = other;
    hooks.after = (call) => {
      if (call === 'put') throw new Error('killed');
      return undefined;
    };
    await expect(put('一')).rejects.toThrow('killed');
    hooks.after = () => undefined;
    expect(await inFolder(otherFolder)).toHaveLength(1);
    later(23);
    await sweep();
    expect(await inFolder(otherFolder)).toHaveLength(1);
    later(2);
    await sweep();
    expect(await inFolder(otherFolder)).toEqual([]);
  });
});
