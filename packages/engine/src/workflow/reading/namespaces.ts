import type { Label } from '@keyan/kernel/label.ts';
import type { Report } from './report.ts';
import type { XmlElement } from './xml.ts';

export const bpmnNamespace = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
export const ownNamespace = 'http://keyan/schema/bpmn/1.0';
export const zeebeNamespace = 'http://camunda.org/schema/zeebe/1.0';

/** Namespaces of engines whose attributes have the same meaning; the first is the one that is written. */
export const engineFamilies: ReadonlyMap<string, string> = new Map([
  ['http://flowable.org/bpmn', 'flowable'],
  ['http://activiti.org/bpmn', 'activiti'],
  ['http://camunda.org/schema/1.0/bpmn', 'camunda'],
]);

/** Patterns of namespaces for colours, positions and types: without effect on a process. */
const looks: readonly RegExp[] = [
  /^http:\/\/bpmn\.io\//,
  /^http:\/\/www\.omg\.org\/spec\/BPMN\/non-normative\/color\//,
  /^http:\/\/camunda\.org\/schema\/modeler\//,
  /^http:\/\/(?:design\.)?flowable\.(?:org|com)\/(?:modeler|design)/,
  /^http:\/\/design\.flowable\.(?:org|com)/,
  /^http:\/\/activiti\.com\/modeler/,
  /^http:\/\/www\.signavio\.com/,
  /^http:\/\/www\.w3\.org\//,
];

/** True for a namespace of styling or tool data, ignored without a report. */
export const isStyling = (uri: string): boolean => looks.some((pattern) => pattern.test(uri));

const text = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '' ? undefined : value.trim();

/** Returns an attribute without a prefix. */
export const attr = (element: XmlElement, name: string): string | undefined =>
  text(element.attributes.find((item) => item.uri === '' && item.name === name)?.value);

/** Returns an attribute of this program. */
export const ownAttr = (element: XmlElement, name: string): string | undefined =>
  text(element.attributes.find((item) => item.uri === ownNamespace && item.name === name)?.value);

const conflict: Label = [
  '节点【{node}】在{a}与{b}中的{attribute}不一致',
  'Node “{node}” has another {attribute} for {a} than for {b}',
];

/** Returns an attribute of any engine; a file may contain several of them, if they agree. */
export const familyAttr = (
  element: XmlElement,
  name: string,
  node: string,
  report: Report,
): string | undefined => {
  const given = element.attributes.flatMap((item) => {
    const value = text(item.value);
    const family = engineFamilies.get(item.uri);
    return family && item.name === name && value !== undefined ? [{ family, value }] : [];
  });
  const [first] = given;
  const other = given.find((item) => item.value !== first?.value);
  if (first && other) {
    report.problem(conflict, { node, a: first.family, b: other.family, attribute: name });
  }
  return first?.value;
};

export const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.uri === bpmnNamespace && child.name === name);

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  childrenOf(element, name)[0];

/** Returns the elements that engines and tools have added to an element. */
export const extensionsOf = (element: XmlElement): readonly XmlElement[] =>
  childrenOf(element, 'extensionElements').flatMap((item) => item.children);
