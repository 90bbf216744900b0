import { compile } from '@keyan/kernel/workflow/compile.ts';
import type { DiagramUser } from '@keyan/kernel/workflow/diagram.ts';
import { diagramFromLines } from '@keyan/kernel/workflow/testing/drawn.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileTemplate as compileSql } from '../../store/statements/compile.ts';
import { testDatabase } from '../../testing/database.ts';
import { deploy } from '../drawings/definitions.ts';
import { listWork } from '../lists/lists.ts';
import { actorOf, brokenRows, furnish, startProgram, stranger, tenant } from '../testing.ts';
import { handlesSql } from './task-scopes.ts';
import { ownRequestInput, testRequests } from './testing.ts';

const database = await testDatabase();
const one = await startProgram(database, 1);
beforeAll(() => furnish(database, one));
afterAll(async () => {
  expect(await brokenRows(one)).toEqual([]);
  expect(await brokenRows(one, stranger)).toEqual([]);
  await one.close();
  await database.drop();
});

const { submit, shown, taskOf, agree, back, told } = testRequests(database, one);

describe('what becomes of a record', () => {
  /** Deploys a drawn route; `u1`, `u2`, … are the roles' own steps. */
  const route = async (
    lines: readonly string[],
    nodes: Readonly<Record<string, Partial<DiagramUser>>>,
  ): Promise<void> => {
    const graph = compile({ ...diagramFromLines(lines, nodes), name: '申请登记' });
    await one.engine.database.transaction(tenant, (tx) =>
      deploy(
        tx,
        one.engine.ids,
        { xml: '', graph, kind: 'request', category: 'flow_1' },
        { id: '36', now: new Date() },
      ),
    );
    one.workflow.cache.forget(tenant);
  };
  const head = { people: ['role:head'] };
  const board = { people: ['role:board'] };
  const office = { people: ['role:office'], editable: ['grade'] };
  const act = async (record: { id: string }, by: string, command: object) => {
    const task = await taskOf(record);
    await one.workflow.execute(one.engine, actorOf(by), {
      on: { task },
      command: { task, comment: '不妥', ...command } as never,
    });
  };

  test('a refusal that the drawing leads to the end is 不通过', async () => {
    await route(['s>a', 'a>u1', 'u1>x1', 'x1>e?${pass}', 'x1>e?${!pass}'], { u1: head });
    const record = await submit();
    await act(record, '32', { is: 'disagree' });
    expect(await shown(record.id)).toMatchObject({ auditStatus: '4', currentNode: null });
    expect(await told('31')).toMatchObject([{ type: '03', title: '不通过：申请登记-设备' }]);
    const other = await submit();
    await agree(other, '32');
    expect(await shown(other.id)).toMatchObject({ auditStatus: '2' });
  });

  test('an applicant who is asked whether it goes on may give it up, returned or not', async () => {
    await route(
      [
        's>a',
        'a>x1',
        'x1>u1?${pass}',
        'x1>e?${!pass}',
        'u1>x2',
        'x2>e?${pass}',
        'x2>a2?${!pass}',
        'a2>x3',
        'x3>u1?${pass}',
        'x3>e?${!pass}',
      ],
      { u1: head },
    );
    const record = await submit();
    await act(record, '32', { is: 'disagree' });
    await act(record, '31', { is: 'disagree' });
    expect(await shown(record.id)).toMatchObject({ auditStatus: '5' });
    const returned = await submit();
    await back(returned, '32');
    expect(await shown(returned.id)).toMatchObject({ auditStatus: '3' });
    await act(returned, '31', { is: 'disagree' });
    expect(await shown(returned.id)).toMatchObject({ auditStatus: '5' });
  });

  test('a change of what was judged before the step is judged anew, if the step says so', async () => {
    await route(['s>a', 'a>u1', 'u1>x1', "x1>u2?${rank == 'top'}", 'x1>u3!', 'u2>u3', 'u3>e'], {
      u1: head,
      u2: { ...board, name: '大额审核' },
      u3: { ...office, rejudge: true },
    });
    const record = await submit({ ...ownRequestInput, grade: 'B' });
    await agree(record, '32');
    const { version } = await shown(record.id);
    await agree(record, '33', { grade: 'A', version });
    expect(await shown(record.id)).toMatchObject({ currentNode: '大额审核', grade: 'A' });
    await agree(record, '35');
    expect(await shown(record.id)).toMatchObject({ auditStatus: '2' });
  });

  test('conditions see what follows from the handler’s change', async () => {
    await route(['s>a', 'a>u1', 'u1>x1', "x1>u2?${rank == 'top'}", 'x1>e!', 'u2>e'], {
      u1: office,
      u2: { ...board, name: '大额审核' },
    });
    const record = await submit({ ...ownRequestInput, grade: 'B' });
    const { version } = await shown(record.id);
    await agree(record, '33', { grade: 'A', version });
    expect(await shown(record.id)).toMatchObject({ auditStatus: '1', currentNode: '大额审核' });
    await agree(record, '35');
    expect(await shown(record.id)).toMatchObject({ auditStatus: '2' });
    // A stranger learns that the task is not theirs, and nothing of the record.
    const other = await submit({ ...ownRequestInput, grade: 'B' });
    await expect(agree(other, '32', { grade: 'A' })).rejects.toThrow('您不是该任务的候选人');
  });

  test('a direct return asks whoever became necessary, and nobody twice', async () => {
    await route(
      ['s>a', 'a>u1', 'u1>x1', 'x1>u2?${amount >= 50000}', 'x1>x2!', 'u2>x2', 'x2>u3', 'u3>e'],
      {
        u1: { ...head, name: '部门' },
        u2: { ...board, name: '大额' },
        u3: { ...office, name: '办公室' },
      },
    );
    const record = await submit();
    await agree(record, '32');
    await act(record, '33', { is: 'back', to: 'applicant', direct: true });
    const { version } = await shown(record.id);
    await submit({ id: record.id, version, amount: '900000.00' });
    expect(await shown(record.id)).toMatchObject({ currentNode: '大额' });
    await agree(record, '35');
    expect(await shown(record.id)).toMatchObject({ currentNode: '办公室' });
    // Nothing changed: the values that the approvals rest on read the same from the database.
    await act(record, '33', { is: 'back', to: 'applicant', direct: true });
    await submit({ id: record.id, version: (await shown(record.id)).version, amount: '900000' });
    expect(await shown(record.id)).toMatchObject({ currentNode: '办公室' });
  });

  test('whoever the record names does not decide on it, and is not shown the task', async () => {
    await route(['s>a', 'a>u1', 'u1>e'], { u1: office });
    const record = await submit({ ...ownRequestInput, helpers: [{ userId: '33' }] });
    expect(await shown(record.id)).toMatchObject({ currentAssignee: '赵强' });
    const open = async (id: string, helper: string) => {
      const { id: business } = await submit({ ...ownRequestInput, helpers: [{ userId: helper }] });
      const task = await taskOf({ id: business });
      // As a task that waits for whoever of the office takes it.
      await database.query('update wf_task set assignee_id = null where id = $1', [task]);
      return one.engine.database.read(tenant, async (session) => {
        const groups = new Set(['role:office']);
        const query = { current: 1, size: 200 };
        const { items } = await listWork(session, 'claim', { id, groups }, query);
        const asked = sql`select ${handlesSql('todo', sql`${business}::bigint`, sql`${id}`)} as todo`;
        const [found] = await session.query<{ todo: boolean }>(compileSql(asked).bind({}));
        return [items.some((item) => item.taskId === task), found?.todo];
      });
    };
    expect(await open('33', '33')).toEqual([false, false]);
    expect(await open('33', '34')).toEqual([true, true]);
    const both = await submit({
      ...ownRequestInput,
      helpers: [{ userId: '33' }, { userId: '34' }],
    });
    expect(await shown(both.id)).toMatchObject({ currentAssignee: '郑华' });
    await expect(act(both, '37', { is: 'transfer', to: '33' })).rejects.toThrow(
      '不能转办给申请人或记录涉及的人员',
    );
  });

  test('messages of a task that is gone wait for nobody', async () => {
    await route(['s>a', 'a>u1', 'u1>e'], { u1: office });
    const record = await submit();
    const waiting = () =>
      database.query<{ receiver: string }>(
        `select receiver_id::text as receiver from message
          where biz_id = $1 and msg_type = '01' and status = '0' order by 1`,
        [record.id],
      );
    expect(await waiting()).toEqual([{ receiver: '33' }, { receiver: '34' }]);
    const task = await taskOf(record);
    await one.workflow.execute(one.engine, actorOf('33'), {
      on: { task },
      command: { is: 'claim', task },
    });
    expect(await waiting()).toHaveLength(2);
    await act(record, '36', { is: 'transfer', to: '35' });
    expect(await waiting()).toEqual([{ receiver: '35' }]);
    expect(await told('33')).toMatchObject([{ title: '待办已转办：申请登记-设备' }]);
    await agree(record, '35');
    expect(await waiting()).toEqual([]);
  });
});

