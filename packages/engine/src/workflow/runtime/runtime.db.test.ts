import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Conflict } from '@keyan/kernel/errors.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { compile } from '@keyan/kernel/workflow/compile.ts';
import type { DiagramUser } from '@keyan/kernel/workflow/diagram.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { drawn } from '@keyan/kernel/workflow/testing/drawn.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { compile as compileSql } from '../../store/statements/compile.ts';
import { testDatabase } from '../../testing/database.ts';
import { deploy } from '../drawings/definitions.ts';
import { listWork } from '../lists/lists.ts';
import { timelineOf } from '../lists/timeline.ts';
import { readText } from '../reading/reader.ts';
import {
  actorOf,
  brokenRows,
  furnish,
  request,
  startProgram,
  stranger,
  tenant,
} from '../testing.ts';
import type { WorkflowServices } from './port.ts';
import { handlesSql } from './task-scopes.ts';

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

const mine = { subject: '设备', amount: '100.00', unit: '21' };

interface Shown {
  readonly id: string;
  readonly version: number;
  readonly auditStatus: string;
  readonly processInstanceId: string;
  readonly currentNode: string | null;
  readonly currentAssignee: string | null;
  readonly grade: string | null;
  readonly steps: readonly { key: string; state: string }[];
}

const submit = async (values: object = mine, by = '31', program = one): Promise<Shown> =>
  (await program.engine.as(actorOf(by)).submit(request, { ...values })) as unknown as Shown;

const shown = async (id: string): Promise<Shown> => {
  const [row] = await database.query<Shown>(
    `select id::text, version, audit_status as "auditStatus", grade, steps,
        process_instance_id::text as "processInstanceId", current_node as "currentNode",
        current_assignee as "currentAssignee" from request where id = $1`,
    [id],
  );
  return row as Shown;
};

const taskOf = async (record: { id: string }): Promise<string> => {
  const [row] = await database.query<{ id: string }>(
    `select id::text from wf_task where business_id = $1 and status = 'TODO' limit 1`,
    [record.id],
  );
  return row?.id ?? '';
};

const agree = async (record: { id: string }, by: string, form = {}, program = one) => {
  const task = await taskOf(record);
  await program.workflow.execute(program.engine, actorOf(by), {
    on: { task },
    command: { is: 'agree', task, comment: '同意' },
    form,
  });
};

const back = async (record: { id: string }, by: string, to = 'applicant') => {
  const task = await taskOf(record);
  await one.workflow.execute(one.engine, actorOf(by), {
    on: { task },
    command: { is: 'back', task, to, comment: '请补充' },
  });
};

const told = (receiver: string) =>
  database.query<{ type: string; title: string; link: string }>(
    `select msg_type as type, title_zh as title, link from message
      where tenant_id = $1 and receiver_id = $2 order by id desc limit 1`,
    [tenant, receiver],
  );

