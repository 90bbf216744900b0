import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import type { JumpPreviewRow, RunningDetail, RunningRow } from '@keyan/kernel/wire/processes.ts';
import type { DifferenceRow, MovedRow } from '@keyan/kernel/wire/routes.ts';
import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { shippedDiagramOf } from '@keyan/kernel/workflow/chain.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { writeBpmn } from '../../workflow/drawings/bpmn.ts';
import {
  actorOf,
  brokenRows,
  furnish,
  startProgram,
  stranger,
  testRequestKind,
} from '../../workflow/testing.ts';
import { testCalls } from './testing.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
beforeAll(() => furnish(database, program));
afterAll(async () => {
  expect(await brokenRows(program)).toEqual([]);
  await program.close();
  await database.drop();
});
const { call } = testCalls(program);

const list = 'blade-flow/follow/list';
const running = async (by: string, input: object = {}, tenantId?: string) => {
  const options = tenantId === undefined ? {} : { tenantId };
  const { records, total } = await call<{ records: RunningRow[]; total: number }>(
    list,
    by,
    { size: 200, ...input },
    options,
  );
  expect(total).toBe(records.length);
  return records;
};

/** Submits a record. @returns the process */
const submit = async (subject: string, amount = '1.00'): Promise<string> => {
  const values = { subject, amount, unit: '21' };
  const { id } = await program.engine.as(actorOf('31')).submit(testRequestKind, values as never);
  const [row] = await database.query<{ instance: string }>(
    'select process_instance_id::text as instance from request where id = $1',
    [id],
  );
  return row?.instance ?? '';
};

const detail = (processInstanceId: string, by = '36') =>
  call<RunningDetail>('blade-flow/follow/detail', by, { processInstanceId });

const agree = async (instance: string, by: string) => {
  const { held } = await detail(instance);
  const taskId = held[0]?.tasks[0]?.taskId;
  await call('blade-flow/work/complete-task', by, { taskId, flag: 'ok' });
};

describe('the list of managers', () => {
  test('says who holds what since when, and is found by each of that', async () => {
    const first = await submit('离心机采购');
    const second = await submit('显微镜采购');
    await agree(second, '32');
    const ids = async (input: object) => {
      const rows = await running('36', input);
      return rows.map((row) => row.processInstanceId).filter((id) => [first, second].includes(id));
    };
    const [row] = await running('36', { processInstanceId: first });
    expect(row).toMatchObject({
      businessName: '申请登记-离心机采购',
      startUserName: '张明',
      deptName: '学院',
      suspensionState: 1,
      troubles: 0,
      held: [{ nodeKey: 'head', nodeName: '部门审核', tasks: [{ assigneeName: '李敏' }] }],
      can: ['urge', 'transfer', 'jump', 'suspend', 'delete'],
    });
    expect(row?.since).toMatch(/^\d{4}-/);
    const [claimable] = await running('36', { processInstanceId: second });
    expect(claimable?.held[0]?.tasks[0]).toMatchObject({
      assigneeName: '',
      names: ['王芳', '赵强'],
    });
    expect(await ids({ businessName: '离心机' })).toEqual([first]);
    expect(await ids({ nodeName: '办公室' })).toEqual([second]);
    expect(await ids({ assigneeName: '李敏' })).toEqual([first]);
    expect(await ids({ assigneeName: '赵强' })).toEqual([second]);
    expect(await ids({ applicant: '张明' })).toEqual([second, first]);
    expect(await ids({ applicant: '李敏' })).toEqual([]);
    expect(await ids({ deptName: '学院' })).toEqual([second, first]);
    expect(await ids({ processDefinitionKey: 'request' })).toEqual([second, first]);
    expect(await ids({ sort: 'stay' })).toEqual([first, second]);
    expect(await ids({ stayDays: 3 })).toEqual([]);
    expect(await ids({ state: 'overdue' })).toEqual([]);
    program.later(73);
    expect(await ids({ stayDays: 3 })).toEqual([second, first]);
    // The kind promises three days for a step.
    expect(await ids({ state: 'overdue' })).toEqual([second, first]);
    program.later(-73);
    await call('blade-flow/manager/change-state', '36', { processId: first, state: 'suspend' });
    expect(await ids({ state: 'suspended' })).toEqual([first]);
    expect(await ids({ state: 'active' })).toEqual([second]);
    expect((await running('36', { processInstanceId: first }))[0]?.can).toEqual([
      'activate',
      'delete',
    ]);
  });

  test('shows an office the kinds on which it decides, and nobody else anything', async () => {
    const instance = await submit('色谱仪');
    // The board decides on large requests; the auditor has the same right and no step.
    expect((await running('35')).map((row) => row.processInstanceId)).toContain(instance);
    expect(await running('38')).toEqual([]);
    await expect(running('32')).rejects.toThrow('您没有此操作权限');
    expect(await running('36', {}, stranger)).toEqual([]);
    await expect(detail(instance, '38')).rejects.toThrow('流程实例不存在');
    const remove = 'blade-flow/follow/delete-process-instance';
    const asked = { processInstanceId: instance, deleteReason: '重复' };
    await expect(call(remove, '38', asked)).rejects.toThrow('您没有此操作权限');
    await call('blade-flow/manager/change-state', '35', { processId: instance, state: 'suspend' });
    await call('blade-flow/manager/change-state', '35', { processId: instance, state: 'active' });
    await call(remove, '35', asked);
    expect(await running('36', { processInstanceId: instance })).toEqual([]);
  });

  test('an office cannot suspend a route', async () => {
    const [route] = await database.query<{ id: string }>(
      `select id::text from wf_definition where tenant_id = '000000'`,
    );
    const asked = { processId: route?.id, state: 'suspend' };
    await expect(call('blade-flow/manager/change-state', '35', asked)).rejects.toThrow(
      '流程实例不存在',
    );
  });
});

