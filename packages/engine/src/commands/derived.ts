import { initialRow } from '@keyan/kernel/definition/initial-row.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { changesBetween } from '@keyan/kernel/records/diff.ts';
import { computed } from '@keyan/kernel/records/validate.ts';
import type { StoredRow, TransactionContext } from '../records/behaviour.ts';
import { commitChange } from '../records/commit.ts';
import { lockRow } from '../records/lock.ts';
import { newRow } from '../records/row.ts';
import { type CommandContext, transactionOf } from './context.ts';

/** The values of a record that follow from other records, by field. */
export type DerivedValues = Readonly<Record<string, unknown>>;

/** A derived record as it is stored. */
export interface StandingRecord {
  readonly id: string;
  /** What it is derived from: it is found again by this. */
  readonly key: string;
  /** People have answered it: it stays, whatever it is derived from. */
  readonly isKept: boolean;
}

/** A derived record as it ought to be; without values it ought not to be there. */
export interface WantedRecord {
  readonly id: string | null;
  readonly values: DerivedValues | null;
  readonly isKept: boolean;
}

/** What stands and what ought to, by key: one entry for each record of either. */
export const compareDerived = (
  standing: readonly StandingRecord[],
  wanted: ReadonlyMap<string, DerivedValues>,
): readonly WantedRecord[] => {
  const known = new Set(standing.map(({ key }) => key));
  return [
    ...standing.map(({ id, key, isKept }) => ({ id, isKept, values: wanted.get(key) ?? null })),
    ...[...wanted].flatMap(([key, values]) =>
      known.has(key) ? [] : [{ id: null, isKept: false, values }],
    ),
  ];
};

/** How the records of a kind are derived. */
export interface Derivation {
  readonly resource: Resource;
  /** What all of them have in common, such as the batch. */
  readonly shared: DerivedValues;
  /** What is left of one that counts no longer and stays. */
  readonly nothing?: DerivedValues;
  /** What else changes in a record that gets these values. Pure. */
  revise?(before: StoredRow, values: DerivedValues): DerivedValues;
}

/** Records in one transaction: a person who looks at one of them waits no longer than for these. */
const blockSize = 100;

/** Brings one record to what it ought to be. @returns whether anything changed */
const writeOne = async (
  transaction: TransactionContext,
  { resource, shared, nothing = {}, revise = (_before, values) => values }: Derivation,
  { id, values, isKept }: WantedRecord,
): Promise<boolean> => {
  if (id === null) {
    const nobody = { id: '', name: '', departments: [] };
    const first = { ...initialRow(resource.fields, nobody), ...values, ...shared };
    const made = { ...newRow(transaction, resource), ...first };
    const after = { ...made, ...computed(resource, made, {}, {}) };
    await commitChange(transaction, { resource, before: null, after, action: 'create' });
    return true;
  }
  const before = await lockRow(transaction, resource, id);
  if (values === null && !isKept) {
    await commitChange(transaction, { resource, before, after: before, action: 'remove' });
    return true;
  }
  const next = { ...before, ...revise(before, values ?? nothing) };
  const after = { ...next, ...computed(resource, next, { ...before }, {}) } as StoredRow;
  if (changesBetween(resource, before, after).length === 0) return false;
  await commitChange(transaction, { resource, before, after, action: 'save' });
  return true;
};

/**
 * Writes what differs of records that follow from others, block by block, each block in a transaction.
 * Doing it again changes nothing.
 * @param mayGoOn asked before each block; what is written until it says no stands
 * @returns how many records changed
 */
export const writeDerived = async (
  { engine, actor }: CommandContext,
  derivation: Derivation,
  wanted: readonly WantedRecord[],
  mayGoOn: () => Promise<boolean>,
): Promise<number> => {
  let changed = 0;
  for (let start = 0; start < wanted.length; start += blockSize) {
    if (!(await mayGoOn())) break;
    const block = wanted.slice(start, start + blockSize);
    changed += await engine.database.transaction(actor.tenantId, async (tx) => {
      const transaction = transactionOf({ engine, actor }, tx);
      let count = 0;
      for (const one of block) {
        if (await writeOne(transaction, derivation, one)) count += 1;
      }
      return count;
    });
  }
  return changed;
};
