import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type FormStore, payloadOf } from '../form-store/store.ts';

/**
 * Returns the editable fields that differ from the stored record, as a task sends them (ruling 26).
 */
export const changedFields = (
  form: FormStore | undefined,
  editable: readonly string[],
): RowLike | undefined => {
  if (!form) return undefined;
  const stored = form.stored();
  const values = payloadOf(form);
  const entries = editable
    .filter((name) => JSON.stringify(values[name] ?? null) !== JSON.stringify(stored[name] ?? null))
    .map((name) => [name, values[name] ?? null]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};
