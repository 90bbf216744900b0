import { readFileSync } from 'node:fs';
import type { Finding } from '@keyan/kernel/finding.ts';
import type { ReadRouteFile } from './reader.ts';

export const fixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}.bpmn`, import.meta.url), 'utf8');

export const chineseTexts = (findings: readonly Finding[]): string[] =>
  findings.map(({ text: [text] }) => text);

export const peopleOf = (reading: ReadRouteFile): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.values(reading.graph?.nodes ?? {}).flatMap((node) =>
      node.type === 'user' ? [[node.id, node.people]] : [],
    ),
  );

export const flow = (id: string, from: string, to: string, inner = ''): string =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${inner}</sequenceFlow>`;
export const when = (text: string, more = ''): string =>
  `<conditionExpression${more}>${text}</conditionExpression>`;
export const definitions = (body: string, more = ''): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="http://flowable.org/bpmn"
    xmlns:c="http://camunda.org/schema/1.0/bpmn" xmlns:keyan="http://keyan/schema/bpmn/1.0" ${more}>${body}</definitions>`;

/** A file with one step `u` between start and end; the parts given replace the usual ones. */
export const file = ({
  process = 'id="p" name="流程"',
  start = '<startEvent id="s"/>',
  task = '<userTask id="u" name="审核" f:candidateGroups="r"/>',
  end = '<endEvent id="e"/>',
  flows = flow('f1', 's', 'u') + flow('f2', 'u', 'e'),
  more = '',
}: Partial<Record<'process' | 'start' | 'task' | 'end' | 'flows' | 'more', string>> = {}): string =>
  definitions(`<process ${process}>${start}${task}${end}${flows}${more}</process>`);

export const step = (attributes: string, inner = ''): string =>
  `<userTask id="u" name="审核" ${attributes}>${inner}</userTask>`;
export const loop = (attributes: string, inner = ''): string =>
  step(
    'f:candidateGroups="r"',
    `<multiInstanceLoopCharacteristics ${attributes}>${inner}</multiInstanceLoopCharacteristics>`,
  );
export const split = (...flows: string[]): string =>
  flow('f1', 's', 'u') + flows.join('') + flow('v1', 'v', 'e');
export const otherStepXml = `${step('f:candidateGroups="r"')}<userTask id="v" f:candidateGroups="r"/>`;