describe('a jump', () => {
  const jump = (instance: string, nodeKey: string, more: object = {}, by = '36') =>
    call<JumpPreviewRow>('blade-flow/follow/jump', by, {
      processInstanceId: instance,
      nodeKey,
      ...more,
    });
  const reason = '经办人出差';

  test('says first what it changes, and then changes that', async () => {
    const instance = await submit('电镜', '60000.00');
    const { steps } = await detail(instance);
    expect(steps.map(({ key }) => key)).toEqual(['apply', 'head', 'large', 'office']);
    const preview = await jump(instance, 'office', { dryRun: true });
    expect(preview).toEqual({
      opens: [{ nodeKey: 'office', nodeName: '办公室审核', people: ['王芳', '赵强'] }],
      loses: [{ nodeKey: 'head', nodeName: '部门审核', people: ['李敏'] }],
      voids: [],
      leavesOut: [{ nodeKey: 'large', nodeName: '大额审核', people: [] }],
    });
    expect((await detail(instance)).held[0]?.nodeKey).toBe('head');
    await expect(jump(instance, 'office')).rejects.toThrow('请填写原因');
    expect(await jump(instance, 'office', { reason })).toEqual(preview);
    expect((await detail(instance)).held[0]?.nodeKey).toBe('office');
    const lines = await call<Record<string, string>[]>('kh-edu-research/audit/detail', '31', {
      processInstanceId: instance,
      businessId: (await detail(instance)).businessId,
    });
    expect(lines.map(({ actionName, opinion }) => [actionName, opinion])).toEqual(
      expect.arrayContaining([
        ['跳转', reason],
        ['越过', '管理员跳转，未经审批'],
      ]),
    );
  });

  test('back names the approvals that count no more', async () => {
    const instance = await submit('质谱仪');
    await agree(instance, '32');
    expect(await jump(instance, 'head', { dryRun: true })).toMatchObject({
      voids: [{ nodeKey: 'head', people: ['李敏'] }],
      leavesOut: [],
    });
  });

  test('is refused in the dry run as well, and to whoever does not manage the kind', async () => {
    const instance = await submit('天平');
    await expect(jump(instance, 'head', { dryRun: true })).rejects.toThrow('不能跳转到当前节点');
    await expect(jump(instance, 'office', { reason }, '32')).rejects.toThrow('您没有此操作权限');
    await expect(jump(instance, 'office', { reason }, '38')).rejects.toThrow();
    expect((await detail(instance)).held[0]?.nodeKey).toBe('head');
  });
});

