import type {
  Diagram,
  DiagramNode,
  DiagramUser,
  ServiceSettings,
  WaitSettings,
} from '../diagram.ts';
import { applicantsStep } from '../diagram.ts';

/**
 * Types of gateways by the first letter of the id; `a` is a step of the applicant, `w` a wait, `d`
 * a service.
 */
const gateways = { x: 'exclusive', p: 'parallel', i: 'inclusive' } as const;
const ends = { s: 'start', e: 'end' } as const;

/** Settings of a step, a wait or a service besides its place in the graph. */
export type NodeSettings = Omit<
  Partial<DiagramUser & WaitSettings & ServiceSettings>,
  'id' | 'type'
>;

/**
 * Makes a diagram from lines: `u1>x1` draws a flow, `x1>e?${pass}` one with a condition, `x1>e!`
 * the default flow. Holders of the role `u1` act on the step `u1`.
 *
 * @param settings further settings of nodes, by id
 */
export const diagramFromLines = (
  lines: readonly string[],
  settings: Readonly<Record<string, NodeSettings>> = {},
): Diagram => {
  const defaults = new Map<string, string>();
  const flows = lines.map((line, index) => {
    const id = `f${index}`;
    const [, from = '', to = '', isDefault, condition] =
      /^(\w+)>(\w*)(!)?(?:\?(.+))?$/.exec(line) ?? [];
    if (isDefault) defaults.set(from, id);
    return { id, from, to, ...(condition ? { condition } : {}) };
  });
  const ids = [...new Set(flows.flatMap((flow) => [flow.from, flow.to]))].filter(Boolean);
  const nodes = ids.map((id): DiagramNode => {
    const [letter = ''] = id;
    if (Object.hasOwn(ends, letter)) {
      return { id, type: ends[letter as keyof typeof ends], name: id };
    }
    if (Object.hasOwn(gateways, letter)) {
      const chosen = defaults.get(id);
      return {
        id,
        type: gateways[letter as keyof typeof gateways],
        name: id,
        ...(chosen === undefined ? {} : { default: chosen }),
      };
    }
    const { service, ...own } = settings[id] ?? {};
    if (letter === 'w') {
      const waits = own.matter === undefined ? { period: 'P1D' } : {};
      return { id, type: 'wait', name: id, ...waits, ...own };
    }
    if (letter === 'd') {
      return { id, type: 'service', name: id, service: service ?? { is: 'cc', people: [] } };
    }
    if (letter === 'a') return { ...applicantsStep(id), ...own };
    return {
      id,
      type: 'user',
      name: id,
      people: [`role:${id}`],
      empty: 'toAdmin',
      editable: [],
      refuse: true,
      ...own,
    };
  });
  return { key: 'k', name: 'k', nodes, flows: flows.filter((flow) => flow.to !== '') };
};
