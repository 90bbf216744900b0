import type { CodeScope, Scope } from '../../access/scope.ts';
import { isId } from '../../values/id.ts';
import type { RowLike } from '../../values/row.ts';
import type { Face, Fields, RowOf } from '../field/field.ts';
import type { Parameter } from '../field/parameter.ts';
import type { BalanceOf } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/measures.ts';

/** Data by origin of a fact. Everything that depends on the origin is a table over its keys. */
export interface FactOrigins {
  /**
   * Fields of the face of the record that a reference of the row names; all null without a record.
   */
  readonly record: { readonly reference: string; readonly face: Face };
  /** Branch of a tree to which a record belongs: its ancestor directly below the root. */
  readonly branch: { readonly reference: string; readonly tree: Face };
  /** Parameter of the tenant. */
  readonly parameter: { readonly parameter: Parameter };
  /** Person who made the record. */
  readonly writer: object;
  /**
   * Records that name in the field `by`, or in their lines (`members.userId`), what the row has at
   * these paths (`leaderId`, `members.userId`; `id` for the row itself); `by` `id`: the records
   * with these ids; `by` null: all records.
   */
  readonly records: {
    readonly face: Face;
    readonly by: string | null;
    readonly paths: readonly string[];
    readonly where: readonly CodeScope[];
  };
  /** Records of a catalogue from which a rule chooses. */
  readonly catalogue: { readonly face: Face; readonly where: readonly Scope[] };
  /**
   * Balances of the owner's sum, under the empty subaccount, and of the subaccounts that the row
   * names.
   */
  readonly balances: {
    readonly ledger: Ledger;
    readonly owner: string;
    readonly paths: readonly string[];
  };
}

/** Origin of a value from outside the row. */
export type FactOrigin = {
  readonly [K in keyof FactOrigins]: { readonly from: K } & FactOrigins[K];
}[keyof FactOrigins];

/** A fact whose value is of this type. */
export interface Fact<out V = unknown> {
  readonly origin: FactOrigin;
  /** Exists for type inference only. */
  readonly value?: V;
}

/** Facts by the names under which rules, computed values and route conditions see them. */
export type Facts = Readonly<Record<string, Fact>>;

/** Values of facts, by name. */
export type FactsOf<X extends Facts> = {
  readonly [K in keyof X]: X[K] extends Fact<infer V> ? V : never;
};

/** Person who made a record: account, departments (the main one first), aliases of roles. */
export interface WriterFact {
  readonly id: string;
  readonly departments: readonly string[];
  readonly roles: readonly string[];
}

/**
 * Fact: the record that the reference names, with the fields of its face; all null without a
 * record.
 */
export const recordNamedBy = <F extends Fields>(
  reference: string,
  face: Face<F>,
): Fact<Readonly<RowOf<F>>> => ({ origin: { from: 'record', reference, face } });

/**
 * Fact: the branch to which the referenced record belongs: its ancestor directly below the root,
 * such as the college of a department; the root for the root itself. Null without a record.
 */
export const treeBranchOf = (reference: string, tree: Face): Fact<string | null> => ({
  origin: { from: 'branch', reference, tree },
});

/** Fact: the tenant's value of a parameter. */
export const parameterFact = <V>(parameter: Parameter<V>): Fact<V> => ({
  origin: { from: 'parameter', parameter },
});

/** Fact: the person who made the record. */
export const writerFact = (): Fact<WriterFact> => ({ origin: { from: 'writer' } });

/** Record that refers to another one, with the fields of its face. */
export type NamingRecord<F extends Fields> = Readonly<RowOf<F>> & { readonly id: string };

/**
 * Fact: the records of a face that name in `by` what the row has at these paths, regardless of the
 * actor's rights: the projects that somebody leads, the file of a member. If `by` is a path into a
 * sub-table, a record includes only the matching lines. For rules of the server only; never sent to
 * pages.
 */
