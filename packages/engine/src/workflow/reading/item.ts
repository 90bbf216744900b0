import type { DiagramNode } from '@keyan/kernel/workflow/diagram.ts';
import { type Known, nodePrefix, reportChildren, reportUnknown } from './leftovers.ts';
import type { Report } from './report.ts';
import type { XmlElement } from './xml.ts';

/** Element of the route, with what its reader needs. */
export interface Element {
  readonly element: XmlElement;
  readonly id: string;
  readonly name: string;
  /** Name for people. */
  readonly title: string;
}

/** Reads an element as a node of the diagram, and reports what is ignored. */
export type NodeReader = (
  item: Element,
  report: Report,
  applicants: ReadonlySet<string>,
) => DiagramNode;

export const capitalise = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const isEvent = /[eE]ventDefinition(?:Ref)?$/;

export const eventsOf = ({ element }: Element): readonly string[] =>
  element.children
    .map((child) => child.name)
    .filter((name) => isEvent.test(name))
    .map((name) => name.replace(/EventDefinition$/, ''));

/** Reports what is ignored of a node without people. */
export const reportUnreadParts = (
  { element, title }: Element,
  report: Report,
  known?: Known,
): void => {
  const events = element.children.map((child) => child.name).filter((name) => isEvent.test(name));
  reportUnknown(element, nodePrefix(title), report, known);
  reportChildren(element, report, events);
};
