import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { after, before } from '@keyan/kernel/definition/life/due.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { dateOfText } from '@keyan/kernel/values/time.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tablesOf } from '../store/schema/schema.ts';
import { tableSql } from '../store/schema/schema-sql.ts';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, startEngine } from '../testing/sample.ts';
import { performDueActions } from './timers.ts';

const call = defineResource({
  key: 'openCall',
  label: ['征集', 'Call'],
  path: 'test/openCall',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']).requiredInDraft().max(20),
    endTime: f.time(['截止时间', 'Closes']),
    endDate: f.date(['结束日期', 'Ends']),
    status: f
      .dict(
        ['状态', 'State'],
        dictionary(
          'callStatus',
          ['状态', 'State'],
          [
            ['0', '未发布', 'Draft'],
            ['1', '已发布', 'Released'],
            ['3', '已截止', 'Closed'],
          ],
        ),
      )
      .computed()
      .initial('0'),
  },
  states: { field: 'status', initial: '0' },
  actions: {
    release: { label: ['发布', 'Release'], from: ['0', '3'], to: '1' },
    close: {
      label: ['截止', 'Close'],
      from: ['1'],
      to: '3',
      by: after('endTime'),
      guard: {
        fields: ['name'],
        check: ({ name }) => (name === '延期' ? ['暂不截止', 'Not yet'] : null),
      },
    },
    remind: { label: ['提醒', 'Remind'], from: ['1'], by: before('endDate', 30, 7) },
  },
  views: {
    all: {
      label: ['征集', 'Calls'],
      code: 'call',
      path: '/call',
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'history', 'release'],
    },
  },
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [{ key: 'call', title: ['征集', 'Call'], fields: ['name', 'endTime', 'endDate'] }],
  access: { read: everyone(), write: everyone() },
});

const database = await testDatabase();
let now = dateOfText('2026-03-01 09:00:00');
const silent = { error: () => undefined };
/** Two processes on one database. */
const [engine, other] = [1, 2].map((worker) => {
  const made = startEngine(database, worker, { resources: [call as never] });
  return { ...made, clock: () => now, log: silent } as unknown as typeof made;
}) as [ReturnType<typeof startEngine>, ReturnType<typeof startEngine>];
beforeAll(async () => {
  await furnishSamples(database, engine);
  for (const table of tablesOf(call as never)) await database.query(tableSql(table));
});
afterAll(async () => {
  await engine.database.close();
  await other.database.close();
  await database.drop();
});

const tenant = actorOf('31').tenantId;
const actor = { ...actorOf('31'), permissions: new Set(permissionsOf(call as never)) };
const writer = () => engine.as(actor);
const ring = (type: 'date' | 'time', by = engine) => performDueActions(by, tenant, type);

beforeEach(async () => {
  await database.query('delete from open_call');
});

const make = async (values: object): Promise<string> => {
  const { id } = await writer().save(call, { name: '申报', ...values });
  await writer().perform(call, 'release', id);
  return id;
};
const actionsOf = async (id: string): Promise<readonly string[]> =>
  (await writer().history(call as never, id)).map(({ action }) => action).toReversed();

test('a record is closed once its time has passed, late, twice and by two processes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 240 }), { minLength: 1, maxLength: 6 }),
      async (minutes) => {
        now = dateOfText('2026-03-01 09:00:00');
        const id = await make({ endTime: '2026-03-01 12:00:00' });
        for (const each of minutes) {
          now = new Date(now.getTime() + each * 60_000);
          await Promise.all([ring('time'), ring('time', other)]);
        }
        const isOver = now >= dateOfText('2026-03-01 12:00:00');
        expect(await actionsOf(id)).toEqual(
          isOver ? ['create', 'release', 'close'] : ['create', 'release'],
        );
      },
    ),
    { numRuns: 12 },
  );
});

test('each rung comes once, and again when the record gets another date', async () => {
  now = dateOfText('2026-03-01 00:05:00');
  const id = await make({ endDate: '2026-04-10' });
  const reminded = async (days: number) => {
    const seen: number[] = [];
    for (let day = 0; day < days; day += 1) {
      const [one, two] = await Promise.all([ring('date'), ring('date', other)]);
      if (one.done + two.done > 0) seen.push(day);
      now = new Date(now.getTime() + 86_400_000);
    }
    return seen;
  };
  // 40 days are left on the first.
  expect(await reminded(36)).toEqual([10, 33]);
  await writer().save(call, { id, version: 4, name: '申报', endDate: '2026-04-20' });
  // 14 days are left of the new date: the nearest rung at once, the last one in its time.
  expect(await reminded(30)).toEqual([0, 7]);
  expect((await actionsOf(id)).filter((action) => action === 'remind')).toHaveLength(4);
});

test('what its guard refuses waits, and what is elsewhere by then is left alone', async () => {
  now = dateOfText('2026-03-01 13:00:00');
  const waiting = await make({ name: '延期', endTime: '2026-03-01 12:00:00' });
  const draft = (await writer().save(call, { name: '草稿', endTime: '2026-03-01 12:00:00' })).id;
  expect(await ring('time')).toEqual({ done: 0, left: 0 });
  await writer().save(call, {
    id: waiting,
    version: 2,
    name: '申报',
    endTime: '2026-03-01 12:00:00',
  });
  expect(await ring('time')).toEqual({ done: 1, left: 0 });
  expect(await actionsOf(draft)).toEqual(['create']);
});

test('nobody but the clock does it, and its index finds the records', async () => {
  const id = await make({ endTime: '2026-03-01 12:00:00' });
  await expect(writer().perform(call, 'close', id)).rejects.toThrow();
  const [index] = await database.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = 'open_call_due_close'",
  );
  expect(index?.indexdef).toContain('(tenant_id, status, end_time) WHERE (is_deleted = 0)');
});
