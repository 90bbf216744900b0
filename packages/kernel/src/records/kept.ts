import type { Fields } from '../definition/field/field.ts';
import type { RowLike } from '../values/row.ts';
import { isEmpty } from './validate.ts';

/** Returns the secret fields that a holder of these permission codes may not see. */
export const fieldsSecretFrom = (
  { fields }: { readonly fields: Fields },
  permissions: ReadonlySet<string>,
): readonly string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) =>
    spec.secret === undefined || permissions.has(spec.secret) ? [] : [name],
  );

/**
 * Returns the kept fields with a value that a holder of these permission codes may not change.
 * @param stored the record before the change; undefined for a new one
 */
export const fieldsKeptFrom = (
  { fields }: { readonly fields: Fields },
  permissions: ReadonlySet<string>,
  stored: RowLike,
): readonly string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) =>
    spec.kept === undefined || permissions.has(spec.kept) || isEmpty(stored[name]) ? [] : [name],
  );
