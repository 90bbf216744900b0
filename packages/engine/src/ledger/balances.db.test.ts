import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import { isZero } from '@keyan/kernel/values/amounts.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerTables } from '../store/schema/ledger-tables.ts';
import { tablesOf } from '../store/schema/schema.ts';
import { tableSql } from '../store/schema/schema-sql.ts';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, startEngine, tenant } from '../testing/sample.ts';
import { postEffect } from './post.ts';

const pot = face('testPot', ['罐', 'Pot'], { name: f.text(['名称', 'Name']).requiredInDraft() });

const funds = defineLedger('potFunds', ['罐账', 'Pot funds'], {
  owner: pot,
  subaccount: { item: f.text(['科目', 'Item']) },
  measures: { booked: 'money', held: 'money', times: 'count' },
  shown: { available: { plus: ['booked'], minus: ['held'] } },
});

const fill = dictionary(
  'potFill',
  ['状态', 'Status'],
  [
    ['0', '空', 'Empty'],
    ['1', '有余', 'Filled'],
  ],
);

const page = (code: string) => ({
  all: {
    label: ['全部', 'All'] as const,
    code,
    path: `/${code}`,
    scope: everyone(),
    actions: ['add', 'edit', 'view', 'history'] as const,
  },
});
const access = { read: everyone(), write: everyone() };

const pots = defineResource({
  key: pot.key,
  label: pot.label,
  path: 'test/pots',
  title: 'name',
  fields: {
    ...pot.fields,
    booked: f.money(['已入账', 'Booked']).balance(funds, 'booked'),
    available: f.money(['可用', 'Available']).balance(funds, 'available'),
    times: f.integer(['次数', 'Times']).balance(funds, 'times'),
    state: f.dict(['状态', 'Status'], fill).computed().initial('0'),
  },
  states: { field: 'state', initial: '0' },
  actions: {
    follow: {
      label: ['余额变化', 'Balance changed'],
      from: ['0', '1'],
      by: 'posting',
      to: ({ available }) => (isZero(available) ? '0' : '1'),
    },
  },
  list: { columns: ['name', 'booked', 'available'], filters: ['available'], sort: 'name' },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['name'] }],
  views: page('pot'),
  access,
});

const slips = defineResource({
  key: 'testSlip',
  label: ['单', 'Slip'],
  path: 'test/slips',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']).requiredInDraft(),
    potId: f.ref(['罐', 'Pot'], pot).required(),
    brings: f.money(['注入', 'Brings']),
    left: f.money(['可用', 'Available']).balance(funds, 'available', { owner: 'potId' }),
    items: f.rows(['明细', 'Items'], {
      item: f.text(['科目', 'Item']),
      left: f
        .money(['可用', 'Left'])
        .balance(funds, 'available', { owner: 'potId', subaccount: 'item' }),
    }),
  },
  effects: ({ during, post: posts }) => [
    during(
      'approved',
      posts(funds, ({ potId, brings }) => [{ owner: potId, item: 'B', booked: brings }]),
    ),
  ],
  list: { columns: ['name', 'left'], filters: ['left'], sort: 'name' },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['name', 'potId', 'brings', 'items'] }],
  views: page('slip'),
  access,
});

const database = await testDatabase();
const engine = startEngine(database, 1, { resources: [pots, slips] });
const actor = {
  ...actorOf('35'),
  permissions: new Set([...permissionsOf(pots), ...permissionsOf(slips)]),
};
const commands = engine.as(actor);
beforeAll(async () => {
  await furnishSamples(database, engine);
  const tables = [...[pots, slips].flatMap(tablesOf), ...ledgerTables(funds)];
  for (const table of tables) await database.query(tableSql(table));
});
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const post = (owner: string, item: string, amounts: object): Promise<void> =>
  engine.database.transaction(tenant, async (tx) => {
    const transaction = { engine, tx, actor, now: new Date() };
    const source = { resource: slips.key, id: `${owner}` };
    const wanted = [{ owner, item, ...amounts }];
    postEffect(transaction, {
      source,
      effect: item,
      ledger: funds,
      wanted,
      day: null,
      opening: false,
      action: 'submit',
    });
  });

const asked = (query: Partial<Query>): Query => ({
  where: [],
  sort: [],
  page: 1,
  size: 10,
  ...query,
});

test('balances are read with a record, its list and its lines, and never stored with it', async () => {
  const [a, b, c] = await Promise.all(
    ['甲', '乙', '丙'].map((name) => commands.save(pots, { name, booked: '5.00' })),
  );
  if (!a || !b || !c) throw new Error('three pots');
  await post(a.id, 'X', { booked: '100.00', held: '30.50', times: 2 });
  await post(a.id, 'Y', { booked: '1.00' });
  await post(b.id, 'X', { booked: '80.00' });
  expect((await commands.read(pots, a.id)).row).toMatchObject({
    booked: '101.00',
    available: '70.50',
    times: 2,
  });
  expect((await commands.read(pots, c.id)).row).toMatchObject({ booked: '0.00', times: 0 });

  const byMost = await commands.list(
    pots,
    asked({ sort: [{ field: 'available', descending: true }] }),
  );
  expect(byMost.records.map(({ available }) => available)).toEqual(['80.00', '70.50', '0.00']);
  const enough = await commands.list(
    pots,
    asked({ where: [{ field: 'available', operator: 'atLeast', value: '75' }] }),
  );
  expect(enough.records.map(({ id }) => id)).toEqual([b.id]);
  const sort = [{ field: 'available', descending: true }];
  const { next } = await commands.list(pots, asked({ sort, size: 1 }));
  const behind = await commands.list(pots, asked({ sort, size: 1, ...(next && { after: next }) }));
  expect(behind.records.map(({ id }) => id)).toEqual([a.id]);

  const slip = await commands.save(slips, {
    name: '单',
    potId: a.id,
    items: [{ item: 'X' }, { item: 'Y', left: '9.00' }, { item: 'Z' }],
  });
  const { row: read } = await commands.read(slips, slip.id);
  expect(read).toMatchObject({
    left: '70.50',
    items: [{ left: '69.50' }, { left: '1.00' }, { left: '0.00' }],
  });
});

test('a balance that moved is no change of the record', async () => {
  const owner = await commands.save(pots, { name: '丁' });
  const slip = await commands.save(slips, { name: '单', potId: owner.id, items: [{ item: 'X' }] });
  await post(owner.id, 'X', { booked: '10.00' });
  const { items } = (await commands.read(slips, slip.id)).row;
  await commands.save(slips, { id: slip.id, version: slip.version, name: '单据', items });
  const history = await database.query<{ changes: { path: string }[] }>(
    `select changes from history where business_id = $1 order by version desc limit 1`,
    [slip.id],
  );
  expect(history[0]?.changes.map(({ path }) => path)).toEqual(['name']);
});

test('an owner follows what is posted to it, without a version of its own', async () => {
  const owner = await commands.save(pots, { name: '戊' });
  expect(owner.state).toBe('0');
  const slip = await commands.save(slips, { name: '注入', potId: owner.id, brings: '12.00' });
  const { row: filled } = await commands.read(pots, owner.id);
  expect(filled).toMatchObject({ state: '1', available: '12.00', version: owner.version });
  await commands.save(slips, { id: slip.id, version: slip.version, brings: '0.00' });
  expect((await commands.read(pots, owner.id)).row).toMatchObject({ state: '0' });
  const acts = await database.query<{ action: string }>(
    'select action from history where business_id = $1 order by time, id',
    [owner.id],
  );
  expect(acts.map(({ action }) => action)).toEqual(['create', 'follow', 'follow']);
});
