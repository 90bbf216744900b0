import type { Actor } from '@keyan/kernel/access/actor.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Notifications } from '../store/connection/notifications.ts';
import type { Statement } from '../store/connection/statement.ts';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, samples, startEngine, tenant } from '../testing/sample.ts';
import { fillSearch, fillSearchAlone } from './fill.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
beforeAll(async () => {
  await furnishSamples(database, engine);
  // As an installation does (decision 0040): the index of terms serves conditions beside a policy.
  await database.query('alter function ts_match_vq leakproof');
});
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

interface Made {
  readonly id: bigint;
  readonly title: string;
  readonly unit: number;
  readonly writer: number;
  readonly named: number;
  readonly handler: number;
}

const reader = (id: string, departmentScope: Actor['departmentScope'] = []): Actor => ({
  ...actorOf(id),
  departmentScope,
});
type Reads = (row: Made) => boolean;
const nothing: Reads = () => false;
/** Readers, the rows that they may read by their reach, and further rows by their tasks. */
const readers: Readonly<Record<string, readonly [Actor, Reads, Reads]>> = {
  everything: [reader('6000', 'all'), () => true, nothing],
  'what they wrote and what names them': [
    reader('5003'),
    ({ writer, named }) => writer === 5003 || named === 5003,
    nothing,
  ],
  'a department': [reader('6000', ['7001']), ({ unit }) => unit === 7001, nothing],
  'what they handled': [reader('9002'), nothing, ({ handler }) => handler === 9002],
  'two departments and what they handled': [
    reader('9001', ['7001', '7002']),
    ({ unit }) => unit === 7001 || unit === 7002,
    ({ handler }) => handler === 9001,
  ],
};

/** Words and the share of records that hold them: among the older half and among the newer. */
const words: Readonly<Record<string, readonly [older: number, newer: number]>> = {
  often: [0.4, 0.4],
  formerly: [0.3, 0],
  lately: [0, 0.05],
  rarely: [0.02, 0.02],
  seldom: [0.003, 0.003],
};
const asked = [...Object.keys(words), 'often rarely', 'formerly often', 'oft', 'never'];

const count = 1300;

/** Numbers from 0 to 1, the same for the same seed. */
const numbers = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** @param apart bits of the distance between two ids: of a bulk load, of a busy hour, of years. */
const made = (seed: number, apart: number): readonly Made[] => {
  const random = numbers(seed);
  let id = 2n ** 59n + BigInt(Math.floor(random() * 2 ** 40));
  return Array.from({ length: count }, (_, place) => {
    id += 1n + BigInt(Math.floor(random() * 2 ** apart));
    const held = Object.entries(words).flatMap(([word, shares]) =>
      random() < shares[place < count / 2 ? 0 : 1] ? [word] : [],
    );
    const among = (first: number, many: number): number => first + Math.floor(random() * many);
    return {
      id,
      title: `record ${held.join(' ')} end`,
      unit: among(7000, 6),
      writer: among(5000, 12),
      named: among(5000, 12),
      handler: among(9000, 5),
    };
  });
};

/** Makes all entries anew past the engine, as bulk writing does. */
const fillAlone = (): Promise<number> => {
  const run = <T>({ sql, parameters }: Statement): Promise<readonly T[]> =>
    database.query(sql, [...parameters]);
  return fillSearchAlone([samples], tenant, run, run);
};

