import type { ChainLink, Process, Step } from '../definition/life/process.ts';
import { isStep } from '../definition/life/process.ts';
import type { ChainNode } from './chain/chain.ts';
import { drawChain } from './chain/draw-chain.ts';
import { applicantsStep, type Diagram, type DiagramUser, deadlineIn } from './diagram.ts';

export const applyKey = 'apply';

const userOf = (step: Step): DiagramUser => ({
  id: step.key,
  type: 'user',
  name: step.label[0],
  english: step.label[1],
  people: step.candidates,
  empty: step.empty ?? 'toAdmin',
  ...(step.cc === undefined ? {} : { cc: step.cc }),
  ...deadlineIn(step),
  ...(step.tag === undefined ? {} : { tag: step.tag }),
  ...(step.onAgainst === undefined ? {} : { onAgainst: step.onAgainst }),
  editable: step.editable ?? [],
  ...(step.rejudge ? { rejudge: true } : {}),
  refuse: step.refuse ?? true,
  ...(step.together
    ? { multi: { ...step.together, sequential: step.together.sequential ?? false } }
    : {}),
});

const nodeOf = (link: ChainLink): ChainNode => {
  if (isStep(link)) return userOf(link);
  const { key, label, condition: _, ...settings } = link;
  const drawn = { id: key, name: label[0], english: label[1] };
  if ('service' in settings) return { ...drawn, type: 'service', ...settings };
  if ('period' in settings) return { ...drawn, type: 'wait', ...settings };
  const { wait, ...rest } = settings;
  return { ...drawn, type: 'wait', ...rest, matter: wait };
};

/** Returns the diagram of a shipped chain, which has no branches. */
export const shippedDiagramOf = (process: Process): Diagram =>
  drawChain({
    key: process.kind,
    name: process.label[0],
    apply: applicantsStep(applyKey),
    items: process.steps.map((link) => ({
      is: 'step',
      node: nodeOf(link),
      condition: link.condition ?? null,
    })),
  });
