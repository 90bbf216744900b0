import {
  anyScope,
  type CodeScope,
  everyScope,
  handles,
  own,
  permission,
  rowHasCode,
  type Scope,
  submitted,
} from '../access/scope.ts';
import type { RowLike } from '../values/row.ts';
import type { Fields } from './field/field.ts';

/** Secrecy (密级) of the records of a resource: their readers, and their permitted fields. */
export interface Secrecy {
  /** Scope of records that are not secret. */
  readonly open: CodeScope;
  /** Permission code whose holders read secret records like any other. */
  readonly readers: string;
  /**
   * Records registered by name only: besides title, number, department, concerned people and level,
   * they store only the fields `keeps`. If omitted, secret records store all fields.
   */
  readonly bare?: { readonly at: CodeScope; readonly keeps: readonly string[] };
}

interface Secret {
  readonly secrecy?: Secrecy;
}

/** True if the record is not secret. */
export const isNotSecret = ({ secrecy }: Secret, row: RowLike): boolean =>
  secrecy === undefined || rowHasCode(secrecy.open, row);

/** True if the record is registered by name only. */
export const isNameOnly = ({ secrecy }: Secret, row: RowLike): boolean =>
  secrecy?.bare !== undefined && rowHasCode(secrecy.bare.at, row);

/**
 * Limits a scope to rows that the reader may see: all that are not secret; of secret ones, the
 * reader's own, those with an open task of the reader, and all for holders of the code.
 */
export const underSecrecy = ({ secrecy }: Secret, scope: Scope): Scope =>
  secrecy === undefined
    ? scope
    : anyScope(
        everyScope(own(), scope),
        everyScope(submitted(handles('todo')), scope),
        everyScope(secrecy.open, scope),
        everyScope(permission(secrecy.readers), scope),
      );

/**
 * Returns the filled-in fields that a record loses by being registered by name only, without
 * initial values.
 */
export const lostToSecrecy = (
  { secrecy, fields }: Secret & { readonly fields: Fields },
  row: RowLike,
): readonly string[] => {
  if (!isNameOnly({ ...(secrecy && { secrecy }) }, row)) return [];
  const open = { ...row, [secrecy?.bare?.at.field ?? '']: secrecy?.open.codes[0] };
  return Object.entries(fields).flatMap(([name, { spec }]) => {
    const value = row[name];
    const isThere = Array.isArray(value) ? value.length > 0 : value != null && value !== '';
    const goes = spec.when?.(row) === false && spec.when(open);
    return isThere && goes && !spec.readonly && value !== spec.initial ? [name] : [];
  });
};

interface Holding extends Secret {
  readonly key: string;
  readonly fields: Fields;
  readonly title: string;
  readonly number?: { readonly field: string };
  readonly department?: string;
  readonly concerned?: readonly [rowsOrField: string, field?: string];
  readonly states?: { readonly field: string };
}

/**
 * Returns the fields of a resource, each hidden in records registered by name only unless permitted
 * there.
 */
export const fieldsUnderSecrecy = (given: Holding): Fields => {
  const { secrecy, fields } = given;
  if (!secrecy?.bare) return fields;
  const { at, keeps } = secrecy.bare;
  const kept = new Set<string | undefined>([
    given.title,
    given.number?.field,
    given.department,
    given.concerned?.[0],
    given.states?.field,
    at.field,
    ...keeps,
  ]);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { when, readonly } = field.spec;
      if (readonly || kept.has(name)) return [name, field];
      const holds = (row: RowLike): boolean => !rowHasCode(at, row) && (when?.(row) ?? true);
      return [name, field.when(holds)];
    }),
  );
};

/**
 * Checks the secrecy of a resource. @throws Error for levels in a field without codes, and for an
 * unknown permitted field.
 */
export const checkSecrecy = ({ key, fields, secrecy }: Holding): void => {
  if (!secrecy) return;
  const { open, bare } = secrecy;
  for (const { field } of [open, ...(bare ? [bare.at] : [])]) {
    if (fields[field]?.spec.type !== 'dict') {
      throw new Error(`${key}: the levels of its secrecy stand in no field ${field}`);
    }
  }
  const missing = bare?.keeps.find((name) => !Object.hasOwn(fields, name));
  if (missing) throw new Error(`${key}: records under secrecy keep ${missing}, which is no field`);
};
