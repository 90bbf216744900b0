import type { Face } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Parameter } from '@keyan/kernel/definition/field/parameter.ts';
import {
  completeBalance,
  type Ledger,
  type LedgerLimit,
  type UntypedBalance,
} from '@keyan/kernel/definition/ledger/measures.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, joinLabels, type Label } from '@keyan/kernel/label.ts';
import { type Amount, atLeast, isZero, minus } from '@keyan/kernel/values/amounts.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ActorTransaction } from '../store/connection/transaction.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { readParameters } from '../store/statements/parameters.ts';
import { titleColumn } from '../store/statements/references.ts';
import type { Store } from '../store/store.ts';
import { holdersStatement } from './statements.ts';

/** Transaction with what posting to ledgers needs. */
export interface LedgerTransaction extends ActorTransaction {
  readonly engine: { readonly store: Store };
}

/** Subaccount that a transaction changed: its balance now, and the change. */
export interface ChangedSubaccount {
  readonly owner: string;
  readonly subaccount: string;
  readonly now: UntypedBalance;
  readonly before: UntypedBalance;
}

/** Converts a row of the statement that posts. */
export const changedSubaccountOf = (
  ledger: Ledger,
  row: Readonly<Record<string, string>> & { readonly owner: string; readonly subaccount: string },
): ChangedSubaccount => {
  const names = Object.keys(ledger.measures);
  const now = Object.fromEntries(names.map((name) => [name, row[name]]));
  const before = Object.fromEntries(
    names.map((name) => [name, minus(row[name], row[`${name}.moved`])]),
  );
  return {
    owner: row.owner,
    subaccount: row.subaccount,
    now: completeBalance(ledger, now),
    before: completeBalance(ledger, before),
  };
};

/** Returns the fields of the owner's face, as they are in this transaction. */
const ownerRow = async (
  { engine, tx }: LedgerTransaction,
  ledger: Ledger,
  id: string,
): Promise<RowLike> => {
  const face = ledger.owner as Face | null;
  const resource = face && engine.store.catalog.target(face.key);
  const names = Object.keys(face?.fields ?? {});
  if (!resource || names.length === 0) return {};
  const [found] = await tx.query<{ values: RowLike }>(
    engine.store.reader
      .copied(
        resource,
        names.map((name) => [name, name]),
        true,
      )
      .bind({ tenant: tx.tenantId, id }),
  );
  return found?.values ?? {};
};

const titleOf = async (
  { engine, tx }: LedgerTransaction,
  key: string,
  id: string,
): Promise<string> => {
  const { catalog } = engine.store;
  const [target, column] = [catalog.target(key), titleColumn(catalog, key)];
  if (!target || !column) return '';
  const [found] = await tx.query<{ title: string | null }>(
    `select ${column}::text as title from ${target.table} where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
  );
  return found?.title ?? '';
};

/** Returns the name of the subaccount for people. */
const subaccountName = async (
  transaction: LedgerTransaction,
  { subaccount: dimension }: Ledger,
  subaccount: string,
): Promise<Label> => {
  const entry = dimension?.dictionary && entryOf(dimension.dictionary, subaccount);
  if (entry) return entry.label;
  const name =
    dimension?.target && subaccount !== ''
      ? await titleOf(transaction, dimension.target.key, subaccount)
      : subaccount;
  return [name, name];
};

/** Returns the names of the changed subaccounts of an owner; without any, the name of the owner. */
const subaccountsName = async (
  transaction: LedgerTransaction,
  ledger: Ledger,
  { owner, subaccount }: ChangedSubaccount,
  all: readonly ChangedSubaccount[],
  title: string,
): Promise<Label> => {
  const subaccounts = all.filter((one) => one.owner === owner && one.subaccount !== '');
  const moved = subaccounts.filter(({ now, before }) =>
    Object.keys(ledger.measures).some((name) => !isZero(minus(now[name], before[name]))),
  );
  const known = subaccount === '' ? moved.map((one) => one.subaccount) : [subaccount];
  const names = await Promise.all(known.map((one) => subaccountName(transaction, ledger, one)));
  // A subaccount without a name, such as that of no budget item, is left out.
  const told = names.filter((name, index) => name[0] !== known[index]);
  return told.length > 0 ? joinLabels(told) : [title, title];
};

/**
 * Returns a record's number, which reveals nothing else to people who may not read the record; else the name of its
 * kind.
 */
const numberedName = async (
  { engine, tx }: LedgerTransaction,
  source: string,
  id: string,
): Promise<Label> => {
  const target = engine.store.catalog.target(source);
  if (!target) return [source, source];
  const field = target.number?.field;
  const column = field === undefined ? undefined : shapeOf(target).column(field)?.column;
  if (column === undefined) return target.label;
  const [found] = await tx.query<{ number: string | null }>(
    `select ${column}::text as number from ${target.table} where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
  );
  return found?.number ? [found.number, found.number] : target.label;
};

