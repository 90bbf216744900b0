import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { denialReason } from '@keyan/kernel/records/abilities.ts';
import { type Dictionaries, withoutSealedCodes } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { type CommandContext, throwFault } from './context.ts';
import { readRecord } from './read.ts';
import { saveRecord } from './save-record.ts';

/** Returns the values that a copy takes from a record; sealed dictionary codes are left empty. */
const copied = (
  fields: Fields,
  row: RowLike,
  dictionaries: Dictionaries,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([, { spec }]) =>
          !spec.readonly && !spec.masked && !spec.credential && spec.type !== 'files',
      )
      .map(([name, { spec: defined }]) => {
        const spec = specIn(defined, dictionaries);
        if (spec.type === 'rows') {
          const lines = (row[name] as readonly RowLike[] | null | undefined) ?? [];
          return [name, lines.map((line) => copied(spec.fields ?? {}, line, dictionaries))];
        }
        return [name, spec.dictionary ? withoutSealedCodes(spec.dictionary, row[name]) : row[name]];
      }),
  );

/** Creates a new draft with the values of a record, without its number, status, attachments and computed values. */
export const copyRecord = async (
  context: CommandContext,
  resource: Resource,
  id: string,
): Promise<StoredRow> => {
  const { engine, actor } = context;
  const { row } = await readRecord(context, resource, id);
  throwFault(denialReason('copy', { resource, row, actor }));
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const values = copied(resource.fields, row, dictionaries);
  if (resource.number) delete values[resource.number.field];
  return saveRecord(context, resource, values, { kind: 'draft' });
};
