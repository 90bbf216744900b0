import type pg from 'pg';
import type { DatabaseAddress } from '../connection/database.ts';
import { inTransaction, MoveClients } from './clients.ts';
import { syncDirectory, tenantDirectoryOf } from './directory.ts';
import { waitUntilTenantIsIdle } from './everyone-left.ts';
import { type LeaseTimes, moveKey } from './lease.ts';
import { MoveRefused } from './refusals.ts';
import {
  copyTable,
  countRows,
  isMovedLast,
  removeRows,
  removeTriggerRows,
  tableDifferenceOf,
  tablesOf,
} from './rows.ts';
import type { SilentProcesses } from './silent-processes.ts';
import { homesChannel } from './tenant-databases.ts';

/** Addresses of the databases of an installation, with login as their owners. */
export interface HomeAddresses {
  readonly main: DatabaseAddress;
  /**
   * Returns a data source that was checked and migrated; null if it was deleted.
   * @throws Error if the source cannot be used
   */
  source(id: string): Promise<DatabaseAddress | null>;
}

export interface TenantMove {
  readonly tenantId: string;
  /** Id of the data source; null for the main database. */
  readonly to: string | null;
  readonly places: HomeAddresses;
  readonly signal: AbortSignal;
  readonly times?: Pick<LeaseTimes, 'lasts'> & { readonly wait?: number };
}

/** Row of a tenant in `tenant_home`. */
interface HomeLine {
  readonly source: string | null;
  readonly state: 'open' | 'closed' | 'clearing';
  readonly other: string | null;
  readonly moves: string;
}

/** Name of the lock in the main database under which the row of a tenant changes. */
const homeLock = 'home of tenant';
/** Name of the lock in each database between which rows move. */
const rowsLock = 'move tenant';

const readLine = async (main: pg.Client, tenantId: string): Promise<HomeLine> => {
  const { rows } = await main.query<HomeLine>(
    `select datasource_id::text as source, state, other_id::text as other, moves::text
       from tenant_home where tenant_code = $1`,
    [tenantId],
  );
  return rows[0] ?? { source: null, state: 'open', other: null, moves: '0' };
};

const announce = (main: pg.Client) => main.query(`select pg_notify('${homesChannel}', '')`);

/**
 * Closes the tenant: no process begins work for it from now on.
 * @returns the key of this closing
 */
const close = (main: pg.Client, { tenantId, to }: TenantMove): Promise<string> =>
  inTransaction(main, 'begin', async () => {
    const { rows } = await main.query<{ moves: string }>(
      `insert into tenant_home (tenant_code, state, other_id, moves, step)
       values ($1, 'closed', $2, 1, 'leaving')
       on conflict (tenant_code) do update set state = 'closed', other_id = $2,
         moves = tenant_home.moves + 1, step = 'leaving', rows_done = 0, rows_all = 0
       returning moves::text`,
      [tenantId, to],
    );
    await announce(main);
    return moveKey(tenantId, rows[0]?.moves ?? '');
  });

/** Reopens the tenant where it lives; without effect once its home was switched. */
const openAgain = (main: pg.Client, tenantId: string): Promise<void> =>
  inTransaction(main, 'begin', async () => {
    await main.query(
      `update tenant_home set state = 'open', other_id = null, step = null
        where tenant_code = $1 and state = 'closed'`,
      [tenantId],
    );
    await announce(main);
  });

/** Makes the target the home, and reopens the tenant: the move is done except for deleting the old rows. */
const switchHome = (main: pg.Client, { tenantId, to }: TenantMove): Promise<void> =>
  inTransaction(main, 'begin', async () => {
    const { rowCount } = await main.query(
      `update tenant_home set datasource_id = $2, state = 'clearing', other_id = datasource_id,
         step = 'clearing'
        where tenant_code = $1 and state = 'closed'`,
      [tenantId, to],
    );
    if (rowCount !== 1) throw new MoveRefused('busy');
    await announce(main);
  });

const noteProgress = (main: pg.Client, tenantId: string, done: number, all: number) =>
  main.query(
    `update tenant_home set step = 'copying', rows_done = $2, rows_all = $3 where tenant_code = $1`,
    [tenantId, done, all],
  );