/** Returns the records that use the room, by kind and number: titles are only for people who may read them. */
const holdersName = async (
  transaction: LedgerTransaction,
  ledger: Ledger,
  { owner, subaccount }: ChangedSubaccount,
  own: ReadonlySet<string>,
): Promise<{ readonly holders: Label; readonly numbers: Label }> => {
  const { engine, tx } = transaction;
  const found = await tx.query<{ source: string; sourceId: string }>(
    holdersStatement(ledger).bind({ tenant: tx.tenantId, owner, subaccount }),
  );
  const others = found.filter(({ sourceId }) => !own.has(sourceId));
  return {
    holders: joinLabels(
      others.map(({ source }) => engine.store.catalog.target(source)?.label ?? [source, source]),
    ),
    numbers: joinLabels(
      await Promise.all(
        others.map(({ source, sourceId }) => numberedName(transaction, source, sourceId)),
      ),
    ),
  };
};

/** Amount by which a limit is exceeded. */
interface Short {
  readonly room: Amount;
  /** Room of an empty subaccount: the total that is allowed. */
  readonly most: Amount;
  /** Room before the transaction; null if nothing limited it. */
  readonly had: Amount;
  /** Ids of the records that post now. */
  readonly own: ReadonlySet<string>;
  readonly all: readonly ChangedSubaccount[];
}

const refusal = async (
  transaction: LedgerTransaction,
  ledger: Ledger,
  limit: LedgerLimit,
  moved: ChangedSubaccount,
  { room, most, had, own, all }: Short,
): Promise<Refused> => {
  const title = ledger.owner ? await titleOf(transaction, ledger.owner.key, moved.owner) : '';
  return new Refused(
    fill(limit.words, {
      lack: groupDigits(minus(0, room)),
      most: groupDigits(String(most ?? '')),
      had: groupDigits(atLeast(had, 0) ? String(had) : minus(0, 0)),
      asked: groupDigits(minus(had, room)),
      subaccounts: await subaccountsName(transaction, ledger, moved, all, title),
      subaccount: await subaccountName(transaction, ledger, moved.subaccount),
      owner: title,
      ...(await holdersName(transaction, ledger, moved, own)),
    }),
  );
};

/** Returns a balance of zero in each measure. */
const emptied = (balance: ChangedSubaccount['now']): ChangedSubaccount['now'] =>
  Object.fromEntries(
    Object.entries(balance).map(([name, value]) => [
      name,
      typeof value === 'number' ? 0 : minus(value, value),
    ]),
  );

/** True if the limit applies to this subaccount. Without subaccounts, the sum of an owner is its only one. */
const concerns = (
  ledger: Ledger,
  { of }: LedgerLimit,
  { subaccount }: ChangedSubaccount,
): boolean => !ledger.subaccount || (of === 'owner') === (subaccount === '');

/**
 * Checks the limits of a ledger for changed subaccounts. A change that does not reduce the room passes even if no room
 * is left: returning money must always be possible.
 * @param before rows of the owners before this transaction, if it changed them.
 * @param own ids of the records that post now: they are not listed as holders of the missing room.
 * @throws Refused with the text of the exceeded limit.
 */
export const judgeLimits = async (
  transaction: LedgerTransaction,
  ledger: Ledger,
  moved: readonly ChangedSubaccount[],
  before: ReadonlyMap<string, RowLike>,
  own: ReadonlySet<string>,
): Promise<void> => {
  if (ledger.limits.length === 0) return;
  const ids = [...new Set(moved.map(({ owner }) => owner))];
  const rows = await Promise.all(ids.map((id) => ownerRow(transaction, ledger, id)));
  const owners = new Map(ids.map((id, index) => [id, rows[index] as RowLike]));
  const parameters = ledger.parameters as Readonly<Record<string, Parameter>>;
  const chosen = moved.length === 0 ? {} : await readParameters(transaction.tx, parameters);
  for (const one of moved) {
    const owner = owners.get(one.owner) ?? {};
    const earlier = before.get(one.owner) ?? owner;
    for (const limit of ledger.limits.filter((each) => concerns(ledger, each, one))) {
      const { subaccount } = one;
      const still = (name: string) => isZero(minus(one.now[name], one.before[name]));
      if (limit.moved?.every(still)) continue;
      const room = limit.room(one.now, { owner, subaccount, chosen });
      if (room === null || room === undefined || atLeast(room, 0)) continue;
      const then = limit.room(one.before, { owner: earlier, subaccount, chosen });
      if (then !== null && then !== undefined && atLeast(room, then)) continue;
      const most = limit.room(emptied(one.now), { owner, subaccount, chosen });
      const short = { room, most, had: then, own, all: moved };
      throw await refusal(transaction, ledger, limit, one, short);
    }
  }
};
