import { Refused } from '@keyan/kernel/errors.ts';
import type { FindingRow } from '@keyan/kernel/wire/routes.ts';
import { diagramFromLines as drawnFrom } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { writeBpmn } from '../../workflow/drawings/bpmn.ts';
import { predictNextSteps } from '../../workflow/lists/prediction.ts';
import {
  actorOf,
  brokenRows,
  furnish,
  startProgram,
  stranger,
  tenant,
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
  const judge = async (...files: readonly string[]): Promise<UploadAnswer> =>
    call<UploadAnswer>(deployUpload, '36', { dryRun: true }, { files });
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
    const { definitions } = await call<UploadAnswer>(deployUpload, '36', {}, { files: [xml] });
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
      expect.stringContaining('Problems found in the diagram (2)'),
    ]);
    expect(await count()).toBe(before);
  });

  test('a file without a drawing shows one, on the page and as a picture', async () => {
    const { definitions, converted } = await call<UploadAnswer>(
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
  const inUse = async (
    steps: readonly string[],
    use: () => Promise<void>,
  ): Promise<UploadAnswer> => {
    const ids = steps.map((_, index) => `u${index}`);
    const ends = ['s', ...ids, 'e'];
    const flows = ends.slice(1).map((to, index) => {
      return `<sequenceFlow id="f${index}" sourceRef="${ends[index]}" targetRef="${to}"/>`;
    });
    const tasks = steps.map(
      (settings, index) => `<userTask id="u${index}" name="环节${index}" ${settings}/>`,
    );
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="http://flowable.org/bpmn"><process id="request"><startEvent id="s"/>${tasks.join('')}<endEvent id="e"/>${flows.join('')}</process></definitions>`;
    const uploaded = await call<UploadAnswer>(deployUpload, '36', {}, { files: [xml] });
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
            .submit(testRequestKind, values, taskUserId ? { taskUserId } : {});
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
        const { version } = (await program.engine.as(actorOf('31')).read(testRequestKind, id)).row;
        await program.engine.as(actorOf('31')).submit(testRequestKind, { id, version } as never);
        const again = await holders(id);
        if (again[0] === '32') await agree(id, '32');
        expect(await holders(id)).toEqual(['35']);
        await agree(id, '35');
      },
    );
    expect(zhOf(converted)).toContain('节点【环节1】的办理人【${taskUser}】由提交人在提交时指定');
  });

  test('of several steps that the applicant names people for, each has its own', async () => {
    await inUse(['f:assignee="${taskUser}"', 'f:candidateGroups="starterSelect:u"'], async () => {
      const values = { subject: '两次选人', amount: '1.00', unit: '21' };
      const applicant = actorOf('31');
      const input = { kind: 'request', form: values };
      const next = await predictNextSteps(program.workflow, program.engine, applicant, input);
      expect(next).toMatchObject([
        { node: 'u0', anyone: true },
        { node: 'u1', anyone: true },
      ]);
      const send = (taskUserId: string, more: object = {}) =>
        program.engine
          .as(applicant)
          .submit(testRequestKind, { ...values, ...more }, { taskUserId });
      await expect(send('32,34,35')).rejects.toThrow('请为【环节0】、【环节1】分别选择一名办理人');
      await expect(send('32,31')).rejects.toThrow(/【环节1】的办理人【.+】不能办理/);
      const id = (await send('32,35')).id as unknown as string;
      expect(await holders(id)).toEqual(['32']);
      await agree(id, '32');
      expect(await holders(id)).toEqual(['35']);
      await call('blade-flow/work-ext/complete-task', '35', {
        taskId: await todoOf(id, '35'),
        flag: 'back',
        comment: '改正',
      });
      // Another choice for the second step leaves the first as it was, and is kept without a word.
      const { version } = (await program.engine.as(applicant).read(testRequestKind, id)).row;
      await send('32,34', { id, version });
      if ((await holders(id))[0] === '32') await agree(id, '32');
      expect(await holders(id)).toEqual(['34']);
      await agree(id, '34');

      // A client that names one person means them for every step.
      const all = (await send('35')).id as unknown as string;
      expect(await holders(all)).toEqual(['35']);
      await agree(all, '35');
    });
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
    const { definitions, converted } = await call<UploadAnswer>(
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
      call<UploadAnswer>(deployUpload, by, { tenantIds }, { files, tenantId });
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
