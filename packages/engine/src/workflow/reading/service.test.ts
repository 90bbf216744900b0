import { describe, expect, test } from 'vitest';
import { readText } from './reader.ts';

const readStep = (attributes: string, service = '') => {
  const { problems, graph } = readText(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="http://flowable.org/bpmn"
      xmlns:keyan="http://keyan/schema/bpmn/1.0"><process id="p" name="流程"><startEvent id="s"/>
      <userTask id="u" name="审核" f:candidateGroups="r" ${attributes}/>${service}<endEvent id="e"/>
      <sequenceFlow id="f1" sourceRef="s" targetRef="u"/>${
        service === ''
          ? '<sequenceFlow id="f2" sourceRef="u" targetRef="e"/>'
          : '<sequenceFlow id="f2" sourceRef="u" targetRef="d"/><sequenceFlow id="f3" sourceRef="d" targetRef="e"/>'
      }</process></definitions>`,
  );
  return { problems: problems.map(({ text: [zh] }) => zh), nodes: graph?.nodes ?? {} };
};

describe('keyan:do', () => {
  const doing = (value: string, more = '') =>
    readStep('', `<serviceTask id="d" name="自动" keyan:do="${value}" ${more}/>`);

  test.each([
    ['cc', 'f:candidateGroups="dean" f:candidateUsers="12"', ['user:12', 'role:dean']],
  ] as const)('%s says what the process does by itself', (value, more, people) => {
    const { problems, nodes } = doing(value, more);
    expect(problems).toEqual([]);
    expect(nodes.d).toMatchObject({ type: 'service', service: { is: 'cc', people } });
  });

  test.each([
    ['status done', '服务节点【自动】的keyan:do不能是【status done】，只能是cc（抄送）'],
    ['call finance', '服务节点【自动】的keyan:do不能是【call finance】，只能是cc（抄送）'],
    ['cc', '服务节点【自动】没有设置抄送人'],
  ])('%s alone is refused', (value, problem) => {
    expect(doing(value).problems).toEqual([problem]);
  });
});

test('keyan:cc of a step names to whom the record is copied when it is agreed to', () => {
  const { problems, nodes } = readStep('keyan:cc="dean,role:office@applicantDept"');
  expect(problems).toEqual([]);
  expect(nodes.u).toMatchObject({ cc: ['role:dean', 'role:office@applicantDept'] });
});
