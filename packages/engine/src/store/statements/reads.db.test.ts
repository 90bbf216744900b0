import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSearchAlone } from '../../search/fill.ts';
import { testDatabase } from '../../testing/database.ts';
import { actorOf, furnishSamples, samples, startEngine, tenant } from '../../testing/sample.ts';
import type { Statement } from '../connection/statement.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);

/** More than a statement collects at once (`found-rows.ts`). */
const rows = 24_000;
const units = 100;
const writers = 1000;
/** One of each hundred rows is in a unit, was handled by its secretary, and is red. */
const each = rows / units;
/** One of this many rows was handled by one person, who so has more tasks than are looked up one by one. */
const handledEach = 10;
/** Ids rise by so much from record to record of a bulk load; in use there are more between two. */
const apart = 64;
const recordId = `1000000 + i * ${apart}`;

beforeAll(async () => {
  await furnishSamples(database, engine);
  const [definition] = await database.query<{ id: string }>(
    'select id::text from wf_definition where tenant_id = $1',
    [tenant],
  );
  await database.query(
    `insert into sample (tenant_id, id, title, audit_status, unit_id, colour, create_user, create_time, update_user, update_time)
     select $1, ${recordId}, 'row ' || i, '2', 7000 + i % ${units}, case (i / ${units}) % 100 when 0 then 'r' else 'g' end,
            5000 + i % ${writers}, now(), 5000, now() from generate_series(1, ${rows}) i`,
    [tenant],
  );
  await database.query(
    `insert into sample_parts (tenant_id, id, parent_id, sort_order, user_id)
     select $1, 2000000 + i, ${recordId}, 0, 5000 + (i * 7) % ${writers} from generate_series(1, ${rows}) i`,
    [tenant],
  );
  await database.query(
    `insert into wf_instance (tenant_id, id, definition_id, kind, business_id, title, applicant_id, status, suspended, revision, started)
     values ($1, 3000000, $2, 'sample', 1, '', 99, 'DONE', false, 1, now())`,
    [tenant, definition?.id],
  );
  await database.query(
    `insert into wf_task (tenant_id, id, instance_id, act_id, business_id, applicant_id, node, node_name, node_name_en, assignee_id, candidates, status, actor_id, comment, created)
     select $1, 4000000 + i, 3000000, 1, ${recordId}, 99, 'office', '', '', 9000 + i % ${units}, '{}', 'DONE', 9000 + i % ${units}, '', now()
       from generate_series(1, ${rows}) i`,
    [tenant],
  );
  await database.query(
    `insert into wf_task (tenant_id, id, instance_id, act_id, business_id, applicant_id, node, node_name, node_name_en, assignee_id, candidates, status, actor_id, comment, created)
     select $1, 5000000 + i, 3000000, 1, 1000000 + i * ${handledEach * apart}, 99, 'office', '', '', 8999, '{}', 'DONE', 8999, '', now()
       from generate_series(1, ${rows / handledEach}) i`,
    [tenant],
  );
  // As an installation does (decision 0040): the index of terms serves conditions beside a policy.
  await database.query('alter function ts_match_vq leakproof');
  const run = <T>({ sql, parameters }: Statement): Promise<readonly T[]> =>
    database.query(sql, [...parameters]);
  await fillSearchAlone([samples], tenant, run, run);
  for (const table of ['sample', 'sample_parts', 'wf_task', 'search_entry']) {
    await database.query(`vacuum analyze ${table}`);
  }
});
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

