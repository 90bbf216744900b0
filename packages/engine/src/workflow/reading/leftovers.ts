import { fill, type Label } from '@keyan/kernel/label.ts';
import {
  attr,
  bpmnNamespace,
  engineFamilies,
  extensionsOf,
  isStyling,
  ownNamespace,
} from './namespaces.ts';
import type { Report } from './report.ts';
import type { XmlElement } from './xml.ts';

const kinds = {
  asynchronous: ['异步设置', 'asynchronous settings'],
  form: ['表单设置', 'form settings'],
  formField: ['表单属性', 'form fields'],
  mapping: ['输入输出映射', 'input and output mappings'],
  injection: ['字段注入', 'injected fields'],
  starter: ['发起人限制', 'limits on who may start'],
  priority: ['优先级', 'priorities'],
  history: ['历史设置', 'history settings'],
  properties: ['扩展属性', 'extension properties'],
} as const satisfies Record<string, Label>;

/** Attributes of other engines that are recognised and ignored. */
const attributeKinds: ReadonlyMap<string, Label> = new Map<string, Label>([
  ...['async', 'asyncBefore', 'asyncAfter', 'asyncLeave', 'exclusive', 'asynchronous'].map(
    (name) => [name, kinds.asynchronous] as const,
  ),
  ...['formKey', 'formRef', 'formRefBinding', 'formRefVersion', 'formFieldValidation'].map(
    (name) => [name, kinds.form] as const,
  ),
  ...['candidateStarterUsers', 'candidateStarterGroups', 'isStartableInTasklist'].map(
    (name) => [name, kinds.starter] as const,
  ),
  ...['priority', 'jobPriority', 'taskPriority'].map((name) => [name, kinds.priority] as const),
  ...['historyLevel', 'historyTimeToLive', 'versionTag'].map(
    (name) => [name, kinds.history] as const,
  ),
]);

/** Elements that the engine ignores, by local name. */
const elementKinds: ReadonlyMap<string, Label> = new Map<string, Label>([
  ...['formProperty', 'formData', 'formField'].map((name) => [name, kinds.formField] as const),
  ...['formDefinition', 'userTaskForm'].map((name) => [name, kinds.form] as const),
  ...['inputOutput', 'ioMapping', 'in', 'out', 'inputParameter', 'outputParameter'].map(
    (name) => [name, kinds.mapping] as const,
  ),
  ['field', kinds.injection],
  ['properties', kinds.properties],
  ['property', kinds.properties],
  ['taskHeaders', kinds.properties],
  ['priorityDefinition', kinds.priority],
  ['versionTag', kinds.history],
]);

/** Names that BPMN defines for a node and a flow; other unprefixed names have lost their prefix. */
const standard: ReadonlySet<string> = new Set([
  'id',
  'name',
  'default',
  'implementation',
  'gatewayDirection',
  'isForCompensation',
  'startQuantity',
  'completionQuantity',
  'isInterrupting',
  'parallelMultiple',
  'sourceRef',
  'targetRef',
  'isImmediate',
  'processType',
  'isClosed',
  'isExecutable',
  'isSequential',
  'behavior',
  'language',
  'evaluatesToTypeRef',
]);

/** Names that the reader evaluates, of other engines and of this program. */
export interface Known {
  /** Attributes of other engines. */
  readonly added?: readonly string[];
  /** Attributes of this program. */
  readonly own?: readonly string[];
  /** Elements within `extensionElements`. */
  readonly elements?: readonly string[];
}