describe('a record on its way', () => {
  test('is approved step by step, its columns and messages in the same transaction', async () => {
    const record = await submit();
    expect(await shown(record.id)).toMatchObject({
      auditStatus: '1',
      currentNode: '部门审核',
      currentAssignee: '李敏',
      steps: [
        { key: 'head', state: 'here' },
        { key: 'large', state: 'todo' },
        { key: 'office', state: 'todo' },
      ],
    });
    expect(await told('32')).toMatchObject([
      { type: '01', title: '待办：申请登记-设备', link: expect.stringContaining('/handle/') },
    ]);
    await agree(record, '32');
    expect(await shown(record.id)).toMatchObject({
      currentNode: '办公室审核',
      currentAssignee: '王芳、赵强',
      steps: [
        { key: 'head', state: 'done' },
        { key: 'office', state: 'here' },
      ],
    });
    const { version } = await shown(record.id);
    await agree(record, '33', { grade: 'A', subject: '改', version });
    expect(await shown(record.id)).toMatchObject({
      auditStatus: '2',
      grade: 'A',
      currentNode: null,
    });
    expect(await told('31')).toMatchObject([{ type: '02', title: '已通过：申请登记-设备' }]);
    const [stored] = await database.query<{ subject: string }>(
      'select subject from request where id = $1',
      [record.id],
    );
    expect(stored?.subject).toBe('设备');
  });

  test('goes through the step whose condition holds, judged on exact money', async () => {
    const record = await submit({ ...mine, amount: '50000.00' });
    await agree(record, '32');
    expect(await shown(record.id)).toMatchObject({
      currentNode: '大额审核',
      currentAssignee: '周平',
    });
    const small = await submit({ ...mine, amount: '49999.99' });
    await agree(small, '32');
    expect(await shown(small.id)).toMatchObject({ currentNode: '办公室审核' });
  });

  test('is returned, submitted again in the same process, and recalled', async () => {
    const record = await submit();
    await back(record, '32');
    const returned = await shown(record.id);
    expect(returned).toMatchObject({
      auditStatus: '3',
      currentNode: '申请人',
      currentAssignee: '张明',
    });
    expect(returned.steps[0]).toMatchObject({ key: 'head', state: 'returned' });
    expect(await told('31')).toMatchObject([{ type: '03' }]);
    const { id, version } = returned;
    await submit({ id, version, subject: '设备二' });
    const again = await shown(id);
    expect(again).toMatchObject({ auditStatus: '1', currentNode: '部门审核' });
    expect(again.processInstanceId).toBe(returned.processInstanceId);
    await one.engine.as(actorOf('31')).recall(request, id);
    expect(await shown(id)).toMatchObject({ auditStatus: '5', currentNode: null });
    await submit({ id, version: (await shown(id)).version });
    expect((await shown(id)).processInstanceId).not.toBe(returned.processInstanceId);
    await agree({ id }, '32');
    await expect(one.engine.as(actorOf('31')).recall(request, id)).rejects.toThrow(
      '流程已被处理，不能撤回',
    );
  });

  test('handling their own returned task is a submission with all its checks', async () => {
    const record = await submit();
    await back(record, '32');
    const { version } = await shown(record.id);
    await expect(agree(record, '31', { subject: '', version })).rejects.toThrow('请输入事由');
    await expect(agree(record, '31', { subject: '设备三' })).rejects.toThrow('缺少版本号');
    await expect(agree(record, '31', { subject: '设备三', version: version - 1 })).rejects.toThrow(
      Conflict,
    );
    expect(await shown(record.id)).toMatchObject({ auditStatus: '3' });
    await agree(record, '31', { subject: '设备三', version });
    expect(await shown(record.id)).toMatchObject({ auditStatus: '1' });
  });

  test('what a handler edits is refused when somebody changed the record since', async () => {
    const record = await submit();
    const seen = (await shown(record.id)).version;
    await agree(record, '32');
    const task = await taskOf(record);
    const edit = (version?: number) =>
      agree(record, '33', { grade: 'B', ...(version === undefined ? {} : { version }) });
    await expect(edit()).rejects.toThrow('缺少版本号');
    await expect(edit(seen)).rejects.toMatchObject({
      message: '数据已被他人修改,请刷新后重试',
      current: { id: record.id, version: seen + 1 },
    });
    // Nothing of it stands: the task waits as it did.
    expect(await taskOf(record)).toBe(task);
    expect(await shown(record.id)).toMatchObject({ auditStatus: '1', grade: null });
    await edit(seen + 1);
    expect(await shown(record.id)).toMatchObject({ auditStatus: '2', grade: 'B' });
  });

  test('is refused where that may be chosen', async () => {
    const record = await submit();
    const refuse = async (by: string) => {
      const task = await taskOf(record);
      await one.workflow.execute(one.engine, actorOf(by), {
        on: { task },
        command: { is: 'refuse', task, comment: '不符' },
      });
    };
    await expect(refuse('32')).rejects.toThrow('节点【部门审核】不能选择不通过');
    await agree(record, '32');
    await refuse('34');
    expect(await shown(record.id)).toMatchObject({
      auditStatus: '4',
      steps: [
        { key: 'head', state: 'done' },
        { key: 'office', state: 'refused' },
      ],
    });
  });

  test('claimed and handed on without a change of the record itself', async () => {
    const record = await submit();
    await agree(record, '32');
    const before = await shown(record.id);
    const task = await taskOf(record);
    const call = (by: string, command: object) =>
      one.workflow.execute(one.engine, actorOf(by), {
        on: { task },
        command: { task, ...command } as never,
      });
    await call('33', { is: 'claim' });
    expect(await shown(record.id)).toMatchObject({
      currentAssignee: '王芳',
      version: before.version,
    });
    await expect(call('34', { is: 'claim' })).rejects.toThrow('任务已被他人签收');
    await call('33', { is: 'transfer', to: '34' });
    expect(await shown(record.id)).toMatchObject({
      currentAssignee: '赵强',
      version: before.version,
    });
    await agree(record, '34');
    expect(await shown(record.id)).toMatchObject({ auditStatus: '2' });
  });

  test('ended by being set back or removed', async () => {
    const record = await submit();
    await one.engine.as(actorOf('31')).backDraft(request, record.id, '重来');
    expect(await shown(record.id)).toMatchObject({
      auditStatus: '0',
      currentNode: null,
      steps: [],
    });
    const other = await submit();
    await one.engine.as(actorOf('31')).recall(request, other.id);
    await one.engine.as(actorOf('31')).remove(request, [other.id]);
  });

  test('ended without a word, the log and the applicant are told what happened in both languages', async () => {
    const record = await submit();
    await one.engine.as(actorOf('36')).backDraft(request, record.id);
    expect(
      await database.query(
        `select l.comment, l.reason, m.content_zh, m.content_en from wf_log l
           join wf_instance i on i.tenant_id = l.tenant_id and i.id = l.instance_id
           join message m on m.tenant_id = l.tenant_id and m.biz_id = i.business_id
            and m.receiver_id = i.applicant_id
          where i.business_id = $1 and l.operation = 'backDraft' and m.title_en like 'Approval ended%'`,
        [record.id],
      ),
    ).toMatchObject([
      {
        comment: '',
        reason: ['退回草稿', 'Reverted to draft'],
        content_zh: expect.stringMatching(/无需再办理。退回草稿$/),
        content_en: expect.stringMatching(/no action is needed\. Reverted to draft$/),
      },
    ]);
  });
});