/** A node of `explain (analyze, format json)`. */
interface Node {
  readonly 'Node Type': string;
  readonly 'Subplan Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Filter?: string;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Rows that a node looked at. */
const looked = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * Math.max(1, node['Actual Loops']);

/**
 * Rows that a statement reads, and comparisons with arrays of ids that it makes for them: such an array
 * is searched from its beginning for each row.
 */
const workOf = (plan: Node): number => {
  const nodes = nodesOf(plan);
  const arrays = new Map(
    nodes.flatMap((node) => {
      const [name] = /InitPlan \d+/.exec(node['Subplan Name'] ?? '') ?? [];
      return name ? [[name, node['Actual Rows']] as const] : [];
    }),
  );
  const compared = (node: Node): number =>
    [...(node.Filter ?? '').matchAll(/ANY \(\((InitPlan \d+)\)/g)].reduce(
      (sum, [, name = '']) => sum + looked(node) * (arrays.get(name) ?? 0),
      0,
    );
  return nodes
    .filter((node) => node['Node Type'].includes('Scan'))
    .reduce((sum, node) => sum + looked(node) + compared(node), 0);
};

type Work = () => Promise<unknown>;

/** The statements that these commands send. */
const sentBy = async (work: Work): Promise<readonly Statement[]> => {
  const sent: Statement[] = [];
  const { heavy, short } = engine.database;
  engine.database.heavy = (tenantId, userKey, statement) => {
    sent.push(statement);
    return heavy.call(engine.database, tenantId, userKey, statement) as Promise<never>;
  };
  engine.database.short = (tenantId, statement) => {
    sent.push(statement);
    return short.call(engine.database, tenantId, statement) as Promise<never>;
  };
  try {
    await work();
  } finally {
    Object.assign(engine.database, { heavy, short });
  }
  expect(sent).not.toEqual([]);
  return sent;
};

/** The plans of the statements that these commands send. */
const plansOf = async (work: Work): Promise<readonly Node[]> => {
  const sent = await sentBy(work);
  return engine.database.read(tenant, async (session) => {
    const plans: Node[] = [];
    for (const { sql, parameters } of sent) {
      const [explained] = await session.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (analyze, format json) ${sql}`,
        parameters,
      );
      if (!explained) throw new Error('no plan');
      plans.push(explained['QUERY PLAN'][0].Plan);
    }
    return plans;
  });
};

const reader = (id: string, departmentScope: Actor['departmentScope'] = []): Actor => ({
  ...actorOf(id),
  departmentScope,
});

const own = rows / writers;
/** Readers, and the number of rows that they may read. */
const readers: Readonly<Record<string, readonly [Actor, number]>> = {
  'own rows and rows that name one': [reader('5003'), 2 * own],
  'a department': [reader('6000', ['7007']), each],
  'rows that one has handled': [reader('9008'), each],
  'a department, and tasks in it': [reader('9007', ['7007']), each],
  'a department, and thousands of tasks': [reader('8999', ['7007']), each + rows / handledEach],
  everything: [reader('6000', 'all'), rows],
};

const query: Query = { where: [], sort: [], page: 1, size: 10 };
const red: Query = { ...query, where: [{ field: 'colour', operator: 'equals', value: 'r' }] };

/** Statements that find rows, and how many rows their filters hit, if they have any. */
const statements: Readonly<Record<string, readonly [(actor: Actor) => Promise<unknown>, number]>> =
  {
    'a page with its total': [(actor) => engine.as(actor).list(samples, query), 0],
    'a page under a filter': [(actor) => engine.as(actor).list(samples, red), each],
    'counts of statuses': [(actor) => engine.as(actor).counts(samples, query), 0],
    'the ids of an export': [(actor) => engine.as(actor).ids(samples, query, rows), 0],
    'group counts': [(actor) => engine.as(actor).groupCounts(samples, query, ['colour']), 0],
  };

test.each(
  Object.entries(readers).flatMap(([who, [actor, readable]]) =>
    Object.entries(statements).map(
      ([what, [run, hits]]) => [what, who, actor, run, readable + hits] as const,
    ),
  ),
)('%s reads as much as is readable: %s', async (_what, _who, actor, run, found) => {
  const work = (await plansOf(() => run(actor))).map(workOf);
  expect(work.reduce((sum, one) => sum + one, 0)).toBeLessThan(10 * found + 500);
});

/** Entries and records that a search looks at however little it finds; a hit is an entry of the index and one of the table. */
const searched = 2000;

test.each(
  Object.entries(readers).flatMap(([who, [actor, readable]]) =>
    (
      [
        ['every row has', 'row', rows],
        ['one row has', 'row 777', 1],
        ['no row has', 'nowhere', 0],
      ] as const
    ).map(([what, typed, hits]) => [what, who, actor, typed, readable, hits] as const),
  ),
)(
  'a search for what %s reads no more than that and what is readable: %s',
  async (_what, _who, actor, typed, readable, hits) => {
    const plans = await plansOf(() => engine.as(actor).search([samples], typed, 5));
    const work = plans.map(workOf).reduce((sum, one) => sum + one, 0);
    expect(work).toBeLessThan(10 * Math.min(readable, each) + 2 * hits + searched);
  },
);

const most = Array.from({ length: units - 5 }, (_, unit) => String(7000 + unit));

test.each([
  ['few rows', readers['a department, and tasks in it']?.[0]],
  ['many rows', readers.everything?.[0]],
  ['many rows of several scopes', reader('9099', most)],
] as const)('pages of %s follow one another', async (_what, actor) => {
  if (!actor) throw new Error('no reader');
  const scope = actor.departmentScope;
  const expected = await database.query<{ id: string }>(
    `select id::text from sample where $1::bigint[] is null or unit_id = any($1)
        or (id - 1000000) / ${apart} % ${units} = $2 order by title collate "zh-x-icu" desc, id desc`,
    [scope === 'all' ? null : scope, Number(actor.id) - 9000],
  );
  const commands = engine.as(actor);
  const sort = [{ field: 'title', descending: true }];
  const ids = (page: { readonly records: readonly { readonly id: string }[] }) =>
    page.records.map(({ id }) => id);
  const last = Math.ceil(expected.length / 10);
  for (const page of [1, 2, last - 1, last, last + 1]) {
    const found = await commands.list(samples, { ...query, sort, page });
    const wanted = expected.slice(10 * (page - 1), 10 * page).map(({ id }) => id);
    expect([page, found.total, ids(found)]).toEqual([page, expected.length, wanted]);
    if (!found.next) continue;
    const behind = await commands.list(samples, {
      ...query,
      sort,
      page: page + 1,
      after: found.next,
    });
    expect(ids(behind)).toEqual(expected.slice(10 * page, 10 * page + 10).map(({ id }) => id));
  }
});

test('a list of too many rows is not collected in vain for its next page', async () => {
  const commands = engine.as(reader('6001', 'all'));
  const asked = async (page: number) => {
    const plans = await plansOf(() => commands.list(samples, { ...query, page }));
    return plans.length;
  };
  // Besides the statement that reads the rows.
  expect([await asked(1), await asked(2), await asked(3)]).toEqual([3, 2, 2]);
});

test('rows that are found and too many are counted next', async () => {
  const plans = await plansOf(() => engine.as(reader('9098', most)).list(samples, query));
  // Ids of tasks, two ways to find the page, its rows.
  expect(plans).toHaveLength(4);
});

test('only the search of a list depends on its filters', async () => {
  const { list } = engine.as(reader('9007', ['7007']));
  const byTitle = { field: 'title', operator: 'equals', value: 'row 7' } as const;
  const questions = [red, { ...query, where: [byTitle] }, query];
  const texts: string[] = [];
  for (const one of questions) {
    texts.push(...(await sentBy(() => list(samples, one))).map(({ sql }) => sql));
  }
  // Ids of tasks and rows have one text each.
  expect(new Set(texts).size).toBe(2 + questions.length);
});

test.each([
  ['few tasks', '9007', ['sample']],
  ['thousands of tasks', '8999', ['sample', 'wf_task']],
])(
  'the search for somebody with %s names no other tables than it needs',
  async (_what, id, tables) => {
    const sent = await sentBy(() => engine.as(reader(id, ['7007'])).list(samples, red));
    const named = sent[1]?.sql.matchAll(/(?:from|join) "?([a-z_]+)"? [a-z]\b/g) ?? [];
    const stored = new Set([...named].map(([, name]) => name));
    expect([...stored].filter((name) => /^(sample|wf_)/.test(name ?? '')).sort()).toEqual(tables);
  },
);

test.each([
  ['few tasks', '9008', 'few', 'r'],
  ['few tasks', '9008', 'many', 'g'],
  ['thousands of tasks', '8999', 'few', 'r'],
  ['thousands of tasks', '8999', 'many', 'g'],
])('a person with %s (%s) finds %s rows under a filter', async (_what, id, _amount, colour) => {
  const expected = await database.query<{ id: string }>(
    `select t.id::text from sample t where t.colour = $1 and (t.unit_id = 7007
        or t.id in (select business_id from wf_task where actor_id = $2)) order by t.title collate "zh-x-icu", t.id`,
    [colour, id],
  );
  const found = await engine.as(reader(id, ['7007'])).list(samples, {
    where: [{ field: 'colour', operator: 'equals', value: colour }],
    page: 1,
    size: 30,
    sort: [{ field: 'title', descending: false }],
  });
  expect(found.total).toBe(expected.length);
  expect(found.records.map((row) => row.id)).toEqual(expected.slice(0, 30).map((row) => row.id));
});

test.each(['colour', 'branches'])('%s is counted in an index, without the rows', async (field) => {
  const approved: Query = {
    ...query,
    where: [{ field: 'auditStatus', operator: 'equals', value: '2' }],
  };
  const plans = await plansOf(() =>
    engine.as(reader('6000', 'all')).groupCounts(samples, approved, [field]),
  );
  const types = plans.flatMap(nodesOf).map((node) => node['Node Type']);
  expect(types.filter((type) => /Seq|Index|Bitmap/.test(type))).toEqual(['Index Only Scan']);
});
