import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { startApplication } from './support/application.ts';
import {
  ask,
  type Call,
  check,
  chosenCalls,
  describedCalls,
  named,
  watchWrites,
} from './support/calls.ts';
import type { Answer } from './support/client.ts';

/**
 * Hostile values on the calls that the server describes: of those that derive from a definition on a
 * few resources, of those written by hand on all. The answer is a clear refusal with its code or a
 * harmless success, never a failure of the server, and a refusal stores nothing.
 */
const app = await startApplication();
afterAll(() => app.close());

const calls = await describedCalls(app);
const tried = chosenCalls(app, calls);
const admin = await app.as('admin');
const writes = await watchWrites(app);

/** As `check`; a refusal kept no row of any table, and neither did a GET: whoever only looks may ask it. */
const checkStored = async (call: Call, what: string, answer: Answer): Promise<void> => {
  check(what, answer);
  const written = await writes.since();
  if (answer.status === 200 && call.method !== 'GET') return;
  expect([what, answer.msg, written]).toEqual([what, answer.msg, []]);
};

test('a row that is written is seen', async () => {
  await writes.since();
  const { id } = (await (await app.as('teacher')).post(`${paper.path}/save`, { artName: '被看见' }))
    .data;
  expect(await writes.since()).toEqual(expect.arrayContaining(['history', 'paper']));
  await app.database.query('update paper set art_name = art_name where id = $1', [id]);
  expect(await writes.since()).toEqual(['paper']);
  expect(await writes.since()).toEqual([]);
});

const filled = (call: Call, value: unknown): Record<string, unknown> =>
  Object.fromEntries(call.names.map((name) => [name, value]));

const hostile: RowLike = {
  'a number far too large': 1e20,
  'an object': { a: { b: [1] } },
  'a list of lists': [[[]], null, {}],
  'a text far too long': '长'.repeat(20_000),
  'SQL text': "1'; drop table paper; --",
  'a formula': "=cmd|' /C calc'!A0",
  'half characters and NUL': 'a\u0000\ud800b%',
  'a negative id': '-1',
  'a path': '../../../../etc/passwd',
};

describe.each(named(tried))('%s', (_name, call) => {
  test('refuses or bears what does not fit, and a refusal stores nothing', async () => {
    await writes.since();
    await checkStored(call, 'nothing at all', await ask(admin, call, {}));
    const unknown = { hacker: 1, 'a.b': {}, 'x y': [] };
    await checkStored(call, 'unknown keys', await ask(admin, call, unknown));
    for (const [what, value] of Object.entries(hostile)) {
      // Addresses have an end; a body may be longer.
      if (call.method === 'GET' && what.endsWith('too long')) continue;
      await checkStored(call, what, await ask(admin, call, filled(call, value)));
    }
    expect(await app.database.query(`select to_regclass('paper') as t`)).toEqual([{ t: 'paper' }]);
  });
});

/**
 * Wrong shapes of what names a record or counts something. One at a time: beside another fault a
 * call would not come as far as using them. As JSON text, because `__proto__` survives only there.
 */
const misshapen: readonly string[] = [
  '{"a":1}',
  '{"toString":1,"valueOf":1,"toJSON":1}',
  '{"__proto__":{"length":1}}',
  '[{"toString":1}]',
  '[["1"],null]',
  '"abc"',
  '-1',
  '1.5',
  '2147483648',
  '"9223372036854775808"',
  'true',
];

describe.each(named(tried.filter((call) => call.counted.length > 0)))('%s', (_name, call) => {
  test('judges ids and numbers before it uses them', async () => {
    await writes.since();
    for (const name of call.counted) {
      for (const shape of misshapen) {
        const answer =
          call.method === 'POST'
            ? await admin.call('POST', call.path, {
                payload: `{"${name}":${shape}}`,
                headers: { 'content-type': 'application/json' },
              })
            : await admin.get(call.path, { [name]: shape.replace(/^"(.*)"$/, '$1') });
        await checkStored(call, `${name}: ${shape}`, answer);
      }
    }
  });
});

test('a version that no record can have is refused before the record is looked up', async () => {
  const mine = await app.as('teacher');
  const { data } = await mine.post(`${paper.path}/save`, { artName: '版本' });
  const id = String(data.id);
  for (const call of ['save', 'submit']) {
    for (const shape of misshapen) {
      const answer = await mine.call('POST', `${paper.path}/${call}`, {
        payload: `{"id":"${id}","artName":"版本","version":${shape}}`,
        headers: { 'content-type': 'application/json' },
      });
      // JSON that would change the prototype of an object is refused as invalid.
      const told = shape.includes('__proto__') ? '请求内容无法解析' : '请求参数格式错误: version';
      expect([shape, answer.status, answer.msg]).toEqual([shape, 400, told]);
    }
  }
});

test('every whole number that a call takes has its bounds', () => {
  const numbers = calls.flatMap(({ path, schemas }) =>
    Object.entries(schemas)
      .filter(([, { type }]) => type === 'integer')
      .map(([name, { minimum, maximum }]) => ({
        name: `${path} ${name}`,
        bounded: Number(minimum) <= Number(maximum),
      })),
  );
  expect(numbers.length).toBeGreaterThan(50);
  expect(numbers.filter(({ bounded }) => !bounded)).toEqual([]);
});

test('every call is described, and those left out derive from definitions', () => {
  const derived = app.resources.flatMap((resource) => [
    `${resource.path}/list`,
    `${resource.path}/submit`,
    ...(hasProcess(resource) ? [`${resource.path}/recall`] : []),
  ]);
  const paths = new Set(calls.map((call) => call.path));
  for (const path of derived) expect(paths).toContain(path);
  const left = calls.filter((call) => !tried.includes(call)).map(({ path }) => path);
  for (const path of left) {
    expect(app.resources.some((resource) => path.startsWith(`${resource.path}/`))).toBe(true);
  }
  expect(tried.map(({ path }) => path)).toContain('blade-flow/work/complete-task');
  expect(tried.map(({ path }) => path)).toContain('kh-edu-research/papers/recognise');
});
