import { type AttachedFile, categoryFaults } from '@keyan/kernel/definition/field/categories.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type FieldFault, Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { noAttachmentsHere } from '../files/port.ts';
import type { StoredRow, TransactionContext } from '../records/behaviour.ts';
import { shapeOf } from '../store/schema/shape.ts';

/** True if a record with these values may have attachments. */
const mayHaveFiles = (resource: Resource, row: RowLike): boolean =>
  shapeOf(resource).files !== null && (resource.attachable?.(row) ?? true);

/**
 * Attaches the files that the input names, else the files uploaded for the record; a record that may have no
 * attachments gets none.
 */
export const bindFiles = async (
  transaction: TransactionContext,
  resource: Resource,
  row: RowLike,
  before: StoredRow | null,
  input: RowLike,
): Promise<{ readonly files: readonly AttachedFile[]; readonly faults: readonly FieldFault[] }> => {
  const { files: field } = shapeOf(resource);
  if (!field) return { files: [], faults: [] };
  const held = (before?.[field] as AttachedFile[] | null) ?? [];
  const allowed = mayHaveFiles(resource, row);
  const named = Object.hasOwn(input, field);
  const { files: store } = transaction.engine;
  // No files can have been uploaded for a record that did not exist.
  if (named && before) store.forgetMeant(transaction, before.id);
  const sent = named || !before ? [] : await store.meantFor(transaction, before.id);
  const given = [...((row[field] as unknown[] | null) ?? []), ...sent];
  const wanted = allowed ? given : [];
  const faults =
    !allowed && named && given.length > 0 ? [{ path: field, message: noAttachmentsHere }] : [];
  const same = !named && wanted.length === held.length;
  if (same || (held.length === 0 && wanted.length === 0)) return { files: held, faults };
  return {
    files: await store.bind(transaction, resource, String(row.id), wanted),
    faults,
  };
};

/** Returns a fault for the required attachment categories without a file, or null. */
export const missingFiles = async (
  { engine, tx }: TransactionContext,
  resource: Resource,
  row: RowLike,
  files: readonly AttachedFile[],
): Promise<readonly FieldFault[]> => {
  const { files: field } = shapeOf(resource);
  if (!field || !mayHaveFiles(resource, row)) return [];
  return categoryFaults(field, await engine.files.missing(tx, resource, row, files));
};

/** Returns the dialog of an action for this record, without attachments if the record may have none. */
export const withFilesIfAllowed = (resource: Resource, form: Fields, row: RowLike): Fields =>
  mayHaveFiles(resource, row)
    ? form
    : Object.fromEntries(Object.entries(form).filter(([, { spec }]) => spec.type !== 'files'));

const elsewhere: Label = ['附件目录不在可选范围内', 'This attachment category is not available'];

/**
 * Adds the files of an action to those of the record.
 * @returns the attachments of the record, keyed by field name; empty if the dialog asks for none
 * @throws Invalid for a category that the dialog does not have, and for a file that is missing or belongs to somebody
 *   else
 */
export const addFiles = async (
  transaction: TransactionContext,
  resource: Resource,
  form: Fields,
  before: StoredRow,
  input: RowLike,
): Promise<RowLike> => {
  const { files: field } = shapeOf(resource);
  const asked = field ? form[field] : undefined;
  if (!field || !asked) return {};
  const held = (before[field] as AttachedFile[] | null) ?? [];
  const given = (input[field] as Pick<AttachedFile, 'id' | 'catalog'>[] | null) ?? [];
  if (given.length === 0) return { [field]: held };
  const codes = new Set(asked.spec.categories?.map(({ code }) => code));
  if (given.some(({ catalog }) => !codes.has(catalog))) {
    throw new Invalid([{ path: field, message: elsewhere }]);
  }
  const { files } = transaction.engine;
  return { [field]: await files.bind(transaction, resource, before.id, [...held, ...given]) };
};
