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

const submit = async (): Promise<string> => {
  const values = { subject: '设备', amount: '60000.00', unit: '21' };
  const { id } = await program.engine.as(actorOf('31')).submit(testRequestKind, values as never);
  return id as unknown as string;
};

/** The process of a record, where it is and what the record says of it. */
const placeOf = async (business: string) => {
  const [row] = await database.query<{
    instance: string;
    status: string;
    shown: string;
    holder: string;
    visit: string;
    node: string;
  }>(
    `select i.id::text as instance, r.audit_status as status, r.current_node as shown,
        r.current_assignee as holder, a.id::text as visit, a.node
       from request r join wf_instance i on i.business_id = r.id
       join wf_act a on a.instance_id = i.id and a.status = 'ACTIVE'
      where r.id = $1`,
    [business],
  );
  if (!row) throw new Error(`no process of ${business}`);
  return row;
};

const execute = (by: string, instance: string, command: object) =>
  program.workflow.execute(program.engine, actorOf(by), {
    on: { instance },
    command: command as never,
  });

const jump = async (business: string, to: string, by = '36') => {
  const { instance, visit } = await placeOf(business);
  await execute(by, instance, { is: 'jump', visit, to, comment: '经办人出差' });
};

test('a jump moves the record, and history says who, why and what was left out', async () => {
  const id = await submit();
  await jump(id, 'office');
  expect(await placeOf(id)).toMatchObject({ status: '1', shown: '办公室审核', node: 'office' });
  const lines = await database.query(
    `select operation, actor_id::text as by, node, comment from wf_log
      where instance_id = (select id from wf_instance where business_id = $1)
      order by revision, line`,
    [id],
  );
  expect(lines.slice(-2)).toEqual([
    { operation: 'jump', by: '36', node: 'head', comment: '经办人出差' },
    { operation: 'jumped', by: '36', node: 'large', comment: '' },
  ]);
  await jump(id, 'apply');
  expect(await placeOf(id)).toMatchObject({ status: '3', node: 'apply' });
});

test('only a manager moves a process on', async () => {
  const id = await submit();
  await expect(jump(id, 'office', '32')).rejects.toThrow('您没有此操作权限');
});

test('on another version its tasks stay, and people of the steps before may still act', async () => {
  const id = await submit();
  await jump(id, 'office');
  const { instance } = await placeOf(id);
  // Another role acts on the step there, and it has another name.
  const graph = compile(
    diagramFromLines(['s>a', 'a>u1', 'u1>u2', 'u2>e'], {
      u1: { people: ['role:board'], name: '复核' },
      u2: { people: ['role:head'] },
    }),
  );
  const version = await program.engine.database.transaction(tenant, (tx) =>
    deploy(
      tx,
      program.engine.ids,
      { xml: '', graph, kind: 'request', category: 'flow_1' },
      { id: '36', now: new Date() },
    ),
  );
  const move = { is: 'move', definition: version.id, graph, map: { office: 'u1' }, comment: '' };
  await execute('36', instance, move);
  expect(await placeOf(id)).toMatchObject({
    status: '1',
    node: 'u1',
    shown: '复核',
    holder: '王芳、赵强',
  });
  const [task] = await database.query<{ id: string; name: string }>(
    `select id::text, node_name as name from wf_task where instance_id = $1 and status = 'TODO'`,
    [instance],
  );
  expect(task?.name).toBe('复核');
  await execute('33', instance, { is: 'agree', task: task?.id, comment: '' });
  expect(await placeOf(id)).toMatchObject({ node: 'u2', holder: '李敏' });
});