describe('two at once', () => {
  const settled = async (calls: readonly Promise<unknown>[]) => {
    const results = await Promise.allSettled(calls);
    return {
      won: results.filter((result) => result.status === 'fulfilled').length,
      lost: results.flatMap((result) =>
        result.status === 'rejected' ? [(result.reason as Error).message] : [],
      ),
    };
  };

  test('on one task, in two processes: exactly one wins', async () => {
    for (let round = 0; round < 15; round += 1) {
      const record = await submit();
      await agree(record, '32');
      const task = await taskOf(record);
      const act = (program: typeof one, by: string, command: object) =>
        program.workflow.execute(program.engine, actorOf(by), {
          on: { task },
          command: { task, comment: 'no', ...command } as never,
        });
      const { won, lost } = await settled([
        act(one, '33', { is: 'agree' }),
        act(two, '34', { is: 'agree' }),
        act(two, '33', { is: 'back', to: 'applicant' }),
        act(one, '34', { is: 'refuse' }),
      ]);
      expect(won).toBe(1);
      expect(new Set(lost)).toEqual(new Set(['该任务已被处理，请刷新后重试']));
    }
  });

  test('submitting one record: one process runs', async () => {
    const draft = await one.engine.as(actorOf('31')).save(request, mine);
    const { won } = await settled(
      [one, two, one, two].map((program) =>
        submit({ id: draft.id, version: draft.version }, '31', program),
      ),
    );
    expect(won).toBe(1);
    const running = await database.query(
      `select 1 from wf_instance where business_id = $1 and status = 'RUN'`,
      [draft.id],
    );
    expect(running.length).toBe(1);
  });
});

describe('what is remembered', () => {
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    await expect.poll(holds, { interval: 20 }).toBe(true);
  };
  const assignee = async (program = one): Promise<string | null> =>
    (await shown((await submit(mine, '31', program)).id)).currentAssignee;

  test('a role given or taken anywhere counts at once in every process', async () => {
    const grant = (text: string) => database.query(text, [tenant]);
    expect(await assignee()).toBe('李敏');
    expect(await assignee(two)).toBe('李敏');
    await grant('insert into user_role (tenant_id, user_id, role_id) values ($1, 34, 11)');
    await grant('update users set dept_id = 20 where tenant_id = $1 and id = 34');
    for (const program of [one, two]) {
      await until(async () => (await assignee(program)) === '李敏、赵强');
    }
    await grant('delete from user_role where tenant_id = $1 and user_id = 34 and role_id = 11');
    await grant('update users set dept_id = 22 where tenant_id = $1 and id = 34');
    await until(async () => (await assignee(two)) === '李敏');
  });

  test('nobody approves their own: the next department’s holder does, then the substitute', async () => {
    await database.query(
      'insert into user_role (tenant_id, user_id, role_id) values ($1, 31, 11)',
      [tenant],
    );
    await until(async () => (await assignee()) === '李敏');
    const away = (status: string) =>
      database.query('update users set status = $2 where tenant_id = $1 and id = 32', [
        tenant,
        status,
      ]);
    await away('0');
    await until(async () => (await assignee()) === '郑华');
    await away('1');
    await database.query('delete from user_role where tenant_id = $1 and user_id = 31', [tenant]);
    await until(async () => (await assignee()) === '李敏');
  });

  test('a choice of the school counts as soon as it is made', async () => {
    const record = await submit();
    await back(record, '32');
    await database.query(
      `insert into param (tenant_id, id, param_name, param_key, param_value)
       values ($1, 1, 'x', 'flow.recall.mode', '2')`,
      [tenant],
    );
    const other = await submit();
    await agree(other, '32');
    await until(async () =>
      one.engine
        .as({ ...actorOf('31'), allowances: ['recallAnytime'] })
        .recall(request, other.id)
        .then(
          () => true,
          (error: Error) => error.message === '当前状态不允许此操作',
        ),
    );
    expect(await shown(other.id)).toMatchObject({ auditStatus: '5' });
  });
});

