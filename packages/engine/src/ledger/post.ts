import type { Parameter } from '@keyan/kernel/definition/field/parameter.ts';
import { netEntries, type UntypedEntry } from '@keyan/kernel/definition/ledger/ledger.ts';
import { type Ledger, recordOfSubaccount } from '@keyan/kernel/definition/ledger/measures.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { fill, joinLabels, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { actorId } from '../base/actors.ts';
import type { Tx } from '../store/connection/database.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { readParameter } from '../store/statements/parameters.ts';
import {
  type ChangedSubaccount,
  changedSubaccountOf,
  judgeLimits,
  type LedgerTransaction,
} from './limits.ts';
import { type OwnerDepartment, postStatement, subaccountsInForce } from './statements.ts';

/** Amounts that an effect of a record should have in a ledger. */
export interface Posting {
  readonly source: { readonly resource: string; readonly id: string };
  /** Key of the effect, among the effects of the record that post to the ledger. */
  readonly effect: string;
  readonly ledger: Ledger;
  /** Entries that should exist; empty if the effect does not hold: its entries are reversed. */
  readonly wanted: readonly UntypedEntry[];
  /** Business day of the wanted entries, in ledgers with days; null for the day of posting. */
  readonly day: string | null;
  /** Amounts from before the ledger was kept: they count in no year. */
  readonly opening: boolean;
  /** Action on the record, as its history names it. */
  readonly action: string;
}

/** Owner of a changed subaccount, or the record that is the subaccount. */
export interface ChangedOwner {
  /** Key of its resource. */
  readonly resource: string;
  readonly id: string;
  /** Values of its own subaccount that a record stores from now on, and the cause of the change. */
  readonly holds?: {
    readonly values: RowLike;
    readonly note: Label;
  };
}

type Follow = (moved: readonly ChangedOwner[]) => Promise<void>;

const followers = new WeakMap<Tx, Follow>();

/** Registers a function that runs after postings and before limits are checked: owners may change with balances. */
export const onPosted = (tx: Tx, follow: Follow): void => {
  followers.set(tx, follow);
};

/** Postings of a transaction to one ledger. */
interface Collected {
  readonly ledger: Ledger;
  /** Newest posting for each effect of each record. */
  readonly postings: Map<string, Posting>;
  /** Rows of owners before the transaction changed them: limits may read them. */
  readonly owners: Map<string, RowLike>;
}

const collected = new WeakMap<Tx, Map<string, Collected>>();

/**
 * Returns the collected postings of the transaction for this ledger; the first call registers the posting at its end.
 */
const collectionOf = (transaction: LedgerTransaction, ledger: Ledger): Collected => {
  const { tx } = transaction;
  const all = collected.get(tx) ?? new Map<string, Collected>();
  collected.set(tx, all);
  if (all.size === 0) tx.beforeCommit(() => postAll(transaction));
  const one = all.get(ledger.key) ?? { ledger, postings: new Map(), owners: new Map() };
  all.set(ledger.key, one);
  return one;
};

/**
 * Sets the amounts to which the entries of an effect should add up. The difference is posted once, before the commit,
 * after all changes of the transaction; limits are then checked on net balances.
 */
export const postEffect = (transaction: LedgerTransaction, posting: Posting): void => {
  const { source, effect, ledger } = posting;
  const { postings } = collectionOf(transaction, ledger);
  postings.set(`${source.resource} ${source.id} ${effect}`, posting);
};

/**
 * Requests another check of the limits of an owner's subaccounts before the commit, because limits may read the owner,
 * and it changes.
 * @param before the owner's row before the change.
 */
export const judgeOwnerLimits = (
  transaction: LedgerTransaction,
  ledger: Ledger,
  before: RowLike & { readonly id: string },
): void => {
  const { owners } = collectionOf(transaction, ledger);
  if (!owners.has(before.id)) owners.set(before.id, before);
};

