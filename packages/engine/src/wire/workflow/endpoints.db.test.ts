import type { Label } from '@keyan/kernel/label.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import {
  actorOf,
  brokenRows,
  furnish,
  startProgram,
  stranger,
  tenant,
  testRequestKind,
} from '../../workflow/testing.ts';
import { momentPattern } from '../inputs.ts';
import { workflowEndpoints } from './endpoints.ts';
import { testCalls, type UploadAnswer } from './testing.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
beforeAll(() => furnish(database, program));
afterAll(async () => {
  expect(await brokenRows(program)).toEqual([]);
  await program.close();
  await database.drop();
});

const { call, page, submit, todoOf } = testCalls(program);

describe('lists', () => {
  test('a task goes from list to list', async () => {
    const id = await submit();
    const has = async (path: string, by: string): Promise<boolean> =>
      (await page(path, by, { size: 200 })).records.some((row) => row.businessId === id);
    expect(await has('blade-flow/work/todo-list', '32')).toBe(true);
    expect(await has('blade-flow/work/send-list', '31')).toBe(true);
    expect(await has('blade-flow/work/todo-list', '31')).toBe(false);
    await call('blade-flow/work/complete-task', '32', {
      taskId: await todoOf(id, '32'),
      flag: 'ok',
    });
    expect(await has('blade-flow/work/done-list', '32')).toBe(true);
    expect(await has('blade-flow/work/todo-list', '32')).toBe(false);
    expect(await has('blade-flow/work/claim-list', '33')).toBe(true);
    expect(await has('blade-flow/work-ext/todo-all', '36')).toBe(true);
    expect(await has('blade-flow/work-ext/todo-all', '35')).toBe(false);
    await call('blade-flow/work/claim-task', '33', { taskId: await todoOf(id, '33') });
    expect(await has('blade-flow/work/claim-list', '34')).toBe(false);
    expect(await has('blade-flow/work/todo-list', '33')).toBe(true);
    expect(await has('blade-flow/work/todo-list', '32')).toBe(false);
  });

  test('rows carry what the family’s clients and our pages read; filters and totals are exact', async () => {
    const id = await submit({ subject: '特别的一百%设备' });
    const { records } = await page('blade-flow/work/todo-list', '32', {
      processDefinitionName: '申请',
      businessName: '一百%',
    });
    expect(records).toEqual([
      expect.objectContaining({
        businessId: id,
        taskName: '部门审核',
        assignee: 'taskUser_32',
        assigneeName: '李敏',
        processDefinitionKey: 'request',
        processDefinitionVersion: 1,
        processIsFinished: 'unfinished',
        businessName: '申请登记-特别的一百%设备',
        deptName: '学院',
      }),
    ]);
    const mine = await page('kh-edu-research/mywork/todo/page', '32', { businessName: '一百%' });
    expect(mine.records[0]).toMatchObject({
      applicant: '张明',
      nodeName: '部门审核',
      stayDays: 0,
      kind: 'request',
      claimable: false,
    });
    expect(mine.records[0]?.id).toBe(mine.records[0]?.taskId);
    const all = await page('blade-flow/work/todo-list', '32', { size: 1 });
    const beyond = await page('blade-flow/work/todo-list', '32', { size: 1, current: 999 });
    expect(beyond).toMatchObject({ total: all.total, records: [] });
    const none = { beginDate: '2001-01-01', endDate: '2001-01-02' };
    expect((await page('blade-flow/work/todo-list', '32', none)).total).toBe(0);
  });

  test('another tenant sees nothing of it', async () => {
    await submit();
    for (const path of [
      'blade-flow/work/todo-list',
      'blade-flow/work/claim-list',
      'blade-flow/work/todo-all',
      'blade-flow/work/done-list',
    ]) {
      expect((await page(path, '32', {}, stranger)).total).toBe(0);
    }
    expect((await page('blade-flow/follow/list', '36', {}, stranger)).total).toBe(0);
  });
});