const texts = {
  listener: ['{where}的监听器【{what}】不执行', '{where}: listener “{what}” is not run'],
  due: ['{where}的期限【{what}】不生效', '{where}: due date “{what}” has no effect'],
  noDue: ['{where}的期限【{what}】不能识别', '{where}: the deadline “{what}” is not recognised'],
  prefix: ['{where}的属性【{name}】缺少命名空间前缀', '{where}: attribute “{name}” has no prefix'],
  own: ['{where}的属性【keyan:{name}】不存在', '{where}: there is no attribute keyan:{name}'],
  attribute: ['属性【{name}】', 'attribute “{name}”'],
  element: ['元素【{name}】', 'element “{name}”'],
  node: ['节点【{node}】', 'Node “{node}”'],
} as const satisfies Record<string, Label>;

/** Returns the prefix of a finding that names its node. */
export const nodePrefix = (node: string): Label => fill(texts.node, { node });

const named = (text: Label, name: string): Label => fill(text, { name });

/** Returns the code that a listener runs. */
const listened = (listener: XmlElement): string =>
  ['class', 'delegateExpression', 'expression', 'type']
    .map((name) => attr(listener, name))
    .find(Boolean) ?? listener.name;

/** Returns the listeners of an element, also those that an engine writes in a list. */
export const listenersOf = (element: XmlElement): readonly XmlElement[] =>
  extensionsOf(element).flatMap((item) => {
    if (/^(?:execution|task|event)Listener$/.test(item.name)) return [item];
    return /^(?:execution|task)Listeners$/.test(item.name) ? item.children : [];
  });

const silent: ReadonlySet<string> = new Set(['userTask', 'executionListeners', 'taskListeners']);

/** Pattern of a period (`P3D`), or a date with or without a time. */
const readableDue = /^(?:P(?=[\dT])[\dYMWDTHS.]+|\d{4}-\d{2}-\d{2}(?:[T ][\d:.Z+-]+)?)$/;

/** Refuses an unreadable due date, because nobody should rely on it. */
const tellDue = (where: Label, what: string, report: Report): void => {
  if (readableDue.test(what.trim())) report.warns(texts.due, { where, what });
  else report.problem(texts.noDue, { where, what });
};

/** Reports everything in an element that the reader does not evaluate. Only styling is ignored without a report. */
export const reportUnknown = (
  element: XmlElement,
  where: Label,
  report: Report,
  known: Known = {},
): void => {
  for (const { uri, name, value } of element.attributes) {
    if (isStyling(uri) || (uri === '' && standard.has(name))) continue;
    if (uri === '') {
      if (known.added?.includes(name)) report.problem(texts.prefix, { where, name });
      else report.skips(named(texts.attribute, name));
    } else if (uri === ownNamespace) {
      if (!known.own?.includes(name)) report.problem(texts.own, { where, name });
    } else if (engineFamilies.has(uri) && known.added?.includes(name)) {
      // Evaluated elsewhere by name.
    } else if (name === 'dueDate') tellDue(where, value, report);
    else report.skips(attributeKinds.get(name) ?? named(texts.attribute, name));
  }
  for (const listener of listenersOf(element)) {
    report.warns(texts.listener, { where, what: listened(listener) });
  }
  for (const item of extensionsOf(element)) {
    const read = known.elements?.includes(item.name) || silent.has(item.name);
    if (read || isStyling(item.uri) || /^(?:execution|task|event)Listener$/.test(item.name))
      continue;
    if (item.name === 'taskSchedule') {
      const what = attr(item, 'dueDate') ?? attr(item, 'followUpDate') ?? '';
      tellDue(where, what, report);
    } else report.skips(elementKinds.get(item.name) ?? named(texts.element, item.name));
  }
};

const wordless: ReadonlySet<string> = new Set([
  'documentation',
  'extensionElements',
  'incoming',
  'outgoing',
]);

/** Counts the child elements that are ignored. */
export const reportChildren = (
  element: XmlElement,
  report: Report,
  known: readonly string[],
): void => {
  for (const { uri, name } of element.children) {
    const read = uri === bpmnNamespace && (wordless.has(name) || known.includes(name));
    if (!read && !isStyling(uri))
      report.skips(elementKinds.get(name) ?? named(texts.element, name));
  }
};
