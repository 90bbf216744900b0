import type { Label } from '../label.ts';
import {
  applicantsStep,
  type Diagram,
  type DiagramFlow,
  type DiagramNode,
  type EmptyPolicy,
} from './diagram.ts';

/** One step of a chain of approvers, in the order in which it is asked. */
export interface Step {
  /** Id of the step within its process, kept for ever: instances and tables refer to it. */
  readonly key: string;
  readonly label: Label;
  /** Who acts, as references that the directory understands. */
  readonly candidates: readonly string[];
  /** Expression over the record's variables; the step is passed over when it does not hold. */
  readonly condition?: string;
  readonly empty?: EmptyPolicy;
  readonly tag?: string;
  readonly editable?: readonly string[];
  /** Whether 不通过 may be chosen; by default it may. */
  readonly refuse?: boolean;
  /** Several people have to agree: all of them at once, or one after the other. */
  readonly together?: { readonly sequential?: boolean; readonly completion?: string };
}

/** A kind of approval with its shipped route; administrators may deploy others under its key. */
export interface Process {
  /** The kind of the routes `/mywork/process/{kind}/…`, also the definition's key. */
  readonly kind: string;
  readonly label: Label;
  /** `flow_` and the number of the process in the dictionary `flow`; no other process has it. */
  readonly category: string;
  readonly steps: readonly Step[];
}

/**
 * Declares a process by its chain of approvers.
 * @throws Error at load when two steps share a key or a process has none.
 */
export const defineProcess = (
  kind: string,
  label: Label,
  steps: readonly Step[],
  category = 'flow_1',
): Process => {
  if (steps.length === 0) throw new Error(`${kind}: a process needs a step`);
  const keys = new Set(steps.map((step) => step.key));
  if (keys.size !== steps.length) throw new Error(`${kind}: two steps share a key`);
  return { kind, label, category, steps };
};

export const applyKey = 'apply';

/**
 * The diagram that a chain stands for: start → applicant → steps → end; a conditional step has
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
    nodes.push({
      id: step.key,
      type: 'user',
      name: step.label[0],
      english: step.label[1],
      people: step.candidates,
      empty: step.empty ?? 'toAdmin',
      ...(step.tag === undefined ? {} : { tag: step.tag }),
      editable: step.editable ?? [],
      refuse: step.refuse ?? true,
      ...(step.together
        ? {
            multi: {
              sequential: step.together.sequential ?? false,
              ...(step.together.completion === undefined
                ? {}
                : { completion: step.together.completion }),
            },
          }
        : {}),
    });
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
