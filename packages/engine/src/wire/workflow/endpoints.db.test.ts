import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { FindingRow, UploadFindings } from '@keyan/kernel/wire/routes.ts';
import { diagramOf } from '@keyan/kernel/workflow/chain.ts';
import { drawn as drawnFrom } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { writeBpmn } from '../../workflow/drawings/bpmn.ts';
import {
  actorOf,
  brokenRows,
  furnish,
  request,
  startProgram,
  stranger,
  tenant,
} from '../../workflow/testing.ts';
import { moment } from '../inputs.ts';
import { workflowEndpoints } from './endpoints.ts';
import { callsOf } from './testing.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
beforeAll(() => furnish(database, program));
afterAll(async () => {
  expect(await brokenRows(program)).toEqual([]);
  await program.close();
  await database.drop();
});

const { call, page } = callsOf(program);

let count = 0;
const submit = async (values: object = {}): Promise<string> => {
  count += 1;
  const row = await program.engine.as(actorOf('31')).submit(request, {
    subject: `设备${count}`,
    amount: '1.00',
    unit: '21',
    ...values,
  });
  return row.id as unknown as string;
};

const todoOf = async (businessId: string, by: string): Promise<string> => {
  const { records } = await page('kh-edu-research/mywork/todo/page', by, { size: 200 });
  return records.find((row) => row.businessId === businessId)?.taskId ?? '';
};

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
    await program.engine.as(actorOf('31')).recall(request, id);
    const { row } = await program.engine.as(actorOf('31')).read(request, id);
    await program.engine.as(actorOf('31')).submit(request, { id, version: row.version });
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
    const draft = await program.engine.as(actorOf('31')).save(request, {
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
    const draft = await program.engine.as(actorOf('31')).save(request, {
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
    expect((await program.engine.as(actorOf('31')).read(request, draft.id)).row).toMatchObject({
      subject: '改',
      auditStatus: '1',
    });
  });
});

