import type { Scope } from '@keyan/kernel/access/scope.ts';
import {
  baseFields,
  hasProcess,
  idField,
  processFields,
} from '@keyan/kernel/definition/field/base-fields.ts';
import type {
  ByType,
  FieldSpec,
  Fields,
  FieldType,
  SpecOf,
} from '@keyan/kernel/definition/field/field.ts';
import { ofType } from '@keyan/kernel/definition/field/spec.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';

/** Field with its own column. */
export interface Column {
  readonly field: string;
  readonly column: string;
  /** PostgreSQL type: `numeric(18,2)`. */
  readonly type: string;
  readonly spec: FieldSpec;
}

/** Sub-table: `{table}_{field}` with the record's id as `parent_id`. */
export interface SubTableShape {
  readonly field: string;
  readonly table: string;
  readonly columns: readonly Column[];
  readonly balances: readonly Column[];
}

/** Tables and columns of a definition. */
export interface Shape {
  readonly resource: Resource;
  readonly table: string;
  /** Fields of the resource, without base fields. */
  readonly own: readonly Column[];
  /** Base and process columns that people see. */
  readonly base: readonly Column[];
  readonly lines: readonly SubTableShape[];
  /** Columns whose normalised value is stored as `{column}_key` and is unique. */
  readonly unique: readonly Column[];
  /** Columns of the search box, joined in `search_text`. */
  readonly searchable: readonly Column[];
  /** Balances of ledgers: read like columns, not stored with the record. */
  readonly balances: readonly Column[];
  /** Name of the attachments field; null for none. */
  readonly files: string | null;
  readonly process: boolean;
  /** Returns a column by its field's name, for filters, sorts and scopes. */
  column(field: string): Column | undefined;
}

const decimalColumn = ({ scale }: SpecOf<'decimal' | 'percent'>): string =>
  `numeric(${9 + scale},${scale})`;

/** Field types whose column contains several values: codes, or records. */
export const listTypes: ReadonlySet<FieldType> = new Set(['dicts', 'refs']);

/** SQL column type of each field type; null for types without a column. */
const types: ByType<[], string | null> = {
  text: () => 'text',
  note: () => 'text',
  rich: () => 'text',
  integer: () => 'integer',
  decimal: decimalColumn,
  money: () => 'numeric(18,2)',
  percent: decimalColumn,
  year: () => 'smallint',
  date: () => 'date',
  time: () => 'timestamp with time zone',
  dict: () => 'text',
  dicts: () => 'text[]',
  ref: () => 'bigint',
  refs: () => 'bigint[]',
  rows: () => null,
  files: () => null,
};

const allColumns = (fields: Fields): readonly Column[] =>
  Object.entries(fields).flatMap(([field, { spec }]) => {
    const type = ofType(types, spec);
    return type ? [{ field, column: snakeCase(field), type, spec }] : [];
  });

const columnsOf = (fields: Fields): readonly Column[] =>
  allColumns(fields).filter(({ spec }) => !spec.balance);

const balancesOf = (fields: Fields): readonly Column[] =>
  allColumns(fields).filter(({ spec }) => spec.balance);

/** Column of the id, for conditions that name records. */
const id: Column = {
  field: 'id',
  column: 'id',
  type: 'bigint',
  spec: idField.spec,
};

const shapes = new WeakMap<Resource, Shape>();

/** Returns the shape of a resource, computed once. */
export const shapeOf = (resource: Resource): Shape => {
  const known = shapes.get(resource);
  if (known) return known;
  const process = hasProcess(resource);
  const own = columnsOf(resource.fields);
  const base = columnsOf({ ...(process ? processFields : {}), ...baseFields });
  const balances = balancesOf(resource.fields);
  const byField = new Map(
    [...base, ...own, ...balances, id].map((column) => [column.field, column]),
  );
  const shape: Shape = {
    resource,
    table: resource.table,
    own,
    base,
    lines: Object.entries(resource.fields).flatMap(([field, { spec }]) =>
      spec.type === 'rows'
        ? [
            {
              field,
              table: `${resource.table}_${snakeCase(field)}`,
              columns: columnsOf(spec.fields ?? {}),
              balances: balancesOf(spec.fields ?? {}),
            },
          ]
        : [],
    ),
    unique: own.filter((column) => column.spec.unique),
    balances,
    searchable: own.filter((column) => column.spec.searchable && !column.spec.secret),
    files:
      Object.entries(resource.fields).find(([, { spec }]) => spec.type === 'files')?.[0] ?? null,
    process,
    column: (field) => byField.get(field),
  };
  shapes.set(resource, shape);
  return shape;
};

const secrets = new WeakMap<Resource, readonly (readonly [field: string, permission: string])[]>();

const secretsOf = (
  resource: Resource,
): readonly (readonly [field: string, permission: string])[] => {
  const found =
    secrets.get(resource) ??
    Object.entries(resource.fields).flatMap(([name, { spec }]) =>
      spec.secret === undefined ? [] : [[name, spec.secret] as const],
    );
  secrets.set(resource, found);
  return found;
};

const masks = new WeakMap<Resource, ReadonlySet<string>>();

const maskedIn = (fields: Fields): ReadonlySet<string> =>
  new Set(Object.keys(fields).filter((name) => fields[name]?.spec.masked));

/** Returns the fields of the record that everybody reads masked. */
export const maskedFields = (resource: Resource): ReadonlySet<string> => {
  const found = masks.get(resource) ?? maskedIn(resource.fields);
  masks.set(resource, found);
  return found;
};

const concealed = new WeakMap<Resource, ReadonlySet<string>>();

/** Returns the fields of the record whose values nobody reads unchanged: masked fields and credentials. */
export const concealedFields = (resource: Resource): ReadonlySet<string> => {
  const found =
    concealed.get(resource) ??
    new Set(
      Object.keys(resource.fields).filter((name) => {
        const spec = resource.fields[name]?.spec;
        return spec?.masked !== undefined || spec?.credential !== undefined;
      }),
    );
  concealed.set(resource, found);
  return found;
};

const opens = new WeakMap<Resource, ReadonlyMap<string, Scope>>();

/** Returns the fields that are visible in some rows only, each with the scope of these rows. */
export const openFields = (resource: Resource): ReadonlyMap<string, Scope> => {
  const found =
    opens.get(resource) ??
    new Map(
      Object.entries(resource.fields).flatMap(([name, { spec }]) =>
        spec.openTo ? [[name, spec.openTo] as const] : [],
      ),
    );
  opens.set(resource, found);
  return found;
};

const lineMasks = new WeakMap<Resource, ReadonlyMap<string, ReadonlySet<string>>>();

/** Returns the masked fields of sub-tables, by sub-table. */
export const maskedLines = (resource: Resource): ReadonlyMap<string, ReadonlySet<string>> => {
  const found =
    lineMasks.get(resource) ??
    new Map(
      Object.entries(resource.fields)
        .map(([name, { spec }]) => [name, maskedIn(spec.fields ?? {})] as const)
        .filter(([, names]) => names.size > 0),
    );
  lineMasks.set(resource, found);
  return found;
};

/** Returns the permission codes that secret fields of the resource require. */
export const secretCodes = (resource: Resource): readonly string[] =>
  secretsOf(resource).map(([, permission]) => permission);

/** Returns the fields that a holder of these permission codes may not even know of (ASVS 8.2.3). */
export const hiddenFields = (
  resource: Resource,
  permissions: ReadonlySet<string>,
): ReadonlySet<string> =>
  new Set(
    secretsOf(resource)
      .filter(([, permission]) => !permissions.has(permission))
      .map(([name]) => name),
  );
