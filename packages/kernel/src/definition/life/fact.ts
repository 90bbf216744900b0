import type { CodeScope, Scope } from '../../access/scope.ts';
import { isId } from '../../values/id.ts';
import type { RowLike } from '../../values/row.ts';
import type { Face, Fields, RowOf } from '../field/field.ts';
import type { Parameter } from '../field/parameter.ts';
import type { BalanceOf } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/measures.ts';

/** Origins of facts. What depends on the origin is a table over its keys. */
export interface FactOrigins {
  /** The record that a reference of the row names: the fields of its face, all null without one. */
  readonly record: { readonly reference: string; readonly face: Face };
  /** Branch of a record in a tree: the one right below the top of it to which the record belongs. */
  readonly branch: { readonly reference: string; readonly tree: Face };
  /** A choice of the school. */
  readonly parameter: { readonly parameter: Parameter };
  /** Whoever made the record. */
  readonly writer: object;
  /**
   * Records that name in the field `by`, or in their lines (`members.userId`), what the row names at these paths
   * (`leaderId`, `members.userId`; `id` for the row itself); by `id` those themselves; all of them where `by` is null.
   */
  readonly records: {
    readonly face: Face;
    readonly by: string | null;
    readonly paths: readonly string[];
    readonly where: readonly CodeScope[];
  };
  /** The records of a catalogue that a rule chooses from. */
  readonly catalogue: { readonly face: Face; readonly where: readonly Scope[] };
  /** Balances of the owner in all, under the empty subaccount, and in those of its subaccounts that the row names. */
  readonly balances: {
    readonly ledger: Ledger;
    readonly owner: string;
    readonly paths: readonly string[];
  };
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

/** Maker of a record: account, departments (the main one first), aliases of roles. */
export interface WriterFact {
  readonly id: string;
  readonly departments: readonly string[];
  readonly roles: readonly string[];
}

/** The record that the reference names, by its face. Without one every field of it is null. */
export const recordNamedBy = <F extends Fields>(
  reference: string,
  face: Face<F>,
): Fact<Readonly<RowOf<F>>> => ({ origin: { from: 'record', reference, face } });

/**
 * The branch to which the record that the reference names belongs: the one right below the top of its tree,
 * such as the college of a department; at the top itself. Null without a record.
 */
export const treeBranchOf = (reference: string, tree: Face): Fact<string | null> => ({
  origin: { from: 'branch', reference, tree },
});

/** Value that the school has set. */
export const parameterFact = <V>(parameter: Parameter<V>): Fact<V> => ({
  origin: { from: 'parameter', parameter },
});

/** Whoever made the record. */
export const writerFact = (): Fact<WriterFact> => ({ origin: { from: 'writer' } });

/** A record that others name, with what its face shows. */
export type NamingRecord<F extends Fields> = Readonly<RowOf<F>> & { readonly id: string };

/**
 * The records of a face that name in `by` whom or what the row names at these paths, whoever asks: the
 * projects that somebody leads, the file of a member. Where lines name it (`by` is a path into a sub-table), a record comes
 * with these lines only. Rules of the server judge by them; no page is told.
 */
export const recordsNaming = <F extends Fields>(
  face: Face<F>,
  by: 'id' | (keyof F & string) | `${string}.${string}`,
  paths: readonly string[],
  ...where: readonly CodeScope[]
): Fact<readonly NamingRecord<F>[]> => ({ origin: { from: 'records', face, by, paths, where } });

/** Every record of a face, whoever asks; the face is one of a small table of rules. Rules of the server judge by it. */
export const allRecordsOf = <F extends Fields>(
  face: Face<F>,
  ...where: readonly CodeScope[]
): Fact<readonly NamingRecord<F>[]> => ({
  origin: { from: 'records', face, by: null, paths: [], where },
});

/** A catalogue that rules choose from is short: no more than this many of its records are read. */
export const maxCatalogueRecords = 200;

/**
 * All records of a face within these scopes, for rules that choose among them by the row: rates that hold for it. Pages
 * are told, whoever asks: such a catalogue has no secrets.
 */
export const catalogueOf = <F extends Fields>(
  face: Face<F>,
  ...where: readonly Scope[]
): Fact<readonly NamingRecord<F>[]> => ({ origin: { from: 'catalogue', face, where } });

/**
 * Balances of a ledger in the subaccounts that the row names at these paths, by subaccount; nothing for one without
 * entries. Rules of the server judge by them; no page is told.
 * @param owner the reference to the owner
 */
export const balancesIn = <L extends Ledger>(
  ledger: L,
  owner: string,
  paths: readonly string[],
): Fact<Readonly<Partial<Record<string, BalanceOf<L>>>>> => ({
  origin: { from: 'balances', ledger, owner, paths },
});

/** May pages know it? What stands about people beside the record is for the rules of the server. */
export const isKnownToPages = ({ origin }: Fact): boolean =>
  origin.from !== 'records' && origin.from !== 'balances';

/** The facts that pages may know. */
export const factsForPages = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => isKnownToPages(fact)));

/** The ids that a row has at these paths, each once. */
export const idsAtPaths = (row: RowLike, paths: readonly string[]): readonly string[] => {
  const found = paths.flatMap((path) => {
    const [name = '', inside] = path.split('.');
    const value = row[name];
    if (inside === undefined) return [value].flat();
    return Array.isArray(value) ? value.map((line: RowLike) => line[inside]) : [];
  });
  return [...new Set(found.filter((one): one is string => isId(one)))];
};

/** The path by which a row names itself: records that refer to it. */
const itself = 'id';

const ownFields = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => (path === itself ? [] : (path.split('.')[0] ?? '')));

const fieldsBehind: {
  readonly [K in keyof FactOrigins]: (origin: FactOrigins[K]) => readonly string[];
} = {
  record: ({ reference }) => [reference],
  branch: ({ reference }) => [reference],
  parameter: () => [],
  writer: () => [],
  records: ({ paths }) => ownFields(paths),
  catalogue: () => [],
  balances: ({ owner, paths }) => [owner, ...ownFields(paths)],
};

/** The fields of the row that decide what a fact is. */
export const fieldsOfFact = ({ origin }: Fact): readonly string[] =>
  (fieldsBehind[origin.from] as (origin: FactOrigin) => readonly string[])(origin);

/** Says that a fact was asked for that has not come yet. */
class Unknown extends Error {}

/** Values that are known; a fact that is not among them has not come yet. */
export type KnownFacts = Readonly<Record<string, unknown>>;

/** Facts as rules see them: to ask for one that has not come yet stops the rule. */
export const factsForRules = (
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

/** Result of the rule; `otherwise` where it asks for a fact that has not come yet. */
export const resultIfKnown = <T>(rule: () => T, otherwise: T): T => {
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
    if (origin.from === 'record' || origin.from === 'branch') {
      const named = (origin.from === 'record' ? origin.face : origin.tree).key;
      const target = fields[origin.reference]?.spec.target;
      if (target?.key !== named) throw new Error(`${key}: ${origin.reference} names no ${named}`);
    }
    for (const path of 'paths' in origin ? origin.paths : []) {
      if (path === itself) continue;
      const [field = '', inside] = path.split('.');
      const within = fields[field]?.spec;
      const spec = inside === undefined ? within : within?.fields?.[inside]?.spec;
      if (!spec) throw new Error(`${key}: the fact ${name} looks at ${path}, which is no field`);
    }
  }
};
