import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { actorOf, furnish, startProgram, testRequestKind } from '../../workflow/testing.ts';
import { testCalls } from './testing.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
beforeAll(() => furnish(database, program));
afterAll(async () => {
  await program.close();
  await database.drop();
});
const { call } = testCalls(program);
const urge = 'kh-edu-research/mywork/todo/urge';

const rowOf = async (by: string, query: object): Promise<WorkRow | undefined> => {
  const { records } = await call<{ readonly records: readonly WorkRow[] }>(
    'kh-edu-research/mywork/todo/page',
    by,
    query,
  );
  return records[0];
};

test('who handled it before urges like its applicant, a manager at once, and all of them once a day', async () => {
  const values = { subject: '转到办公室', amount: '1.00', unit: '21' };
  const { id } = await program.engine.as(actorOf('31')).submit(testRequestKind, values as never);
  const waiting = await rowOf('32', { businessIds: id });
  const task = waiting?.taskId ?? '';
  const named = { processInstanceId: waiting?.processInstanceId };
  await program.workflow.execute(program.engine, actorOf('32'), {
    on: { task },
    command: { is: 'agree', task, comment: '' },
  });
  await expect(call(urge, '35', named)).resolves.toBe(true);
  await expect(call(urge, '36', named)).rejects.toThrow('今天已经催办过，请明天再试');
  program.later(24);
  await expect(call(urge, '32', named)).rejects.toThrow('停留满 3 天后可以催办');
  program.later(3 * 24);
  const done = async () => (await rowOf('32', { type: 'done', businessIds: id }))?.can;
  expect(await done()).toContain('urge');
  await call(urge, '32', named);
  expect(await done()).not.toContain('urge');
  await expect(call(urge, '38', named)).rejects.toThrow('流程实例不存在');
});
