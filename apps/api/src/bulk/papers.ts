import { fillSearchAlone, type MakeVectors } from '@keyan/engine/search/fill.ts';
import type { Statement } from '@keyan/engine/store/connection/statement.ts';
import { keptCountsOf, recountKeptStatements } from '@keyan/engine/store/statements/kept-counts.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { chanceOf } from '@keyan/product/demo/random.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import pg from 'pg';
import { copyTable, dropWorkTables, saveTemplates } from './copy.ts';
import { fillGivenTable, idsPerPaper, type PaperAssignments } from './given.ts';
import { type DroppedObject, dropIndexes, renewFiles } from './indexes.ts';
import { openColleges, staffColleges } from './people.ts';
import { type CopiedTable, paperTables, tablesAround } from './tables.ts';
import { readTemplates } from './templates.ts';
import {
  drawAges,
  drawColleges,
  drawQuotas,
  papersPerOfficer,
  shuffledWriters,
} from './university.ts';
import { vacuumTables } from './vacuum.ts';

const { tenantId } = university;

/** Table of search entries. */
const searchEntryTable = 'search_entry';

/** Number of papers per campus, which has thirteen colleges. */
const papersPerCampus = 200_000;
/**
 * Numbers of papers of the first writers of the first college, whose accounts people sign in with.
 */
const firstQuotas = [30, 60, 200];

/**
 * Decides which paper is written by whom and when, and makes the colleges and people that are
 * missing.
 */
const assignPapers = async (
  client: pg.Client,
  wanted: number,
  existing: number,
  firstId: bigint,
): Promise<PaperAssignments> => {
  const count = wanted - existing;
  const random = chanceOf(existing);
  const templates = await readTemplates(client);
  let peopleId = firstId + BigInt(count) * idsPerPaper;
  const nextId = (): string => {
    peopleId += 1n;
    return String(peopleId);
  };
  const campuses = Math.max(1, Math.round(wanted / papersPerCampus));
  const departments = await openColleges(client, campuses, nextId);
  const ages = drawAges(random, count);
  const ofCollege = drawColleges(random, departments.length, count);
  const counts = departments.map(() => 0);
  for (const college of ofCollege) counts[college] = (counts[college] ?? 0) + 1;
  const quotas = counts.map((papers, index) =>
    drawQuotas(random, papers, index === 0 ? firstQuotas : []),
  );
  const officerCount = Math.ceil(count / papersPerOfficer);
  const staff = await staffColleges(client, departments, quotas, officerCount, nextId);
  return {
    templates,
    ...staff,
    ages,
    ofCollege,
    turns: quotas.map((one) => shuffledWriters(random, one)),
    firstDoi: existing,
    firstId,
  };
};

/** Connects as the schema's owner, with access to the rows of the demo university. */
export const connectAsOwner = async (ownerUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  // A lost connection also rejects the running query; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`select set_config('app.tenant', $1, false)`, [tenantId]);
  return client;
};

