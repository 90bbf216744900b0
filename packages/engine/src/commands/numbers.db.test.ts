import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, place, places, startEngine } from '../testing/sample.ts';

const numbered = (key: string, at: 'add' | 'submit') =>
  defineResource({
    key,
    label: ['标签', 'Tag'],
    path: `sample/${key}`,
    title: 'name',
    number: {
      field: 'no',
      pattern: '${kind}${place}-${seq3}',
      at,
      places: {
        kind: (row) => (row.name?.startsWith('大') ? 'L' : 'S'),
        place: (_row, { place: { code } }) => code,
      },
    },
    facts: { place: recordNamedBy('placeId', place) },
    fields: {
      no: f.text(['编号', 'No.']).computed(),
      name: f.text(['名称', 'Name']).requiredInDraft(),
      placeId: f.ref(['地点', 'Place'], place),
    },
    list: { columns: ['name'], filters: [], sort: 'name' },
    form: [{ key: 'all', title: ['内容', 'Content'], fields: ['name', 'placeId'] }],
    views: {
      all: {
        label: ['标签', 'Tags'],
        code: key,
        path: `/${key}`,
        scope: everyone(),
        actions: ['add', 'edit', 'submit'],
      },
    },
    access: { read: everyone(), write: everyone(), copies: 'none' },
    processes: [
      defineProcess(
        key,
        ['标签', 'Tag'],
        [{ key: 'office', label: ['审核', 'Office'], candidates: ['role:office'] }],
      ),
    ],
  });

const early = numbered('tagEarly', 'add');
const late = numbered('tagLate', 'submit');

const database = await testDatabase();
const engine = startEngine(database, 1, { resources: [early, late] });
beforeAll(() => furnishSamples(database, engine, [early, late]));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const someone = actorOf('31');
const writer = engine.as({
  ...someone,
  permissions: new Set([...someone.permissions, ...permissionsOf(early), ...permissionsOf(late)]),
});
const manager = engine.as(actorOf('35'));

test('a number is made of the row and its facts, each text with a count of its own', async () => {
  const north = await manager.save(places, { name: '北楼', code: 'N' });
  const south = await manager.save(places, { name: '南楼', code: 'S' });
  const submit = (name: string, placeId: string) => writer.submit(late, { name, placeId });
  expect((await submit('大桌', north.id)).no).toBe('LN-001');
  expect((await submit('小桌', north.id)).no).toBe('SN-001');
  expect((await submit('大柜', north.id)).no).toBe('LN-002');
  expect((await submit('大椅', south.id)).no).toBe('LS-001');
});

test('it comes with the first draft or with the submission, as the definition says', async () => {
  const east = await manager.save(places, { name: '东楼', code: 'E' });
  const input = { name: '大灯', placeId: east.id };
  const draft = await writer.save(early, input);
  expect(draft.no).toBe('LE-001');
  const again = { id: draft.id, version: draft.version, name: '小灯' };
  expect((await writer.submit(early, again)).no).toBe('LE-001');
  expect((await writer.save(late, input)).no).toBeNull();
});

test('without what it is made of a draft waits, and a submission says so', async () => {
  expect((await writer.save(early, { name: '大门' })).no).toBeNull();
  await expect(writer.submit(early, { name: '大门' })).rejects.toMatchObject({
    faults: [{ path: 'no' }],
  });
});
