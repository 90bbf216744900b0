import type { Fields } from '../definition/field/field.ts';
import type { RowLike } from '../values/row.ts';
import { isEmpty } from './validate.ts';

/** The fields that do not exist for this holder of permission codes. */
export const fieldsSecretFrom = (
  { fields }: { readonly fields: Fields },
  permissions: ReadonlySet<string>,
): readonly string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) =>
    spec.secret === undefined || permissions.has(spec.secret) ? [] : [name],
  );

/**
 * The kept fields that this holder of permission codes does not change: those that have a value.
 * @param stored the record before the change; nothing for a new one
 */
export const fieldsKeptFrom = (
  { fields }: { readonly fields: Fields },
  permissions: ReadonlySet<string>,
  stored: RowLike,
): readonly string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) =>
    spec.kept === undefined || permissions.has(spec.kept) || isEmpty(stored[name]) ? [] : [name],
  );