describe('one task', () => {
  test('the handling page knows what may be done', async () => {
    const id = await submit();
    const taskId = await todoOf(id, '32');
    expect(await call('kh-edu-research/mywork/todo/detail', '32', { taskId })).toMatchObject({
      mine: 'assigned',
      isApply: false,
      canRefuse: false,
      backTargets: [{ key: 'apply', name: '申请人' }],
      position: 'inApproval',
    });
    await call('blade-flow/work/complete-task', '32', { taskId, flag: 'ok' });
    const next = await todoOf(id, '33');
    expect(await call('kh-edu-research/mywork/todo/detail', '33', { taskId: next })).toMatchObject({
      mine: 'candidate',
      canRefuse: true,
      editable: ['grade'],
      backTargets: [
        { key: 'head', name: '部门审核' },
        { key: 'apply', name: '申请人' },
      ],
    });
    expect(
      await call('kh-edu-research/mywork/todo/detail', '31', { businessId: id }),
    ).toMatchObject({ mine: 'none' });
  });

  test('comes straight back to the step that returned it, where its assignee says so', async () => {
    const id = await submit();
    const complete = 'blade-flow/work/complete-task';
    await call(complete, '32', { taskId: await todoOf(id, '32'), flag: 'ok' });
    const back = { backTo: 'applicant', comment: '补材料', direct: true };
    await call(complete, '33', { taskId: await todoOf(id, '33'), flag: 'back', ...back });
    await call(complete, '31', { taskId: await todoOf(id, '31'), flag: 'ok' });
    expect(await todoOf(id, '33')).not.toBe('');
  });

  test('is returned without a flag, with an opinion; and anywhere by name', async () => {
    const id = await submit();
    const taskId = await todoOf(id, '32');
    const complete = 'blade-flow/work/complete-task';
    await expect(call(complete, '32', { taskId })).rejects.toThrow('请填写审批意见');
    await call(complete, '32', { taskId, comment: '请补充', flag: 'no' });
    const again = await todoOf(id, '31');
    expect(await call('kh-edu-research/mywork/todo/detail', '31', { taskId: again })).toMatchObject(
      { isApply: true, position: 'returned', mine: 'assigned' },
    );
    const [row] = await database.query<{ version: number }>(
      'select version from request where id = $1',
      [id],
    );
    const form = { subject: '设备改', version: row?.version };
    await call(complete, '31', { taskId: again, flag: 'ok', form });
    await call(complete, '32', { taskId: await todoOf(id, '32'), flag: 'ok' });
    await call('kh-edu-research/work/businessBack/back', '33', {
      taskId: await todoOf(id, '33'),
      backTo: 'prev',
      opinion: '再看',
    });
    expect(await todoOf(id, '32')).not.toBe('');
  });

  test('is found by its record or its process, for whoever has it', async () => {
    const id = await submit();
    const back = 'kh-edu-research/work/businessBack/back';
    await expect(call(back, '32', { comment: '补正' })).rejects.toThrow(
      '缺少必要的请求参数: taskId',
    );
    await expect(call(back, '33', { businessId: id, comment: '补正' })).rejects.toThrow(
      '该记录没有待您办理的任务',
    );
    await call(back, '32', { businessId: id, comment: '补正' });
    const complete = 'kh-edu-research/mywork/todo/submit';
    const { processInstanceId } = await call('kh-edu-research/mywork/todo/detail', '31', {
      businessId: id,
    });
    await call(complete, '31', { processInstanceId, flag: 'ok' });
    expect(await todoOf(id, '32')).not.toBe('');
    await expect(call('blade-flow/process/history-flow-list', '32')).rejects.toThrow(
      '缺少必要的请求参数: processInstanceId',
    );
  });

  test('is handed on, with and without the prefix of people', async () => {
    const id = await submit();
    const taskId = await todoOf(id, '32');
    const assign = 'blade-flow/work/todo-assign';
    await expect(call(assign, '32', { taskId })).rejects.toThrow('请选择转办人');
    await expect(call(assign, '33', { taskId, assignee: '34' })).rejects.toThrow(
      '您不是该任务的处理人',
    );
    await expect(call(assign, '32', { taskId, assignee: '999' })).rejects.toThrow('转办人不存在');
    // Nor to somebody from outside, who does not sign in; nor is such a person asked, or sent a copy.
    await database.query("update users set user_type = '4' where id = 38");
    const outside = { taskId, assignee: '38', userIds: '38', how: 'B', comment: '请代办' };
    const beside = (verb: string) => assign.replace('todo-assign', verb);
    for (const verb of ['todo-assign', 'cc-task', 'add-sign']) {
      await expect(call(beside(verb), '32', outside), verb).rejects.toThrow(/不存在|人员/);
    }
    await call(assign, '36', { taskId, assignee: 'taskUser_34', comment: '出差' });
    expect(await todoOf(id, '34')).toBe(taskId);
    // A manager did it, and history says so.
    const lines = await call<Record<string, string>[]>('kh-edu-research/audit/detail', '31', {
      businessId: id,
    });
    expect(lines.find((line) => line.action === 'transfer')).toMatchObject({
      userName: '吴静',
      targetName: '赵强',
    });
  });

  test('is not there for others’ guesses', async () => {
    for (const taskId of ['1', '8999999999999999999']) {
      await expect(
        call('blade-flow/work/complete-task', '32', { taskId, flag: 'ok' }),
      ).rejects.toThrow('任务不存在');
    }
    await expect(
      call('blade-flow/work/claim-task', '32', { taskId: "1' or '1'='1" }),
    ).rejects.toThrow('请求参数格式错误');
  });
});

