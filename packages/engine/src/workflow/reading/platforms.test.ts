import type { Finding } from '@keyan/kernel/finding.ts';
import { BpmnModdle } from 'bpmn-moddle';
import { describe, expect, test } from 'vitest';
import { type ReadRouteFile, readText, rebuildGraph } from './reader.ts';

/** Constructs that the platforms people come from write in ways of their own, each as a small file. */

const zh = (findings: readonly Finding[]): string[] => findings.map(({ text: [text] }) => text);

const peopleOf = (reading: ReadRouteFile, id: string): readonly string[] | undefined => {
  const node = reading.graph?.nodes[id];
  return node?.type === 'user' ? node.people : undefined;
};

const model = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const file = (process: string, more = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="${model}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:flowable="http://flowable.org/bpmn" xmlns:activiti="http://activiti.org/bpmn"
  xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" ${more}>${process}</definitions>`;
const flow = (id: string, from: string, to: string, condition = ''): string =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${
    condition && `<conditionExpression>${condition}</conditionExpression>`
  }</sequenceFlow>`;
/** A process with one step, `u`. */
const oneStep = (task: string, start = '<startEvent id="s"/>'): string =>
  file(
    `<process id="p" name="请假">${start}${task}<endEvent id="e"/>${flow('f1', 's', 'u')}${flow('f2', 'u', 'e')}</process>`,
  );
const step = (attributes: string, inner = ''): string =>
  `<userTask id="u" name="审核" ${attributes}>${inner}</userTask>`;

describe('people whom a platform names in its own settings', () => {
  const input = (name: string, from: string): string =>
    `<ioSpecification><dataInput id="in" name="${name}"/></ioSpecification><dataInputAssociation>
      <targetRef>in</targetRef>${from}</dataInputAssociation>`;
  const text = (value: string): string =>
    `<assignment><from>${value}</from><to>in</to></assignment>`;

  test.each<[string, string, readonly string[]]>([
    ['a group', input('GroupId', text('hr,pm')), ['role:hr', 'role:pm']],
    ['a person', input('ActorId', text('12')), ['user:12']],
    ['a person in the record', input('ActorId', text('#{leader}')), ['var:leader']],
  ])('jBPM: %s among the inputs of a task', (_name, inner, people) => {
    const reading = readText(oneStep(step('', inner)));
    expect(reading.problems).toEqual([]);
    expect(peopleOf(reading, 'u')).toEqual(people);
    expect(zh(reading.converted)[0]).toMatch(/^节点【审核】的办理人取自(?:GroupId|ActorId)$/);
  });

  test('jBPM: a group that another variable holds is refused', () => {
    const reading = readText(oneStep(step('', input('GroupId', '<sourceRef>teams</sourceRef>'))));
    expect(zh(reading.problems)).toContain('节点【审核】的办理人表达式【GroupId】不能识别');
  });

  test.each<[string, string]>([
    ['candidateStrategy', step('flowable:candidateStrategy="30" flowable:candidateParam="145"')],
    [
      'AssignmentDefinition',
      step(
        '',
        '<extensionElements><zeebe:AssignmentDefinition candidateGroups="PM"/></extensionElements>',
      ),
    ],
    [
      'assigneeType',
      step(
        '',
        '<extensionElements><flowable:properties><flowable:property name="assigneeType" value="3"/></flowable:properties></extensionElements>',
      ),
    ],
  ])('%s is not passed over: the step would ask the wrong people', (name, task) => {
    const reading = readText(oneStep(task));
    expect(zh(reading.problems)).toEqual([
      `节点【审核】的办理人写在【${name}】中，无法读取，请改用assignee、candidateUsers或candidateGroups`,
    ]);
    expect(reading.problems[0]?.id).toBe('u');
  });

  test('a loop over what only an unknown engine reads is refused', () => {
    const loop =
      '<multiInstanceLoopCharacteristics xmlns:v="http://vendor" v:collection="${people}"/>';
    const reading = readText(oneStep(step('flowable:candidateGroups="r"', loop)));
    expect(zh(reading.problems)).toEqual(['节点【审核】的循环方式不支持，请改为人员集合']);
  });

  test('what the drawing tool notes of its own is no such setting', () => {
    const note =
      '<extensionElements><m:activiti-idm-assignee xmlns:m="http://flowable.org/modeler">x</m:activiti-idm-assignee></extensionElements>';
    expect(readText(oneStep(step('', note))).problems).toEqual([]);
  });

  test('a resource of the file is named in the refusal', () => {
    const owner = '<potentialOwner><resourceRef>managers</resourceRef></potentialOwner>';
    expect(zh(readText(oneStep(step('', owner))).problems)).toEqual([
      '节点【审核】的办理人取自资源【managers】，请改为角色或人员',
    ]);
  });

  test('the applicant, whose name at the start is wrapped as an expression', () => {
    const start = '<startEvent id="s" activiti:initiator="${applyuserid}"/>';
    const reading = readText(oneStep(step('activiti:assignee="${applyuserid}"'), start));
    expect(peopleOf(reading, 'u')).toEqual(['applicant']);
  });
});

describe('files that other engines mend while they read them', () => {
  const nameless = file(
    `<process id="p"><startEvent id="s"/>
    <!-- <sequenceFlow sourceRef="x" targetRef="y"/> -->
    <sequenceFlow sourceRef="s" targetRef="u"/><userTask id="u" flowable:candidateGroups="r" name="a &gt; b"/>
    <sequenceFlow sourceRef="u" targetRef="g"/><exclusiveGateway id="g"/>
    <sequenceFlow
      sourceRef='g' targetRef='e'><conditionExpression><![CDATA[\${pass && '<sequenceFlow>' != '']]>}</conditionExpression></sequenceFlow>
    <sequenceFlow sourceRef="g" targetRef="e"><conditionExpression>\${!pass}</conditionExpression></sequenceFlow>
    <endEvent id="e"/></process>`,
  );

  test('flows without an id get one from their ends', async () => {
    const reading = readText(nameless);
    expect(reading.problems).toEqual([]);
    expect(zh(reading.converted)).toContain('4 条连线没有标识，已自动补上');
    expect(reading.graph?.nodes.g).toMatchObject({ out: ['g-e', 'g-e-2'] });
    // The viewer’s library reads the stored XML, drawing included.
    const { elementsById } = await new BpmnModdle().fromXML(reading.xml);
    expect(elementsById['g-e-2']?.get('targetRef')).toBe(elementsById.e);
    expect(reading.xml).toContain('bpmnElement="g-e-2"');
    expect(reading.xml).toContain('<!-- <sequenceFlow sourceRef="x" targetRef="y"/> -->');
    expect(rebuildGraph(reading.xml)).toEqual(reading.graph);
    expect(readText(reading.xml).xml).toBe(reading.xml);
  });

  test('as many flows without an id as there may be', () => {
    const steps = Array.from({ length: 490 }, (_, at) => at);
    const bare = (from: string, to: string): string =>
      `<sequenceFlow sourceRef="${from}" targetRef="${to}"/>`;
    const xml = file(
      `<process id="p"><startEvent id="s"/><endEvent id="e"/>${bare('s', 'u0')}${steps
        .map((at) => {
          const task = `<userTask id="u${at}" name="第${at}步" flowable:candidateGroups="r"/>`;
          return task + bare(`u${at}`, at === 489 ? 'e' : `u${at + 1}`);
        })
        .join('')}</process>`,
    );
    const reading = readText(xml);
    expect(reading.problems).toEqual([]);
    expect(reading.graph?.nodes.u489?.name).toBe('第489步');
  });

  test('a process that an empty xmlns takes out of BPMN', async () => {
    const xml = oneStep(step('activiti:candidateGroups="r"')).replace(
      '<process ',
      '<process xmlns="" ',
    );
    const reading = readText(xml);
    expect(reading.problems).toEqual([]);
    expect(peopleOf(reading, 'u')).toEqual(['role:r']);
    expect(zh(reading.converted)[0]).toBe('元素的命名空间为空（xmlns=""），已按 BPMN 2.0 读取');
    const { elementsById } = await new BpmnModdle().fromXML(reading.xml);
    expect(elementsById.u?.$type).toBe('bpmn:UserTask');
  });

  test('an end that nothing leads to is left out; where it is the only one the flow is missing', () => {
    const ends = '<endEvent id="e2" name="驳回"/>';
    const reading = readText(oneStep(step('flowable:candidateGroups="r"') + ends));
    expect(reading.problems).toEqual([]);
    expect(reading.warnings).toContainEqual({
      id: 'e2',
      name: '驳回',
      text: [
        '结束节点【驳回】没有进入的连线，已忽略',
        'No flow leads to the end “驳回”: it is ignored',
      ],
    });
    const alone = file(
      `<process id="p"><startEvent id="s"/>${step('flowable:candidateGroups="r"')}<endEvent id="e"/>${flow('f1', 's', 'u')}</process>`,
    );
    expect(zh(readText(alone).problems)).toEqual(['节点【审核】没有后续连线']);
  });
});

describe('conditions that would be judged otherwise', () => {
  const choice = (first: string, second: string, more = '', gateway = ''): string =>
    file(
      `<process id="p"><startEvent id="s"/>${step('flowable:candidateGroups="r"')}<exclusiveGateway id="g" name="天数" ${gateway}/>
       <userTask id="v" flowable:candidateGroups="r"/><endEvent id="e"/>${flow('f1', 's', 'u')}${flow('f2', 'u', 'g')}
       ${flow('f3', 'g', 'v', first)}${flow('f4', 'g', 'e', second)}${flow('f5', 'v', 'e')}${more}</process>`,
    );

  test.each<[string, string, string]>([
    [
      'a method',
      choice("${clarified.equals('yes')}", '${pass}'),
      '连线【f3】表达式有误（第 19 个字符）：不能调用【equals】，请改为比较',
    ],
    [
      'a function of a bean',
      choice('${check(day)}', '${pass}'),
      '连线【f3】表达式有误（第 8 个字符）：不能调用【check】，请改为比较',
    ],
    [
      'Java',
      choice('return ok;', '${pass}').replace(
        '<conditionExpression>return',
        '<conditionExpression language="http://www.java.com/java">return',
      ),
      '连线【f3】的条件语言【http://www.java.com/java】不支持，请使用${表达式}',
    ],
    [
      'a flow without a condition before others',
      choice('', '${pass}'),
      '排他网关【天数】的连线【f3】没有条件，总会走这条连线，其他连线不起作用',
    ],
    [
      'a flow without a condition beside the default',
      choice('', '', '', 'default="f3"'),
      '排他网关【天数】的连线【f4】没有条件，总会走这条连线，其他连线不起作用',
    ],
  ])('%s is refused by its flow', (_name, xml, message) => {
    const reading = readText(xml);
    expect(zh(reading.problems)).toContain(message);
    expect(reading.graph).toBeNull();
  });

  test('the last flow may go without one: it is what is left', () => {
    const reading = readText(choice('${pass}', ''));
    expect(reading.problems).toEqual([]);
    expect(zh(reading.warnings)).toContain('排他网关【天数】的连线缺少条件');
  });

  test('all ways behind a task that lead back or to different ends are no fork', () => {
    const xml = file(
      `<process id="p"><startEvent id="s"/>${step('flowable:candidateGroups="r"')}<userTask id="v" name="经理" flowable:candidateGroups="r"/>
       <endEvent id="e"/>${flow('f1', 's', 'u')}${flow('f2', 'u', 'v')}${flow('f3', 'v', 'u')}${flow('f4', 'v', 'e')}</process>`,
    );
    expect(zh(readText(xml).problems)).toEqual(['用户任务【经理】的连线可能同时成立，请使用网关']);
  });
});