describe('the applicant agrees to their own first step', () => {
  test('which submits the record in one transaction', async () => {
    const record = await submit();
    await back(record, '32');
    const opened = vi.spyOn(one.engine.database, 'transaction');
    await agree(record, '31', { version: (await shown(record.id)).version, subject: '新设备' });
    expect(opened).toHaveBeenCalledTimes(1);
    opened.mockRestore();
    expect(await shown(record.id)).toMatchObject({ auditStatus: '1', currentNode: '部门审核' });
  });
});

test('who lost the role loses the task, unless they claimed it or were handed it (ruling 61)', async () => {
  const [open, claimed, handed] = [await submit(), await submit(), await submit()];
  const change = async (text: string) => {
    await database.query(text, [tenant]);
    one.workflow.cache.forget(tenant);
  };
  for (const [column, record] of [
    ['claimed', claimed],
    ['handed', handed],
  ] as const) {
    await database.query(
      `update wf_task set ${column} = now() where business_id = $1 and status = 'TODO'`,
      [record.id],
    );
  }
  expect(await one.workflow.offerStuckTasks(one.engine, tenant)).toEqual({ found: 0, left: 0 });
  await change('delete from user_role where tenant_id = $1 and user_id = 32 and role_id = 11');
  await change('insert into user_role (tenant_id, user_id, role_id) values ($1, 34, 11)');
  await change('update users set dept_id = 21 where tenant_id = $1 and id = 34');
  const { found, left } = await one.workflow.offerStuckTasks(one.engine, tenant);
  expect([found > 0, left]).toEqual([true, 0]);
  expect(await shown(open.id)).toMatchObject({
    currentAssignee: expect.not.stringContaining('李敏'),
  });
  for (const { id } of [claimed, handed]) {
    expect(await shown(id)).toMatchObject({ currentAssignee: '李敏' });
  }
  expect(await one.workflow.offerStuckTasks(one.engine, tenant)).toEqual({ found: 0, left: 0 });
  await change('delete from user_role where tenant_id = $1 and user_id = 34 and role_id = 11');
  await change('insert into user_role (tenant_id, user_id, role_id) values ($1, 32, 11)');
  await change('update users set dept_id = 22 where tenant_id = $1 and id = 34');
  await one.workflow.offerStuckTasks(one.engine, tenant);
});

test('the department of a returned record counts anew when it is submitted again (ruling 59)', async () => {
  const record = await submit({ ...mine, unit: '22' });
  const [admin] = await database.query<{ id: string }>(
    `select assignee_id::text as id from wf_task where business_id = $1 and status = 'TODO'`,
    [record.id],
  );
  const unit = () =>
    database.query('select department_id::text as unit from wf_instance where id = $1', [
      record.processInstanceId,
    ]);
  expect(await unit()).toEqual([{ unit: '22' }]);
  await back(record, admin?.id ?? '');
  const { version } = await shown(record.id);
  await one.engine.as(actorOf('31')).submit(request, { ...mine, id: record.id, version } as never);
  expect(await shown(record.id)).toMatchObject({ currentAssignee: '李敏' });
  expect(await unit()).toEqual([{ unit: '21' }]);
});