export const recordsNaming = <F extends Fields>(
  face: Face<F>,
  by: 'id' | (keyof F & string) | `${string}.${string}`,
  paths: readonly string[],
  ...where: readonly CodeScope[]
): Fact<readonly NamingRecord<F>[]> => ({ origin: { from: 'records', face, by, paths, where } });

/**
 * Fact: every record of a face, regardless of the actor's rights; for small tables of rules. For
 * rules of the server only.
 */
export const allRecordsOf = <F extends Fields>(
  face: Face<F>,
  ...where: readonly CodeScope[]
): Fact<readonly NamingRecord<F>[]> => ({
  origin: { from: 'records', face, by: null, paths: [], where },
});

/** Maximum number of records of a catalogue that are read. */
export const maxCatalogueRecords = 200;

/**
 * Fact: all records of a face within these scopes, regardless of the actor's rights, for rules that
 * choose among them by the row, such as rates. Sent to pages: such a catalogue must contain no
 * secrets.
 */
export const catalogueOf = <F extends Fields>(
  face: Face<F>,
  ...where: readonly Scope[]
): Fact<readonly NamingRecord<F>[]> => ({ origin: { from: 'catalogue', face, where } });

/**
 * Fact: balances of a ledger in the subaccounts that the row names at these paths, by subaccount;
 * those without entries are missing. For rules of the server only; never sent to pages.
 * @param owner the reference to the owner
 */
export const balancesIn = <L extends Ledger>(
  ledger: L,
  owner: string,
  paths: readonly string[],
): Fact<Readonly<Partial<Record<string, BalanceOf<L>>>>> => ({
  origin: { from: 'balances', ledger, owner, paths },
});

/** True if the fact may be sent to pages; records about people beyond the row may not. */
export const isKnownToPages = ({ origin }: Fact): boolean =>
  origin.from !== 'records' && origin.from !== 'balances';

/** Returns the facts that may be sent to pages. */
export const factsForPages = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => isKnownToPages(fact)));

/** Returns the ids that a row has at these paths, without duplicates. */
export const idsAtPaths = (row: RowLike, paths: readonly string[]): readonly string[] => {
  const found = paths.flatMap((path) => {
    const [name = '', inside] = path.split('.');
    const value = row[name];
    if (inside === undefined) return [value].flat();
    return Array.isArray(value) ? value.map((line: RowLike) => line[inside]) : [];
  });
  return [...new Set(found.filter((one): one is string => isId(one)))];
};

/** Path of the row's id, for records that refer to the row. */
const ownIdPath = 'id';

const ownFields = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => (path === ownIdPath ? [] : (path.split('.')[0] ?? '')));

const fieldsByOrigin: {
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

/** Returns the fields of the row on which a fact depends. */
export const fieldsOfFact = ({ origin }: Fact): readonly string[] =>
  (fieldsByOrigin[origin.from] as (origin: FactOrigin) => readonly string[])(origin);

/** Thrown when a rule reads a fact that is not loaded yet. */
class Unknown extends Error {}

/** Values of facts; a missing name is not loaded yet. */
export type KnownFacts = Readonly<Record<string, unknown>>;

/** Wraps facts for rules: reading one that is not loaded yet throws and stops the rule. */
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

/** Returns the result of the rule; `otherwise` if the rule reads a fact that is not loaded yet. */
export const resultIfKnown = <T>(rule: () => T, otherwise: T): T => {
  try {
    return rule();
  } catch (error) {
    if (error instanceof Unknown) return otherwise;
    throw error;
  }
};

/**
 * Checks the facts of a resource. @throws Error for a fact with the name of a field, or that reads
 * an unknown field.
 */
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
      if (path === ownIdPath) continue;
      const [field = '', inside] = path.split('.');
      const within = fields[field]?.spec;
      const spec = inside === undefined ? within : within?.fields?.[inside]?.spec;
      if (!spec) throw new Error(`${key}: the fact ${name} looks at ${path}, which is no field`);
    }
  }
};
