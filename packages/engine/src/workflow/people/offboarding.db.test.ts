import { compile } from '@keyan/kernel/workflow/compile.ts';
import { diagramFromLines } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { deploy } from '../drawings/definitions.ts';
import { actorOf, brokenRows, furnish, startProgram, tenant, testRequestKind } from '../testing.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
beforeAll(() => furnish(database, program));
afterAll(async () => {
  expect(await brokenRows(program)).toEqual([]);
  await program.close();
  await database.drop();
});
const { engine, workflow } = program;

/** A record at a step of these people. @returns its id */
const submittedTo = async (people: readonly string[]): Promise<string> => {
  const graph = compile(diagramFromLines(['s>a', 'a>u1', 'u1>e'], { u1: { people } }));
  await engine.database.transaction(tenant, (tx) =>
    deploy(
      tx,
      engine.ids,
      { xml: '', graph, kind: 'request', category: 'flow_1' },
      { id: '36', now: new Date() },
    ),
  );
  workflow.cache.forget(tenant);
  const values = { subject: '设备', amount: '1.00', unit: '21' };
  const { id } = await engine.as(actorOf('31')).submit(testRequestKind, values as never);
  return id as unknown as string;
};

const taskOf = async (business: string) => {
  const [task] = await database.query<{
    id: string;
    assignee: string | null;
    candidates: string[];
  }>(
    `select id::text, assignee_id::text as assignee, candidates from wf_task
      where business_id = $1 and status = 'TODO'`,
    [business],
  );
  return task ?? { id: '0', assignee: null, candidates: [] };
};

const changed = async (text: string, values: readonly unknown[]) => {
  await database.query(text, [tenant, ...values]);
  workflow.cache.forget(tenant);
};

test('what lies with the leader of a department goes to whoever leads it next', async () => {
  const leads = (person: string) =>
    changed('update dept set leader_id = $2 where tenant_id = $1 and id = 21', [person]);
  await leads('33');
  const record = await submittedTo(['leader@applicantDept']);
  expect(await taskOf(record)).toMatchObject({ assignee: '33', candidates: ['leader@dept:21'] });
  expect(await workflow.offerStuckTasks(engine, tenant)).toEqual({ found: 0, left: 0 });
  await leads('34');
  expect(await workflow.offerStuckTasks(engine, tenant)).toEqual({ found: 1, left: 0 });
  expect(await taskOf(record)).toMatchObject({ assignee: '34' });
});

test('a returned record of somebody who left goes to a successor, who submits it again', async () => {
  const returned = async () => {
    const record = await submittedTo(['role:board']);
    const { id: task } = await taskOf(record);
    const command = { is: 'back', task, to: 'applicant', comment: '请修改' } as const;
    await workflow.execute(engine, actorOf('35'), { on: { task }, command });
    return record;
  };
  const [first, second] = [await returned(), await returned()];
  const transfer = async (by: string, to: string) => {
    const { id: task } = await taskOf(first);
    const command = { is: 'transfer', task, to } as const;
    await workflow.execute(engine, actorOf(by), { on: { task }, command });
  };
  await expect(transfer('36', '34')).rejects.toThrow('申请环节不能转办');
  await changed("update users set status = '0' where tenant_id = $1 and id = $2", ['31']);
  // Whoever approves in it may not take it over, and nobody but a manager gives it away.
  await expect(transfer('36', '35')).rejects.toThrow('该人员是本流程的审批人，不能接办申请');
  await expect(transfer('33', '34')).rejects.toThrow('您不是该任务的处理人');
  await transfer('36', '34');
  expect(await taskOf(first)).toMatchObject({ assignee: '34' });
  const stopped = await workflow.reassignOnLeave(engine, actorOf('36'), ['31'], '34');
  expect(stopped).toMatchObject([{ userId: '31', own: 0 }]);
  for (const id of [first, second]) {
    const [row] = await database.query<{ version: number; writer: string }>(
      'select version, create_user::text as writer from request where id = $1',
      [id],
    );
    expect(row?.writer).toBe('34');
    const values = { id, version: row?.version, subject: '设备二' };
    await engine.as(actorOf('34')).submit(testRequestKind, values as never);
    expect(await taskOf(id)).toMatchObject({ assignee: '35' });
  }
  const [note] = await database.query<{ note: string }>(
    "select note from history where business_id = $1 and note like '原填报人%'",
    [first],
  );
  expect(note?.note).toBe('原填报人账号已停用，记录由他人接办');
  await changed("update users set status = '1' where tenant_id = $1 and id = $2", ['31']);
});

test('who lost a role keeps what they had taken, until it is handed over as such', async () => {
  const [taken, own] = [await submittedTo(['role:office']), await submittedTo(['user:33'])];
  const { id: task } = await taskOf(taken);
  await workflow.execute(engine, actorOf('33'), { on: { task }, command: { is: 'claim', task } });
  const work = () => engine.database.read(tenant, (session) => workflow.openWork(session, ['33']));
  expect(await work()).toEqual([{ userId: '33', tasks: 2, lost: 0, own: 0 }]);
  await changed('delete from user_role where tenant_id = $1 and user_id = $2', ['33']);
  expect(await workflow.offerStuckTasks(engine, tenant)).toEqual({ found: 0, left: 0 });
  expect(await work()).toEqual([{ userId: '33', tasks: 2, lost: 1, own: 0 }]);
  const handed = await workflow.reassignOnLeave(engine, actorOf('36'), ['33'], '35', 'lost');
  expect(handed).toEqual([{ userId: '33', handedOver: 1, left: 1, own: 0 }]);
  expect(await taskOf(taken)).toMatchObject({ assignee: '35' });
  expect(await taskOf(own)).toMatchObject({ assignee: '33' });
  const [line] = await database.query<{ reason: string }>(
    `select reason ->> 0 as reason from wf_log
      where operation = 'reassign' and target = '35' order by id desc limit 1`,
  );
  expect(line?.reason).toBe('管理员移交其待办，由他人接办');
  await workflow.reassignOnLeave(engine, actorOf('36'), ['33'], '34', 'all');
  expect(await taskOf(own)).toMatchObject({ assignee: '34' });
  expect(await work()).toEqual([]);
});
