import type { AttachedFile } from '@keyan/kernel/definition/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { noFilesHere } from '../files/port.ts';
import type { StoredRow, TransactionContext } from '../records/behaviour.ts';
import { shapeOf } from '../store/shape.ts';
import type { Input } from './port.ts';

type RowLike = Readonly<Record<string, unknown>>;

/** May a record with these values have attachments? */
const mayHaveFiles = (resource: Resource, row: RowLike): boolean =>
  shapeOf(resource).files !== null && (resource.attachable?.(row) ?? true);

/**
 * Binds the attachments that the input names, or else those that were uploaded for the record;
 * a record that may hold none keeps none.
 */
export const bindFiles = async (
  transaction: TransactionContext,
  resource: Resource,
  row: RowLike,
  before: StoredRow | null,
  input: Input,
): Promise<{ readonly files: readonly AttachedFile[]; readonly faults: readonly FieldFault[] }> => {
  const { files: field } = shapeOf(resource);
  if (!field) return { files: [], faults: [] };
  const held = (before?.[field] as AttachedFile[] | null) ?? [];
  const allowed = mayHaveFiles(resource, row);
  const named = Object.hasOwn(input, field);
  const { files: store } = transaction.engine;
  // Nothing can have been uploaded for a record that does not exist yet.
  if (named && before) store.forgetMeant(transaction, before.id);
  const sent = named || !before ? [] : await store.meantFor(transaction, before.id);
  const given = [...((row[field] as unknown[] | null) ?? []), ...sent];
  const wanted = allowed ? given : [];
  const faults =
    !allowed && named && given.length > 0 ? [{ path: field, message: noFilesHere }] : [];
  const same = !named && wanted.length === held.length;
  if (same || (held.length === 0 && wanted.length === 0)) return { files: held, faults };
  return {
    files: await store.bind(transaction, resource, String(row.id), wanted),
    faults,
  };
};

/** A fault for each required attachment category that holds no file. */
export const missingFiles = async (
  { engine, tx }: TransactionContext,
  resource: Resource,
  row: RowLike,
  files: readonly AttachedFile[],
): Promise<readonly FieldFault[]> => {
  if (!mayHaveFiles(resource, row)) return [];
  const missing = await engine.files.missing(tx, resource, row, files);
  return missing.map(({ path, names }) => ({
    path,
    message: [
      `请上传【${names.join('、')}】附件`,
      `Attach ${names.join(', ')}`,
    ] satisfies FieldFault['message'],
  }));
};