test('what lies with its applicant is neither moved nor handed on', async () => {
  const instance = await submit('退回的设备');
  const { held } = await detail(instance);
  const taskId = held[0]?.tasks[0]?.taskId;
  await call('blade-flow/work/complete-task', '32', { taskId, flag: 'back', comment: '请补充' });
  expect(await detail(instance)).toMatchObject({
    held: [{ nodeName: '申请人' }],
    can: ['suspend', 'delete'],
  });
});

describe('troubles', () => {
  interface TroublePage {
    readonly total: number;
    readonly records: readonly { readonly text: string; readonly solved: string }[];
  }
  const troubles = (instance: string, solved: boolean, by = '36') =>
    call<TroublePage>('blade-flow/follow/troubles', by, {
      processInstanceId: instance,
      solved,
    });

  test('are found by a check, and solved by the next command that is accepted', async () => {
    const instance = await submit('离心管');
    const { held } = await detail(instance);
    const task = held[0]?.tasks[0]?.taskId;
    await call('blade-flow/work/todo-assign', '36', { taskId: task, assignee: '34' });
    await database.query(`update users set status = '0' where id = 34`);
    await call('blade-flow/follow/check', '36');
    expect(await troubles(instance, false)).toMatchObject({
      total: 1,
      records: [{ text: '无人可办理', nodeName: '部门审核', running: true, solved: '' }],
    });
    expect((await troubles(instance, false, '38')).total).toBe(0);
    await expect(call('blade-flow/follow/check', '35')).rejects.toThrow('您没有此操作权限');
    const [row] = await running('36', { state: 'trouble', processInstanceId: instance });
    expect(row?.troubles).toBe(1);
    await call('blade-flow/work/todo-assign', '36', { taskId: task, assignee: '33' });
    expect((await troubles(instance, false)).total).toBe(0);
    expect((await troubles(instance, true)).records[0]?.solved).toMatch(/^\d{4}-/);
    await database.query(`update users set status = '1' where id = 34`);
  });
});

describe('another version of a route', () => {
  interface Route {
    readonly id: string;
    readonly version: number;
    readonly isMain: boolean;
    readonly running: number;
  }
  const versions = async (): Promise<readonly Route[]> => {
    const { records } = await call<{ records: Route[] }>('blade-flow/manager/list', '36', {
      key: 'request',
      size: 50,
    });
    return records;
  };

  test('is compared in words, and takes over what fits', async () => {
    const [old] = await versions();
    expect(old).toMatchObject({ version: 1, isMain: true });
    const atHead = await submit('光谱仪');
    const atOffice = await submit('摄谱仪');
    await agree(atOffice, '32');
    const process = defineProcess(
      'request',
      ['申请登记', 'Request'],
      [
        { key: 'board', label: ['委员会审核', 'Board'], candidates: ['role:board'] },
        {
          key: 'office',
          label: ['办公室审核', 'Office'],
          candidates: ['role:office'],
          condition: '${amount >= 10}',
        },
      ],
    );
    await call(
      'blade-flow/manager/deploy-upload',
      '36',
      { kind: 'request' },
      {
        files: [await writeBpmn(shippedDiagramOf(process))],
      },
    );
    const [next] = await versions();
    expect(next).toMatchObject({ version: 2, isMain: true, running: 0 });
    expect((await versions())[1]).toMatchObject({ isMain: false });
    const differences = await call<DifferenceRow[]>('blade-flow/manager/compare', '36', {
      from: old?.id,
      to: next?.id,
    });
    expect(differences.map(({ nodeName, change }) => [nodeName, change])).toEqual([
      ['委员会审核', 'added'],
      ['办公室审核', 'changed'],
      ['部门审核', 'removed'],
      ['大额审核', 'removed'],
    ]);
    expect(differences[1]?.parts).toEqual(
      expect.arrayContaining([
        { part: '到达条件', before: expect.any(String), after: expect.stringContaining('10') },
      ]),
    );
    const asked = { from: old?.id, to: next?.id, processInstanceIds: [atHead, atOffice] };
    const tried = await call<MovedRow[]>('blade-flow/manager/move', '36', {
      ...asked,
      dryRun: true,
    });
    const problem = '实例停在【部门审核】，新版本中位置不同，请先退回或跳转';
    expect(tried.map((row) => row.problem)).toEqual([problem, '']);
    // The head would keep a task of the board's step.
    const mapped = { ...asked, map: { head: 'board' }, dryRun: true };
    expect(
      (await call<MovedRow[]>('blade-flow/manager/move', '36', mapped)).map((row) => row.strangers),
    ).toEqual([['【委员会审核】仍由李敏办理，新版本的办理人是周平'], []]);
    expect((await versions())[0]?.running).toBe(0);
    expect(await call('blade-flow/manager/move', '36', asked)).toEqual(tried);
    expect((await versions())[0]?.running).toBe(1);
    await agree(atOffice, '33');
    expect(await running('36', { processInstanceId: atOffice })).toEqual([]);
    await expect(call('blade-flow/manager/move', '32', asked)).rejects.toThrow('您没有此操作权限');
  });
});

