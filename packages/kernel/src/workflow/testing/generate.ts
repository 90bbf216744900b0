import fc from 'fast-check';
import type { EmptyPolicy } from '../../definition/process.ts';
import type { Diagram, DiagramFlow, DiagramNode } from '../diagram.ts';
import type { Variable } from '../expression.ts';

/** A block-structured process: what the checks at deployment accept, and nothing else. */
export type Block =
  | { readonly is: 'user'; readonly people: readonly string[]; readonly empty: EmptyPolicy }
  | {
      readonly is: 'together';
      readonly people: readonly string[];
      readonly sequential: boolean;
      readonly completion: string | undefined;
    }
  /** A step whose refusal the diagram leads back to the applicant, or to the end. */
  | { readonly is: 'judged'; readonly against: 'apply' | 'end' }
  | { readonly is: 'sequence'; readonly parts: readonly Block[] }
  | {
      readonly is: 'parallel' | 'inclusive' | 'exclusive';
      readonly branches: readonly (readonly [condition: string, block: Block])[];
    };

/** Ids are numbers as text, so that the same plays run on the database. */
export const applicant = '10';
export const members = ['10', '11', '12', '13', '14', '15', '16'];
export const roles = ['role:r1', 'role:r2', 'role:r3', 'role:r4'];
export const managers = ['21', '22'];

type Test = (facts: Readonly<Record<string, Variable>>) => boolean;

/** Conditions as the engine reads them, and what they mean. */
export const conditions: Readonly<Record<string, Test>> = {
  '${b0}': ({ b0 }) => b0 === true,
  '${b1 && n < 6}': ({ b1, n }) => b1 === true && Number(n) < 6,
  '${n >= 4}': ({ n }) => Number(n) >= 4,
  "${kind == 'x' || !b0}": ({ kind, b0 }) => kind === 'x' || b0 !== true,
  '${not b1}': ({ b1 }) => b1 !== true,
};

const references = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...roles) },
    { weight: 1, arbitrary: fc.constantFrom('user:11', 'user:12', 'var:chosen') },
  ),
  { minLength: 1, maxLength: 2 },
);

const user = fc.record({
  is: fc.constant('user' as const),
  people: references,
  empty: fc.constantFrom<EmptyPolicy>('toAdmin', 'toAdmin', 'skip', 'refuse'),
});

const together = fc.record({
  is: fc.constant('together' as const),
  people: fc.array(fc.constantFrom(...roles), { minLength: 1, maxLength: 3 }),
  sequential: fc.boolean(),
  completion: fc.constantFrom(
    undefined,
    '${nrOfCompletedInstances > 0}',
    '${nrOfCompletedInstances / nrOfInstances >= 0.6}',
  ),
});

/** Blocks nested up to four deep. */
export const blocks: fc.Arbitrary<Block> = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, depthSize: 'medium', withCrossShrink: true },
    { weight: 5, arbitrary: user },
    { weight: 2, arbitrary: together },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('sequence' as const),
        parts: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        is: fc.constantFrom('parallel' as const, 'inclusive' as const, 'exclusive' as const),
        branches: fc.array(fc.tuple(fc.constantFrom(...Object.keys(conditions)), tie('block')), {
          minLength: 2,
          maxLength: 3,
        }),
      }),
    },
  ),
})).block;

/** Whole processes: blocks in a row, sometimes with a drawn path for rejections. */
export const processes: fc.Arbitrary<Block> = fc
  .tuple(blocks, fc.constantFrom(null, 'apply', 'end'), fc.array(blocks, { maxLength: 2 }))
  .map(([first, against, rest]) => ({
    is: 'sequence',
    parts: [first, ...(against ? [{ is: 'judged', against } as const] : []), ...rest],
  }));

export const variables: fc.Arbitrary<Record<string, Variable>> = fc.record({
  b0: fc.boolean(),
  b1: fc.boolean(),
  n: fc.integer({ min: 0, max: 9 }),
  kind: fc.constantFrom('x', 'y'),
  chosen: fc.subarray(['13', '14', '15', '10']),
});

/** Who holds which role; a role may have nobody, or the applicant alone. */
export const holders: fc.Arbitrary<readonly (readonly string[])[]> = fc.tuple(
  ...roles.map(() => fc.subarray(members, { maxLength: 4 })),
);

/** The diagram of a block. */
export const draw = (block: Block): Diagram => {
  const nodes: DiagramNode[] = [];
  const flows: DiagramFlow[] = [];
  const fresh = (prefix: string): string => `${prefix}${nodes.length + 1}`;
  const connect = (from: string, to: string, condition?: string): string => {
    const id = `f${flows.length + 1}`;
    flows.push({ id, from, to, ...(condition === undefined ? {} : { condition }) });
    return id;
  };
  const step = (id: string, people: readonly string[], empty: EmptyPolicy) =>
    ({ id, type: 'user', name: id, people, empty, editable: [], refuse: true }) as const;

  /** Adds the block behind a node and answers the node that ends it. */
  const add = (part: Block, from: string, condition?: string): string => {
    if (part.is === 'sequence') {
      return part.parts.reduce(
        (at, inner, i) => add(inner, at, i === 0 ? condition : undefined),
        from,
      );
    }
    if (part.is === 'user' || part.is === 'together') {
      const id = fresh('n');
      const base = step(id, part.people, part.is === 'user' ? part.empty : 'toAdmin');
      nodes.push(
        part.is === 'user'
          ? base
          : {
              ...base,
              multi: {
                sequential: part.sequential,
                ...(part.completion === undefined ? {} : { completion: part.completion }),
              },
            },
      );
      connect(from, id, condition);
      return id;
    }
    if (part.is === 'judged') {
      const asker = fresh('n');
      nodes.push(step(asker, ['role:r1'], 'toAdmin'));
      connect(from, asker, condition);
      const gateway = fresh('g');
      nodes.push({ id: gateway, type: 'exclusive', name: '' });
      connect(asker, gateway);
      connect(gateway, part.against, '${!pass}');
      const after = fresh('n');
      nodes.push(step(after, ['role:r2'], 'toAdmin'));
      connect(gateway, after, '${pass}');
      return after;
    }
    const open = fresh('g');
    const at = nodes.length;
    nodes.push({ id: open, type: part.is, name: '' });
    connect(from, open, condition);
    const exits = part.branches.map(([test, inner], i) => {
      const last = i === part.branches.length - 1;
      const before = flows.length;
      const exit = add(inner, open, last || part.is === 'parallel' ? undefined : test);
      return { exit, entry: flows[before]?.id ?? '' };
    });
    const fallback = exits.at(-1)?.entry ?? '';
    if (part.is !== 'parallel')
      nodes[at] = { id: open, type: part.is, name: '', default: fallback };
    const close = fresh('g');
    nodes.push({ id: close, type: part.is, name: '' });
    for (const { exit } of exits) connect(exit, close);
    return close;
  };

  nodes.push({ id: 'start', type: 'start', name: '' }, step('apply', ['applicant'], 'toAdmin'));
  connect('start', 'apply');
  const last = add(block, 'apply');
  nodes.push({ id: 'end', type: 'end', name: '' });
  connect(last, 'end');
  return { key: 'p', name: 'p', nodes, flows };
};
