import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordsNaming } from '@keyan/kernel/definition/life/fact.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Language } from '@keyan/kernel/label.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StaleMessages } from '../../messages/port.ts';
import { testDatabase } from '../../testing/database.ts';
import { actorOf, furnishSamples, place, places, startEngine } from '../../testing/sample.ts';
import { trialCalls } from './trials.ts';

/** A tour of places; that one of them is shut stands against it. */
const tours = defineResource({
  key: 'madeTour',
  label: ['路线', 'Tour'],
  path: 'sample/madeTour',
  title: 'title',
  fields: {
    title: f.text(['名称', 'Title']).requiredInDraft().max(20),
    firstId: f.ref(['起点', 'First'], place),
    stops: f.rows(['站点', 'Stops'], {
      placeId: f.ref(['地点', 'Place'], place),
      minutes: f.integer(['分钟', 'Minutes']).between(1, 60),
    }),
    length: f.integer(['时长', 'Length']).between(1, 600),
    isJoined: f.text(['参加', 'Joined']).max(10).computed(),
  },
  facts: { places: recordsNaming(place, 'id', ['firstId', 'stops.placeId']) },
  trials: {
    checkStops: {
      label: ['校验站点', 'Check the stops'],
      fields: { beginId: 'firstId', stops: 'stops' },
      find: ({ stops }, { facts }) =>
        (stops ?? []).flatMap(({ placeId }, at) => {
          const shut = facts.places.some(({ id, code }) => id === placeId && code === 'SHUT');
          const path = `stops.${at}.placeId`;
          return shut ? [{ path, rule: 'T-1', message: ['已关闭', 'It is shut'] as const }] : [];
        }),
    },
    shareTime: {
      label: ['平分时间', 'Share the time'],
      fields: { minutes: 'length' },
      answer: ({ length }) => ({ half: (length ?? 0) / 2 }),
    },
    countStops: {
      label: ['计算站点', 'Count the stops'],
      fields: { stops: 'stops' },
      answer: ({ stops }) => ({
        minutes: (stops ?? []).reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
      }),
    },
  },
  actions: {
    join: {
      label: ['参加', 'Join'],
      from: ['approved'],
      by: everyone(),
      set: () => ({ isJoined: '1' }),
      answers: { link: { of: ({ id }) => `/tours/detail?id=${id}` } },
    },
  },
  list: { columns: ['title'], filters: [], sort: 'title' },
  form: [
    { key: 'all', title: ['内容', 'Content'], fields: ['title', 'length', 'firstId', 'stops'] },
  ],
  access: { read: everyone(), write: everyone() },
  views: {
    all: {
      label: ['路线', 'Tours'],
      code: 'tour',
      path: '/tours',
      scope: everyone(),
      actions: ['add', 'view', 'submit', 'join'],
    },
  },
});

const kind = untypedResource(tours);
const database = await testDatabase();
const engine = startEngine(database, 1, { resources: [kind] });
beforeAll(() => furnishSamples(database, engine, [kind]));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const actor = { ...actorOf('31'), permissions: new Set(permissionsOf(kind)) };
const [call] = trialCalls(kind);
const tried = (given: object, language: Language = 'zh') =>
  call?.run(given as never, { engine, actor, language } as never);

test('a trial says what stands against values by facts that no form is told, and stores nothing', async () => {
  const system = engine.asSystem('路线', actor.tenantId);
  const shut = await system.save(places, { name: '旧馆', code: 'SHUT' });
  const open = await system.save(places, { name: '新馆', code: 'OPEN' });
  expect(call).toMatchObject({ path: 'sample/madeTour/checkStops', permissions: ['tour_submit'] });
  expect(Object.keys(call?.input.properties ?? {})).toEqual(['beginId', 'stops']);
  const stops = [{ placeId: open.id }, { placeId: shut.id }];
  const item = { level: 'error', path: 'stops.1.placeId', rule: 'T-1' };
  expect(await tried({ beginId: open.id, stops })).toEqual({
    pass: false,
    items: [{ ...item, message: '已关闭' }],
  });
  expect(await tried({ beginId: open.id, stops }, 'en')).toMatchObject({
    items: [{ message: 'It is shut' }],
  });
  expect(await tried({ beginId: open.id, stops: [] })).toEqual({ pass: true, items: [] });
  // A value that does not fit its field is reported as in any form.
  await expect(tried({ beginId: open.id, stops: [{ minutes: 900 }] })).rejects.toThrow(Invalid);
  expect(await system.all(tours, { where: [] })).toEqual([]);
});

test('a trial of what nobody fills in never starts', () => {
  const { trials } = tours;
  const check = { ...trials?.checkStops, fields: { joined: 'isJoined' } };
  expect(() => defineResource({ ...tours, trials: { check } } as never)).toThrow('tries isJoined');
});

test('whoever does what a message asked for is asked no more', async () => {
  const settled: StaleMessages[] = [];
  vi.spyOn(engine.messages, 'settle').mockImplementation((_tx, stale) => {
    settled.push(stale);
  });
  const { id } = await engine.as(actor).save(tours, { title: '环线' });
  await engine.as(actor).perform(tours, 'join', id);
  const links = [`/tours/detail?id=${id}`];
  expect(settled).toEqual([{ business: id, links, receiver: '31', to: ['31'] }]);
  // An action of the program settles nobody's message.
  await engine.asSystem('路线', actor.tenantId).perform(tours, 'join', id);
  expect(settled).toHaveLength(1);
});

test('a trial answers what follows from values, and stores nothing', async () => {
  const counting = trialCalls(kind).find(({ path }) => path.endsWith('countStops'));
  const stops = [{ minutes: 20 }, { minutes: 35 }];
  const given = { stops };
  expect(await counting?.run(given as never, { engine, actor, language: 'zh' } as never)).toEqual({
    minutes: 55,
  });
});

test('a trial of values that fit into an address is a GET, for whoever has a page of the kind', async () => {
  const sharing = trialCalls(kind).find(({ path }) => path.endsWith('shareTime'));
  expect(sharing).toMatchObject({ method: 'GET', permissions: ['tour'] });
  const sent = { minutes: '90' };
  expect(await sharing?.run(sent as never, { engine, actor, language: 'zh' } as never)).toEqual({
    half: 45,
  });
  expect(call).toMatchObject({ method: 'POST' });
});

test('a trial that neither finds nor answers is refused', () => {
  const check = { ...tours.trials?.countStops, answer: undefined };
  expect(() => defineResource({ ...tours, trials: { check } } as never)).toThrow(
    'check neither finds nor answers',
  );
});
