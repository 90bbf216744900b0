import { behavioursOf } from '@keyan/engine/records/mixed-behaviour.ts';
import { testDatabase } from '@keyan/engine/testing/database.ts';
import { actorOf, furnishSamples, startEngine, tenant } from '@keyan/engine/testing/sample.ts';
import { own } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { similarBehaviour } from './alike.server.ts';
import { similarRecords } from './alike.ts';

const stage = dictionary(
  'madeStage',
  ['状态', 'State'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '已提交', 'Handed in'],
  ],
);

/** Essays of a contest, each read by its writer alone. */
const essays = defineResource({
  key: 'madeEssay',
  label: ['征文', 'Essay'],
  path: 'sample/madeEssay',
  title: 'heading',
  with: [
    similarRecords(['相近征文', 'Similar essays'], {
      title: 'heading',
      year: 'heldIn',
      years: 1,
      period: ['一年', 'a year'],
      called: ['征文', 'essays'],
      state: 'stage',
      counted: ['1'],
    }),
  ],
  fields: {
    heading: f.text(['题目', 'Heading']).max(50),
    heldIn: f.year(['年度', 'Year']),
    stage: f.dict(['状态', 'State'], stage).computed().initial('0'),
  },
  states: { field: 'stage', initial: '0' },
  list: { columns: ['heading'], filters: [], sort: 'heading' },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['heading', 'heldIn'] }],
  access: { read: own(), write: own(), pageless: true },
});

const kind = untypedResource(essays);
const database = await testDatabase();
const [behaviour] = behavioursOf([kind], [similarBehaviour], []);
const engine = startEngine(database, 1, {
  resources: [kind],
  behaviours: behaviour ? [behaviour] : [],
});
beforeAll(() => furnishSamples(database, engine, [kind]));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const written = async (heading: string, heldIn: number, writer: string, state = '1') => {
  const row = await engine.asSystem('征文', tenant).save(essays, { heading, heldIn });
  await database.query('update made_essay set create_user = $2, stage = $3 where id = $1', [
    row.id,
    writer,
    state,
  ]);
  return row;
};

const found = (row: object, reader: string) =>
  engine.database.read(tenant, async (session) => {
    const reading = { engine, actor: actorOf(reader), session };
    const [said] = (await behaviour?.checked?.likeness?.([row as never], reading)) ?? [];
    return said;
  });

test('a title that is nearly that of another record is said, and named to those who may read it', async () => {
  const mine = await written('江南园林的叠石艺术', 2026, '31');
  expect(await found(mine, '31')).toMatchObject({
    level: 'good',
    text: ['近一年没有名称相近的征文', 'No similar title in a year'],
  });
  const other = await written('江南园林的叠石艺术论', 2026, '32', '0');
  expect(await found(other, '31')).toEqual({
    level: 'warn',
    text: [
      '1 项征文名称相近：《江南园林的叠石艺术》（90%）',
      'Similar titles (1): “江南园林的叠石艺术” (90%)',
    ],
    link: { resource: 'madeEssay', id: mine.id, text: '江南园林的叠石艺术' },
  });
  expect(await found(other, '33')).toEqual({
    level: 'warn',
    text: ['1 项征文名称相近，您无权查看', 'Similar titles that you cannot view (1)'],
  });
  // A draft does not count, nor what is older than the years that are looked at.
  expect(await found(mine, '31')).toMatchObject({ level: 'good' });
  const later = await written('江南园林的叠石艺术', 2028, '31');
  expect(await found(later, '31')).toMatchObject({ level: 'good' });
});

test('short titles are alike by chance', async () => {
  await written('论美学', 2030, '31');
  const second = await written('论美学', 2030, '32');
  expect(await found(second, '31')).toMatchObject({ level: 'good' });
});