/** Runs the work in one transaction: commits its changes, or rolls all of them back. */
export const inTransaction = async <T>(client: pg.Client, work: () => Promise<T>): Promise<T> => {
  await client.query('begin');
  try {
    await client.query('set local synchronous_commit = off');
    const done = await work();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

export type ReportProgress = (line: string) => void;

/**
 * SQL setting for the memory of an index build: GIN indexes build a tree, which is fast while
 * small; other indexes sort.
 */
const memoryOf = ({ make }: DroppedObject): string =>
  make.includes('USING gin') ? '64MB' : '512MB';

export const makeIndexes = async (
  client: pg.Client,
  indexes: readonly DroppedObject[],
  tell: ReportProgress,
): Promise<void> => {
  for (const index of indexes) {
    await client.query(`set maintenance_work_mem = '${memoryOf(index)}'`);
    await client.query(index.make);
    tell(index.name);
  }
};

const copyTables = async (
  client: pg.Client,
  tables: readonly CopiedTable[],
  tell: ReportProgress,
): Promise<void> => {
  const dropped = await dropIndexes(
    client,
    tables.map(({ table }) => table),
  );
  for (const { table } of tables) await renewFiles(client, table);
  for (const one of tables) tell(`${one.table}: ${await copyTable(client, one)} rows`);
  await makeIndexes(client, dropped, tell);
};

/**
 * Runs a bulk write of a table, then recomputes its stored counts at once instead of row by row.
 */
export const recountAfterBulk = async (
  client: pg.Client,
  table: string,
  resources: readonly Resource[],
  tell: ReportProgress,
  write: () => Promise<void>,
): Promise<void> => {
  await client.query(`alter table ${table} disable trigger user`);
  await write();
  await client.query(`alter table ${table} enable trigger user`);
  for (const kept of resources.flatMap((resource) => keptCountsOf(resource) ?? [])) {
    for (const statement of recountKeptStatements(kept)) {
      const { sql, parameters } = statement.bind({ tenant: tenantId });
      await client.query(sql, [...parameters]);
    }
    tell(`kept counts of ${kept.resource.table}`);
  }
};

/**
 * Assigns the new papers to writers and stores the assignments in tables that every connection
 * reads; false if there are enough papers.
 */
const dealPapers = async (
  client: pg.Client,
  wanted: number,
  firstId: bigint,
  tell: ReportProgress,
): Promise<boolean> => {
  await dropWorkTables(client);
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from paper where tenant_id = $1',
    [tenantId],
  );
  const existing = Number(rows[0]?.count ?? 0);
  if (existing >= wanted) {
    tell(`There are ${existing} papers already`);
    return false;
  }
  // Rows that the demo has just written may have no statistics yet.
  await client.query('analyze');
  const dealt = await assignPapers(client, wanted, existing, firstId);
  await fillGivenTable(client, dealt);
  await saveTemplates(client);
  await client.query('analyze users');
  tell(`${wanted - existing} papers dealt to ${dealt.colleges.length} colleges`);
  return true;
};

/** Inserts the new papers, then makes their indexes and stored counts. */
const copyPapers = async (
  client: pg.Client,
  resources: readonly Resource[],
  tell: ReportProgress,
): Promise<void> => {
  await client.query('lock table paper in access exclusive mode');
  await recountAfterBulk(client, 'paper', resources, tell, () =>
    copyTables(client, paperTables, tell),
  );
  // Without statistics of the new rows each batch of search entries would scan all papers.
  await client.query('analyze paper, paper_authors');
};

/** Returns a function that runs statements of the engine on this connection. */
export const statementRunner =
  (client: pg.Client) =>
  async <T>({ sql, parameters }: Statement): Promise<readonly T[]> =>
    (await client.query(sql, [...parameters])).rows;

/**
 * Writes the search entries of the papers. Their indexes are made after everything else is stored,
 * so that parallel work can vacuum the table.
 */
const makeEntries = async (
  reader: pg.Client,
  writer: pg.Client,
  resources: readonly Resource[],
  make: MakeVectors | undefined,
  stored: Promise<unknown>,
  tell: ReportProgress,
): Promise<void> => {
  const dropped = await dropIndexes(writer, [searchEntryTable]);
  await renewFiles(writer, searchEntryTable);
  const [read, write] = [statementRunner(reader), statementRunner(writer)];
  const made = await fillSearchAlone(resources, tenantId, read, write, make);
  tell(`${searchEntryTable}: ${made} rows`);
  await stored;
  await makeIndexes(writer, dropped, tell);
};

/**
 * Deletes the copied papers again if their approvals could not be written. Their search entries are
 * not stored then either.
 */
const deleteCopiedPapers = (client: pg.Client, firstId: string): Promise<void> =>
  inTransaction(client, async () => {
    for (const { table } of paperTables.toReversed()) {
      await client.query(`delete from ${table} where tenant_id = $1 and id >= $2`, [
        tenantId,
        firstId,
      ]);
    }
  });

/** Writes the papers, their approvals and their search entries in parallel on four connections. */
const copyAll = async (
  [client, around, reader, writer]: readonly [pg.Client, pg.Client, pg.Client, pg.Client],
  ownerUrl: string,
  firstId: string,
  resources: readonly Resource[],
  make: MakeVectors | undefined,
  tell: ReportProgress,
): Promise<void> => {
  const papers = inTransaction(client, () => copyPapers(client, resources, tell));
  const stored = inTransaction(around, async () => {
    await copyTables(around, tablesAround, tell);
    // If copying the papers failed, the rows that belong to them are rolled back too.
    await papers;
  });
  const found = papers.then(() =>
    inTransaction(writer, () => makeEntries(reader, writer, resources, make, stored, tell)),
  );
  const vacuumed = stored.then(async () => {
    await dropWorkTables(client);
    await vacuumTables(ownerUrl, `c.relname <> '${searchEntryTable}'`);
    tell('vacuum');
  });
  const outcomes = await Promise.allSettled([papers, stored, found, vacuumed]);
  const [written, kept] = outcomes;
  if (written.status === 'fulfilled' && kept.status === 'rejected')
    await deleteCopiedPapers(client, firstId);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  // Vacuums the search entries, and tables that a reader prevented from being vacuumed completely.
  await vacuumTables(ownerUrl, 'c.relallvisible < c.relpages');
};

/** SQL that locks out a second run, which would assign the same numbers. */
const lockStatement = `select pg_advisory_lock(hashtextextended('papers for measurements', 0))`;

/**
 * Brings the demo university to `wanted` papers for measurements: copies of the demo's papers with
 * their approvals, files and history, under new titles, distributed to colleges, writers,
 * secretaries and officers over twelve years. First the papers are assigned. Then one connection
 * writes the papers, a second one the rows that belong to them (committed after the papers), and
 * two others the search entries. If the rows fail, the papers are deleted again, except when the
 * process is killed: `npm run seed -- --check` then reports them. Nobody else can work on papers
 * during the run.
 *
 * @param ownerUrl address of the schema's owner, who may drop and build indexes
 * @param firstId an unused id; the copies count up from it
 * @param resources kinds whose records appear in searches
 * @param make makes the vectors of search entries; default: in this process
 */
export async function seedPapers(
  ownerUrl: string,
  wanted: number,
  firstId: string,
  resources: Iterable<Resource>,
  say: (line: string) => void,
  make?: MakeVectors,
): Promise<void> {
  const started = Date.now();
  const tell: ReportProgress = (line) =>
    say(`${((Date.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  const clients = [
    await connectAsOwner(ownerUrl),
    await connectAsOwner(ownerUrl),
    await connectAsOwner(ownerUrl),
    await connectAsOwner(ownerUrl),
  ] as const;
  const [client] = clients;
  try {
    await client.query(lockStatement);
    const dealt = await inTransaction(client, () =>
      dealPapers(client, wanted, BigInt(firstId), tell),
    );
    if (!dealt) return;
    await copyAll(clients, ownerUrl, firstId, [...resources], make, tell).finally(() =>
      dropWorkTables(client).catch(() => undefined),
    );
    tell('done');
  } finally {
    await Promise.allSettled(clients.map((one) => one.end()));
  }
}