describe('a wait that stays open', () => {
  const deploy = async (): Promise<void> => {
    const process = defineProcess(
      'request',
      ['申请登记', 'Request'],
      [
        { key: 'head', label: ['部门审核', 'Head'], candidates: ['role:head'] },
        { key: 'shown', label: ['公示', 'Publicity'], period: 'P5D' },
        { key: 'office', label: ['办公室审核', 'Office'], candidates: ['role:office'] },
      ],
    );
    const files = [await writeBpmn(shippedDiagramOf(process))];
    await call('blade-flow/manager/deploy-upload', '36', { kind: 'request' }, { files });
  };
  const settle = (processInstanceId: string, visitId: string, more: object, by = '36') =>
    call('blade-flow/follow/settle', by, { processInstanceId, visitId, flag: 'ok', ...more });

  test('is ended by a manager with a reason, which history keeps', async () => {
    await deploy();
    const instance = await submit('公示中的设备');
    expect((await detail(instance)).can).not.toContain('settle');
    await agree(instance, '32');
    const { held, can } = await detail(instance);
    expect(can).toEqual(['jump', 'settle', 'suspend', 'delete']);
    const visit = held[0]?.visitId ?? '';
    expect(held[0]).toMatchObject({ nodeName: '公示', waits: true });
    // Its applicant reads where it is, although nobody has a task.
    const sent = await call<{ records: WorkRow[] }>('kh-edu-research/mywork/todo/page', '31', {
      type: 'send',
      size: 200,
    });
    expect(sent.records.find((row) => row.processInstanceId === instance)).toMatchObject({
      nodeName: '公示',
      holderName: '',
      can: [],
      holderSince: expect.stringMatching(/^\d{4}-/),
    });
    await expect(settle(instance, visit, {})).rejects.toThrow('请填写原因');
    await expect(settle(instance, visit, { reason: '已公示' }, '38')).rejects.toThrow();
    await settle(instance, visit, { reason: '已在网站公示' });
    expect((await detail(instance)).held[0]).toMatchObject({ nodeName: '办公室审核' });
    const lines = await database.query(
      `select comment, actor_name as actor from wf_log
        where instance_id = $1 and operation = 'settle'`,
      [instance],
    );
    expect(lines).toEqual([{ comment: '已在网站公示', actor: '吴静' }]);
    await expect(settle(instance, visit, { reason: '再来一次' })).rejects.toThrow('该环节已处理');
    await agree(instance, '33');
  });

  test('is found as overdue when its time is over and it could not go on', async () => {
    const instance = await submit('逾期的公示');
    await agree(instance, '32');
    const found = async () => running('36', { state: 'overdue', processInstanceId: instance });
    expect(await found()).toEqual([]);
    program.later(6 * 24);
    expect(await found()).toMatchObject([{ processInstanceId: instance }]);
    await program.workflow.completeWaits(program.engine, '000000');
    expect(await found()).toEqual([]);
    program.later(-6 * 24);
    await agree(instance, '33');
  });
});
