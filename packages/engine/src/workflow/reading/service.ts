import type { Label } from '@keyan/kernel/label.ts';
import { type Item, type Read, tellRest, upper } from './item.ts';
import type { Known } from './leftovers.ts';
import { added, extensionsOf, ours, plain } from './namespaces.ts';
import { People, peopleOf } from './people.ts';
import type { Report } from './report.ts';

const texts = {
  service: ['服务节点【{node}】（{what}）不支持', 'Service “{node}” ({what}) is not supported'],
  doing: [
    '服务节点【{node}】的keyan:do不能是【{value}】，只能是cc（抄送）',
    'Service “{node}”: keyan:do cannot be “{value}”; only cc (a copy) is possible',
  ],
  noCopy: ['服务节点【{node}】没有设置抄送人', 'Service “{node}” names nobody to copy to'],
} as const satisfies Record<string, Label>;

/** Target that a service would run, as each family states it. */
const serviceOf = ({ element, title }: Item, report: Report): string =>
  ['class', 'delegateExpression', 'expression', 'topic', 'type', 'decisionRef']
    .map((name) => added(element, name, title, report))
    .find(Boolean) ??
  extensionsOf(element)
    .filter((item) => item.name === 'taskDefinition')
    .map((item) => plain(item, 'type'))
    .find(Boolean) ??
  upper(element.name);

const serviceKnown: Known = {
  added: ['assignee', 'candidateUsers', 'candidateGroups'],
  own: ['do', 'english'],
};

/** A task that the process does by itself, where our attribute says what. */
export const service: Read = (item, report, applicants) => {
  const { element, title: node, id, name } = item;
  const value = ours(element, 'do');
  if (value === undefined) {
    report.problem(texts.service, { node, what: serviceOf(item, report) });
    return { id, name, type: 'exclusive' };
  }
  const references = new People(node, applicants, report);
  const people = peopleOf(element, node, references, report, undefined);
  if (value !== 'cc') report.problem(texts.doing, { node, value });
  else if (people.length === 0) report.problem(texts.noCopy, { node });
  tellRest(item, report, serviceKnown);
  const english = ours(element, 'english');
  return {
    id,
    name,
    type: 'service',
    service: { is: 'cc', people },
    ...(english === undefined ? {} : { english }),
  };
};