describe('what was and what will be', () => {
  test('the timeline names everybody, with opinions and times', async () => {
    const id = await submit();
    await call('blade-flow/work/complete-task', '32', {
      taskId: await todoOf(id, '32'),
      flag: 'ok',
      comment: '情况属实',
    });
    const lines = await call<Record<string, string>[]>('kh-edu-research/audit/detail', '31', {
      businessId: id,
    });
    expect(lines.map((line) => [line.action, line.userName, line.opinion])).toEqual([
      ['start', '张明', ''],
      ['approve', '李敏', '情况属实'],
      ['waiting', '王芳、赵强', ''],
    ]);
    const history = await call<Record<string, string>[]>(
      'blade-flow/process/history-flow-list',
      '31',
      { businessId: id },
    );
    expect(history[0]).toMatchObject({ historyActivityId: 'start', assigneeName: '张明' });
    expect(history.at(-1)).toMatchObject({ endTime: '', historyActivityName: '办公室审核' });
    expect(
      await call('blade-flow/process-ext/current-task', '31', { businessId: id }),
    ).toMatchObject([{ assigneeName: '王芳、赵强', taskName: '办公室审核' }]);
  });

  test('a name in the timeline stays what it was when it was written', async () => {
    const rename = (id: string, name: string) =>
      database.query('update users set real_name = $2 where tenant_id = $1 and id = $3', [
        tenant,
        name,
        id,
      ]);
    const id = await submit();
    const approve = async (who: string) =>
      call('blade-flow/work/complete-task', who, { taskId: await todoOf(id, who), flag: 'ok' });
    await call('blade-flow/work/todo-assign', '32', {
      taskId: await todoOf(id, '32'),
      assignee: 'taskUser_34',
    });
    await approve('34');
    await rename('34', '校长办公室');
    const read = () =>
      call<Record<string, string>[]>('kh-edu-research/audit/detail', '31', { businessId: id });
    const told = (await read()).map((line) => [line.action, line.userName, line.targetName ?? '']);
    await rename('34', '赵强');
    expect(told).toEqual([
      ['start', '张明', ''],
      ['transfer', '李敏', '赵强'],
      ['approve', '赵强', ''],
      // The person that it waits for has the name of today.
      ['waiting', '校长办公室、王芳', ''],
    ]);
  });

  test('the history of a record has the rounds that it was recalled from', async () => {
    const id = await submit();
    await program.engine.as(actorOf('31')).recall(testRequestKind, id);
    const { row } = await program.engine.as(actorOf('31')).read(testRequestKind, id);
    await program.engine.as(actorOf('31')).submit(testRequestKind, { id, version: row.version });
    const lines = await call<Record<string, string>[]>('kh-edu-research/audit/detail', '31', {
      businessId: id,
    });
    expect(lines.map((line) => line.action)).toEqual(['start', 'recall', 'start', 'waiting']);
  });

  test('the diagram is marked, as data and as a picture', async () => {
    const id = await submit();
    expect(await call('blade-flow/process/model-view', '31', { businessId: id })).toMatchObject({
      xml: expect.stringContaining('bpmndi:BPMNShape'),
      active: ['head'],
      done: ['apply', 'start'],
      flows: ['start__apply', 'apply__head'],
    });
    const { body } = await call<{ body: string }>('blade-flow/process/diagram-view', '31', {
      businessId: id,
    });
    expect(body).toMatch(/^<svg .*部门审核.*<\/svg>$/s);
  });

  test('the next people are those that the submission then finds', async () => {
    const next = 'kh-edu-research/work/nextUserTask/get-next-user-task';
    const form = { subject: 'x', amount: '60000.00', unit: '21' };
    expect(await call(next, '31', { kind: 'request', form })).toEqual([
      {
        taskDefinitionKey: 'head',
        taskName: '部门审核',
        users: [{ id: '32', taskUserId: 'taskUser_32', name: '李敏' }],
        choose: false,
        multiple: false,
      },
    ]);
    const id = await submit(form);
    const taskId = await todoOf(id, '32');
    for (const named of [{ taskId }, { businessId: id }]) {
      expect(await call(next, '32', named)).toMatchObject([
        { taskDefinitionKey: 'large', users: [{ name: '周平' }] },
      ]);
    }
    // A returned record goes on in its own process: directly, to whoever returned it.
    await call('blade-flow/work/complete-task', '32', { taskId, flag: 'ok' });
    const [{ processInstanceId } = { processInstanceId: '' }] = await call<
      { processInstanceId: string }[]
    >('kh-edu-research/audit/getInstanceIds', '31', { businessIds: id });
    await program.workflow.execute(program.engine, actorOf('35'), {
      on: { instance: processInstanceId },
      command: {
        is: 'back',
        task: await todoOf(id, '35'),
        to: 'applicant',
        comment: '金额有误',
        direct: true,
      },
    });
    for (const named of [{ kind: 'request', businessId: id }, { processInstanceId }]) {
      expect(await call(next, '31', { ...named, form })).toMatchObject([
        { taskDefinitionKey: 'large' },
      ]);
      const smaller = { ...form, amount: '1.00' };
      expect(await call(next, '31', { ...named, form: smaller })).toMatchObject([
        { taskDefinitionKey: 'office' },
      ]);
    }
    const other = await submit(form);
    const way = await call<{ steps: { taskDefinitionKey: string; state: string }[] }>(
      'kh-edu-research/work/nextUserTask/get-next-user-task-process',
      '31',
      { taskId: await todoOf(other, '32') },
    );
    expect(way.steps.map((step) => [step.taskDefinitionKey, step.state])).toEqual([
      ['apply', 'done'],
      ['head', 'active'],
      ['large', 'coming'],
      ['office', 'coming'],
    ]);
  });

  test('a draft’s process is started by its own call', async () => {
    const draft = await program.engine.as(actorOf('31')).save(testRequestKind, {
      subject: '草稿',
      amount: '1.00',
      unit: '21',
    });
    await call('kh-edu-research/businessStartProcess/startProcess', '31', {
      flowProcessValue: 'request',
      businessId: draft.id,
      taskUserId: 'taskUser_32',
    });
    const [row] = await call<{ processInstanceId: string; kind: string }[]>(
      'kh-edu-research/audit/getByBusinessIds',
      '31',
      { businessIds: draft.id },
    );
    expect(row?.kind).toBe('request');
    expect(
      await call('kh-edu-research/audit/getBusinessId', '31', {
        processInstanceId: row?.processInstanceId,
      }),
    ).toBe(draft.id);
  });

  test('values that come with the start are subject to the version rule', async () => {
    const draft = await program.engine.as(actorOf('31')).save(testRequestKind, {
      subject: '草稿',
      amount: '1.00',
      unit: '21',
    });
    const start = (formMap: object) =>
      call('kh-edu-research/businessStartProcess/startProcess', '31', {
        flowProcessValue: 'request',
        businessId: draft.id,
        taskUserId: '32',
        formMap,
      });
    await expect(start({ subject: '改' })).rejects.toThrow('缺少版本号');
    await expect(start({ subject: '改', version: draft.version + 1 })).rejects.toThrow(
      '数据已被他人修改,请刷新后重试',
    );
    await start({ subject: '改', version: draft.version });
    expect(
      (await program.engine.as(actorOf('31')).read(testRequestKind, draft.id)).row,
    ).toMatchObject({
      subject: '改',
      auditStatus: '1',
    });
  });
});