describe('what conditions see', () => {
  const deployed = async (lines: readonly string[]): Promise<void> => {
    const u1 = { people: ['role:head'] };
    const u2 = { people: ['role:board'] };
    const graph = compile(diagramFromLines(lines, { u1, u2 }));
    await one.engine.database.transaction(tenant, (tx) =>
      deploy(
        tx,
        one.engine.ids,
        { xml: '', graph, kind: 'request', category: 'flow_1' },
        { id: '36', now: new Date() },
      ),
    );
    one.workflow.cache.forget(tenant);
  };
  const limit = async (value: string): Promise<void> => {
    await database.query(
      `insert into param (tenant_id, id, param_name, param_key, param_value)
       values ($1, 77, '限额', 'request.limit', $2)
       on conflict (tenant_id, id) do update set param_value = excluded.param_value`,
      [tenant, value],
    );
    one.workflow.cache.forget(tenant);
  };

  test('a parameter as it was at the submission, exact amounts, computed facts', async () => {
    await deployed([
      's>a',
      'a>u1',
      'u1>x1',
      'x1>u2?${amount >= param.limit && round}',
      'x1>e!',
      'u2>e',
    ]);
    await limit('9000.00');
    // As texts, 10000.00 would be less than 9000.00.
    const record = await submit({ ...ownRequestInput, amount: '10000.00' });
    await limit('90000');
    await agree(record, '32');
    expect((await shown(record.id)).currentAssignee).toBe('周平');
    // Submitted again, it is judged by the parameter of now.
    await back(record, '35');
    await submit({ id: record.id, version: (await shown(record.id)).version });
    await agree(record, '32');
    expect(await shown(record.id)).toMatchObject({ auditStatus: '2' });
    const odd = await submit({ ...ownRequestInput, amount: '99999.00' });
    await agree(odd, '32');
    expect(await shown(odd.id)).toMatchObject({ auditStatus: '2' });
  });

  test('the log says what every gateway looked at', async () => {
    await deployed([
      ...['s>a', 'a>u1', 'u1>x1', "x1>u2?${!contains(applicant.roles, 'head')}", 'x1>e!', 'u2>e'],
    ]);
    const record = await submit();
    await agree(record, '32');
    const [line] = await database.query<{ extra: unknown; node: string }>(
      `select l.node, l.extra from wf_log l join wf_instance i on i.id = l.instance_id
        where i.business_id = $1 and l.operation = 'route'`,
      [record.id],
    );
    expect(line).toEqual({
      node: 'x1',
      extra: { flows: ['f3'], facts: { applicant: { roles: [] } } },
    });
  });
});
