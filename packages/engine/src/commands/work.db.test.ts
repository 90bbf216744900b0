import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { tablesOf } from '../store/schema/schema.ts';
import { tableSql } from '../store/schema/schema-sql.ts';
import { openClient, testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, startEngine, tenant } from '../testing/sample.ts';
import { actionJob } from './work.ts';

const stage = dictionary(
  'courseStage',
  ['阶段', 'Stage'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '计算中', 'Counting'],
    ['2', '已计算', 'Counted'],
    ['3', '已结束', 'Over'],
  ],
);

const status = () => f.dict(['阶段', 'Stage'], stage).computed().initial('0');

const courseFace = face('course', ['课程', 'Course']);
const pupilFace = face('pupil', ['学员', 'Pupil']);

const page = {
  list: { columns: [], filters: [], sort: 'name' },
  form: [],
  access: { read: everyone(), write: everyone() },
} as const;

const course = defineResource({
  ...page,
  key: 'course',
  label: courseFace.label,
  path: 'sample/courses',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']).max(50),
    why: f.note(['原因', 'Why']).max(500).byApprover(),
    status: status(),
  },
  states: { field: 'status', initial: '0' },
  actions: {
    count: {
      label: ['计算', 'Count'],
      from: ['0', '2'],
      to: '1',
      starts: {
        job: 'count-course',
        label: ['计算', 'Count'],
        ends: { done: 'counted', failed: 'failed', reason: 'why' },
      },
    },
    counted: { label: ['计算完成', 'Counted'], from: ['1'], to: '2', by: 'job' },
    failed: {
      label: ['计算失败', 'Not counted'],
      from: ['1'],
      to: '0',
      by: 'job',
      form: { why: f.note(['原因', 'Why']).required().max(500) },
    },
    halt: { label: ['停止', 'Stop'], from: ['1'], to: '0' },
    end: {
      label: ['结束', 'End'],
      from: ['0', '2'],
      to: '3',
      form: { name: f.text(['名称', 'Name']).required().max(50) },
      moves: [
        {
          kind: pupilFace,
          by: 'courseId',
          action: 'leave',
          refuse: (pupils) =>
            pupils.some(({ name }) => name === '丁') ? ['丁还没有通过', 'One is left'] : null,
          values: (pupil, { name }) => ({ note: `${name}:${String(pupil.name)}` }),
        },
      ],
    },
  },
  views: {
    all: {
      label: ['课程', 'Courses'],
      code: 'course',
      path: '/course',
      scope: everyone(),
      actions: ['view', 'count', 'halt', 'end'],
    },
  },
});

const pupil = defineResource({
  ...page,
  key: 'pupil',
  label: pupilFace.label,
  path: 'sample/pupils',
  title: 'name',
  fields: {
    name: f.text(['姓名', 'Name']).max(50),
    courseId: f.ref(['课程', 'Course'], courseFace),
    note: f.text(['备注', 'Note']).max(50).computed(),
    status: status(),
  },
  states: { field: 'status', initial: '0' },
  actions: {
    stay: { label: ['留级', 'Stay'], from: ['0'], to: '2', by: 'job' },
    leave: {
      label: ['结业', 'Leave'],
      from: ['0'],
      to: '3',
      by: 'effect',
      answers: { link: { of: ({ id }) => `/pupils?id=${id}` } },
    },
  },
});

const kinds = [course, pupil] as unknown as readonly Resource[];
const database = await testDatabase();
const engine = startEngine(database, 1, { resources: kinds });
beforeAll(async () => {
  await furnishSamples(database, engine);
  for (const table of kinds.flatMap(tablesOf)) await database.query(tableSql(table));
});
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const writer = engine.as({
  ...actorOf('31'),
  permissions: new Set(permissionsOf(kinds[0] as Resource)),
});
const system = engine.asSystem('课程', tenant);
let id = '';
beforeEach(async () => {
  id = (await system.save(course, { name: '声学' })).id;
});
const standing = async () => (await writer.read(course, id)).row;

