import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { compile } from '@keyan/kernel/workflow/compile.ts';
import { diagramFromLines } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { deploy } from '../drawings/definitions.ts';
import { timelineOf } from '../lists/timeline.ts';
import { actorOf, brokenRows, furnish, startProgram, stranger, tenant } from '../testing.ts';
import type { WorkflowServices } from './port.ts';
import { testRequests } from './testing.ts';

const database = await testDatabase();
const one = await startProgram(database, 1);
const two = await startProgram(database, 2);
beforeAll(() => furnish(database, one));
afterAll(async () => {
  expect(await brokenRows(one)).toEqual([]);
  expect(await brokenRows(one, stranger)).toEqual([]);
  await one.close();
  await two.close();
  await database.drop();
});

const { submit, shown, agree } = testRequests(database, one);

describe('waits', () => {
  const programs = [one, two] as const;
  const later = (hours: number): void => {
    for (const program of programs) program.later(hours);
  };
  const complete = () =>
    Promise.all(programs.map(({ engine, workflow }) => workflow.completeWaits(engine, tenant)));
  const completed = async (): Promise<number> =>
    (await complete()).reduce((sum, found) => sum + found.completed, 0);
  const dueOf = async ({ id }: { id: string }): Promise<number> => {
    const [row] = await database.query<{ due: Date }>(
      `select a.due_at as due from wf_act a join wf_instance i on i.id = a.instance_id
        where i.business_id = $1 and a.type = 'wait' order by a.id desc limit 1`,
      [id],
    );
    return row?.due.getTime() ?? 0;
  };
  const near = (hours: number): readonly [number, number] => {
    const at = one.engine.clock().getTime() + hours * 3_600_000;
    return [at - 600_000, at + 600_000];
  };
  const within = (moment: number, [from, to]: readonly [number, number]): void => {
    expect(moment).toBeGreaterThan(from);
    expect(moment).toBeLessThan(to);
  };

  test('end by the calendar and the clock, once, and not while the process is suspended', async () => {
    const steps = { u1: { people: ['role:head'] }, u2: { people: ['role:board'] } };
    const lines = ['s>a', 'a>u1', 'u1>w1', 'w1>u2', 'u2>e'];
    const graph = compile(diagramFromLines(lines, { ...steps, w1: { period: '2wd' } }));
    await one.engine.database.transaction(tenant, (tx) =>
      deploy(
        tx,
        one.engine.ids,
        { xml: '', graph, kind: 'request', category: 'flow_1' },
        { id: '36', now: new Date() },
      ),
    );
    one.workflow.cache.forget(tenant);
    // Tomorrow is a holiday; the other days are worked, whatever weekdays they are.
    for (const [day, works] of [true, false, true, true, true].entries()) {
      const date = dayText(new Date(Date.now() + day * 86_400_000));
      await database.query(
        `insert into work_day (tenant_id, id, day, kind, create_user, create_time, update_user, update_time)
         values ($1, $2, $3, $4, 36, now(), 36, now())`,
        [tenant, day + 1, date, works ? '1' : '0'],
      );
    }
    const record = await submit();
    await agree(record, '32');
    expect(await shown(record.id)).toMatchObject({
      auditStatus: '1',
      currentNode: 'w1',
      currentAssignee: null,
      steps: [{ state: 'done' }, { key: 'w1', state: 'here' }, { state: 'todo' }],
    });
    within(await dueOf(record), near(72));
    const { processInstanceId } = await shown(record.id);
    const files = { givenWith: async () => new Map() } as unknown as WorkflowServices['files'];
    const timeline = await one.engine.database.read(tenant, (session) =>
      timelineOf({ files }, session, [processInstanceId], graph, 'zh'),
    );
    const until = timeText(new Date(await dueOf(record))).slice(0, 16);
    expect(timeline.at(-1)).toMatchObject({ node: 'w1', opinion: `等待至 ${until}` });
    later(71);
    expect(await completed()).toBe(0);
    const command = async (is: 'suspend' | 'activate') =>
      one.workflow.execute(one.engine, actorOf('36'), {
        on: { instance: processInstanceId },
        command: { is },
      });
    await command('suspend');
    later(10);
    // Not even looked at: a refusal would count as left.
    expect(await complete()).toEqual(programs.map(() => ({ completed: 0, left: 0 })));
    await command('activate');
    within(await dueOf(record), near(1));
    later(2);
    expect(await completed()).toBe(1);
    expect(await completed()).toBe(0);
    expect(await shown(record.id)).toMatchObject({ currentNode: 'u2', currentAssignee: '周平' });
    const operations = await database.query<{ operation: string; actor: string | null }>(
      `select operation, actor_id::text as actor from wf_log
        where instance_id = $1 and operation = 'elapse'`,
      [processInstanceId],
    );
    expect(operations).toEqual([{ operation: 'elapse', actor: null }]);
    await agree(record, '35');
    expect(await shown(record.id)).toMatchObject({ auditStatus: '2' });
    later(-83);
  });
});
