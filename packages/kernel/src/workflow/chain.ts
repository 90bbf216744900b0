import type { ChainLink, Process, Step } from '../definition/life/process.ts';
import { isStep } from '../definition/life/process.ts';
import {
  applicantsStep,
  type Diagram,
  type DiagramFlow,
  type DiagramNode,
  type DiagramUser,
} from './diagram.ts';

export const applyKey = 'apply';

const userOf = (step: Step): DiagramUser => ({
  id: step.key,
  type: 'user',
  name: step.label[0],
  english: step.label[1],
  people: step.candidates,
  empty: step.empty ?? 'toAdmin',
  ...(step.cc === undefined ? {} : { cc: step.cc }),
  ...(step.tag === undefined ? {} : { tag: step.tag }),
  ...(step.onAgainst === undefined ? {} : { onAgainst: step.onAgainst }),
  editable: step.editable ?? [],
  ...(step.rejudge ? { rejudge: true } : {}),
  refuse: step.refuse ?? true,
  ...(step.together
    ? { multi: { ...step.together, sequential: step.together.sequential ?? false } }
    : {}),
});

const nodeOf = (link: ChainLink): DiagramNode => {
  if (isStep(link)) return userOf(link);
  const { key, label, condition: _, ...settings } = link;
  const drawn = { id: key, name: label[0], english: label[1] };
  if ('service' in settings) return { ...drawn, type: 'service', ...settings };
  if ('period' in settings) return { ...drawn, type: 'wait', ...settings };
  const { wait, ...rest } = settings;
  return { ...drawn, type: 'wait', ...rest, matter: wait };
};

/**
 * The diagram of a chain: start → applicant → steps → end; a conditional step has
 * an exclusive gateway before it whose default flow passes it over.
 */
export const diagramOf = (process: Process): Diagram => {
  const nodes: DiagramNode[] = [
    { id: 'start', type: 'start', name: '开始' },
    applicantsStep(applyKey),
  ];
  const flows: DiagramFlow[] = [];
  const connect = (from: string, to: string, condition?: string): string => {
    const id = `${from}__${to}`;
    flows.push({ id, from, to, ...(condition === undefined ? {} : { condition }) });
    return id;
  };
  connect('start', applyKey);
  // Loose ends that the next node picks up; the first is where the chain came from.
  let open = [applyKey];
  for (const step of process.steps) {
    const gateway = `${step.key}_if`;
    if (step.condition !== undefined) for (const from of open) connect(from, gateway);
    else for (const from of open) connect(from, step.key);
    if (step.condition !== undefined) connect(gateway, step.key, step.condition);
    nodes.push(nodeOf(step));
    open = step.condition === undefined ? [step.key] : [step.key, gateway];
  }
  for (const from of open) connect(from, 'end');
  nodes.push({ id: 'end', type: 'end', name: '结束' });
  // A conditional step's other way out is its gateway's default flow.
  for (const step of process.steps.filter((item) => item.condition !== undefined)) {
    const gateway = `${step.key}_if`;
    const other = flows.find((flow) => flow.from === gateway && flow.condition === undefined);
    nodes.push({
      id: gateway,
      type: 'exclusive',
      name: '',
      ...(other ? { default: other.id } : {}),
    });
  }
  return { key: process.kind, name: process.label[0], nodes, flows };
};
