import { compile } from '@keyan/kernel/workflow/compile.ts';
import { diagramFromLines } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { deploy } from '../drawings/definitions.ts';
import {
  actorOf,
  brokenRows,
  furnish,
  startProgram,
  stranger,
  tenant,
  testRequestKind,
} from '../testing.ts';
import { ownRequestInput, type StoredRequest, testRequests } from './testing.ts';

const database = await testDatabase();
const one = await startProgram(database, 1);
beforeAll(() => furnish(database, one));
afterAll(async () => {
  expect(await brokenRows(one)).toEqual([]);
  expect(await brokenRows(one, stranger)).toEqual([]);
  await one.close();
  await database.drop();
});

const { submit, shown, agree, told } = testRequests(database, one);

describe('people who leave', () => {
  const board = async (): Promise<StoredRequest> => {
    const graph = compile(
      diagramFromLines(['s>a', 'a>u1', 'u1>e'], { u1: { people: ['role:board'] } }),
    );
    await one.engine.database.transaction(tenant, (tx) =>
      deploy(
        tx,
        one.engine.ids,
        { xml: '', graph, kind: 'request', category: 'flow_1' },
        { id: '36', now: new Date() },
      ),
    );
    one.workflow.cache.forget(tenant);
    return submit();
  };
  const work = () =>
    one.engine.database.read(tenant, (session) => one.workflow.openWork(session, ['35']));

  test('hand their tasks over, with a line of history and a message', async () => {
    const record = await board();
    const [before] = await work();
    expect(before?.tasks).toBeGreaterThan(0);
    const done = await one.workflow.reassignOnLeave(one.engine, actorOf('36'), ['35'], '33');
    expect(done).toEqual([{ userId: '35', handedOver: before?.tasks, left: 0, own: 0 }]);
    expect(await work()).toEqual([]);
    expect(await shown(record.id)).toMatchObject({ currentAssignee: '王芳' });
    expect(await told('33')).toMatchObject([{ type: '01', title: '待办：申请登记-设备' }]);
    const [line] = await database.query(
      `select operation, actor_id::text as actor, target, reason ->> 0 as reason from wf_log
        where instance_id = $1 order by revision desc limit 1`,
      [(await shown(record.id)).processInstanceId],
    );
    expect(line).toEqual({
      operation: 'reassign',
      actor: '36',
      target: '33',
      reason: '办理人账号已停用，由他人接办',
    });
    await agree(record, '33');
    expect(await shown(record.id)).toMatchObject({ auditStatus: '2' });
  });

  test('whatever is left on nobody is offered to the administrators every night, once', async () => {
    const record = await board();
    const set = async (status: string): Promise<void> => {
      await database.query('update users set status = $2 where tenant_id = $1 and id = 35', [
        tenant,
        status,
      ]);
      one.workflow.cache.forget(tenant);
    };
    expect(await one.workflow.offerStuckTasks(one.engine, tenant)).toEqual({ found: 0, left: 0 });
    await set('0');
    const offered = await one.workflow.offerStuckTasks(one.engine, tenant);
    expect(offered.found).toBeGreaterThan(0);
    expect(offered.left).toBe(0);
    expect(await shown(record.id)).toMatchObject({ currentAssignee: '吴静、郑华' });
    expect(await told('36')).toMatchObject([{ type: '01', title: '待办：申请登记-设备' }]);
    expect(await one.workflow.offerStuckTasks(one.engine, tenant)).toEqual({ found: 0, left: 0 });
    await agree(record, '36');
    expect(await shown(record.id)).toMatchObject({ auditStatus: '2' });
    // Unclaimed work of a role that has lost its last holder, but for whom the record names.
    await set('1');
    const named = await submit({ ...ownRequestInput, helpers: [{ userId: '34' }] });
    await database.query(
      `update wf_task set assignee_id = null, candidates = '{role:board,user:34}'
        where business_id = $1 and status = 'TODO'`,
      [named.id],
    );
    expect(await one.workflow.offerStuckTasks(one.engine, tenant)).toEqual({ found: 0, left: 0 });
    await set('0');
    expect(await one.workflow.offerStuckTasks(one.engine, tenant)).toEqual({ found: 1, left: 0 });
    await set('1');
    // A task whose record was deleted is skipped, and the next task is offered.
    const [lost, kept] = [await submit(), await submit()];
    await database.query(`update ${testRequestKind.table} set is_deleted = 1 where id = $1`, [
      lost.id,
    ]);
    await set('0');
    expect(await one.workflow.offerStuckTasks(one.engine, tenant)).toEqual({ found: 2, left: 1 });
    expect(await shown(kept.id)).toMatchObject({ currentAssignee: '吴静、郑华' });
    await set('1');
  });
});
