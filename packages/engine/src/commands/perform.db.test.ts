import { everyone, own } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { Conflict, Denied, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tablesOf } from '../store/schema/schema.ts';
import { tableSql } from '../store/schema/schema-sql.ts';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, startEngine } from '../testing/sample.ts';

const onePlace = (places: number | null) => [{ places }];

const plan = defineResource({
  key: 'plan',
  label: ['计划', 'Plan'],
  path: 'test/plan',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']).requiredInDraft().max(20),
    quota: f.integer(['名额', 'Quota']).between(0, 100).initial(10),
    releasedAt: f.time(['发布时间', 'Released']).computed(),
    shares: f.rows(['分配', 'Shares'], { places: f.integer(['名额', 'Places']) }).computed(),
    status: f
      .dict(
        ['状态', 'State'],
        dictionary(
          'planStatus',
          ['状态', 'State'],
          [
            ['0', '未发布', 'Draft'],
            ['1', '已发布', 'Released'],
            ['2', '已撤回', 'Withdrawn'],
            ['3', '已截止', 'Closed'],
          ],
        ),
      )
      .computed()
      .initial('0'),
  },
  states: { field: 'status', initial: '0', editable: ['0', '2'] },
  actions: {
    release: {
      label: ['发布', 'Release'],
      from: ['0', '2'],
      to: '1',
      at: 'selection',
      set: (_row, _input, { now }) => ({ releasedAt: now }),
    },
    withdraw: { label: ['撤回', 'Withdraw'], from: ['1'], to: '2', by: everyone() },
    enlarge: {
      label: ['增加名额', 'More places'],
      from: ['1'],
      form: {
        quota: f.integer(['名额', 'Quota']).between(0, 100).required(),
        reason: f.note(['原因', 'Reason']).required().max(50),
      },
      guard: {
        fields: ['quota'],
        check: ({ quota }) => (quota === 100 ? ['名额已到上限', 'No more places'] : null),
      },
    },
    close: { label: ['截止', 'Close'], from: ['1'], to: '3', by: 'job' },
  },
  compute: ({ releasedAt, quota, shares }) =>
    releasedAt && !shares?.length ? { shares: onePlace(quota) } : {},
  validators: [
    {
      fields: ['quota'],
      check: ({ quota }) => (quota === 13 ? ['名额不能为 13', 'Not 13'] : null),
    },
  ],
  views: {
    all: {
      label: ['计划', 'Plans'],
      code: 'plan',
      path: '/plan',
      scope: everyone(),
      actions: ['add', 'edit', 'delete', 'view', 'history', 'release', 'withdraw', 'enlarge'],
    },
  },
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [{ key: 'plan', title: ['计划', 'Plan'], fields: ['name', 'quota'] }],
  access: { read: everyone(), write: own() },
});

const database = await testDatabase();
const engine = startEngine(database, 1, { resources: [plan as never] });
beforeAll(async () => {
  await furnishSamples(database, engine);
  for (const table of tablesOf(plan as never)) await database.query(tableSql(table));
});
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const as = (id: string) =>
  engine.as({ ...actorOf(id), permissions: new Set(permissionsOf(plan as never)) });
const writer = as('31');
let id = '';
beforeEach(async () => {
  id = (await writer.save(plan, { name: '年度计划' })).id;
});

const released = () => writer.perform(plan, 'release', id);

