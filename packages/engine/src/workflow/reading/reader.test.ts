import { userNode } from '@keyan/kernel/workflow/graph.ts';
import { describe, expect, test } from 'vitest';
import { fileLimits } from './limits.ts';
import { readText, rebuildGraph } from './reader.ts';
import {
  chineseTexts,
  definitions,
  file,
  fixture,
  flow,
  loop,
  otherStepXml,
  peopleOf,
  split,
  step,
  when,
} from './testing.ts';

test('what was accepted is built anew as it was, without being checked', () => {
  for (const name of ['flowable', 'activiti', 'standard', 'two-families']) {
    const { graph, xml } = readText(fixture(name));
    expect(graph, name).not.toBe(null);
    expect(rebuildGraph(xml), name).toEqual(graph);
  }
});

describe('nothing is read as something else', () => {
  test.each<[string, string, string]>([
    [
      'families that disagree',
      file({ task: step('f:assignee="1" c:assignee="2"') }),
      '节点【审核】在flowable与camunda中的assignee不一致',
    ],
    [
      'a person in a form',
      file({ task: step('f:assignee="${form.boss}"') }),
      '节点【审核】的办理人表达式【${form.boss}】不能识别',
    ],
    [
      'a person from a bean',
      file({ task: step('f:assignee="${bean.method(a, b)}"') }),
      '节点【审核】的办理人表达式【${bean.method(a, b)}】不能识别',
    ],
    [
      'a person in FEEL',
      file({ task: step('f:assignee="= boss"') }),
      '节点【审核】的办理人表达式【= boss】不能识别',
    ],
    [
      'a person whom a listener sets',
      file({
        task: step(
          '',
          '<extensionElements><f:taskListener event="create" class="X"/></extensionElements>',
        ),
      }),
      '节点【审核】的办理人由监听器指定，请在节点上设置',
    ],
    [
      'an attribute without its prefix',
      file({ task: step('assignee="1"') }),
      '节点【审核】的属性【assignee】缺少命名空间前缀',
    ],
    [
      'a policy that does not exist',
      file({ task: step('keyan:empty="wait"') }),
      '节点【审核】的空缺处理【wait】不存在',
    ],
    [
      'a rule for people who have approved before that does not exist',
      file({ task: step('keyan:skipSame="skip"') }),
      '节点【审核】对重复办理人的处理【skip】不存在',
    ],
    [
      'a flag that is none',
      file({ task: step('keyan:refuse="no"') }),
      '节点【审核】的keyan:refuse应为true或false，不能是【no】',
    ],
    [
      'a setting that does not exist',
      file({ task: step('keyan:emty="skip"') }),
      '节点【审核】的属性【keyan:emty】不存在',
    ],
    [
      'a timer at the start',
      file({ start: '<startEvent id="s"><timerEventDefinition/></startEvent>' }),
      '开始节点【s】只能由提交触发',
    ],
    [
      'a message at the start',
      file({ start: '<startEvent id="s"><messageEventDefinition/></startEvent>' }),
      '开始节点【s】只能由提交触发',
    ],
    [
      'an escalation end',
      file({ end: '<endEvent id="e" name="升级"><escalationEventDefinition/></endEvent>' }),
      '结束节点【升级】的类型【escalation】不支持，请改为普通结束节点',
    ],
    [
      'a compensation end',
      file({ end: '<endEvent id="e"><compensateEventDefinition/></endEvent>' }),
      '结束节点【e】的类型【compensate】不支持，请改为普通结束节点',
    ],
    [
      'a due date that is computed',
      file({ task: step('f:candidateGroups="r" f:dueDate="${d}"') }),
      '节点【审核】的期限【${d}】不能识别',
    ],
    [
      'people by a word of another grammar',
      file({ task: step('f:candidateGroups="post:12"') }),
      '节点【审核】的办理人【post:12】不能识别，请改为角色、人员或人员字段',
    ],
    [
      'an end by an error within a parallel branch',
      file({
        task: '<parallelGateway id="g"/><userTask id="u" f:candidateGroups="r"/><userTask id="v" f:candidateGroups="r"/>',
        end: '<endEvent id="e"><errorEventDefinition/></endEvent><endEvent id="e2"/>',
        flows:
          flow('f1', 's', 'g') +
          flow('f2', 'g', 'u') +
          flow('f3', 'g', 'v') +
          flow('f4', 'u', 'e') +
          flow('f5', 'v', 'e2'),
      }),
      '结束节点【e】位于并行分支内',
    ],
    [
      'a number of turns',
      file({ task: loop('', '<loopCardinality>3</loopCardinality>') }),
      '节点【审核】的循环方式不支持，请改为人员集合',
    ],
    [
      'a standard loop',
      file({ task: step('', '<standardLoopCharacteristics/>') }),
      '节点【审核】的循环方式不支持，请改为人员集合',
    ],
    [
      'people from a helper',
      file({ task: loop('f:collection="${util.list(a)}"') }),
      '节点【审核】的循环方式不支持，请改为人员集合',
    ],
    [
      'a completion in FEEL',
      file({ task: loop('', '<completionCondition>= a &gt; 1</completionCondition>') }),
      '节点【审核】的完成条件语言【FEEL】不支持',
    ],
    [
      'a completion that a bean judges',
      file({
        task: loop('', '<completionCondition>${bean.done(execution)}</completionCondition>'),
      }),
      '节点【审核】表达式有误（第 12 个字符）：不能调用【done】，请改为比较',
    ],
    [
      'a condition in groovy',
      file({ flows: flow('f1', 's', 'u', when('a', ' language="groovy"')) + flow('f2', 'u', 'e') }),
      '连线【f1】的条件语言【groovy】不支持，请使用${表达式}',
    ],
    [
      'conditions in JavaScript throughout',
      definitions(
        `<process id="p"><startEvent id="s"/>${otherStepXml}<endEvent id="e"/>${split(flow('f2', 'u', 'e', when('a == 1')), flow('f3', 'u', 'v', when('a != 1')))}</process>`,
        'expressionLanguage="http://www.ecma.org/javascript"',
      ),
      '连线【f2】的条件语言【javascript】不支持，请使用${表达式}',
    ],
    [
      'a condition of Spring',
      file({ flows: flow('f1', 's', 'u', when('#{@bean.ok}')) + flow('f2', 'u', 'e') }),
      '连线【f1】的条件语言【SpEL】不支持，请使用${表达式}',
    ],
    [
      'a condition elsewhere',
      file({ flows: flow('f1', 's', 'u', when('', ' c:resource="x.js"')) + flow('f2', 'u', 'e') }),
      '连线【f1】的条件语言【resource】不支持，请使用${表达式}',
    ],
    [
      'a condition on the only flow',
      file({ flows: flow('f1', 's', 'u') + flow('f2', 'u', 'e', when('${a}')) }),
      '连线【f2】的条件无效：它是【审核】唯一的后续连线',
    ],
    [
      'a long condition',
      file({
        flows:
          flow('f1', 's', 'u', when(`\${${'a'.repeat(fileLimits.condition)}}`)) +
          flow('f2', 'u', 'e'),
      }),
      '连线【f1】的条件不能超过 1000 个字符',
    ],
    [
      'ways that may both hold',
      file({
        task: otherStepXml,
        flows: split(flow('f2', 'u', 'e', when('${a}')), flow('f3', 'u', 'v', when('${b}'))),
      }),
      '用户任务【审核】的连线可能同时成立，请使用网关',
    ],
    [
      'a way that always holds beside another',
      file({
        task: otherStepXml,
        flows: split(flow('f2', 'u', 'e', when('${a}')), flow('f3', 'u', 'v')),
      }),
      '用户任务【审核】的连线可能同时成立，请使用网关',
    ],
    [
      'all ways that never meet',
      file({ task: otherStepXml, flows: split(flow('f2', 'u', 'e'), flow('f3', 'u', 'v')) }),
      '用户任务【审核】的连线可能同时成立，请使用网关',
    ],
    [
      'a service',
      file({ task: '<serviceTask id="u" name="发信" f:class="org.example.Mail"/>' }),
      '服务节点【发信】（org.example.Mail）不支持',
    ],
    [
      'a script',
      file({ task: '<scriptTask id="u" name="算"/>' }),
      '服务节点【算】（ScriptTask）不支持',
    ],
    [
      'a task without a type',
      file({ task: '<task id="u" name="办"/>' }),
      '节点【办】没有类型，请改为用户任务',
    ],
    [
      'a sub-process without a start',
      file({ task: '<subProcess id="u" name="内"/>' }),
      '子流程【内】应有一个普通开始节点和普通结束节点，请改为主流程的节点',
    ],
    [
      'a sub-process that a timer starts',
      file({
        task: `<subProcess id="u" name="内"><startEvent id="is"><timerEventDefinition/></startEvent><endEvent id="ie"/>${flow('i1', 'is', 'ie')}</subProcess>`,
      }),
      '子流程【内】应有一个普通开始节点和普通结束节点，请改为主流程的节点',
    ],
    [
      'a sub-process of an event',
      file({ task: '<subProcess id="u" name="内" triggeredByEvent="true"/>' }),
      '不支持的节点类型【SubProcess】（内）',
    ],
    [
      'a sub-process in a loop',
      file({
        task: '<subProcess id="u" name="内"><multiInstanceLoopCharacteristics/></subProcess>',
      }),
      '不支持的节点类型【SubProcess】（内）',
    ],
    [
      'another process that is called',
      file({ task: '<callActivity id="u" name="外" calledElement="x"/>' }),
      '不支持的节点类型【CallActivity】（外）',
    ],
    [
      'a boundary event',
      file({
        more: '<boundaryEvent id="b" attachedToRef="u" name="到期"><timerEventDefinition/></boundaryEvent>',
      }),
      '不支持的节点类型【BoundaryEvent】（到期）',
    ],
    [
      'a catching event',
      file({ task: '<intermediateCatchEvent id="u" name="等"/>' }),
      '节点【等】没有指定等待的事项，请用 keyan:wait 填写期限（如 5wd、P5D、PT48H）或事项（如review）',
    ],
    [
      'an event that waits for a message',
      file({
        task: '<intermediateCatchEvent id="u" name="等"><messageEventDefinition/></intermediateCatchEvent>',
      }),
      '不支持的节点类型【IntermediateCatchEvent】（等）',
    ],
    [
      'two processes',
      definitions(
        '<process id="a" name="甲"><startEvent id="s"/></process><process id="b" name="乙"><startEvent id="t"/></process>',
      ),
      '文件含有 2 个可执行流程【甲】【乙】，一个文件只能部署一个流程',
    ],
    [
      'an id that is no name',
      file({
        task: '<userTask id="1" name="审核" f:candidateGroups="r"/>',
        flows: flow('f1', 's', '1') + flow('f2', '1', 'e'),
      }),
      '节点标识【1】不合法',
    ],
    ['an id given twice', file({ more: '<endEvent id="u"/>' }), '标识【u】重复'],
    ['a key that is no name', file({ process: 'id="a/b"' }), '节点标识【a/b】不合法'],
    [
      'a default that is no flow',
      file({ task: '<exclusiveGateway id="u" default="zz"/>' }),
      '网关【u】的默认连线【zz】不存在',
    ],
    ['no XML', 'hello', '流程文件无法解析，请上传 BPMN 2.0 文件'],
    ['another XML', '<definitions xmlns="urn:x"/>', '流程文件无法解析，请上传 BPMN 2.0 文件'],
    ['no process', definitions(''), '文件中没有流程'],
    [
      'an entity',
      `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${file()}`,
      '流程文件不能包含DOCTYPE或实体声明',
    ],
    [
      'a prefix that nothing declares',
      file({ task: step('x:y="1"') }),
      '流程文件第 2 行有误：前缀【x】没有声明',
    ],
    ['a broken file', file().slice(0, -20), '流程文件第 2 行有误，无法解析'],
    [
      'a control character',
      file({ process: 'id="p" name="&#0;"' }),
      '流程文件含有不允许的控制字符',
    ],
  ])('%s is refused with its name', (_name, xml, message) => {
    const reading = readText(xml);
    expect(chineseTexts(reading.problems)).toContain(message);
    expect(reading.graph).toBeNull();
  });

  test.each<[string, string, string]>([
    [
      'isExecutable=false',
      file({ process: 'id="p" isExecutable="false"' }),
      '流程标记为不可执行（isExecutable=false），仍按可执行流程部署',
    ],
    [
      'a step without people',
      file({ task: step('') }),
      '节点【审核】没有设置办理人，将转由管理员办理',
    ],
    [
      'a due date',
      file({ task: step('f:candidateGroups="r" f:dueDate="2026-12-31T18:00:00"') }),
      '节点【审核】的期限【2026-12-31T18:00:00】不生效',
    ],
    [
      'what only later versions know',
      file({
        task: step(
          'f:candidateGroups="r" f:sparkle="1"',
          '<extensionElements><f:glitter/></extensionElements>',
        ),
      }),
      '忽略：元素【glitter】 1 处',
    ],
    [
      'what else a loop says',
      file({ task: loop('f:elementIndexVariable="i"') }),
      '忽略：属性【elementIndexVariable】 1 处',
    ],
    [
      'an element of no known kind',
      file({ more: '<x:userTask xmlns:x="urn:x" id="z"/>' }),
      '忽略：元素【userTask】 1 处',
    ],
    [
      'conditions behind a parallel gateway',
      file({
        task: '<parallelGateway id="g"/><userTask id="u" f:candidateGroups="r"/><userTask id="v" f:candidateGroups="r"/><parallelGateway id="h"/>',
        flows:
          flow('f1', 's', 'g') +
          flow('f2', 'g', 'u', when('${a}')) +
          flow('f3', 'g', 'v') +
          flow('f4', 'u', 'h') +
          flow('f5', 'v', 'h') +
          flow('f6', 'h', 'e'),
      }),
      '连线【f2】的条件不起作用：并行网关不判断条件',
    ],
  ])('%s is accepted with a warning', (_name, xml, message) => {
    const reading = readText(xml);
    expect(reading.problems).toEqual([]);
    expect(chineseTexts(reading.warnings)).toContain(message);
  });

  test.each<[string, string, string]>([
    ['an error', 'refused', '结束节点【e】按“不通过”处理'],
    ['a cancel', 'withdrawn', '结束节点【e】按“撤回”处理'],
  ])('an end with %s event gives the process the result %s', (event, result, message) => {
    const definition = `<${event.split(' ')[1]}EventDefinition/>`;
    const branch =
      flow('f1', 's', 'u') +
      flow('f2', 'u', 'e0', when('${pass}')) +
      flow('f3', 'u', 'e', when('${!pass}'));
    const end = `<endEvent id="e0"/><endEvent id="e">${definition}</endEvent>`;
    const reading = readText(file({ end, flows: branch }));
    expect(reading.problems).toEqual([]);
    expect(reading.converted).toContainEqual({
      id: 'e',
      name: 'e',
      text: [message, expect.stringMatching(/^The end “e” is read as/)],
    });
    expect(reading.graph?.nodes.e).toMatchObject({ type: 'end', result });
    expect(reading.graph?.nodes.e0).toMatchObject({ type: 'end', result: null });
  });

  test.each<[string, readonly string[]]>([
    ['${taskUser}', ['var:taskUser']],
    ['starterSelect:u', ['var:taskUser']],
    ['dept:12', ['dept:12']],
    ['deptLeader@applicantDept^', ['leader@applicantDept^']],
    ['deptLeaders:3', ['leaders:3']],
    // Without a place it is the alias that people give to a role.
    ['deptLeader', ['role:deptLeader']],
  ])('%s among the groups is read', (text, people) => {
    const reading = readText(file({ task: step(`f:candidateGroups="${text}"`) }));
    expect(reading.problems).toEqual([]);
    expect(peopleOf(reading).u).toEqual(people);
  });

  test('a field of people, in the words of another grammar', () => {
    const reading = readText(file({ task: step('f:candidateGroups="field:leader,role:x"') }));
    expect(reading.problems).toEqual([]);
    expect(peopleOf(reading)).toMatchObject({ u: ['var:leader', 'role:x'] });
  });

  test('a share that must agree becomes a rule of votes; our own rule wins', () => {
    const share =
      '<completionCondition>${nrOfCompletedInstances/nrOfInstances &gt;= 0.6}</completionCondition>';
    const foreign = readText(file({ task: loop('', share) }));
    expect(foreign.converted).toContainEqual({
      id: 'u',
      name: '审核',
      text: [
        '节点【审核】的完成条件按“至少 60% 同意”处理',
        'Node “审核”: the completion condition is read as “at least 60% agree”',
      ],
    });
    const rule = { agree: 60, against: 'veto', completion: null };
    expect(foreign.graph && userNode(foreign.graph, 'u')?.multi).toMatchObject(rule);
    const own = readText(
      file({ task: loop('', share).replace('<userTask', '<userTask keyan:agree="any"') }),
    );
    expect(own.graph && userNode(own.graph, 'u')?.multi).toMatchObject({ agree: 'any' });
    expect(own.graph && userNode(own.graph, 'u')?.multi?.completion).not.toBeNull();
  });

  test('the steps of a sub-process, also of one within another, are steps of the process', () => {
    const inner = (id: string, body: string): string =>
      `<subProcess id="${id}" name="内${id}"><startEvent id="${id}s"/>${body}<endEvent id="${id}e"/></subProcess>`;
    const deep = inner(
      'b',
      `<userTask id="w" f:candidateGroups="r"/>${flow('b1', 'bs', 'w')}${flow('b2', 'w', 'be')}`,
    );
    const xml = file({
      task: inner(
        'a',
        `<userTask id="v" f:candidateGroups="r"/>${deep}${flow('a1', 'as', 'v')}${flow('a2', 'v', 'b')}${flow('a3', 'b', 'ae')}`,
      ),
      flows: flow('f1', 's', 'a') + flow('f2', 'a', 'e'),
    });
    const reading = readText(xml);
    expect(reading.problems).toEqual([]);
    expect(chineseTexts(reading.converted).slice(0, 2)).toEqual([
      '子流程【内a】的节点按主流程的节点处理',
      '子流程【内b】的节点按主流程的节点处理',
    ]);
    const to = (id: string) => reading.graph?.flows[id]?.to;
    const ways = { _apply_flow: 'as', a1: 'v', a2: 'bs', b1: 'w', b2: 'b', a3: 'a', f2: 'e' };
    expect(Object.keys(ways).map(to)).toEqual(Object.values(ways));
    expect(reading.graph && rebuildGraph(reading.xml)).toEqual(reading.graph);
    expect(readText(reading.xml).xml).toBe(reading.xml);
  });

  test('all ways behind a task, into one parallel gateway, are a fork', () => {
    const reading = readText(
      file({
        task: `${otherStepXml}<userTask id="w" f:candidateGroups="r"/><parallelGateway id="j"/>`,
        flows:
          flow('f1', 's', 'u') +
          flow('f2', 'u', 'v') +
          flow('f3', 'u', 'w') +
          flow('f4', 'v', 'j') +
          flow('f5', 'w', 'j') +
          flow('f6', 'j', 'e'),
      }),
    );
    expect(reading.problems).toEqual([]);
    expect(chineseTexts(reading.converted)).toContain('用户任务【审核】的多条连线按并行分支处理');
    expect(reading.graph?.nodes.u_split).toMatchObject({ type: 'fork' });
  });

  test('all problems are told at once, in both languages', () => {
    const reading = readText(
      file({
        start: '<startEvent id="s"><timerEventDefinition/></startEvent>',
        task: step('f:assignee="${a.b}"'),
        flows:
          flow('f1', 's', 'u') + flow('f2', 'u', 'nowhere') + flow('f3', 'u', 'e', when('${a +}')),
      }),
    );
    expect(chineseTexts(reading.problems)).toEqual([
      '开始节点【s】只能由提交触发',
      '节点【审核】的办理人表达式【${a.b}】不能识别',
      '用户任务【审核】的连线可能同时成立，请使用网关',
      '连线【f2】没有连接到节点',
      '连线【f3】表达式有误（第 6 个字符）',
    ]);
    for (const {
      text: [, english],
    } of reading.problems)
      expect(english).not.toMatch(/[【】]/);
  });
});
