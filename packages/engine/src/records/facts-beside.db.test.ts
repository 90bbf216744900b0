import { everyone, withCode } from '@keyan/kernel/access/scope.ts';
import { user } from '@keyan/kernel/definition/field/base-fields.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { allRecordsOf, balancesIn, recordsNaming } from '@keyan/kernel/definition/life/fact.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, place, places, startEngine, tenant } from '../testing/sample.ts';
import { currentFacts } from './facts.ts';

const stage = dictionary(
  'errandStage',
  ['状态', 'Stage'],
  [
    ['run', '进行', 'Running'],
    ['done', '完成', 'Done'],
  ],
);

const errand = face('errand', ['差事', 'Errand'], {
  title: f.text(['名称', 'Title']).requiredInDraft(),
  leaderId: f.ref(['负责人', 'Leader'], user),
});

const hours = defineLedger('errandHours', ['工时', 'Hours'], {
  owner: place,
  subaccount: { userId: f.ref(['人员', 'Person'], user) },
  measures: { times: 'count', pay: 'money' },
});

const account = face(user.key, user.label, { realName: f.text(['姓名', 'Name']) });

/** Something that people do at a place: nobody leads three at once, or is paid more than ten in all. */
const errands = defineResource({
  key: errand.key,
  label: errand.label,
  path: 'test/errands',
  title: 'title',
  fields: {
    ...errand.fields,
    placeId: f.ref(['地点', 'Place'], place),
    helpers: f.rows(['帮手', 'Helpers'], {
      userId: f.ref(['人员', 'Person'], user),
      pay: f.money(['报酬', 'Pay']),
    }),
    stage: f.dict(['状态', 'Stage'], stage).computed().initial('run'),
  },
  states: { field: 'stage', initial: 'run' },
  actions: { finish: { label: ['完成', 'Finish'], from: ['run'], to: 'done' } },
  facts: {
    led: recordsNaming(
      errand,
      'leaderId',
      ['leaderId', 'helpers.userId'],
      withCode('stage', 'run'),
    ),
    people: recordsNaming(account, 'id', ['helpers.userId']),
    helped: recordsNaming(errand, 'helpers.userId', ['leaderId', 'helpers.userId']),
    finished: allRecordsOf(errand, withCode('stage', 'done')),
    paid: balancesIn(hours, 'placeId', ['helpers.userId']),
  },
  validators: [
    {
      fields: ['leaderId'],
      check: ({ leaderId }, { facts }) =>
        facts.led.filter((one) => one.leaderId === leaderId).length >= 2
          ? ['负责的差事太多', 'Leads too many']
          : null,
    },
  ],
  effects: ({ during, post }) => [
    during(
      ['run', 'done'],
      post(hours, ({ placeId, helpers }) =>
        (helpers ?? []).map(({ userId, pay }) => ({ owner: placeId, userId, times: 1, pay })),
      ),
    ),
  ],
  list: { columns: ['title'], filters: [], sort: 'title' },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['title', 'leaderId', 'helpers'] }],
  views: {
    all: {
      label: ['差事', 'Errands'],
      code: 'errand',
      path: '/errands',
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'finish'],
    },
  },
  access: { read: everyone(), write: everyone() },
});

const database = await testDatabase();
const engine = startEngine(database, 1, { resources: [errands] });
beforeAll(() => furnishSamples(database, engine, [errands as never]));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const actor = {
  ...actorOf('35'),
  permissions: new Set([...permissionsOf(places), ...permissionsOf(errands)]),
};
const commands = engine.as(actor);

test('what stands about the people of a row is there for the rules of the server alone', async () => {
  const { id: placeId } = await commands.save(places, { name: '北楼', code: 'N1' });
  const led = async (title: string) =>
    commands.save(errands, {
      title,
      placeId,
      leaderId: '31',
      helpers: [{ userId: '32', pay: '2.50' }],
    });
  const first = await led('送信');
  await led('取件');
  await expect(led('换水')).rejects.toMatchObject({ faults: [{ path: 'leaderId' }] });
  await commands.perform(errands, 'finish', String(first.id));
  const third = await led('换水');

  const row = { placeId, leaderId: '31', helpers: [{ userId: '32' }, { userId: '33' }] };
  const found = await engine.database.read(tenant, (session) =>
    currentFacts({ engine, actor }, session, errands as never, row, null),
  );
  expect(found).toMatchObject({
    led: [
      { title: '取件', leaderId: '31' },
      { title: '换水', id: third.id },
    ],
    helped: [{ title: '送信' }, { title: '取件' }, { title: '换水' }],
    finished: [{ title: '送信' }],
    people: [
      { id: '32', realName: '李敏' },
      { id: '33', realName: '王芳' },
    ],
    paid: { '32': { times: 3, pay: '7.50' } },
  });
  expect((found.led as readonly object[]).length).toBe(2);

  // A page is told nothing of it, and its rules wait for the server.
  expect(await commands.facts(errands, row)).toEqual({});
  const judged = validate(errands as never, {}, { ...row, title: '看门' }, 'complete', {
    today: '2026-01-01',
  });
  expect(judged.faults).toEqual([]);
});

test('a row that names nobody finds nobody', async () => {
  const found = await engine.database.read(tenant, (session) =>
    currentFacts({ engine, actor }, session, errands as never, { leaderId: null }, null),
  );
  expect(found).toMatchObject({ led: [], helped: [], people: [], paid: {} });
});