test('days that no calendar has are refused by the pattern of the parameter', () => {
  for (const day of ['2026-13-01', '2026-00-10', '2026-01-32', '2026-01-01 24:00:00', '2026-1-1']) {
    expect([day, new RegExp(moment).test(day)]).toEqual([day, false]);
  }
  expect(new RegExp(moment).test('2026-02-28 23:59:59')).toBe(true);
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
      call<Uploaded>('blade-flow/manager/deploy-upload', '36', {}, { files });
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

describe('what a process offers', () => {
  const complete = 'blade-flow/work/complete-task';
  const sheet = (by: string, input: object) =>
    call('kh-edu-research/mywork/todo/detail', by, input);

  const deployed = async (xml: string) => {
    const { definitions } = await call<Uploaded>(
      'blade-flow/manager/deploy-upload',
      '36',
      {},
      { files: [xml] },
    );
    return definitions[0];
  };
  const putAway = (drawn: Uploaded['definitions'][number] | undefined) =>
    call('blade-flow/manager-ext/delete-deployment', '36', { deploymentIds: drawn?.id });

  /** A route on which the applicant confirms what the head agreed to: yes goes on, no ends it. */
  const confirmed = () => {
    const chain = diagramOf(
      defineProcess(
        'request',
        ['申请登记', 'Request'],
        [
          { key: 'head', label: ['部门审核', 'Head'], candidates: ['role:head@applicantDept^'] },
          { key: 'confirm', label: ['申请人确认', 'Confirmation'], candidates: ['applicant'] },
          { key: 'office', label: ['办公室审核', 'Office'], candidates: ['role:office'] },
        ],
      ),
    );
    const flows = chain.flows.filter(({ from }) => from !== 'confirm');
    return writeBpmn({
      ...chain,
      nodes: [
        ...chain.nodes,
        { id: 'agreed', type: 'exclusive', name: '', default: 'agreed__end' },
      ],
      flows: [
        ...flows,
        { id: 'confirm__agreed', from: 'confirm', to: 'agreed' },
        { id: 'agreed__office', from: 'agreed', to: 'office', condition: '${pass}' },
        { id: 'agreed__end', from: 'agreed', to: 'end' },
      ],
    });
  };

  test('the applicant’s step in the middle of a route is theirs to confirm, or to close', async () => {
    const drawn = await deployed(await confirmed());
    const id = await submit();
    const other = await submit();
    for (const business of [id, other]) {
      const taskId = await todoOf(business, '32');
      await call(complete, '32', { taskId, flag: 'ok' });
    }
    const { records } = await page('kh-edu-research/mywork/todo/page', '31', { size: 200 });
    expect(records.find(({ businessId }) => businessId === id)).toMatchObject({ isApply: false });
    const taskId = await todoOf(id, '31');
    expect(await sheet('31', { taskId })).toMatchObject({
      mine: 'assigned',
      isApply: false,
      isConfirmation: true,
      canRefuse: false,
      canTransfer: false,
      against: 'close',
      backTargets: [],
    });
    await call(complete, '31', { taskId, flag: 'ok' });
    await call(complete, '33', { taskId: await todoOf(id, '33'), flag: 'ok' });
    expect(await sheet('31', { businessId: id })).toMatchObject({ status: 'DONE', against: '' });
    await call(complete, '31', {
      taskId: await todoOf(other, '31'),
      flag: 'back',
      comment: '不再申请',
    });
    expect(await sheet('31', { businessId: other })).not.toMatchObject({ status: 'RUN' });
    await putAway(drawn);
  });

  test('a no that the family’s usual route leads to the end is 不通过', async () => {
    const lines = ['s>a', 'a>u1', 'u1>x1', 'x1>e?${pass}', 'x1>e?${!pass}'];
    const people = { u1: { people: ['role:head'] } };
    const xml = await writeBpmn({ ...drawnFrom(lines, people), key: 'request' });
    const drawn = await deployed(xml);
    const [no, yes] = [await submit(), await submit()];
    const comment = '不符合要求';
    await call(complete, '32', { taskId: await todoOf(no, '32'), flag: '', comment });
    await call(complete, '32', { taskId: await todoOf(yes, '32'), flag: 'ok' });
    const read = async (id: string) =>
      (await program.engine.as(actorOf('31')).read(request, id)).row as { auditStatus: string };
    expect((await read(no)).auditStatus).toBe('4');
    expect((await read(yes)).auditStatus).toBe('2');
    expect(await sheet('31', { businessId: no })).toMatchObject({ position: 'refused' });
    await putAway(drawn);
  });

  test('where votes are counted a voter is offered the vote, which alone decides nothing', async () => {
    const multi = { sequential: false, agree: 'any', against: 'count' } as const;
    const lines = ['s>a', 'a>u1', 'u1>e'];
    const route = drawnFrom(lines, { u1: { people: ['role:office'], multi } });
    const drawn = await deployed(await writeBpmn({ ...route, key: 'request' }));
    const id = await submit();
    const taskId = await todoOf(id, '33');
    expect(await sheet('33', { taskId })).toMatchObject({ against: 'vote', canRefuse: false });
    await call(complete, '33', { taskId, flag: 'back', comment: '不符合要求' });
    expect(await sheet('31', { businessId: id })).toMatchObject({ status: 'RUN', against: '' });
    await call(complete, '34', { taskId: await todoOf(id, '34'), flag: 'ok' });
    expect(await sheet('31', { businessId: id })).toMatchObject({ position: 'approved' });
    await putAway(drawn);
  });

  test('a step of branches that have joined again can be gone back to', async () => {
    const { nodes, ...head } = diagramOf(
      defineProcess(
        'request',
        ['申请登记', 'Request'],
        [
          { key: 'head', label: ['部门审核', 'Head'], candidates: ['role:head@applicantDept^'] },
          { key: 'large', label: ['大额审核', 'Large'], candidates: ['role:board'] },
          { key: 'office', label: ['办公室审核', 'Office'], candidates: ['role:office'] },
        ],
      ),
    );
    const drawn = await deployed(
      await writeBpmn({
        ...head,
        nodes: [
          ...nodes,
          { id: 'fork', type: 'parallel', name: '' },
          { id: 'join', type: 'parallel', name: '' },
        ],
        flows: ['start>apply', 'apply>fork', 'fork>head', 'fork>large', 'head>join', 'large>join']
          .concat('join>office', 'office>end')
          .map((way) => {
            const [from = '', to = ''] = way.split('>');
            return { id: `${from}__${to}`, from, to };
          }),
      }),
    );
    const id = await submit();
    for (const by of ['32', '35']) {
      await call(complete, by, { taskId: await todoOf(id, by), flag: 'ok' });
    }
    const taskId = await todoOf(id, '33');
    const { backTargets } = await call<{ backTargets: { key: string }[] }>(
      'kh-edu-research/mywork/todo/detail',
      '33',
      { taskId },
    );
    expect(backTargets.map(({ key }) => key)).toEqual(['large', 'head', 'apply']);
    await call(complete, '33', { taskId, flag: 'back', backTo: 'head', comment: '再看' });
    await call(complete, '32', { taskId: await todoOf(id, '32'), flag: 'ok' });
    await call(complete, '33', { taskId: await todoOf(id, '33'), flag: 'ok' });
    await putAway(drawn);
  });

  test('an approval can be taken back exactly as long as the call would do it', async () => {
    const id = await submit();
    const taskId = await todoOf(id, '32');
    await call(complete, '32', { taskId, flag: 'ok' });
    const doneRow = async () =>
      (
        await page('kh-edu-research/mywork/todo/page', '32', { type: 'done', size: 200 })
      ).records.find((row) => row.taskId === taskId);
    expect(await doneRow()).toMatchObject({ can: ['withdraw'] });
    expect(await sheet('32', { businessId: id })).toMatchObject({ withdrawTaskId: taskId });
    expect(await sheet('31', { businessId: id })).toMatchObject({ withdrawTaskId: '' });
    await call('blade-flow/work/claim-task', '33', { taskId: await todoOf(id, '33') });
    expect(await doneRow()).toMatchObject({ can: [] });
    expect(await sheet('32', { businessId: id })).toMatchObject({ withdrawTaskId: '' });
    await expect(call('blade-flow/work/withdraw-task', '32', { taskId })).rejects.toThrow(
      '下一环节已处理，不能取回',
    );
  });

  test('a task is copied to people, who see it in the timeline and may not decide', async () => {
    const id = await submit();
    const taskId = await todoOf(id, '32');
    const copy = (by: string, userIds: string) =>
      call('blade-flow/work/cc-task', by, { taskId, userIds, comment: '请知悉' });
    await expect(copy('35', '34')).rejects.toThrow('您不是该任务的处理人');
    await expect(copy('32', '')).rejects.toThrow('请选择抄送人');
    await copy('32', '35,taskUser_36');
    await expect(copy('32', '35')).rejects.toThrow('所选人员均已可查看，无需抄送');
    const lines = await call<{ actionName: string; targetName: string; opinion: string }[]>(
      'kh-edu-research/audit/detail',
      '35',
      { businessId: id },
    );
    expect(lines.find(({ actionName }) => actionName === '抄送')).toMatchObject({
      targetName: '周平、吴静',
      opinion: '请知悉',
    });
    await expect(call(complete, '35', { taskId, flag: 'ok' })).rejects.toThrow(
      '您不是该任务的处理人',
    );
    const unread = () => page('blade-flow/work-ext/cc-list', '35', { unread: true });
    const [row] = (await unread()).records.filter(({ businessId }) => businessId === id);
    expect(row).toMatchObject({ kind: 'request', readTime: '' });
    const detail = (by: string) =>
      call('kh-edu-research/mywork/todo/detail', by, { businessId: id });
    expect(await detail('32')).toMatchObject({ canCopy: true, isCopied: false });
    expect(await detail('35')).toMatchObject({ canCopy: false, isCopied: true });
    await call('blade-flow/work/cc-read', '35', { processInstanceId: row?.processInstanceId });
    expect((await unread()).records.filter(({ businessId }) => businessId === id)).toEqual([]);
    await call(complete, '32', { taskId, flag: 'ok' });
  });

  test('managers are offered what they may do to the processes of others, and nobody else is', async () => {
    const id = await submit();
    const row = async (by: string) =>
      (await page('kh-edu-research/mywork/todo/page', by, { type: 'all', size: 200 })).records.find(
        ({ businessId }) => businessId === id,
      );
    expect(await row('36')).toMatchObject({ can: ['transfer', 'jump', 'suspend', 'delete'] });
    expect(await row('35')).toBeUndefined();
    const { processInstanceId } = await sheet('36', { businessId: id });
    const taskId = await todoOf(id, '32');
    expect(await sheet('36', { businessId: id })).toMatchObject({
      manages: ['jump', 'suspend', 'delete'],
      waiting: [{ taskId, nodeName: '部门审核', assigneeName: '李敏' }],
    });
    expect(await sheet('32', { businessId: id })).toMatchObject({ manages: [], waiting: [] });
    await call('blade-flow/manager/change-state', '36', {
      processId: processInstanceId,
      state: 'suspend',
    });
    expect(await row('36')).toMatchObject({ can: ['activate', 'delete'], suspended: true });
    expect(await sheet('36', { businessId: id })).toMatchObject({
      manages: ['activate', 'delete'],
      waiting: [],
    });
  });
});

interface Uploaded extends UploadFindings {
  readonly definitions: readonly Record<string, string>[];
}

const zhOf = (rows: readonly FindingRow[]): string[] => rows.map(({ text }) => text);

/** A route with one step behind the start, under the key of a kind. */
const route = (settings: string, options: { key?: string; condition?: string } = {}): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="http://flowable.org/bpmn"
    xmlns:keyan="http://keyan/schema/bpmn/1.0"><process id="${options.key ?? 'request'}" name="路线">
    <startEvent id="s"/><userTask id="one" name="审核" ${settings}/><exclusiveGateway id="g" default="f3"/>
    <userTask id="two" name="复核" f:candidateGroups="office"/><endEvent id="e"/>
    <sequenceFlow id="f1" sourceRef="s" targetRef="one"/><sequenceFlow id="f2" sourceRef="one" targetRef="g"/>
    <sequenceFlow id="f3" sourceRef="g" targetRef="e"/><sequenceFlow id="f4" sourceRef="two" targetRef="e"/>
    <sequenceFlow id="f5" sourceRef="g" targetRef="two"><conditionExpression>${
      options.condition ?? '${amount &gt; 5}'
    }</conditionExpression></sequenceFlow></process></definitions>`;

describe('uploaded routes are judged by what is there', () => {
  const deployUpload = 'blade-flow/manager/deploy-upload';
  const judge = async (...files: readonly string[]): Promise<Uploaded> =>
    call<Uploaded>(deployUpload, '36', { dryRun: true }, { files });
  const count = async (): Promise<number> =>
    (await page('blade-flow/manager/list', '36', { size: 200 })).total;

  test.each<[string, string, string]>([
    ['a person', route('f:assignee="zhangsan"'), '节点【审核】的办理人【zhangsan】不存在'],
    ['a role', route('f:candidateGroups="boss"'), '节点【审核】的角色【boss】不存在'],
    [
      'a reference',
      route('f:candidateGroups="role:head@moon"'),
      '节点【审核】的办理人【role:head@moon】不能识别',
    ],
    [
      'a field in a condition',
      route('f:candidateGroups="head"', { condition: '${ammount &gt; 5}' }),
      '连线【f5】的条件使用了未知的字段【ammount】，是否为【amount】？',
    ],
    [
      'a verdict by the name that another platform gives it',
      route('f:candidateGroups="head"', { condition: "${deptLeaderApprove == 'true'}" }),
      '连线【f5】的条件使用了未知的字段【deptLeaderApprove】，表示是否同意请用【pass】',
    ],
    [
      'a field by its label',
      route('f:candidateGroups="head"', { condition: '${金额 &gt; 5}' }),
      '连线【f5】的条件使用了未知的字段【金额】，是否为【amount】？',
    ],
    [
      'a parameter in a condition',
      route('f:candidateGroups="head"', { condition: '${amount &gt; param.limits}' }),
      '连线【f5】的条件使用了未知的字段【param.limits】',
    ],
    [
      'a comparison of other types',
      route('f:candidateGroups="head"', { condition: '${subject == 5}' }),
      '连线【f5】的条件：【subject】是文本，不能与数字比较',
    ],
    [
      'a code that the dictionary lacks',
      route('f:candidateGroups="head"', { condition: "${stage == 'x'}" }),
      '连线【f5】的条件：【x】不在字典【阶段】中',
    ],
    [
      'a matter to wait for',
      route('f:candidateGroups="head"').replace(
        'userTask id="two" name="复核"',
        'receiveTask id="two" name="评审" keyan:wait="review"',
      ),
      '节点【评审】没有指定等待的事项',
    ],
    [
      'a field that may be empty',
      route('f:candidateGroups="head"', { condition: "${startsWith(grade, 'A')}" }),
      '连线【f5】的条件：【grade】可能为空，请先判断 empty grade',
    ],
    [
      'a field of people',
      route('f:assignee="${leaderOfMoon}"'),
      '节点【审核】的办理人使用了未知的字段【leaderOfMoon】',
    ],
    [
      'a field that holds none',
      route('f:assignee="${amount}"'),
      '节点【审核】的办理人字段【amount】不是人员',
    ],
    [
      'a field to be changed',
      route('f:candidateGroups="head" keyan:editable="grad"'),
      '节点【审核】可修改的字段【grad】不存在，是否为【grade】？',
    ],
    [
      'a gateway behind the step, for a field that one before it was judged by,',
      route('f:candidateGroups="head"', { condition: "${!empty grade && grade == 'A'}" }).replace(
        'name="复核"',
        'name="复核" keyan:editable="grade"',
      ),
      '节点【复核】可修改的字段【级别】是网关【g】的判断条件，修改后不会重新判断',
    ],
    [
      'a kind',
      route('f:candidateGroups="head"', { key: 'boats' }),
      '流程标识【boats】没有对应的业务，请选择业务种类',
    ],
  ])('%s that is not there is refused', async (_name, xml, message) => {
    expect(zhOf((await judge(xml)).problems)).toEqual([message]);
    const before = await count();
    await expect(call(deployUpload, '36', {}, { files: [xml] })).rejects.toThrow(message);
    expect(await count()).toBe(before);
  });

  test('a route on which nobody is asked is refused', async () => {
    const lines = ['s>a', 'a>x1', 'x1>u1?${amount > 5}', 'x1>e!', 'u1>e'];
    const people = { u1: { people: ['role:head'] } };
    const xml = await writeBpmn({ ...drawnFrom(lines, people), key: 'request' });
    expect((await judge(xml)).problems).toMatchObject([
      { nodeId: 'e', nodeName: 'e', text: '从【申请人】到【e】存在没有审批人的路径' },
    ]);
  });

  test('accounts and ids of roles are read as who they are; a role of nobody warns', async () => {
    const xml = route('f:assignee="a李敏" f:candidateGroups="taskGroup_12,leader,role:nobody"');
    await database.query(
      "insert into role (tenant_id, id, role_name, role_alias) values ($1, 90, 'nobody', 'nobody')",
      [tenant],
    );
    const at = { nodeId: 'one', nodeName: '审核' };
    const found = (text: string, textEn: string) => ({ ...at, text, textEn });
    expect(await judge(xml)).toMatchObject({
      problems: [],
      converted: expect.arrayContaining([
        found(
          '节点【审核】的办理人【a李敏】按账号读取为【李敏】',
          'Node “审核”: “a李敏” is read as the account of “李敏”',
        ),
        found(
          '节点【审核】的角色【12】读取为【office】',
          'Node “审核”: role “12” is read as “office”',
        ),
      ]),
      warnings: [
        found(
          '角色【nobody】没有人员（节点【审核】）',
          'Nobody has the role “nobody” (node “审核”)',
        ),
      ],
    });
    const { definitions } = await call<Uploaded>(deployUpload, '36', {}, { files: [xml] });
    const [stored] = await database.query<{
      graph: { nodes: Record<string, { people?: string[] }> };
    }>('select graph from wf_definition where id = $1', [definitions[0]?.id]);
    expect(stored?.graph.nodes.one?.people).toEqual([
      'user:32',
      'role:office',
      'leader',
      'role:nobody',
    ]);
    await call('blade-flow/manager-ext/delete-deployment', '36', {
      deploymentIds: definitions[0]?.id,
    });
  });

  test('choices behind four tasks become gateways, and run only on a field of the kind', async () => {
    const leave = (field: string): string => {
      const task = (id: string, who: string): string => `<userTask id="${id}" ${who}/>`;
      const flow = (id: string, from: string, to: string, condition = ''): string =>
        `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${condition && `<conditionExpression>\${${condition}}</conditionExpression>`}</sequenceFlow>`;
      const head = 'f:candidateGroups="head"';
      return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="http://flowable.org/bpmn">
        <process id="request"><startEvent id="start" f:initiator="applyUser"/>${task('hr', head)}${task('manager', head)}${task('boss', head)}${task('mend', 'f:assignee="${applyUser}"')}<endEvent id="done"/><endEvent id="closed"/>
        ${flow('f1', 'start', 'hr')}${flow('judgeMore', 'hr', 'boss', `pass &amp;&amp; ${field} &gt; 3`)}${flow('judgeLess', 'hr', 'manager', `pass &amp;&amp; ${field} &lt;= 3`)}${flow('hrNo', 'hr', 'mend', '!pass')}
        ${flow('managerYes', 'manager', 'done', 'pass')}${flow('managerNo', 'manager', 'mend', '!pass')}${flow('bossYes', 'boss', 'done', 'pass')}${flow('bossNo', 'boss', 'mend', '!pass')}
        ${flow('again', 'mend', 'hr', 'pass')}${flow('close', 'mend', 'closed', '!pass')}</process></definitions>`;
    };
    const { problems, converted } = await judge(leave('amount'));
    expect(problems).toEqual([]);
    const split = converted.filter(({ text }) => text.endsWith('的多条连线按排他判断'));
    expect(split.map(({ nodeId }) => nodeId)).toEqual(['hr', 'manager', 'boss', 'mend']);
    expect(zhOf((await judge(leave('days'))).problems)).toContain(
      '连线【judgeMore】的条件使用了未知的字段【days】',
    );
  });

  test('every problem of every file is told, and nothing is deployed', async () => {
    const files = [route('f:assignee="nobody"', { condition: '${x}' }), route('f:assignee="32"')];
    const before = await count();
    const refused = await call(deployUpload, '36', {}, { files }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    const { label, lists } = refused as Refused;
    expect(lists.problems?.map(({ text }) => text[0])).toEqual([
      '文件【p.bpmn】：连线【f5】的条件使用了未知的字段【x】',
      '文件【p.bpmn】：节点【审核】的办理人【nobody】不存在',
    ]);
    expect(label).toEqual([
      '流程文件有 2 处问题：文件【p.bpmn】：连线【f5】的条件使用了未知的字段【x】；文件【p.bpmn】：节点【审核】的办理人【nobody】不存在',
      expect.stringContaining('The diagram has 2 problems'),
    ]);
    expect(await count()).toBe(before);
  });

  test('a file without a drawing shows one, on the page and as a picture', async () => {
    const { definitions, converted } = await call<Uploaded>(
      deployUpload,
      '36',
      { kind: 'request' },
      { files: [route('f:assignee="32"', { key: 'anything' })] },
    );
    expect(zhOf(converted)).toContain('文件中的图形不完整，已自动排列');
    const processDefinitionId = definitions[0]?.id;
    expect(definitions[0]?.key).toBe('request');
    const { xml } = await call<{ xml: string }>('blade-flow/process/model-view', '36', {
      processDefinitionId,
    });
    expect(xml).toContain('bpmnElement="one"');
    const { body } = await call<{ body: string }>('blade-flow/process/diagram-view', '36', {
      processDefinitionId,
    });
    expect(body).toMatch(/<polyline .*<text [^>]*>审核<\/text>/s);
    await call('blade-flow/manager-ext/delete-deployment', '36', {
      deploymentIds: processDefinitionId,
    });
  });

  /** A route of steps one after the other, deployed while it is used: its processes have to end. */
  const inUse = async (steps: readonly string[], use: () => Promise<void>): Promise<Uploaded> => {
    const ids = steps.map((_, index) => `u${index}`);
    const ends = ['s', ...ids, 'e'];
    const flows = ends.slice(1).map((to, index) => {
      return `<sequenceFlow id="f${index}" sourceRef="${ends[index]}" targetRef="${to}"/>`;
    });
    const tasks = steps.map(
      (settings, index) => `<userTask id="u${index}" name="环节${index}" ${settings}/>`,
    );
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="http://flowable.org/bpmn"><process id="request"><startEvent id="s"/>${tasks.join('')}<endEvent id="e"/>${flows.join('')}</process></definitions>`;
    const uploaded = await call<Uploaded>(deployUpload, '36', {}, { files: [xml] });
    await use();
    await call('blade-flow/manager-ext/delete-deployment', '36', {
      deploymentIds: uploaded.definitions[0]?.id,
    });
    return uploaded;
  };
  const holders = async (businessId: string): Promise<readonly string[]> => {
    const rows = await database.query<{ holder: string }>(
      `select coalesce(assignee_id::text, candidates::text) as holder from wf_task
        where business_id = $1 and status = 'TODO' order by id`,
      [businessId],
    );
    return rows.map(({ holder }) => holder);
  };
  const agree = async (businessId: string, by: string) =>
    call('blade-flow/work/complete-task', by, {
      taskId: await todoOf(businessId, by),
      flag: 'ok',
    });

  test('a step is left to whomever the applicant picks, at each submission', async () => {
    const { converted } = await inUse(
      ['f:candidateGroups="head"', 'f:assignee="${taskUser}"'],
      async () => {
        const values = { subject: '选人', amount: '1.00', unit: '21' };
        const send = (taskUserId?: string) =>
          program.engine
            .as(actorOf('31'))
            .submit(request, values, taskUserId ? { taskUserId } : {});
        const next = await call<readonly Record<string, unknown>[]>(
          'kh-edu-research/work/nextUserTask/get-next-user-task',
          '31',
          { kind: 'request', form: values },
        );
        expect(next).toMatchObject([
          { taskDefinitionKey: 'u1', anyone: true, choose: true, users: [] },
          { taskDefinitionKey: 'u0', users: [{ id: '32' }] },
        ]);
        await expect(send()).rejects.toMatchObject({
          faults: [
            { path: 'taskUserId', message: ['请选择【环节1】的办理人', expect.any(String)] },
          ],
        });
        for (const unfit of ['31', '999']) {
          await expect(send(unfit)).rejects.toThrow(/【环节1】的办理人【.+】不能办理/);
        }
        const id = (await send('35')).id as unknown as string;
        expect(await holders(id)).toEqual(['32']);
        await agree(id, '32');
        expect(await holders(id)).toEqual(['35']);
        // Sent back and submitted again without a word, the choice of before holds.
        await call('blade-flow/work/complete-task', '35', {
          taskId: await todoOf(id, '35'),
          flag: 'back',
          comment: '改正',
        });
        const { version } = (await program.engine.as(actorOf('31')).read(request, id)).row;
        await program.engine.as(actorOf('31')).submit(request, { id, version } as never);
        const again = await holders(id);
        if (again[0] === '32') await agree(id, '32');
        expect(await holders(id)).toEqual(['35']);
        await agree(id, '35');
      },
    );
    expect(zhOf(converted)).toContain('节点【环节1】的办理人【${taskUser}】由提交人在提交时指定');
  });

  test('everybody of a department may take a step, by its id or its code', async () => {
    const { converted } = await inUse(['f:candidateGroups="dept:101"'], async () => {
      const id = await submit();
      expect(await holders(id)).toEqual(['{dept:22}']);
      expect(await todoOf(id, '32')).toBe('');
      await agree(id, '34');
      expect(await holders(id)).toEqual([]);
    });
    expect(zhOf(converted)).toContain('节点【环节0】的部门【101】按编号读取为【机关】');
    expect(zhOf((await judge(route('f:candidateGroups="dept:999"'))).problems)).toEqual([
      '节点【审核】的部门【999】不存在',
    ]);
  });

  test('the leaders of departments upwards act one after the other', async () => {
    await database.query(
      `update dept set leader_id = case id when 21 then 34 when 20 then 35 end
        where tenant_id = $1 and id in (20, 21)`,
      [tenant],
    );
    const { converted } = await inUse(['f:candidateGroups="deptLeaders:2"'], async () => {
      const id = await submit();
      expect(await holders(id)).toEqual(['34']);
      await agree(id, '34');
      expect(await holders(id)).toEqual(['35']);
      await agree(id, '35');
      expect(await holders(id)).toEqual([]);
    });
    expect(zhOf(converted)).toContain('节点【环节0】由2级部门负责人自下而上依次审批');
    await inUse(['f:candidateGroups="deptLeader@applicantDept"'], async () => {
      const id = await submit();
      expect(await holders(id)).toEqual(['34']);
      await agree(id, '34');
    });
    await database.query('update dept set leader_id = null where tenant_id = $1', [tenant]);
  });

  test('a choice drawn behind a task runs as it was drawn', async () => {
    const flow = (id: string, from: string, to: string, condition = ''): string =>
      `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${
        condition && `<conditionExpression>${condition}</conditionExpression>`
      }</sequenceFlow>`;
    const { definitions, converted } = await call<Uploaded>(
      deployUpload,
      '36',
      {},
      {
        files: [
          `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="http://flowable.org/bpmn">
            <process id="request"><startEvent id="s"/><userTask id="head" name="部门" f:candidateGroups="role:head@applicantDept^"/>
            <userTask id="board" name="校长" f:candidateUsers="35"/><userTask id="mend" name="修改" f:assignee="\${applyUser}"/>
            <endEvent id="e"/>${flow('f1', 's', 'head')}${flow('yes', 'head', 'board', '${pass == true}')}${flow('no', 'head', 'mend', '${pass == false}')}${flow('f4', 'mend', 'head')}${flow('f5', 'board', 'e')}</process></definitions>`,
        ],
      },
    );
    expect(converted[0]).toMatchObject({
      nodeId: 'head',
      text: '用户任务【部门】的多条连线按排他判断',
    });
    const id = await submit();
    const complete = 'blade-flow/work/complete-task';
    await call(complete, '32', { taskId: await todoOf(id, '32'), flag: 'no', comment: '改正' });
    await call(complete, '31', { taskId: await todoOf(id, '31'), flag: 'ok' });
    await call(complete, '32', { taskId: await todoOf(id, '32'), flag: 'ok' });
    await call(complete, '35', { taskId: await todoOf(id, '35'), flag: 'ok' });
    const [stored] = await database.query<{ status: string }>(
      'select audit_status as status from request where id = $1',
      [id],
    );
    expect(stored?.status).toBe('2');
    await call('blade-flow/manager-ext/delete-deployment', '36', {
      deploymentIds: definitions[0]?.id,
    });
  });

  test('for other tenants by the platform’s administrator alone', async () => {
    const files = [route('f:candidateGroups="head"')];
    const send = (by: string, tenantIds: string, tenantId = tenant) =>
      call<Uploaded>(deployUpload, by, { tenantIds }, { files, tenantId });
    await database.query(
      `insert into tenant (tenant_id, tenant_name) values ($1, '一校'), ($2, '二校')
        on conflict do nothing`,
      [tenant, stranger],
    );
    await expect(send('36', stranger)).rejects.toThrow('只有平台管理员可以为其他租户部署流程');
    await expect(send('37', tenant, stranger)).rejects.toThrow(
      '只有平台管理员可以为其他租户部署流程',
    );
    await expect(send('37', '999999')).rejects.toThrow('租户【999999】不存在');
    const own = await send('36', tenant);
    const both = await send('37', `${tenant},${stranger}`);
    expect([own.definitions.length, both.definitions.length]).toEqual([1, 2]);
    const ids = [...own.definitions, ...both.definitions].map((row) => row.id);
    await database.query('update wf_definition set deleted = true where id = any($1::bigint[])', [
      ids,
    ]);
    program.workflow.cache.forget(tenant);
    program.workflow.cache.forget(stranger);
  });

  test('beyond the limit of a diagram it says so', async () => {
    await expect(
      call(deployUpload, '36', {}, { files: ['x'.repeat(2 * 1024 * 1024 + 1)] }),
    ).rejects.toThrow('流程文件不能超过 2 MB');
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