/** Returns the directory of tenants that a connection reads. */
const directoryIn = (client: pg.Client, tenantId: string) =>
  tenantDirectoryOf((work) =>
    work({
      tenantId,
      query: async <R>(sql: unknown, parameters: readonly unknown[] = []) =>
        (await client.query(String(sql), [...parameters])).rows as R[],
    }),
  );

interface Ends {
  readonly main: pg.Client;
  readonly from: pg.Client;
  readonly to: pg.Client;
}

/** Copies the directory row of the tenant beside its rows, whose statements join it. */
const copyDirectory = async ({ main, to }: Ends, tenantId: string): Promise<void> => {
  const { rows } = await main.query<{ row: string }>(
    'select t::text as row from tenant t where tenant_id = $1',
    [tenantId],
  );
  await to.query('delete from tenant where tenant_id = $1', [tenantId]);
  await to.query(
    'insert into tenant select (line).* from (select $1::text::tenant as line) given',
    [rows[0]?.row],
  );
};

/** Deletes rows that an earlier, broken-off move copied to the target; other rows are kept. */
const prepareTarget = async (to: pg.Client, tenantId: string): Promise<void> => {
  const tables = await tablesOf(to);
  const { rowCount } = await to.query('select 1 from tenant_arrival where tenant_code = $1', [
    tenantId,
  ]);
  if (rowCount) {
    await inTransaction(to, 'begin', async () => {
      await removeRows(to, tables, tenantId);
      await to.query('delete from tenant_arrival where tenant_code = $1', [tenantId]);
    });
  }
  const [found] = await countRows(to, tables, tenantId);
  if (found) throw new MoveRefused('rowsThere', `${found[0]}: ${found[1]}`);
};

/** Copies everything from one snapshot in one transaction, and compares the numbers of rows of each table. */
const copyRows = async (ends: Ends, { tenantId, to: target, signal }: TenantMove) => {
  const { main, from, to } = ends;
  const tables = await tablesOf(from);
  const difference = tableDifferenceOf(tables, await tablesOf(to));
  if (difference) throw new MoveRefused('shapes', difference);
  return inTransaction(from, 'begin isolation level repeatable read read only', () =>
    inTransaction(to, 'begin', async () => {
      await to.query('insert into tenant_arrival (tenant_code) values ($1)', [tenantId]);
      await to.query('create temporary table arriving (row text) on commit drop');
      await to.query('set constraints all deferred');
      if (target !== null) await copyDirectory(ends, tenantId);
      const counts = await countRows(from, tables, tenantId);
      const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
      let done = 0;
      for (const table of tables) {
        const here = counts.get(table.name) ?? 0;
        if (isMovedLast(table)) await removeTriggerRows(to, tenantId);
        if (here === 0) continue;
        signal.throwIfAborted();
        await noteProgress(main, tenantId, done, all);
        await copyTable(from, to, table, tenantId);
        done += here;
      }
      const arrived = await countRows(to, tables, tenantId);
      const differing = tables.find(({ name }) => counts.get(name) !== arrived.get(name))?.name;
      if (differing) {
        const numbers = [counts, arrived].map((each) => each.get(differing) ?? 0);
        throw new MoveRefused('differs', `${differing}: ${numbers.join(', ')}`);
      }
      return done;
    }),
  );
};

const placeOf = async (
  places: HomeAddresses,
  id: string | null,
): Promise<DatabaseAddress | null> => (id === null ? places.main : places.source(id));

/** Deletes the rows that a tenant left behind when it moved. Safe to repeat. */
const clear = async (
  clients: MoveClients,
  main: pg.Client,
  { tenantId, places }: Pick<TenantMove, 'tenantId' | 'places'>,
): Promise<void> => {
  const { source, other } = await readLine(main, tenantId);
  const home = await placeOf(places, source);
  if (home !== null) {
    const client = await clients.open(home);
    await client.query('delete from tenant_arrival where tenant_code = $1', [tenantId]);
  }
  const left = await placeOf(places, other);
  // A data source that was deleted cannot be reached.
  if (left !== null) {
    const client = await clients.open(left);
    await clients.lock(client, `clear ${rowsLock}`);
    const tables = await tablesOf(client);
    await inTransaction(client, 'begin', async () => {
      await removeRows(client, tables, tenantId);
      if (other !== null) await client.query('delete from tenant where tenant_id = $1', [tenantId]);
    });
  }
  await main.query(
    `update tenant_home set state = 'open', other_id = null, step = null
      where tenant_code = $1 and state = 'clearing'`,
    [tenantId],
  );
};

