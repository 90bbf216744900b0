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

/** Parts of a transaction that posting to ledgers needs. */
export interface LedgerTransaction extends ActorTransaction {
  readonly engine: { readonly store: Store };
}

/** A subaccount that a transaction moved: as it is now, and by how much it moved. */
export interface ChangedSubaccount {
  readonly owner: string;
  readonly subaccount: string;
  readonly now: UntypedBalance;
  readonly before: UntypedBalance;
}

/** A row of the statement that posts. */
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

/** The fields that the face of an owner shows, as they stand in this transaction. */
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

/** The subaccount as people know it. */
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

/** The subaccounts of the owner that moved with an owner's sum, as people know them; else the owner itself. */
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
  // A subaccount without a name of its own, such as that of no budget item, says nothing to people.
  const told = names.filter((name, index) => name[0] !== known[index]);
  return told.length > 0 ? joinLabels(told) : [title, title];
};

/** A record by its number, which says nothing else of it to whoever must not read it; else by the name of its kind. */
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

/**
 * Users of the room, by the names of the kinds and by their numbers: titles are only for people who may read the
 * records.
 */
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

/** By how much a limit does not hold. */
interface Short {
  readonly room: Amount;
  /** The room of an empty subaccount: what is allowed in all. */
  readonly most: Amount;
  /** The room before; null where nothing limited it then. */
  readonly had: Amount;
  /** The ids of the records that post now. */
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

/** A balance of zero in each measure. */
const emptied = (balance: ChangedSubaccount['now']): ChangedSubaccount['now'] =>
  Object.fromEntries(
    Object.entries(balance).map(([name, value]) => [
      name,
      typeof value === 'number' ? 0 : minus(value, value),
    ]),
  );

/** Is this the subaccount that the limit is about? Without subaccounts, an owner's sum is its only one. */
const concerns = (
  ledger: Ledger,
  { of }: LedgerLimit,
  { subaccount }: ChangedSubaccount,
): boolean => !ledger.subaccount || (of === 'owner') === (subaccount === '');

/**
 * Judges the limits of a ledger for subaccounts that moved. What does not lessen the room passes even
 * where nothing is left: giving back must always be possible.
 * @param before the owners as they were, where this transaction changed them.
 * @param own the ids of the records that post now: they are no holders of what they lack.
 * @throws Refused with the words of the limit that does not hold.
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