describe('a refused record', () => {
  const refused = async () => {
    const record = await submit();
    await agree(record, '32');
    const task = await taskOf(record);
    await one.workflow.execute(one.engine, actorOf('33'), {
      on: { task },
      command: { is: 'refuse', task, comment: '不合要求' },
    });
    return shown(record.id);
  };
  const free: Actor = { ...actorOf('31'), allowances: ['resubmitRefused'] };

  test('is neither changed nor submitted by its writer', async () => {
    const { id, version } = await refused();
    const again = { id, version, subject: '改' };
    const writer = one.engine.as(actorOf('31'));
    await expect(writer.save(request, again)).rejects.toThrow('当前状态不允许此操作');
    await expect(writer.submit(request, again)).rejects.toThrow('当前状态不允许此操作');
    expect((await writer.read(request, id)).abilities.submit.allowed).toBe(false);
  });

  test('goes its way anew where the tenant allows it', async () => {
    const record = await refused();
    const { id } = record;
    const writer = one.engine.as(free);
    expect((await writer.read(request, id)).abilities).toMatchObject({
      edit: { allowed: true },
      submit: { allowed: true },
    });
    // Mended and kept it is still the refused one.
    const mended = await writer.save(request, { id, version: record.version, subject: '改' });
    expect(mended).toMatchObject({ auditStatus: '4', subject: '改' });
    await writer.submit(request, { id, version: mended.version });
    const sent = await shown(id);
    expect(sent).toMatchObject({ auditStatus: '1', currentNode: '部门审核' });
    expect(sent.processInstanceId).not.toBe(record.processInstanceId);
    await agree(sent, '32');
    await agree(sent, '33');
    expect((await shown(id)).auditStatus).toBe('2');
    // Approved, it is closed again.
    await expect(writer.submit(request, { id, version: 99 })).rejects.toThrow('当前状态不允许');
  });
});

describe('the state of a record', () => {
  const stage = async (record: { id: string }): Promise<string> => {
    const [row] = await database.query<{ stage: string }>(
      'select stage from request where id = $1',
      [record.id],
    );
    return row?.stage ?? '';
  };

  test('follows what is done to it and what tagged steps say, in the same transaction', async () => {
    const record = await submit();
    expect(await stage(record)).toBe('1');
    await agree(record, '32');
    expect(await stage(record)).toBe('3');
    // Sent back to the head and taken further: the head's word falls and stands again.
    await back(record, '33', 'prev');
    expect(await stage(record)).toBe('1');
    await agree(record, '32');
    await back(record, '33');
    expect(await stage(record)).toBe('6');
    await submit({ id: record.id, version: (await shown(record.id)).version });
    expect(await stage(record)).toBe('1');
    await agree(record, '32');
    await agree(record, '33');
    expect(await stage(record)).toBe('5');
    await one.engine.as(actorOf('36')).backDraft(request, record.id);
    expect(await stage(record)).toBe('0');
  });

  test('the head takes the agreement back: it stands where it stood', async () => {
    const record = await submit();
    const task = await taskOf(record);
    await agree(record, '32');
    await one.workflow.execute(one.engine, actorOf('32'), {
      on: { task },
      command: { is: 'withdraw', task },
    });
    expect(await stage(record)).toBe('1');
    await one.engine
      .as({ ...actorOf('31'), allowances: ['recallAnytime'] })
      .recall(request, record.id);
    expect(await stage(record)).toBe('9');
  });

  test('refused by a step that has a code of its own for it, or by another', async () => {
    const refused = async (amount: string, by: string) => {
      const record = await submit({ ...mine, amount });
      await agree(record, '32');
      const task = await taskOf(record);
      await one.workflow.execute(one.engine, actorOf(by), {
        on: { task },
        command: { is: 'refuse', task, comment: '不合要求' },
      });
      return stage(record);
    };
    expect(await refused('100.00', '33')).toBe('7');
    expect(await refused('90000.00', '35')).toBe('8');
  });

  test('is nobody’s to write, and in its history', async () => {
    const record = await submit({ ...mine, stage: '5' });
    expect(await stage(record)).toBe('1');
    const [entry] = await database.query<{ changes: { path: string; after: unknown }[] }>(
      'select changes from history where business_id = $1 order by id desc limit 1',
      [record.id],
    );
    expect(entry?.changes).toContainEqual(expect.objectContaining({ path: 'stage', after: '1' }));
  });
});