/** Locks the row of the main database, so that no other process changes it until the connection ends. */
const hold = async (clients: MoveClients, places: HomeAddresses): Promise<pg.Client> => {
  const main = await clients.open(places.main);
  await clients.lock(main, homeLock);
  return main;
};

/** Completes or undoes an earlier move whose process died: its lock was free. */
const takeUp = async (
  clients: MoveClients,
  main: pg.Client,
  move: Pick<TenantMove, 'tenantId' | 'places'>,
): Promise<void> => {
  const { state } = await readLine(main, move.tenantId);
  if (state === 'closed') await openAgain(main, move.tenantId);
  if (state === 'clearing') await clear(clients, main, move);
};

const withClients = async <T>(
  tenantId: string,
  work: (clients: MoveClients) => Promise<T>,
): Promise<T> => {
  const clients = new MoveClients(tenantId);
  try {
    return await work(clients);
  } finally {
    await clients.close();
  }
};

/**
 * Moves the rows of a tenant from one database to another. Each step is a commit in the main database, whose state
 * tells after a crash what is left to do (decision 0170): - `open`: nothing, or everything, is done. - `closed`: nobody
 * works for the tenant, and its home has not changed: it is reopened where it was. - `clearing`: it works in its new
 * home; the old rows are deleted.
 * @returns the number of moved rows
 * @throws MoveRefused, or the error of a database
 */
export const moveTenant = (move: TenantMove): Promise<number> =>
  withClients(move.tenantId, async (clients) => {
    const { tenantId, to: target, places, signal } = move;
    const main = await hold(clients, places);
    await takeUp(clients, main, move);
    const { source } = await readLine(main, tenantId);
    if (source === target) return 0;
    const opened = async (id: string | null): Promise<pg.Client> => {
      const place = await placeOf(places, id);
      if (place === null) throw new Error(`data source ${id} is not kept any more`);
      const client = await clients.open(place);
      await clients.lock(client, rowsLock);
      return client;
    };
    const ends: Ends = { main, from: await opened(source), to: await opened(target) };
    await prepareTarget(ends.to, tenantId);
    let rows: number;
    try {
      const key = await close(main, move);
      await waitUntilTenantIsIdle(main, key, signal, move.times);
      if (source !== null) {
        const [here, there] = [directoryIn(main, tenantId), directoryIn(ends.from, tenantId)];
        await syncDirectory(tenantId, here, there);
      }
      rows = await copyRows(ends, move);
      await switchHome(main, move);
    } catch (error) {
      // If this fails too, the next check for broken-off moves does it (`finishBrokenMoves`).
      await openAgain(main, tenantId).catch(() => undefined);
      throw error;
    }
    await clear(clients, main, move);
    return rows;
  });

/**
 * Completes every broken-off move on which nobody works, and removes dead processes.
 * @returns the number of completed moves, and why others failed, by tenant
 */
export const finishBrokenMoves = async (
  places: HomeAddresses,
  silent?: SilentProcesses,
): Promise<{ readonly done: number; readonly failures: ReadonlyMap<string, unknown> }> => {
  const unsettled = await withClients('', async (clients) => {
    const main = await clients.open(places.main);
    await silent?.remove(main);
    const { rows } = await main.query<{ tenantId: string }>(
      `select tenant_code as "tenantId" from tenant_home where state <> 'open' order by 1`,
    );
    return rows;
  });
  const failures = new Map<string, unknown>();
  for (const { tenantId } of unsettled) {
    try {
      await withClients(tenantId, async (clients) => {
        await takeUp(clients, await hold(clients, places), { tenantId, places });
      });
    } catch (error) {
      // Another process works on it.
      if (error instanceof MoveRefused && error.reason === 'busy') continue;
      failures.set(tenantId, error);
    }
  }
  return { done: unsettled.length - failures.size, failures };
};
