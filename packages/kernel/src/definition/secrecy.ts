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

/** Declaration of a resource on the secrecy of its records (密级): their readers, and what they hold. */
export interface Secrecy {
  /** The records that are no secret. */
  readonly open: CodeScope;
  /** The permission code whose holders read secret records as they read others. */
  readonly readers: string;
  /**
   * Records that are registered by name alone: beside title, number, department, the people whom they
   * concern and their level they hold nothing but these fields. Left out, secret records hold everything.
   */
  readonly bare?: { readonly at: CodeScope; readonly keeps: readonly string[] };
}

interface Secret {
  readonly secrecy?: Secrecy;
}

/** Is the record no secret? */
export const isNotSecret = ({ secrecy }: Secret, row: RowLike): boolean =>
  secrecy === undefined || rowHasCode(secrecy.open, row);

/** Is the record registered by name alone? */
export const isNameOnly = ({ secrecy }: Secret, row: RowLike): boolean =>
  secrecy?.bare !== undefined && rowHasCode(secrecy.bare.at, row);

/**
 * Rows of a scope that the reader may see under secrecy: all that are no secret, and of the others one's own, those
 * on which one has an open task, and for holders of the code all.
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
 * The fields in which a record has values that it loses because it is registered by name alone: nothing that
 * a new record has by itself.
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

/** The fields of a resource, of which a record that is registered by name alone has few. */
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

/** @throws Error for levels that stand in no field of codes, and for a field to keep that does not exist. */
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