const effectValues = ({ source, effect, action, day, opening }: Posting) => ({
  source: source.resource,
  source_id: source.id,
  effect,
  action,
  day,
  opening,
});

const wantedValues = (ledger: Ledger, posting: Posting) =>
  netEntries(ledger, posting.wanted).map(({ owner, subaccount, amounts }) => ({
    ...effectValues(posting),
    owner_id: owner,
    account: subaccount,
    ...Object.fromEntries(
      Object.entries(amounts).map(([measure, amount]) => [snakeCase(measure), amount]),
    ),
  }));

/** Ids of records, by the key of their kind. */
type ToLock = Map<string, Set<string>>;

/** Returns the subaccounts and owners that have entries of these effects, or will get some. */
const touchedBy = async (
  { tx }: LedgerTransaction,
  { ledger, postings }: Collected,
): Promise<readonly { readonly owner: string; readonly subaccount: string }[]> => {
  const given = [...postings.values()];
  const standing = await tx.query<{ owner: string; subaccount: string }>(
    subaccountsInForce(ledger).bind({
      tenant: tx.tenantId,
      effects: JSON.stringify(given.map(effectValues)),
    }),
  );
  return [...standing, ...given.flatMap((one) => netEntries(ledger, one.wanted))];
};

/** Collects the records that are subaccounts of the ledger. */
const collectSubaccountRecords = async (
  transaction: LedgerTransaction,
  collection: Collected,
  toLock: ToLock,
): Promise<void> => {
  const { ledger } = collection;
  const touched = await touchedBy(transaction, collection);
  const records = [...new Set(touched.map(({ subaccount }) => subaccount))].map(recordOfSubaccount);
  const kinds = new Set(
    transaction.engine.store.catalog.subaccountKindsOf(ledger).map(({ key }) => key),
  );
  for (const { resource, id } of records) {
    if (!kinds.has(resource))
      throw new Error(`${ledger.key}: a subaccount is of no kind that holds it`);
    toLock.set(resource, (toLock.get(resource) ?? new Set()).add(id));
  }
};

/** Collects the owners whose rows change with their balances, including owners whose entries are only reversed. */
const collectFollowers = async (
  transaction: LedgerTransaction,
  collection: Collected,
  toLock: ToLock,
): Promise<void> => {
  const { ledger } = collection;
  if (ledger.records) return collectSubaccountRecords(transaction, collection, toLock);
  const owner = ledger.owner && transaction.engine.store.catalog.target(ledger.owner.key);
  if (!owner || !Object.values(owner.actions ?? {}).some(({ by }) => by === 'posting')) return;
  for (const one of await touchedBy(transaction, collection)) {
    toLock.set(owner.key, (toLock.get(owner.key) ?? new Set()).add(one.owner));
  }
};

/**
 * Locks the records that change with the balances of all ledgers, kind by kind in lock order and by ascending id:
 * records are always locked before balances.
 */
const lockFollowers = async (
  transaction: LedgerTransaction,
  collections: readonly Collected[],
): Promise<void> => {
  const { engine, tx } = transaction;
  const { catalog } = engine.store;
  const toLock: ToLock = new Map();
  await Promise.all(collections.map((one) => collectFollowers(transaction, one, toLock)));
  for (const [key, ids] of [...toLock].sort(([a], [b]) => catalog.byLockOrder(a, b))) {
    tx.send({
      sql: `select 1 from ${catalog.target(key)?.table} where tenant_id = $1 and id = any($2::bigint[]) order by id for update`,
      parameters: [tx.tenantId, [...ids]],
    });
  }
};

/** Returns the table and column of an owner's department, for ledgers with months; else null. */
const departmentOf = ({ engine }: LedgerTransaction, ledger: Ledger): OwnerDepartment | null => {
  const owner = ledger.months && ledger.owner && engine.store.catalog.target(ledger.owner.key);
  const column = owner && shapeOf(owner).column(ledger.months.department)?.column;
  if (ledger.months && !column) throw new Error(`${ledger.key}: no department of its owners`);
  return owner && column ? { table: owner.table, column } : null;
};

