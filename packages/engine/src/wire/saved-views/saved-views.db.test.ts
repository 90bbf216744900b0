import { Conflict, Denied, Invalid, Missing } from '@keyan/kernel/errors.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  chooseView,
  removeViews,
  savedViews,
  saveView,
  shareableRoles,
} from '../../saved-views/saved-views.ts';
import { testDatabase } from '../../testing/database.ts';
import { actorOf, furnishSamples, startEngine, stranger } from '../../testing/sample.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
beforeAll(() => furnishSamples(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const writer = actorOf('31');
const other = actorOf('32');
const office = actorOf('34');
const manager = actorOf('35');
const alien = actorOf('35', stranger);

let serial = 0;
const input = (change: object = {}) => {
  serial += 1;
  return {
    resource: 'sample',
    view: 'register',
    name: `视图 ${serial}`,
    content: { query: 'colour=r&sort=-day', columns: { shown: ['title', 'day'] } },
    roles: [],
    ...change,
  } as const;
};

const names = async (actor: typeof writer) =>
  (await savedViews(engine, actor)).map(({ name }) => name);

test('a view is its owner’s, with everything that was saved in it', async () => {
  const saved = await saveView(engine, writer, input({ name: '今年红色' }));
  expect(saved).toMatchObject({
    name: '今年红色',
    content: { query: 'colour=r&sort=-day', columns: { shown: ['title', 'day'] } },
    version: 1,
    mine: true,
    ownerName: '张明',
    chosen: false,
  });
  expect(await names(writer)).toContain('今年红色');
  expect(await names(other)).not.toContain('今年红色');
  expect(await names(alien)).toEqual([]);
});

test('holders of a role see what is shared with it, and cannot change it', async () => {
  const shared = await saveView(engine, manager, input({ roles: ['office'] }));
  const [seen] = (await savedViews(engine, office)).filter(({ id }) => id === shared.id);
  expect(seen).toMatchObject({ mine: false, ownerName: '周平', roles: [] });
  expect(await names(writer)).not.toContain(shared.name);
  const change = input({ id: shared.id, version: shared.version });
  await expect(saveView(engine, office, change)).rejects.toThrow(Denied);
  await expect(saveView(engine, writer, change)).rejects.toThrow(Missing);
  await expect(removeViews(engine, office, [shared.id])).rejects.toThrow(Missing);
  expect(await names(office)).toContain(shared.name);
});

test('a view of a page that is closed to somebody is not shown to them', async () => {
  const shared = await saveView(engine, manager, input({ view: 'lib', roles: ['office'] }));
  expect(await names(office)).not.toContain(shared.name);
  await expect(saveView(engine, writer, input({ view: 'lib' }))).rejects.toThrow(Denied);
  for (const view of ['nothing', 'constructor', '__proto__']) {
    await expect(saveView(engine, writer, input({ view }))).rejects.toThrow(Denied);
  }
});

test('it is shared with one’s own roles; with any by whoever sees everybody’s records', async () => {
  expect((await shareableRoles(engine, writer)).length).toBe(0);
  expect((await shareableRoles(engine, office)).map(({ alias }) => alias)).toEqual(['office']);
  expect((await shareableRoles(engine, manager)).length).toBe(2);
  await expect(saveView(engine, writer, input({ roles: ['office'] }))).rejects.toThrow(Invalid);
  await expect(saveView(engine, manager, input({ roles: ['nobody'] }))).rejects.toThrow(Invalid);
});

test('a name stands once per person and page, however fast they click', async () => {
  const twice = input();
  const answers = await Promise.allSettled([
    saveView(engine, writer, twice),
    saveView(engine, writer, twice),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await saveView(engine, other, twice);
});

test('a change needs the version that was seen, and is recorded', async () => {
  const first = await saveView(engine, writer, input());
  const second = await saveView(engine, writer, input({ id: first.id, version: 1 }));
  expect(second.version).toBe(2);
  await expect(saveView(engine, writer, input({ id: first.id, version: 1 }))).rejects.toThrow(
    Conflict,
  );
  await removeViews(engine, writer, [first.id]);
  const acts = await database.query<{ action: string }>(
    "select action from history where resource = 'saved_view' and business_id = $1 order by id",
    [first.id],
  );
  expect(acts.map(({ action }) => action)).toEqual(['create', 'update', 'remove']);
});

test('everybody begins with the view that they chose, until it is gone', async () => {
  const shared = await saveView(engine, manager, input({ roles: ['office'] }));
  const place = { resource: 'sample', view: 'register' };
  const chosen = async () =>
    (await savedViews(engine, office)).filter((each) => each.chosen).map(({ id }) => id);
  await chooseView(engine, office, { ...place, id: shared.id });
  expect(await chosen()).toEqual([shared.id]);
  expect((await savedViews(engine, manager)).some((each) => each.chosen)).toBe(false);
  await chooseView(engine, office, place);
  expect(await chosen()).toEqual([]);
  await chooseView(engine, office, { ...place, id: shared.id });
  await expect(
    chooseView(engine, office, { resource: 'samplePlace', view: 'all', id: shared.id }),
  ).rejects.toThrow(Missing);
  await expect(chooseView(engine, writer, { ...place, id: shared.id })).rejects.toThrow(Missing);
  await removeViews(engine, manager, [shared.id]);
  expect(await chosen()).toEqual([]);
});
