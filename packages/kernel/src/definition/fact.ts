import type { Face, Fields, RowOf } from './field.ts';
import type { Parameter } from './parameter.ts';

/** Where facts come from. What depends on the origin is a table over its keys. */
export interface FactOrigins {
  /** The record that a reference of the row names: the fields of its face, all null without one. */
  readonly record: { readonly reference: string; readonly face: Face };
  /** A choice of the school. */
  readonly parameter: { readonly parameter: Parameter };
  /** Whoever made the record. */
  readonly writer: object;
  /** Found by the server half of the resource, from these fields of the row. */
  readonly supplied: { readonly face: Face; readonly by: readonly string[] };
}

/** A value from outside the row, and how the engine finds it. */
export type FactOrigin = {
  readonly [K in keyof FactOrigins]: { readonly from: K } & FactOrigins[K];
}[keyof FactOrigins];

/** A fact whose value is of this type. */
export interface Fact<out V = unknown> {
  readonly origin: FactOrigin;
  /** Only the type matters. */
  readonly value?: V;
}

/** Facts by the names under which rules, computed values and route conditions see them. */
export type Facts = Readonly<Record<string, Fact>>;

/** The values of facts. */
export type FactsOf<X extends Facts> = {
  readonly [K in keyof X]: X[K] extends Fact<infer V> ? V : never;
};

/** Who made a record: account, departments (the main one first), aliases of roles. */
export interface WriterFact {
  readonly id: string;
  readonly departments: readonly string[];
  readonly roles: readonly string[];
}

/** The record that the reference names, by its face. Without one every field of it is null. */
export const of = <F extends Fields>(
  reference: string,
  face: Face<F>,
): Fact<Readonly<RowOf<F>>> => ({ origin: { from: 'record', reference, face } });

/** What the school has set. */
export const param = <V>(parameter: Parameter<V>): Fact<V> => ({
  origin: { from: 'parameter', parameter },
});

/** Whoever made the record. */
export const writer = (): Fact<WriterFact> => ({ origin: { from: 'writer' } });

/**
 * What the server half of the resource finds (`supply` of its behaviour), such as the rule that fits
 * the record; null where there is none.
 * @param by the fields of the row that it looks at
 */
export const supplied = <F extends Fields>(
  face: Face<F>,
  ...by: readonly string[]
): Fact<Readonly<RowOf<F>> | null> => ({ origin: { from: 'supplied', face, by } });

type RowLike = Readonly<Record<string, unknown>>;

const fieldsBehind: {
  readonly [K in keyof FactOrigins]: (origin: FactOrigins[K]) => readonly string[];
} = {
  record: ({ reference }) => [reference],
  parameter: () => [],
  writer: () => [],
  supplied: ({ by }) => by,
};

/** The fields of the row that decide what a fact is. */
export const fieldsOfFact = ({ origin }: Fact): readonly string[] =>
  (fieldsBehind[origin.from] as (origin: FactOrigin) => readonly string[])(origin);

/**
 * What the facts of a row are looked up by: they stay the same as long as this does. Null for a
 * resource without facts.
 */
export const factsKey = ({ facts }: { readonly facts?: Facts }, row: RowLike): string | null =>
  facts
    ? JSON.stringify(
        Object.values(facts).map((fact) => fieldsOfFact(fact).map((name) => row[name] ?? null)),
      )
    : null;

/** Says that a fact was asked for that has not come yet. */
class Unknown extends Error {}

/** Values that are known; a fact that is not among them has not come yet. */
export type KnownFacts = Readonly<Record<string, unknown>>;

/** Facts as rules see them: to ask for one that has not come yet stops the rule. */
export const asRulesSee = (
  { facts = {} }: { readonly facts?: Facts },
  known: KnownFacts = {},
): KnownFacts =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.keys(facts).map((name) => [
        name,
        {
          enumerable: true,
          get: () => {
            if (!Object.hasOwn(known, name)) throw new Unknown(name);
            return known[name];
          },
        },
      ]),
    ),
  );

/** What the rule says; `otherwise` where it asks for a fact that has not come yet. */
export const onceKnown = <T>(rule: () => T, otherwise: T): T => {
  try {
    return rule();
  } catch (error) {
    if (error instanceof Unknown) return otherwise;
    throw error;
  }
};

/** @throws Error for a fact that has the name of a field, or looks at a field that is not there. */
export const checkFacts = ({
  key,
  fields,
  facts = {},
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly facts?: Facts;
}): void => {
  for (const [name, fact] of Object.entries(facts)) {
    if (Object.hasOwn(fields, name)) throw new Error(`${key}: ${name} is a field and a fact`);
    const missing = fieldsOfFact(fact).find((field) => !Object.hasOwn(fields, field));
    if (missing) throw new Error(`${key}: the fact ${name} looks at ${missing}, which is no field`);
    const { origin } = fact;
    const target = origin.from === 'record' && fields[origin.reference]?.spec.target;
    if (origin.from === 'record' && (!target || target.key !== origin.face.key)) {
      throw new Error(`${key}: ${origin.reference} names no ${origin.face.key}`);
    }
  }
};
