import type { Label } from '@keyan/kernel/label.ts';
import { attr, bpmnNamespace, childrenOf } from './namespaces.ts';
import type { Report } from './report.ts';
import type { XmlElement } from './xml.ts';

const texts = {
  inlined: [
    '子流程【{node}】的节点按主流程的节点处理',
    'The nodes of sub-process “{node}” are read as nodes of the process',
  ],
  ends: [
    '子流程【{node}】应有一个普通开始节点和普通结束节点，请改为主流程的节点',
    'Sub-process “{node}” needs one plain start and plain ends: draw its nodes in the process',
  ],
} as const satisfies Record<string, Label>;

/** Elements that stay with a sub-process when its steps are moved out. */
const kept: ReadonlySet<string> = new Set([
  'documentation',
  'extensionElements',
  'incoming',
  'outgoing',
]);

const repeated = /LoopCharacteristics$/;

/** True for a sub-process that runs once, neither by an event nor in a loop. */
const isPlain = (element: XmlElement): boolean =>
  element.uri === bpmnNamespace &&
  element.name === 'subProcess' &&
  attr(element, 'triggeredByEvent') !== 'true' &&
  !element.children.some((child) => repeated.test(child.name));

const hasEvent = (element: XmlElement): boolean =>
  element.children.some((child) => /[eE]ventDefinition(?:Ref)?$/.test(child.name));

const hasResult = (element: XmlElement): boolean =>
  element.attributes.some(({ name }) => name === 'result' || name === 'free');

const idOf = (element: XmlElement): string => attr(element, 'id') ?? '';

/** Returns the element as a node that asks nobody, with the children that describe it. */
const passedThrough = (element: XmlElement): XmlElement => ({
  ...element,
  name: 'intermediateThrowEvent',
  attributes: element.attributes.filter(({ name }) => name !== 'triggeredByEvent'),
  children: element.children.filter((child) => child.uri !== bpmnNamespace || kept.has(child.name)),
});

class Inliner {
  /** New targets of flows into or out of a sub-process, by old target. */
  readonly targets = new Map<string, string>();
  readonly #report: Report;
  constructor(report: Report) {
    this.#report = report;
  }

  partsOf(element: XmlElement): readonly XmlElement[] {
    return isPlain(element) ? this.#stepsOf(element) : [element];
  }

  /** Returns the steps of a sub-process, and the node after them that replaces it. */
  #stepsOf(sub: XmlElement): readonly XmlElement[] {
    const id = idOf(sub);
    const node = attr(sub, 'name') ?? id;
    const starts = childrenOf(sub, 'startEvent');
    const ends = childrenOf(sub, 'endEvent');
    const [start] = starts;
    const report = this.#report.at({ id, name: node });
    const sound =
      starts.length === 1 &&
      ends.length > 0 &&
      ![...starts, ...ends].some(hasEvent) &&
      !ends.some(hasResult);
    if (!start || !sound) {
      report.problem(texts.ends, { node });
      return [passedThrough(sub)];
    }
    report.converts(texts.inlined, { node });
    this.targets.set(id, idOf(start));
    for (const end of ends) this.targets.set(idOf(end), id);
    const inner = sub.children
      .filter(
        (child) =>
          child.uri === bpmnNamespace && !kept.has(child.name) && child.name !== 'endEvent',
      )
      .map((child) => (child === start ? passedThrough(child) : child));
    return [passedThrough(sub), ...inner.flatMap((child) => this.partsOf(child))];
  }
}

/**
 * Moves the steps of plain sub-processes into the process: a flow to a sub-process leads to its first step, a flow to
 * an end in it to what follows it. Nodes and flows keep their ids, so the drawing of the file still fits. Other
 * sub-processes remain, and are refused.
 */
export const withoutSubProcesses = (process: XmlElement, report: Report): XmlElement => {
  const inliner = new Inliner(report);
  const children = process.children.flatMap((child) => inliner.partsOf(child));
  const { targets } = inliner;
  if (targets.size === 0) return { ...process, children };
  const redirected = (flow: XmlElement): XmlElement => ({
    ...flow,
    attributes: flow.attributes.map((item) =>
      item.uri === '' && item.name === 'targetRef'
        ? { ...item, value: targets.get(item.value.trim()) ?? item.value }
        : item,
    ),
  });
  return {
    ...process,
    children: children.map((child) =>
      child.uri === bpmnNamespace && child.name === 'sequenceFlow' ? redirected(child) : child,
    ),
  };
};
