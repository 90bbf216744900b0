import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { changesBetween } from '@keyan/kernel/records/diff.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { computedValuesOf } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { StoredRow, TransactionContext } from '../records/behaviour.ts';
import { commitChange } from '../records/commit.ts';
import { lockInOrder } from '../records/lock.ts';
import { referringRecord } from '../records/references.ts';
import { newRowColumns, withLineIds } from '../records/row.ts';
import { behaviourTransaction, type CommandContext } from './context.ts';
import { allRows } from './pages.ts';

/** Derived record that should exist; without values it should not. */
interface WantedRecord {
  readonly id: string | null;
  readonly values: RowLike | null;
  readonly isKept: boolean;
}

/** Derived records of one record. */
export interface Derivation {
  /** Kind whose definition says how its records are derived (`derived`). */
  readonly resource: Resource;
  /** Id of the record that they are computed for. */
  readonly within: string;
  /** Values of the records that should exist, one entry per record. */
  readonly wanted: Iterable<RowLike>;
  /** If set, only records with these values in the field are compared; all other records stay unchanged. */
  readonly only?: { readonly field: string; readonly values: readonly string[] };
  /** If set, missing records are created and existing records stay unchanged. */
  readonly adds?: true;
  /** Further initial values of a new record. */
  readonly begins?: RowLike;
}

const rulesOf = ({ key, derived }: Resource) => {
  if (!derived) throw new Error(`${key}: nothing says how its records are derived`);
  return derived;
};

/** Compares the stored records with the records that should exist; returns one entry for each record of either set. */
const compared = async (
  context: CommandContext,
  { resource, within, wanted, only, adds }: Derivation,
): Promise<readonly WantedRecord[]> => {
  const { within: field, by, kept } = rulesOf(resource);
  const keyOf = (values: RowLike): string => by.map((name) => values[name]).join(' ');
  const standing = await allRows(context, resource, {
    where: [equals(field, within), ...(only ? [anyOf(only.field, only.values)] : [])],
    fields: [...by, ...(kept?.fields ?? [])],
  });
  const left = new Map([...wanted].map((values) => [keyOf(values), values]));
  const stand = standing.map((row) => {
    const key = keyOf({ ...row });
    const values = left.get(key) ?? null;
    left.delete(key);
    return { id: row.id, values, isKept: kept?.check(row) === true };
  });
  const made = [...left.values()].map((values) => ({ id: null, values, isKept: false }));
  return adds ? made : [...stand, ...made];
};

/** Records per transaction: a person who opens one of the records waits for at most one block. */
const blockSize = 100;

/**
 * Creates, changes or removes one derived record.
 * @returns true if anything changed
 */
const writeOne = async (
  transaction: TransactionContext,
  { resource, within: owner, begins }: Derivation,
  { id, values, isKept }: WantedRecord,
): Promise<boolean> => {
  const { within, nothing = {}, revise } = rulesOf(resource);
  if (id === null) {
    const nobody = { id: '', name: '', departments: [] };
    const first = { ...initialRow(resource.fields, nobody), ...begins, ...values, [within]: owner };
    const made = { ...newRowColumns(transaction, resource), ...first };
    const row = { ...made, ...computedValuesOf(resource, made, {}, {}) };
    const after = withLineIds(transaction, resource, row, null) as StoredRow;
    await commitChange(transaction, { resource, before: null, after, action: 'create' });
    return true;
  }
  const before = await lockInOrder(transaction, resource, id);
  const stays =
    values !== null ||
    isKept ||
    (await referringRecord(transaction.engine, transaction.tx, resource, id)) !== null;
  if (!stays) {
    await commitChange(transaction, { resource, before, after: before, action: 'remove' });
    return true;
  }
  const given = values ?? nothing;
  const next = { ...before, ...given, ...revise?.(before, given) };
  const row = { ...next, ...computedValuesOf(resource, next, { ...before }, {}) };
  const after = withLineIds(transaction, resource, row, { ...before }) as StoredRow;
  if (changesBetween(resource, before, after).length === 0) return false;
  await commitChange(transaction, { resource, before, after, action: 'save' });
  return true;
};

/**
 * Creates, changes or removes derived records until they match the wanted ones, one transaction per block. Repeating
 * the call changes nothing.
 * @param mayGoOn called before each block; blocks written before it returns false remain
 * @returns the number of changed records
 */
export const deriveRecords = async (
  context: CommandContext,
  derivation: Derivation,
  mayGoOn: () => Promise<boolean>,
): Promise<number> => {
  const wanted = await compared(context, derivation);
  let changed = 0;
  for (let start = 0; start < wanted.length; start += blockSize) {
    if (!(await mayGoOn())) break;
    const block = wanted.slice(start, start + blockSize);
    changed += await context.engine.database.transaction(context.actor.tenantId, async (tx) => {
      const transaction = behaviourTransaction(context, tx);
      let count = 0;
      for (const one of block) {
        if (await writeOne(transaction, derivation, one)) count += 1;
      }
      return count;
    });
  }
  return changed;
};
