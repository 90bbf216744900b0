import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Conflict } from '@keyan/kernel/errors.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { deploy } from '../drawings/definitions.ts';
import { readText } from '../reading/reader.ts';
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
const two = await startProgram(database, 2);
beforeAll(() => furnish(database, one));
afterAll(async () => {
  expect(await brokenRows(one)).toEqual([]);
  expect(await brokenRows(one, stranger)).toEqual([]);
  await one.close();
  await two.close();
  await database.drop();
});

const { submit, shown, taskOf, agree, back, told } = testRequests(database, one);

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
    const record = await submit({ ...ownRequestInput, amount: '50000.00' });
    await agree(record, '32');
    expect(await shown(record.id)).toMatchObject({
      currentNode: '大额审核',
      currentAssignee: '周平',
    });
    const small = await submit({ ...ownRequestInput, amount: '49999.99' });
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
    await one.engine.as(actorOf('31')).recall(testRequestKind, id);
    expect(await shown(id)).toMatchObject({ auditStatus: '5', currentNode: null });
    await submit({ id, version: (await shown(id)).version });
    expect((await shown(id)).processInstanceId).not.toBe(returned.processInstanceId);
    await agree({ id }, '32');
    await expect(one.engine.as(actorOf('31')).recall(testRequestKind, id)).rejects.toThrow(
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
    await one.engine.as(actorOf('31')).backDraft(testRequestKind, record.id, '重来');
    expect(await shown(record.id)).toMatchObject({
      auditStatus: '0',
      currentNode: null,
      steps: [],
    });
    const other = await submit();
    await one.engine.as(actorOf('31')).recall(testRequestKind, other.id);
    await one.engine.as(actorOf('31')).remove(testRequestKind, [other.id]);
  });

  test('ended without a word, the log and the applicant are told what happened in both languages', async () => {
    const record = await submit();
    await one.engine.as(actorOf('36')).backDraft(testRequestKind, record.id);
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
    const draft = await one.engine.as(actorOf('31')).save(testRequestKind, ownRequestInput);
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
    (await shown((await submit(ownRequestInput, '31', program)).id)).currentAssignee;

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
        .recall(testRequestKind, other.id)
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
  const change = async (text: string) => {
    await database.query(text, [tenant]);
    one.workflow.cache.forget(tenant);
  };
  const unit = async ({ id }: StoredRequest) => {
    const rows = await database.query<{ unit: string }>(
      'select department_id::text as unit from wf_instance where business_id = $1',
      [id],
    );
    return [...rows.map((row) => row.unit), (await shown(id)).currentAssignee];
  };
  // Each department has a head of its own, as two colleges have.
  await change('insert into user_role (tenant_id, user_id, role_id) values ($1, 34, 11)');
  const record = await submit({ ...ownRequestInput, unit: '22' });
  expect(await unit(record)).toEqual(['22', '赵强']);
  await back(record, '34');
  const { version } = await shown(record.id);
  await one.engine
    .as(actorOf('31'))
    .submit(testRequestKind, { ...ownRequestInput, id: record.id, version } as never);
  expect(await unit(record)).toEqual(['21', '李敏']);
  await change('delete from user_role where tenant_id = $1 and user_id = 34 and role_id = 11');
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
    await expect(writer.save(testRequestKind, again)).rejects.toThrow('当前状态不允许此操作');
    await expect(writer.submit(testRequestKind, again)).rejects.toThrow('当前状态不允许此操作');
    expect((await writer.read(testRequestKind, id)).abilities.submit.allowed).toBe(false);
  });

  test('goes its way anew where the tenant allows it', async () => {
    const record = await refused();
    const { id } = record;
    const writer = one.engine.as(free);
    expect((await writer.read(testRequestKind, id)).abilities).toMatchObject({
      edit: { allowed: true },
      submit: { allowed: true },
    });
    // Mended and kept it is still the refused one.
    const mended = await writer.save(testRequestKind, {
      id,
      version: record.version,
      subject: '改',
    });
    expect(mended).toMatchObject({ auditStatus: '4', subject: '改' });
    await writer.submit(testRequestKind, { id, version: mended.version });
    const sent = await shown(id);
    expect(sent).toMatchObject({ auditStatus: '1', currentNode: '部门审核' });
    expect(sent.processInstanceId).not.toBe(record.processInstanceId);
    await agree(sent, '32');
    await agree(sent, '33');
    expect((await shown(id)).auditStatus).toBe('2');
    // Approved, it is closed again.
    await expect(writer.submit(testRequestKind, { id, version: 99 })).rejects.toThrow(
      '当前状态不允许',
    );
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
    await one.engine.as(actorOf('36')).backDraft(testRequestKind, record.id);
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
      .recall(testRequestKind, record.id);
    expect(await stage(record)).toBe('9');
  });

  test('refused by a step that has a code of its own for it, or by another', async () => {
    const refused = async (amount: string, by: string) => {
      const record = await submit({ ...ownRequestInput, amount });
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
    const record = await submit({ ...ownRequestInput, stage: '5' });
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
