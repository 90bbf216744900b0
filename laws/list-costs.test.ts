import { listSums } from '@keyan/engine/commands/group-counts.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { createListQuery } from '@keyan/engine/records/list-query.ts';
import { searchShapeOf } from '@keyan/engine/search/entry.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import { ok, path } from './support/filing.ts';

/** Costs of lists, by the shape of their statements and plans; no test of them reads a clock. */
const app = await startApplication();
afterAll(() => app.close());

const { engine } = app.parts;
const admin = await app.as('admin');
const system = { system: 'law', tenantId: home };

interface Sent {
  readonly sql: string;
}

/** The statements that work sends as heavy ones. */
const heavyOf = async (work: (engine: Engine) => Promise<unknown>): Promise<readonly string[]> => {
  const sent: string[] = [];
  const database = new Proxy(engine.database, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...given: unknown[]) => unknown;
      return (...given: unknown[]) => {
        if (name === 'heavy') sent.push((given[2] as Sent).sql);
        return method(...given);
      };
    },
  });
  await work({ ...engine, database });
  return sent;
};

const summed = app.resources.filter(({ fields }) =>
  Object.values(fields).some(({ spec }) => spec.balance),
);

test.each(summed.map((resource) => [resource.key, resource] as const))(
  'sums of %s read each subaccount once, whatever many fields show of it',
  async (_key, resource) => {
    const person = await app.parts.actorOf(home, admin.id);
    if (!person) throw new Error('nobody');
    const actor = {
      ...person,
      permissions: new Set(Object.values(resource.views).map(({ code }) => code)),
    };
    const query = { where: [], sort: [], page: 1, size: 10 };
    // A list that adds up within one batch alone counts its batches before.
    const asked = await heavyOf((counting) =>
      listSums({ engine: counting, actor } as never, resource, query),
    );
    const text = asked.at(-1) ?? '';
    // Some show balances that nobody adds up.
    if (['programInfo', 'fundingArrive', 'scorePerson'].includes(resource.key)) {
      expect(text).toContain('left join');
    }
    // The value of a row is looked up nowhere inside the sum.
    expect(text).not.toMatch(/sum\(coalesce\(\(select/);
    const subaccounts = [
      ...text.matchAll(
        /left join "(\w+_balance)" "b\d+" on [^)]*?"owner_id" = "t"\."(\w+)" and "b\d+"\."account" = ('' ?|"t"\."\w+")/g,
      ),
    ].map(([, ...at]) => at.join());
    expect(new Set(subaccounts).size).toBe(subaccounts.length);
    expect((text.match(/_balance"/g) ?? []).length).toBe(subaccounts.length);
  },
);

/** How the database would find it if it could not read everything in turn. */
const planOf = async (sql: string): Promise<string> => {
  await app.database.query('set enable_seqscan = off');
  const rows = await app.database.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${sql}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

test('a page of messages is read in the order of an index, without a sort', async () => {
  const plan = await planOf(
    `select id from message where tenant_id = '000000' and receiver_id = 1 and is_deleted = 0
      order by create_time desc, id desc limit 10`,
  );
  expect(plan).toContain('message_time');
  expect(plan).not.toContain('Sort');
});

test('a page of projects is read in the order of an index, without a sort', async () => {
  const plan = await planOf(
    `select id from program where tenant_id = '000000' and program_kind = 'horizontal' and is_deleted = 0
      order by start_date desc nulls last, id desc limit 10`,
  );
  expect(plan).toContain('program_variant');
  expect(plan).not.toContain('Sort');
});

const texts = app.resources.flatMap((resource) =>
  searchShapeOf(resource)
    .fields.slice(0, 1)
    .map(({ name }) => [resource.key, name, resource] as const),
);

test.each(texts)(
  'one or two Chinese letters in %s.%s are looked for in the table of searches',
  (_key, field, resource) => {
    for (const value of ['湿', '湿地', ' 濕地 ']) {
      const where = [{ field, operator: 'contains', value }] as const;
      const query = { where, sort: [], page: 1, size: 10 };
      const { shape, values } = createListQuery(
        { engine, actor: system } as never,
        resource,
        query,
        true,
      );
      expect(shape.short).toEqual([0]);
      const { sql: text } = engine.store.reader.ids(shape).bind(values);
      expect(text.match(/search_entry/g)?.length ?? 0, text).toBeGreaterThan(0);
    }
    const long = [{ field, operator: 'contains', value: '湿地碳' }] as const;
    const asked = { where: long, sort: [], page: 1, size: 10 };
    expect(
      createListQuery({ engine, actor: system } as never, resource, asked, true).shape.short,
    ).toEqual([]);
  },
);

test('a filter of one or two Chinese letters finds what holds them, wherever they stand', async () => {
  const office = await app.as('rd_achieve');
  const titles = ['湿地碳汇', '江汉平原湿地', '关于湿地的研究', '湿润地区', '地湿'];
  for (const [place, title] of titles.entries()) {
    await ok(
      office.post(path('collectionThesis/submit'), {
        title,
        authorsText: '外校作者',
        source: '虚构学报',
        publishYear: 2025,
        indexType: '01',
        accessionNum: `WOS:9900${place}`,
        doi: `10.5555/short.${place}`,
      }),
    );
  }
  const found = async (title: string): Promise<readonly unknown[]> => {
    const { records } = await ok(office.get(path('collectionThesis/list'), { title, size: '50' }));
    return (records as RowLike[]).map((row) => row.title).toSorted();
  };
  expect(await found('湿地')).toEqual(titles.slice(0, 3).toSorted());
  expect(await found('湿')).toEqual(titles.toSorted());
  expect(await found('地湿')).toEqual(['地湿']);
});