describe('an action of a kind', () => {
  test('moves the record, sets its values, raises the version and stands in the history', async () => {
    const row = await released();
    expect(row).toMatchObject({ status: '1', version: 2 });
    expect(row.releasedAt).toMatch(/^\d{4}-/);
    // A line that is computed for the action has an id like any other.
    expect(row.shares).toEqual([expect.objectContaining({ places: 10, id: expect.any(String) })]);
    const [entry] = await writer.history(plan as never, id);
    expect(entry).toMatchObject({ action: 'release', version: 2, actorId: '31' });
    expect(entry?.changes.map(({ path }) => path)).toEqual(['releasedAt', 'shares', 'status']);
  });

  test('is refused from another state: a second click finds it done', async () => {
    const both = await Promise.allSettled([released(), released()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(released()).rejects.toThrow(Refused);
    expect((await writer.read(plan, id)).row.version).toBe(2);
  });

  test('asks for its code, for its rows and for a record that may be read', async () => {
    const guest = engine.as({ ...actorOf('32'), permissions: new Set(['plan', 'plan_edit']) });
    await expect(guest.perform(plan, 'release', id)).rejects.toThrow(Denied);
    await expect(as('32').perform(plan, 'release', id)).rejects.toThrow(Denied);
    await released();
    await expect(as('32').perform(plan, 'withdraw', id)).resolves.toMatchObject({ status: '2' });
    await expect(writer.perform(plan, 'release', '1')).rejects.toThrow(Missing);
    await expect(writer.perform(plan, 'erase', id)).rejects.toThrow(Missing);
    const abroad = engine.as({
      ...actorOf('31', '100000'),
      permissions: new Set(permissionsOf(plan as never)),
    });
    await expect(abroad.perform(plan, 'release', id)).rejects.toThrow(Missing);
  });

  test('that no person does is for the program alone', async () => {
    await released();
    await expect(writer.perform(plan, 'close', id)).rejects.toThrow(Denied);
    const clock = engine.asSystem('截止', '000000');
    await expect(clock.perform(plan, 'close', id)).resolves.toMatchObject({ status: '3' });
    await expect(clock.perform(plan, 'close', id)).rejects.toThrow(Refused);
  });

  test('reads its dialog: complete, by the rules of the record, for the version that was seen', async () => {
    const { version } = await released();
    const enlarge = (input: object) => writer.perform(plan, 'enlarge', id, { version, ...input });
    await expect(enlarge({ quota: 20 })).rejects.toMatchObject({
      faults: [{ path: 'reason' }],
    });
    await expect(enlarge({ quota: 101, reason: '扩招' })).rejects.toThrow(Invalid);
    await expect(enlarge({ quota: 13, reason: '扩招' })).rejects.toThrow('名额不能为 13');
    await expect(
      writer.perform(plan, 'enlarge', id, { quota: 20, reason: '扩招' }),
    ).rejects.toThrow('version');
    const row = await enlarge({ quota: 100, reason: '扩招', status: '3', name: '别的' });
    expect(row).toMatchObject({ quota: 100, status: '1', name: '年度计划' });
    await expect(enlarge({ quota: 20, reason: '又' })).rejects.toThrow('名额已到上限');
    const [entry] = await writer.history(plan as never, id);
    expect(entry).toMatchObject({ action: 'enlarge', note: '扩招' });
  });

  test('does not overwrite what somebody else changed meanwhile', async () => {
    const { version } = await released();
    await writer.perform(plan, 'enlarge', id, { version, quota: 20, reason: '一' });
    await expect(
      writer.perform(plan, 'enlarge', id, { version, quota: 30, reason: '二' }),
    ).rejects.toThrow(Conflict);
  });

  test('on several records answers for each: one that refuses it holds up no other', async () => {
    const other = await writer.save(plan, { name: '另一计划' });
    await released();
    const performed = await writer.performAll(plan as never, 'release', [id, other.id, other.id]);
    expect(performed.done).toEqual([other.id]);
    expect(performed.refused).toMatchObject([{ id, fault: { name: 'Refused' } }]);
  });
});

describe('the states of a kind', () => {
  test('say when its records may be changed and removed', async () => {
    const { version } = await released();
    await expect(writer.save(plan, { id, version, name: '改' })).rejects.toThrow(Refused);
    await expect(writer.remove(plan as never, [id])).rejects.toThrow(Refused);
    const back = await writer.perform(plan, 'withdraw', id);
    await expect(
      writer.save(plan, { id, version: back.version, name: '改', status: '3' }),
    ).resolves.toMatchObject({ name: '改', status: '2' });
    await writer.remove(plan as never, [id]);
  });

  test('decide with the guards what pages offer, with the reason where they do not', async () => {
    const offered = async () => {
      const { records } = await writer.list(plan, {
        view: 'all',
        where: [{ field: 'id', operator: 'anyOf', value: [id] }],
        sort: [],
        page: 1,
        size: 10,
      });
      return records[0]?.abilities;
    };
    expect(await offered()).toEqual(['edit', 'remove', 'release']);
    const { version } = await released();
    expect(await offered()).toEqual(['withdraw', 'enlarge']);
    await writer.perform(plan, 'enlarge', id, { version, quota: 100, reason: '扩招' });
    expect(await offered()).toEqual(['withdraw']);
    const { abilities } = await writer.read(plan, id);
    expect(abilities.enlarge).toEqual({
      allowed: false,
      reason: ['名额已到上限', 'No more places'],
    });
    expect(abilities).not.toHaveProperty('close');
  });
});