/** Returns the day of posting, and the day up to which books are closed; empty for ledgers without months. */
const daysOf = async (
  { tx, now }: LedgerTransaction,
  { months }: Ledger,
): Promise<Readonly<Record<string, string>>> =>
  months
    ? {
        today: dayText(now),
        closed: await readParameter(tx, months.closedUntil as Parameter<string>),
      }
    : {};

const postTo = async (
  transaction: LedgerTransaction,
  { ledger, postings, owners }: Collected,
): Promise<readonly ChangedSubaccount[]> => {
  const { tx, actor, now } = transaction;
  const given = [...postings.values()];
  const rows = await tx.query<Record<string, string> & { owner: string; subaccount: string }>(
    postStatement(ledger, departmentOf(transaction, ledger)).bind({
      ...(await daysOf(transaction, ledger)),
      tenant: tx.tenantId,
      effects: JSON.stringify(given.map(effectValues)),
      wanted: JSON.stringify(given.flatMap((one) => wantedValues(ledger, one))),
      owners: [...owners.keys()],
      actorId: actorId(actor),
      time: now,
    }),
  );
  return rows.map((row) => changedSubaccountOf(ledger, row));
};

/** Returns the cause of changes to subaccounts, as histories name it: the kinds that posted, and their actions. */
const causeOf = ({ engine }: LedgerTransaction, { postings }: Collected): Label =>
  joinLabels(
    [...postings.values()].map(({ source, action }): Label => {
      const kind = engine.store.catalog.target(source.resource);
      const label = kind?.label ?? [source.resource, source.resource];
      const done = kind?.actions?.[action]?.label;
      return done ? fill(['{label}：{done}', '{label}: {done}'], { label, done }) : label;
    }),
  );

/** Returns the records whose own subaccounts changed, with the values that they store from now on. */
const movedRecords = (
  transaction: LedgerTransaction,
  all: readonly Collected[],
  moved: readonly (readonly ChangedSubaccount[])[],
): readonly ChangedOwner[] =>
  all.flatMap((one, index) => {
    const { records } = one.ledger;
    if (!records) return [];
    const note = causeOf(transaction, one);
    return (moved[index] ?? []).map(({ subaccount, now }) => ({
      ...recordOfSubaccount(subaccount),
      holds: { values: records.values(now), note },
    }));
  });

/** Returns the owners of changed subaccounts, each once, by resource and id. */
const movedOwners = (
  all: readonly Collected[],
  moved: readonly (readonly ChangedSubaccount[])[],
): readonly ChangedOwner[] => {
  const found = all.flatMap(({ ledger: { owner } }, index) =>
    owner ? (moved[index] ?? []).map((one) => `${owner.key} ${one.owner}`) : [],
  );
  return [...new Set(found)].sort().map((name) => {
    const [resource = '', id = ''] = name.split(' ');
    return { resource, id };
  });
};

/** Posts the collected postings, ledger by ledger in the order of their keys, then checks the limits. */
const postAll = async (transaction: LedgerTransaction): Promise<void> => {
  const all = [...(collected.get(transaction.tx) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  collected.delete(transaction.tx);
  const collections = all.map(([, one]) => one);
  await lockFollowers(transaction, collections);
  const moved = await Promise.all(collections.map((one) => postTo(transaction, one)));
  await followers.get(transaction.tx)?.([
    ...movedOwners(collections, moved),
    ...movedRecords(transaction, collections, moved),
  ]);
  for (const [index, [, { ledger, postings, owners }]] of all.entries()) {
    const own = new Set([...postings.values()].map(({ source }) => source.id));
    await judgeLimits(transaction, ledger, moved[index] ?? [], owners, own);
  }
};
