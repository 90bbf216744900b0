import type { Chain } from '@keyan/kernel/workflow/chain/chain.ts';
import { type TSchema, Type } from 'typebox';
import { fileLimits } from '../../workflow/reading/limits.ts';

/** Maximum nesting depth of forks in a chain; deeper routes are drawn. */
const maxForkDepth = 4;

const name = Type.String({ maxLength: fileLimits.name });
/** Key of a node; becomes an id in the route file. */
const key = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_.-]*$', maxLength: fileLimits.name });
const condition = Type.Union([Type.Null(), Type.String({ maxLength: fileLimits.condition })]);
const names = Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^,]+$' }), {
  maxItems: 100,
});
const optional = Type.Optional;
const share = (words: readonly string[]) =>
  Type.Union([
    ...words.map((word) => Type.Literal(word)),
    Type.Integer({ minimum: 1, maximum: 100 }),
  ]);

const user = Type.Object({
  type: Type.Literal('user'),
  id: key,
  name,
  english: optional(name),
  people: names,
  empty: Type.Union(['toAdmin', 'skip', 'refuse'].map((word) => Type.Literal(word))),
  skipSame: optional(Type.Union(['none', 'consecutive', 'any'].map((word) => Type.Literal(word)))),
  cc: optional(names),
  due: optional(name),
  overdue: optional(
    Type.Union(['agree', 'refuse', 'return', 'handOver'].map((word) => Type.Literal(word))),
  ),
  handTo: optional(names),
  remind: optional(name),
  escalate: optional(name),
  tag: optional(name),
  editable: names,
  rejudge: optional(Type.Boolean()),
  refuse: Type.Boolean(),
  onAgainst: optional(name),
  skip: optional(Type.String({ maxLength: fileLimits.condition })),
  multi: optional(
    Type.Object({
      sequential: Type.Boolean(),
      agree: optional(share(['all', 'any'])),
      against: optional(share(['veto', 'count'])),
      collection: optional(name),
      completion: optional(Type.String({ maxLength: fileLimits.condition })),
    }),
  ),
});

const wait = Type.Object({
  type: Type.Literal('wait'),
  id: key,
  name,
  english: optional(name),
  period: optional(name),
  matter: optional(name),
  again: optional(Type.Union([Type.Literal('reuse'), Type.Literal('ask')])),
  tag: optional(name),
  editable: optional(names),
  onAgainst: optional(name),
});

const service = Type.Object({
  type: Type.Literal('service'),
  id: key,
  name,
  english: optional(name),
  service: Type.Object({ is: Type.Literal('cc'), people: names }),
});

const step = Type.Object({
  is: Type.Literal('step'),
  node: Type.Union([user, wait, service]),
  condition,
});

const itemsTo = (depth: number): TSchema => {
  if (depth === 0) return Type.Array(step, { maxItems: fileLimits.nodes });
  const fork = Type.Object({
    is: Type.Literal('fork'),
    id: key,
    gateway: Type.Union(['exclusive', 'parallel', 'inclusive'].map((word) => Type.Literal(word))),
    branches: Type.Array(Type.Object({ condition, items: itemsTo(depth - 1) }), {
      minItems: 2,
      maxItems: 20,
    }),
  });
  return Type.Array(Type.Union([step, fork]), { maxItems: fileLimits.nodes });
};

/** Schema of a chain. Its content is checked as an uploaded file is. */
export const chainInput = Type.Unsafe<Chain>(
  Type.Object({ key: name, name, apply: user, items: itemsTo(maxForkDepth) }),
);
