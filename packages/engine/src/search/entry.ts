import { createHash } from 'node:crypto';
import type { Scope } from '@keyan/kernel/access/scope.ts';
import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { readableScope } from '../store/statements/scope.ts';
import type { EntrySource } from './vector.ts';

/** Field whose text is searched. */
export interface SearchedField {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly names: boolean;
}

/** Version of the terms: raise it when `termMaker` changes, so that older entries are made again. */
const termsVersion = 1;

const textual: ReadonlySet<FieldType> = new Set(['text', 'note']);

const searchedIn = (resource: Resource): readonly SearchedField[] =>
  Object.entries(resource.fields)
    .filter(
      ([name, { spec }]) =>
        textual.has(spec.type) &&
        spec.secret === undefined &&
        (spec.searchable || name === resource.title || name === resource.number?.field),
    )
    .map(([name, { spec }]) => ({
      name,
      spec,
      names: spec.namesPeople === true || spec.personName === true,
    }));

/** Columns by which the read scope of a definition opens a record to people and departments. */
interface ReachFields {
  readonly people: readonly string[];
  /** Fields of lines: `[sub-table, field]`. */
  readonly lines: readonly (readonly [rows: string, field: string])[];
  readonly departments: readonly string[];
}

const none: ReachFields = { people: [], lines: [], departments: [] };

const joined = (parts: readonly ReachFields[]): ReachFields => ({
  people: [...new Set(parts.flatMap((part) => part.people))],
  lines: parts.flatMap((part) => part.lines),
  departments: [...new Set(parts.flatMap((part) => part.departments))],
});

const reachIn = (scope: Scope): ReachFields => {
  switch (scope.kind) {
    case 'own':
      return { ...none, people: [scope.field] };
    case 'member':
      return { ...none, lines: [[scope.rows, scope.field]] };
    case 'departmentScope':
      return { ...none, departments: [scope.field] };
    case 'submitted':
      return reachIn(scope.scope);
    case 'any':
    case 'every':
      return joined(scope.scopes.map(reachIn));
    default:
      return none;
  }
};

/** Search settings of a resource. */
export interface SearchShape {
  readonly resource: Resource;
  /** Searched fields; empty if records of the resource are not searched. */
  readonly fields: readonly SearchedField[];
  /** Fields by which the read scope opens records to people and departments. */
  readonly reach: ReachFields;
  /** Digest of everything that determines an entry; entries with another digest are made again. */
  readonly scheme: number;
}

const shapes = new WeakMap<Resource, SearchShape>();

/** Returns the search shape of a resource, computed once. */
export const searchShapeOf = (resource: Resource): SearchShape => {
  const known = shapes.get(resource);
  if (known) return known;
  const fields = searchedIn(resource);
  const reach = reachIn(readableScope(resource));
  const made = JSON.stringify([
    termsVersion,
    fields.map(({ name, names }) => [name, names]),
    reach,
  ]);
  const shape: SearchShape = {
    resource,
    fields,
    reach,
    scheme: createHash('sha256').update(made).digest().readInt32BE(),
  };
  shapes.set(resource, shape);
  return shape;
};

const codes = new WeakMap<Resource, Map<string, string>>();

/**
 * Returns the three characters with which all terms of a tenant's records of one resource begin. The index is then read
 * in one short range, also for prefixes of terms, however many records other resources have. Two resources may share a
 * prefix by chance; statements also filter by resource.
 */
export const termPrefixOf = (tenant: string, resource: Resource): string => {
  const known = codes.get(resource) ?? new Map<string, string>();
  codes.set(resource, known);
  const code =
    known.get(tenant) ??
    createHash('sha256').update(`${tenant} ${resource.key}`).digest('base64url').slice(0, 3);
  known.set(tenant, code);
  return code;
};

const ids = (values: readonly unknown[]): readonly string[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined).map(String)),
];

export const entrySourceOf = ({ fields, reach }: SearchShape, row: RowLike): EntrySource => ({
  texts: fields.map(({ name, names }) => ({ text: (row[name] as string | null) ?? '', names })),
  people: ids([
    ...reach.people.map((field) => row[field]),
    ...reach.lines.flatMap(([rows, field]) =>
      ((row[rows] as readonly RowLike[] | null) ?? []).map((line) => line[field]),
    ),
  ]),
  departments: ids(reach.departments.map((field) => row[field])),
});
