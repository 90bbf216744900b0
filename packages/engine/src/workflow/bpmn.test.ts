import { defineProcess, diagramOf } from '@keyan/kernel/workflow/chain.ts';
import { compile } from '@keyan/kernel/workflow/compile.ts';
import type { Diagram } from '@keyan/kernel/workflow/diagram.ts';
import { draw, processes } from '@keyan/kernel/workflow/testing/generate.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBpmn, writeBpmn } from './bpmn.ts';

/** The same diagram, whichever order its nodes stand in. */
const plain = (diagram: Diagram) => ({
  ...diagram,
  nodes: [...diagram.nodes].sort((a, b) => a.id.localeCompare(b.id)),
});

describe('what is written is what was meant', () => {
  test('a chain with every setting', async () => {
    const diagram = diagramOf(
      defineProcess(
        'made/up',
        ['名称', 'Name'],
        [
          {
            key: 's1',
            label: ['一', 'One'],
            candidates: ['role:a@applicantDept^', 'user:12'],
            condition: '${n > 1 && kind == "x"}',
            empty: 'skip',
            tag: 't',
            editable: ['a', 'b'],
            refuse: false,
          },
          {
            key: 's2',
            label: ['二', 'Two'],
            candidates: ['role:b'],
            together: { sequential: true, completion: '${nrOfCompletedInstances > 1}' },
          },
        ],
      ),
    );
    const xml = await writeBpmn(diagram);
    expect(xml).toContain('flowable:candidateGroups="role:a@applicantDept^,user:12"');
    expect(xml).toContain('<bpmndi:BPMNShape id="s1_di" bpmnElement="s1">');
    expect(plain(await readBpmn(xml))).toEqual(plain({ ...diagram, key: 'made_up' }));
  });

  test('any process', async () => {
    await fc.assert(
      fc.asyncProperty(processes, async (process) => {
        const diagram = draw(process);
        const read = await readBpmn(await writeBpmn(diagram));
        expect(compile(read)).toEqual(compile(diagram));
      }),
      { numRuns: 30 },
    );
  });
});

const file = (body: string, uri = 'http://flowable.org/bpmn'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
  <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="${uri}"
    targetNamespace="t"><process id="p" name="流程">${body}</process></definitions>`;
const flow = (id: string, from: string, to: string): string =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"/>`;

describe('files from elsewhere', () => {
  test.each([
    'http://flowable.org/bpmn',
    'http://camunda.org/schema/1.0/bpmn',
    'http://activiti.org/bpmn',
  ])('people are understood under %s', async (uri) => {
    const diagram = await readBpmn(
      file(
        `<startEvent id="s" f:initiator="me"/>
         <userTask id="a" f:assignee="\${me}"/>
         <userTask id="b" f:assignee="taskUser_12"/>
         <userTask id="c" f:candidateGroups="boss, role:x@applicantDept" f:candidateUsers="\${who},7"/>
         <userTask id="d" f:assignee="\${one}"><multiInstanceLoopCharacteristics
           f:collection="\${all}" f:elementVariable="one"><completionCondition>\${nrOfCompletedInstances &gt; 0}</completionCondition></multiInstanceLoopCharacteristics></userTask>
         <endEvent id="e"/>${flow('f1', 's', 'a')}${flow('f2', 'a', 'b')}${flow('f3', 'b', 'c')}${flow('f4', 'c', 'd')}${flow('f5', 'd', 'e')}`,
        uri,
      ),
    );
    const people = diagram.nodes.flatMap((node) => (node.type === 'user' ? [node.people] : []));
    expect(people).toEqual([
      ['applicant'],
      ['user:12'],
      ['var:who', 'user:7', 'role:boss', 'role:x@applicantDept'],
      [],
    ]);
    expect(diagram.nodes.at(-2)).toMatchObject({
      multi: { sequential: false, collection: 'all', completion: '${nrOfCompletedInstances > 0}' },
    });
    expect(compile(diagram).apply).toBe('a');
  });

  test.each<[string, string, string]>([
    [
      'script',
      file('<startEvent id="s"/><scriptTask id="x"/>'),
      '不支持的节点类型【ScriptTask】(x)',
    ],
    ['bad id', file('<userTask id="1"/>'), '流程文件有误：unparsable content <userTask> detected'],
    ['no XML', 'hello', '流程文件无法解析，请上传BPMN 2.0文件'],
    [
      'no process',
      '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>',
      '一个文件必须且只能有一个流程',
    ],
    ['huge', 'x'.repeat(1_000_001), '流程文件过大'],
  ])('%s is refused and says why', async (_name, xml, message) => {
    await expect(readBpmn(xml)).rejects.toThrow(message);
  });
});
