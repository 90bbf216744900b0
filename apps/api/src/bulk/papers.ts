import { fillSearchAlone } from '@keyan/engine/search/fill.ts';
import { keptCountsOf, refillKept } from '@keyan/engine/store/kept-counts.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { chance } from '@keyan/product/demo/random.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import pg from 'pg';
import { copyTable, placeRows } from './copy.ts';
import { type Deal, give, idsPerPaper } from './given.ts';
import { dropIndexes } from './indexes.ts';
import { openColleges, staffColleges } from './people.ts';
import { copiedTables } from './tables.ts';
import { readTemplates } from './templates.ts';
import { drawAges, drawColleges, drawQuotas, perOfficer, shuffledTurns } from './university.ts';
import { vacuumAll } from './vacuum.ts';

const { tenantId } = university;

/** So many papers give the university another campus with its own thirteen colleges. */
const perCampus = 200_000;
/** Quotas of the first writers of the first college, who are accounts that people sign in with. */
const firstQuotas = [30, 60, 200];

/** Decides who writes how many papers when, and makes the colleges and people for it. */
const deal = async (
  client: pg.Client,
  wanted: number,
  existing: number,
  firstId: bigint,
): Promise<Deal> => {
  const count = wanted - existing;
  const random = chance(existing);
  const templates = await readTemplates(client);
  let peopleId = firstId + BigInt(count) * idsPerPaper;
  const nextId = (): string => {
    peopleId += 1n;
    return String(peopleId);
  };
  const campuses = Math.max(1, Math.round(wanted / perCampus));
  const departments = await openColleges(client, campuses, nextId);
  const ages = drawAges(random, count);
  const ofCollege = drawColleges(random, departments.length, count);
  const counts = departments.map(() => 0);
  for (const college of ofCollege) counts[college] = (counts[college] ?? 0) + 1;
  const quotas = counts.map((papers, index) =>
    drawQuotas(random, papers, index === 0 ? firstQuotas : []),
  );
  const officerCount = Math.ceil(count / perOfficer);
  const staff = await staffColleges(client, departments, quotas, officerCount, nextId);
  return {
    templates,
    ...staff,
    ages,
    ofCollege,
    turns: quotas.map((one) => shuffledTurns(random, one)),
    firstDoi: existing,
    firstId,
  };
};

/**
 * Brings the demo university to `wanted` papers for measurements: copies of the demo's own papers
 * with everything that belongs to them, under titles of their own, dealt to colleges, writers,
 * secretaries and officers over twelve years. All of it happens or nothing; nobody else can work on the
 * papers meanwhile.
 *
 * @param ownerUrl the schema's owner, who may drop and build indexes
 * @param firstId an id that is new; the copies count up from it
 * @param resources whose records are found by searches
 */
export async function seedPapers(
  ownerUrl: string,
  wanted: number,
  firstId: string,
  resources: Iterable<Resource>,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  // The query that runs fails with the connection; without a listener the process would end too.
  client.on('error', () => undefined);
  await client.connect();
  const started = Date.now();
  const all = [...resources];
  const tell = (line: string): void =>
    say(`${((Date.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  try {
    await client.query(`select set_config('app.tenant', $1, false)`, [tenantId]);
    await client.query(`set maintenance_work_mem = '512MB'`);
    await client.query('begin');
    await client.query('set local synchronous_commit = off');
    await client.query('lock table paper in access exclusive mode');
    const { rows } = await client.query<{ count: string }>(
      'select count(*) from paper where tenant_id = $1',
      [tenantId],
    );
    const existing = Number(rows[0]?.count ?? 0);
    if (existing >= wanted) {
      say(`There are ${existing} papers already`);
      await client.query('rollback');
      return;
    }
    const dealt = await deal(client, wanted, existing, BigInt(firstId));
    await give(client, dealt);
    tell(`${wanted - existing} papers dealt to ${dealt.colleges.length} colleges`);
    await placeRows(client);
    const dropped = await dropIndexes(
      client,
      copiedTables.map(({ table }) => table),
    );
    // Counts are made at once afterwards, instead of row by row.
    await client.query('alter table paper disable trigger user');
    for (const one of copiedTables) tell(`${one.table}: ${await copyTable(client, one)} rows`);
    await client.query('alter table paper enable trigger user');
    const make = async (indexes: Awaited<ReturnType<typeof dropIndexes>>): Promise<void> => {
      for (const index of indexes) {
        await client.query(index.make);
        tell(index.name);
      }
    };
    await make(dropped);
    for (const kept of all.flatMap((resource) => keptCountsOf(resource) ?? [])) {
      for (const statement of refillKept(kept)) {
        const { sql, parameters } = statement.bind({ tenant: tenantId });
        await client.query(sql, [...parameters]);
      }
      tell(`kept counts of ${kept.resource.table}`);
    }
    // Without statistics of the new rows each batch would read them all.
    await client.query('analyze paper, paper_authors, users');
    const forSearches = await dropIndexes(client, ['search_entry']);
    const entries = await fillSearchAlone(all, tenantId, async (statement) => {
      const { rows: found } = await client.query(statement.sql, [...statement.parameters]);
      return found;
    });
    tell(`search_entry: ${entries} rows`);
    await make(forSearches);
    await client.query('commit');
    await vacuumAll(ownerUrl);
    tell('done');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}