const write = async (rows: readonly Made[]): Promise<void> => {
  const [definition] = await database.query<{ id: string }>(
    'select id::text from wf_definition where tenant_id = $1',
    [tenant],
  );
  for (const table of ['search_entry', 'wf_task', 'wf_instance', 'sample_parts', 'sample']) {
    await database.query(`delete from ${table} where tenant_id = $1`, [tenant]);
  }
  const json = JSON.stringify(rows, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const from = `json_to_recordset($2) v(id bigint, title text, unit bigint, writer bigint, named bigint, handler bigint)`;
  await database.query(
    `insert into sample (tenant_id, id, title, audit_status, unit_id, colour, create_user, create_time, update_user, update_time)
     select $1, id, title, '2', unit, 'r', writer, now(), writer, now() from ${from}`,
    [tenant, json],
  );
  await database.query(
    `insert into sample_parts (tenant_id, id, parent_id, sort_order, user_id) select $1, id, id, 0, named from ${from}`,
    [tenant, json],
  );
  await database.query(
    `insert into wf_instance (tenant_id, id, definition_id, kind, business_id, title, applicant_id, status, suspended, revision, started)
     values ($1, 1, $2, 'sample', 1, '', 99, 'DONE', false, 1, now())`,
    [tenant, definition?.id],
  );
  await database.query(
    `insert into wf_task (tenant_id, id, instance_id, act_id, business_id, applicant_id, node, node_name, node_name_en, assignee_id, candidates, status, actor_id, comment, created)
     select $1, id, 1, 1, id, 99, 'office', '', '', handler, '{}', 'DONE', handler, '', now() from ${from}`,
    [tenant, json],
  );
  await fillAlone();
  await database.query('analyze search_entry');
  engine.searchStretches.forget(tenant);
};

/** Fewest newest records that a search shows. */
const enough = 20;
const newest = (rows: readonly Made[], shown: number): readonly string[] =>
  rows.slice(0, Math.max(Math.min(enough, rows.length), shown)).map(({ id }) => String(id));

test('a search gives the newest of what a reader may read, whatever is frequent and however ids lie', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom(1, 6, 14, 24, 40), async (seed, apart) => {
      const rows = made(seed, apart);
      await write(rows);
      for (const [who, [actor, within, byTask]] of Object.entries(readers)) {
        for (const typed of asked) {
          const wanted = typed.split(' ').map((word) => ` ${word}`);
          const fitting = rows
            .filter(({ title }) => wanted.every((word) => title.includes(word)))
            .toReversed();
          const inReach = fitting.filter(within);
          // Records of tasks alone are looked for where the reach has not enough.
          const meant =
            inReach.length < enough ? fitting.filter((row) => within(row) || byTask(row)) : inReach;
          const reachable = new Set(meant.map(({ id }) => String(id)));
          const all = await engine.as(actor).search([samples], typed, 100);
          const found = all
            .flatMap(({ records }) => records.map(({ id }) => id))
            .filter((id) => reachable.has(id) || meant !== inReach)
            // Results come best match first; this test only asks for the newest.
            .sort((one, other) => (BigInt(one) < BigInt(other) ? 1 : -1));
          expect([who, typed, found]).toEqual([who, typed, newest(meant, found.length)]);
        }
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

test('an entry that comes back with an old id is soon found by every process', async () => {
  const notifications = new Notifications(database.appUrl);
  const other = startEngine(database, 2, { notifications });
  await notifications.start();
  try {
    const many = made(1, 1).map((row) => ({ ...row, title: 'record returning end' }));
    // Years lie between them, so that nothing else is in the bands of the one that comes back.
    const later = (row: Made, bits: bigint): Made => ({ ...row, id: row.id + 2n ** bits });
    const [back, newest] = many.slice(-2).map((row, place) => later(row, place ? 52n : 45n));
    if (!back || !newest) throw new Error('no rows');
    await write([...many, back, newest]);
    const id = String(back.id);
    const actor = reader('6000', 'all');
    const finds = async (): Promise<boolean> => {
      const found = await other.as(actor).search([samples], 'returning', 40);
      return found.some(({ records }) => records.some((one) => one.id === id));
    };
    const isFoundSoon = () => vi.waitFor(async () => expect(await finds()).toBe(true));
    const dropEntry = () =>
      database.query('delete from search_entry where record_id = $1', [back.id]);

    await database.query(
      `update sample set is_deleted = 1, unit_id = null, audit_status = '0', update_user = create_user where id = $1`,
      [back.id],
    );
    // The restored record names nobody who does not exist.
    await database.query('delete from sample_parts where parent_id = $1', [back.id]);
    await dropEntry();
    expect(await finds()).toBe(false);
    await engine.as(reader(String(back.writer))).restore(samples, [id]);
    await database.query(`update sample set audit_status = '2' where id = $1`, [back.id]);
    await isFoundSoon();

    for (const fill of [() => fillSearch(engine, tenant), fillAlone]) {
      await dropEntry();
      other.searchStretches.forget(tenant);
      expect(await finds()).toBe(false);
      await fill();
      await isFoundSoon();
    }
  } finally {
    await notifications.close();
    await other.database.close();
  }
});