describe('walls', () => {
  test('another tenant has no such task', async () => {
    const record = await submit();
    const task = await taskOf(record);
    await expect(
      one.workflow.execute(one.engine, actorOf('32', stranger), {
        on: { task },
        command: { is: 'agree', task, comment: '' },
      }),
    ).rejects.toThrow('任务不存在');
  });

  test('history can be added to and never changed', async () => {
    await submit();
    await one.engine.database.read(tenant, async (session) => {
      for (const text of [
        'update wf_log set comment = $1',
        'delete from wf_log where comment <> $1',
      ]) {
        await expect(session.query(text, ['x'])).rejects.toThrow('permission denied');
      }
    });
  });

  test('a new version leaves running processes on theirs', async () => {
    const record = await submit();
    const [{ xml } = { xml: '' }] = await database.query<{ xml: string }>(
      `select xml from wf_definition where tenant_id = $1 and key = 'request'`,
      [tenant],
    );
    const renamed = readText(xml.replace('部门审核', '新名'));
    const version = await one.engine.database.transaction(tenant, (tx) =>
      deploy(
        tx,
        one.engine.ids,
        { xml, graph: renamed.graph as Graph, kind: 'request', category: 'flow_1' },
        { id: '36', now: new Date() },
      ),
    );
    expect(version.version).toBe(2);
    one.workflow.cache.forget(tenant);
    await back(record, '32');
    await submit({ id: record.id, version: (await shown(record.id)).version });
    expect((await shown(record.id)).currentNode).toBe('部门审核');
    expect((await shown((await submit()).id)).currentNode).toBe('新名');
  });
});

describe('what becomes of a record', () => {
  /** Deploys a drawn route; `u1`, `u2`, … are the roles' own steps. */
  const route = async (
    lines: readonly string[],
    nodes: Readonly<Record<string, Partial<DiagramUser>>>,
  ): Promise<void> => {
    const graph = compile({ ...drawn(lines, nodes), name: '申请登记' });
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
    const record = await submit({ ...mine, grade: 'B' });
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
    const record = await submit({ ...mine, grade: 'B' });
    const { version } = await shown(record.id);
    await agree(record, '33', { grade: 'A', version });
    expect(await shown(record.id)).toMatchObject({ auditStatus: '1', currentNode: '大额审核' });
    await agree(record, '35');
    expect(await shown(record.id)).toMatchObject({ auditStatus: '2' });
    // A stranger learns that the task is not theirs, and nothing of the record.
    const other = await submit({ ...mine, grade: 'B' });
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
    const record = await submit({ ...mine, helpers: [{ userId: '33' }] });
    expect(await shown(record.id)).toMatchObject({ currentAssignee: '赵强' });
    const open = async (id: string, helper: string) => {
      const { id: business } = await submit({ ...mine, helpers: [{ userId: helper }] });
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
    const both = await submit({ ...mine, helpers: [{ userId: '33' }, { userId: '34' }] });
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
    const graph = compile(drawn(lines, { u1, u2 }));
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
    const record = await submit({ ...mine, amount: '10000.00' });
    await limit('90000');
    await agree(record, '32');
    expect((await shown(record.id)).currentAssignee).toBe('周平');
    // Submitted again, it is judged by the parameter of now.
    await back(record, '35');
    await submit({ id: record.id, version: (await shown(record.id)).version });
    await agree(record, '32');
    expect(await shown(record.id)).toMatchObject({ auditStatus: '2' });
    const odd = await submit({ ...mine, amount: '99999.00' });
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

describe('people who leave', () => {
  const board = async (): Promise<Shown> => {
    const graph = compile(drawn(['s>a', 'a>u1', 'u1>e'], { u1: { people: ['role:board'] } }));
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
    const named = await submit({ ...mine, helpers: [{ userId: '34' }] });
    await database.query(
      `update wf_task set assignee_id = null, candidates = '{role:board,user:34}'
        where business_id = $1 and status = 'TODO'`,
      [named.id],
    );
    expect(await one.workflow.offerStuckTasks(one.engine, tenant)).toEqual({ found: 0, left: 0 });
    await set('0');
    expect(await one.workflow.offerStuckTasks(one.engine, tenant)).toEqual({ found: 1, left: 0 });
    await set('1');
    // One whose record is gone does not keep the others waiting.
    const [lost, kept] = [await submit(), await submit()];
    await database.query(`update ${request.table} set is_deleted = 1 where id = $1`, [lost.id]);
    await set('0');
    expect(await one.workflow.offerStuckTasks(one.engine, tenant)).toEqual({ found: 2, left: 1 });
    expect(await shown(kept.id)).toMatchObject({ currentAssignee: '吴静、郑华' });
    await set('1');
  });
});

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
    const graph = compile(drawn(lines, { ...steps, w1: { period: '2wd' } }));
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