describe('the work that an action starts', () => {
  const run = (work: () => Promise<void>, signal = new AbortController().signal) =>
    actionJob(kinds[0] as Resource, 'count-course', async ({ mayGoOn }) => {
      await work();
      return { done: (await mayGoOn()) ? 1 : 0 };
    }).run({ tenantId: tenant, data: { id }, signal }, engine);

  test('says at the record that it is done', async () => {
    await writer.perform(course, 'count', id);
    expect(await run(async () => undefined)).toEqual({ done: 1 });
    expect(await standing()).toMatchObject({ status: '2' });
    // A second run of the job finds it done.
    expect(await run(async () => expect.unreachable())).toEqual({ done: 0 });
  });

  test('says why not, and is done again by hand', async () => {
    await writer.perform(course, 'count', id);
    const failing = async () => {
      throw new Refused(['没有规则', 'No rules']);
    };
    expect(await run(failing)).toEqual({ done: 0, left: 1 });
    expect(await standing()).toMatchObject({ status: '0', why: '没有规则' });
    await writer.perform(course, 'count', id);
  });

  test('leaves what it cannot explain to the next try of the job', async () => {
    await writer.perform(course, 'count', id);
    const broken = async () => {
      throw new Error('away');
    };
    await expect(run(broken)).rejects.toThrow('away');
    expect(await standing()).toMatchObject({ status: '1' });
  });

  test('ends as soon as somebody moves the record', async () => {
    await writer.perform(course, 'count', id);
    const halted = () => writer.perform(course, 'halt', id).then(() => undefined);
    expect(await run(halted)).toEqual({ done: 0 });
    expect(await standing()).toMatchObject({ status: '0' });
  });

  test('is that of an action, or the program does not start', () => {
    expect(() => actionJob(kinds[0] as Resource, 'other', async () => ({ done: 0 }))).toThrow(
      'no action starts other',
    );
  });

  test('is that of one action alone where it says how it went', () => {
    const kind = kinds[0] as Resource;
    const again = kind.actions?.count;
    const twice = { ...kind, actions: { ...kind.actions, again } } as Resource;
    expect(() => actionJob(twice, 'count-course', async () => ({ done: 0 }))).toThrow(
      'one action alone may start it',
    );
  });
});

describe('an action that moves other records', () => {
  const enrol = async (name: string) => (await system.save(pupil, { name, courseId: id })).id;
  const pupils = async () =>
    (await system.all(pupil, { where: [{ field: 'courseId', operator: 'equals', value: id }] }))
      .map(({ name, status: at, note }) => [name, at, note])
      .toSorted();
  const end = () => writer.perform(course, 'end', id, { name: '声学二', version: 1 });

  test('moves those that stand where theirs begins, and writes both histories', async () => {
    const first = await enrol('甲');
    await system.perform(pupil, 'stay', await enrol('乙'));
    const settled = vi.spyOn(engine.messages, 'settle');
    await end();
    // Whoever moves one by this action is asked no more to see to it.
    expect(settled.mock.calls.map(([, stale]) => stale)).toEqual([
      { business: first, links: [`/pupils?id=${first}`], receiver: '31', to: ['31'] },
    ]);
    settled.mockRestore();
    expect(await pupils()).toEqual([
      ['乙', '2', null],
      ['甲', '3', '声学二:甲'],
    ]);
    const [entry] = await system.history(kinds[1] as Resource, first);
    expect(entry).toMatchObject({ action: 'leave', actorId: '31' });
    // Whoever has one open in a form can still save it.
    expect((await system.read(pupil, first)).row.version).toBe(1);
  });

  test('moves those that come while the record itself is being locked', async () => {
    const { catalog } = engine.store;
    const ranks = vi.spyOn(catalog, 'rankOf').mockImplementation((key) => Number(key === 'pupil'));
    const late = await enrol('乙');
    await system.perform(pupil, 'stay', late);
    const other = await openClient(database.adminUrl);
    await other.query('begin');
    await other.query('select id from course where id = $1 for update', [id]);
    const ending = end();
    await expect
      .poll(async () => {
        const { rows } = await other.query(
          `select pid from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
          [database.name],
        );
        return rows.length;
      })
      .toBe(1);
    await other.query(`update pupil set status = '0' where id = $1`, [late]);
    await other.query('commit');
    await other.end();
    await ending;
    ranks.mockRestore();
    expect(await pupils()).toEqual([['乙', '3', '声学二:乙']]);
  });

  test('does nothing where one of them stands against it', async () => {
    await enrol('丙');
    await enrol('丁');
    await expect(end()).rejects.toThrow('丁还没有通过');
    expect(await pupils()).toEqual([
      ['丁', '0', null],
      ['丙', '0', null],
    ]);
    expect(await standing()).toMatchObject({ status: '0', version: 1 });
  });
});