test('days that no calendar has are refused by the pattern of the parameter', () => {
  for (const day of ['2026-13-01', '2026-00-10', '2026-01-32', '2026-01-01 24:00:00', '2026-1-1']) {
    expect([day, new RegExp(momentPattern).test(day)]).toEqual([day, false]);
  }
  expect(new RegExp(momentPattern).test('2026-02-28 23:59:59')).toBe(true);
});

describe('managers', () => {
  test('suspend, activate and delete a process; others may not', async () => {
    const id = await submit();
    const [row] = await call<{ processInstanceId: string }[]>(
      'kh-edu-research/audit/getByBusinessIds',
      '31',
      { businessIds: id },
    );
    const processId = row?.processInstanceId ?? '';
    const change = (state: string, by = '36') =>
      call('blade-flow/manager/change-state', by, { processId, state });
    await expect(change('suspend', '32')).rejects.toThrow('您没有此操作权限');
    await change('suspend');
    await expect(change('suspend')).rejects.toThrow('流程已处于挂起状态');
    const taskId = await todoOf(id, '32');
    await expect(
      call('blade-flow/work/complete-task', '32', { taskId, flag: 'ok' }),
    ).rejects.toThrow('流程已挂起，不能操作');
    await change('active');
    const remove = (deleteReason: string) =>
      call('blade-flow/follow/delete-process-instance', '36', {
        processInstanceId: processId,
        deleteReason,
      });
    await expect(remove('')).rejects.toThrow('请填写删除原因');
    await remove('重复');
    const [stored] = await database.query<{ status: string }>(
      'select audit_status as status from request where id = $1',
      [id],
    );
    expect(stored?.status).toBe('0');
  });

  test('the applicant ends the process of a returned record', async () => {
    const id = await submit();
    const end = () => call('kh-edu-research/processDel/del', '31', { businessId: id });
    await expect(end()).rejects.toThrow('您没有此操作权限');
    await call('kh-edu-research/work/businessBack/back', '32', {
      taskId: await todoOf(id, '32'),
      comment: '不必',
    });
    await end();
    expect(await todoOf(id, '31')).toBe('');
  });

  test('definitions are listed, suspended, uploaded and put away', async () => {
    const list = () => page('blade-flow/manager/list', '36', { key: 'request' });
    const { total } = await page('blade-flow/manager/list', '36', { current: 9 });
    expect(total).toBe((await page('blade-flow/manager/list', '36')).total);
    const [known] = (await list()).records;
    const processId = known?.id ?? '';
    const change = (state: string) =>
      call('blade-flow/manager/change-state', '36', { processId, state });
    await change('suspend');
    await expect(submit()).rejects.toThrow('流程定义已挂起，不能发起');
    expect((await page('blade-flow/work/start-list', '31')).total).toBe(0);
    await change('active');
    expect((await page('blade-flow/work/start-list', '31')).total).toBe(1);

    const { modelEditorXml } = await call<{ modelEditorXml: string }>(
      'blade-flow/model/detail',
      '36',
      { id: processId },
    );
    const upload = (files: readonly string[]) =>
      call<UploadAnswer>('blade-flow/manager/deploy-upload', '36', {}, { files });
    const uploaded = await upload([modelEditorXml]);
    expect(uploaded).toMatchObject({ problems: [], converted: [], warnings: [] });
    const [second] = uploaded.definitions;
    expect(second).toMatchObject({ version: 2, suspensionState: 1 });
    // 1: what comes with the product; 2: what was deployed here.
    const ids = async (mode: string) =>
      (await page('blade-flow/manager/list', '36', { key: 'request', mode })).records.map(
        (row) => row.id,
      );
    expect(await ids('1')).toEqual([processId]);
    expect(await ids('2')).toEqual([second?.id]);
    expect(await ids('')).toHaveLength(2);
    const started = (mode: string) => page('blade-flow/work/start-list', '31', { mode });
    expect([(await started('1')).total, (await started('2')).total]).toEqual([0, 1]);
    expect((await page('blade-flow/work/start-list', '31', { name: '没有' })).total).toBe(0);
    await expect(upload(['nonsense'])).rejects.toThrow('流程文件无法解析');
    await expect(upload([])).rejects.toThrow('请选择流程文件');
    const putAway = (deploymentIds: string) =>
      call('blade-flow/manager-ext/delete-deployment', '36', { deploymentIds });
    await expect(putAway(processId)).rejects.toThrow(/该流程仍有 \d+ 个运行中的实例，不能删除/);
    await putAway(second?.id ?? '');
    expect((await list()).total).toBe(1);
    expect((await page('blade-flow/model/list', '36')).records).toHaveLength(1);
  });
});

test('every call has a summary in both languages, and no two share a path', () => {
  const endpoints = workflowEndpoints(program.workflow);
  const spelled = endpoints.flatMap((item) =>
    [item.path, ...(item.aliases ?? [])].map((path) => `${item.method} ${path}`),
  );
  expect(new Set(spelled).size).toBe(spelled.length);
  for (const { summary } of endpoints) {
    const [zh, en]: Label = summary;
    expect(zh.length * en.length).toBeGreaterThan(0);
  }
});
