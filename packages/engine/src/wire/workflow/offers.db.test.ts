import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { shippedDiagramOf } from '@keyan/kernel/workflow/chain.ts';
import { diagramFromLines as drawnFrom } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { writeBpmn } from '../../workflow/drawings/bpmn.ts';
import {
  actorOf,
  brokenRows,
  furnish,
  startProgram,
  testRequestKind,
} from '../../workflow/testing.ts';
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

describe('what a process offers', () => {
  const complete = 'blade-flow/work/complete-task';
  const sheet = (by: string, input: object) =>
    call('kh-edu-research/mywork/todo/detail', by, input);

  const deployed = async (xml: string) => {
    const { definitions } = await call<UploadAnswer>(
      'blade-flow/manager/deploy-upload',
      '36',
      {},
      { files: [xml] },
    );
    return definitions[0];
  };
  const putAway = (drawn: UploadAnswer['definitions'][number] | undefined) =>
    call('blade-flow/manager-ext/delete-deployment', '36', { deploymentIds: drawn?.id });

  /** A route on which the applicant confirms what the head agreed to: yes goes on, no ends it. */
  const confirmed = () => {
    const chain = shippedDiagramOf(
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
      (await program.engine.as(actorOf('31')).read(testRequestKind, id)).row as {
        auditStatus: string;
      };
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
    const { nodes, ...head } = shippedDiagramOf(
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
