import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { isRecordToMake } from '@keyan/kernel/definition/page/import-makes.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault, type FieldFault, Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { NewRecordRow } from '@keyan/kernel/wire/workbooks.ts';
import type { CommandTransaction } from '../commands/context.ts';
import { saveIn } from '../commands/save.ts';
import { offeredRows, scopeOfReference } from '../records/choosable.ts';
import { foldCase } from './cell.ts';
import { parentNameInFile, type RowsReadSoFar, treeField } from './rows-above.ts';
import { recordsSpelled } from './spelled-references.ts';

// Records that a row of an import names and that do not exist yet: they are created with the row.

/** First key of the advisory lock of a name; the second key depends on the name. */
const names = 7206;

/** Record that a row names and that does not exist. */
interface MissingRecord {
  /** Field of the row. */
  readonly path: string;
  readonly target: Resource;
  readonly text: string;
}

const notMade: Label = [
  '新建{target}“{text}”：{reason}',
  '{target} “{text}” was not created: {reason}',
];

/** Returns the record of this name if it exists by now: created by another row, or by another import. */
const standing = async (
  transaction: CommandTransaction,
  target: Resource,
  spec: FieldSpec,
  text: string,
): Promise<string | null> => {
  const { tx } = transaction;
  // Concurrent imports of the same name wait for each other.
  tx.send({
    sql: 'select pg_advisory_xact_lock($1, hashtext($2))',
    parameters: [names, `${tx.tenantId} ${target.key} ${foldCase(text)}`],
  });
  const scope = scopeOfReference(transaction, target, spec);
  if (scope === false) return null;
  const found = await offeredRows(tx, transaction, target, scope, { search: text, size: 50 });
  const fitting = recordsSpelled(found, text, target);
  return (fitting.find((choice) => choice.text === text) ?? fitting[0])?.id ?? null;
};

/** Creates a record, with the rights and rules of entering it by hand. */
const make = async (
  transaction: CommandTransaction,
  { path, target, text }: MissingRecord,
  values: RowLike,
): Promise<string> => {
  if (hasProcess(target) || target.number) {
    throw new Error(`${target.key}: a record with an approval or a number is not made by its name`);
  }
  const more = await transaction.engine.behaviours.get(target.key)?.named?.(values, transaction);
  try {
    const input = { ...values, ...more };
    return (await saveIn(transaction, { resource: target, input, mode: { kind: 'submit' } })).stored
      .id;
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const reasons = error.faults.map(({ message }) => message);
    const reason: Label = [
      reasons.map(([zh]) => zh).join('；'),
      reasons.map(([, en]) => en).join('; '),
    ];
    throw new Invalid([{ path, message: fill(notMade, { target: target.label, text, reason }) }]);
  }
};

/**
 * Returns the saved record of an earlier row that this row names as its parent.
 * @throws Invalid if that row was not saved
 */
const above = async (
  transaction: CommandTransaction,
  resource: Resource,
  input: RowLike,
): Promise<RowLike> => {
  const named = parentNameInFile(resource, input);
  const spec = treeField(resource)?.spec;
  if (!named || !spec) return {};
  const found = await standing(transaction, resource, spec, named.text);
  if (found) return { [named.path]: found };
  const message = fill(['“{text}”没有导入', '“{text}” was not imported'], named);
  throw new Invalid([{ path: named.path, message }]);
};

/**
 * Finds or creates the records that a row names and that did not exist when its file was read.
 * @throws Denied or Invalid as when entering them by hand.
 */
export const makeNamedRecords = async (
  transaction: CommandTransaction,
  resource: Resource,
  input: RowLike,
): Promise<RowLike> => {
  const values: Record<string, unknown> = {
    ...input,
    ...(await above(transaction, resource, input)),
  };
  for (const [path, making] of Object.entries(resource.importMakes ?? {})) {
    const named = input[path];
    const spec = resource.fields[path]?.spec;
    const target = transaction.engine.resources.get(spec?.target?.key ?? '');
    if (!isRecordToMake(named) || !spec || !target) continue;
    const { make: text } = named;
    const found = await standing(transaction, target, spec, text);
    values[path] = found ?? (await make(transaction, { path, target, text }, making(text, input)));
  }
  return values;
};

/** Returns the names of new records in a row, by field. */
const newNames = (
  { importMakes = {} }: Resource,
  input: RowLike,
): readonly (readonly [string, string])[] =>
  Object.keys(importMakes).flatMap((path) => {
    const value = input[path];
    return isRecordToMake(value) ? [[path, value.make] as const] : [];
  });

/** True if saving the row creates or looks up records of other rows. Such rows are saved one after the other. */
export const namesNewRecords = (resource: Resource, input: RowLike): boolean =>
  newNames(resource, input).length > 0 || parentNameInFile(resource, input) !== null;

/** Checks a row with its new records created, or returns why they cannot be; rolled back with the transaction. */
export const tryNamedRecords = async (
  transaction: CommandTransaction,
  resource: Resource,
  input: RowLike,
  earlier: Pick<RowsReadSoFar, 'faults'>,
): Promise<{
  readonly input: RowLike;
  readonly faults: readonly FieldFault[];
  readonly names: RowLike;
}> => {
  const named = newNames(resource, input);
  const parent = parentNameInFile(resource, input);
  const names = Object.fromEntries(
    [...named, ...(parent ? [[parent.path, parent.text] as const] : [])].map(([path, text]) => [
      `${path}Name`,
      text,
    ]),
  );
  // A parent row would be saved before: here it is not.
  const alone = parent ? { ...input, [parent.path]: null } : input;
  try {
    const faults = earlier.faults(input);
    return { input: await makeNamedRecords(transaction, resource, alone), faults, names };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const [first] = named;
    const faults =
      error instanceof Invalid
        ? error.faults
        : [{ path: first?.[0] ?? resource.title, message: error.label }];
    const without = Object.fromEntries(named.map(([path]) => [path, null]));
    return { input: { ...alone, ...without }, faults, names };
  }
};

/** Returns the new records of these rows, without duplicates. */
export const newRecordsOf = (
  resources: ReadonlyMap<string, Resource>,
  resource: Resource,
  rows: readonly { readonly row: number; readonly input: RowLike }[],
): readonly NewRecordRow[] => {
  const made = new Map<string, NewRecordRow>();
  for (const { row, input } of rows) {
    for (const [path, text] of newNames(resource, input)) {
      const target = resources.get(resource.fields[path]?.spec.target?.key ?? '');
      const key = `${target?.key} ${text}`;
      const known = made.get(key)?.rows ?? [];
      made.set(key, { target: target?.label ?? resource.label, text, rows: [...known, row] });
    }
  }
  return [...made.values()];
};
