import type { Label } from '@keyan/kernel/label.ts';
import { capitalise, type Element, type NodeReader, reportUnreadParts } from './item.ts';
import type { Known } from './leftovers.ts';
import { attr, extensionsOf, familyAttr, ownAttr } from './namespaces.ts';
import { PeopleReader, peopleOf } from './people.ts';
import type { Report } from './report.ts';

const texts = {
  service: ['服务节点【{node}】（{what}）不支持', 'Service “{node}” ({what}) is not supported'],
  doing: [
    '服务节点【{node}】的keyan:do不能是【{value}】，只能是cc（抄送）',
    'Service “{node}”: keyan:do cannot be “{value}”; only cc (copy) is possible',
  ],
  noCopy: ['服务节点【{node}】没有设置抄送人', 'Service “{node}” names nobody to copy to'],
} as const satisfies Record<string, Label>;

/** Returns what a service task would run, in the notation of any engine. */
const serviceOf = ({ element, title }: Element, report: Report): string =>
  ['class', 'delegateExpression', 'expression', 'topic', 'type', 'decisionRef']
    .map((name) => familyAttr(element, name, title, report))
    .find(Boolean) ??
  extensionsOf(element)
    .filter((item) => item.name === 'taskDefinition')
    .map((item) => attr(item, 'type'))
    .find(Boolean) ??
  capitalise(element.name);

const serviceKnown: Known = {
  added: ['assignee', 'candidateUsers', 'candidateGroups'],
  own: ['do', 'english'],
};

/** Reads a task that the process does by itself, as the attribute of this program says. */
export const readService: NodeReader = (item, report, applicants) => {
  const { element, title: node, id, name } = item;
  const value = ownAttr(element, 'do');
  if (value === undefined) {
    report.problem(texts.service, { node, what: serviceOf(item, report) });
    return { id, name, type: 'exclusive' };
  }
  const references = new PeopleReader(node, applicants, report);
  const people = peopleOf(element, node, references, report, undefined);
  if (value !== 'cc') report.problem(texts.doing, { node, value });
  else if (people.length === 0) report.problem(texts.noCopy, { node });
  reportUnreadParts(item, report, serviceKnown);
  const english = ownAttr(element, 'english');
  return {
    id,
    name,
    type: 'service',
    service: { is: 'cc', people },
    ...(english === undefined ? {} : { english }),
  };
};
