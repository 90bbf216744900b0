import { isDeepStrictEqual } from 'node:util';
import type { Effect, WriteEffect } from '@keyan/kernel/definition/life/effects.ts';
import { isAtPlace, lifeCodesAfter } from '@keyan/kernel/definition/life/states.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sameValue } from '@keyan/kernel/records/diff.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type EffectInForce, effectsInForce } from '../effects/standing.ts';
import { judgeOwnerLimits, postEffect } from '../ledger/post.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { withKeptCredentials } from './credentials.ts';
import { storedValues } from './target.ts';
import { type RecordChange, writeRecord } from './write-record.ts';

/** Record whose effects are brought up to date. */
export interface EffectSource {
  readonly resource: Resource;
  readonly row: StoredRow;
}

/** Change of one effect on one target. */
export interface EffectChange {
  readonly source: EffectSource;
  /** Effect in force so far; null for an effect that begins. */
  readonly is: EffectInForce | null;
  /** Effect that should be in force; null for an effect that ends. */
  readonly should: EffectInForce | null;
}

/**
 * Changes of other records that follow from a change of a record, and its references to the records that it creates.
 */
export interface ChangePlan {
  readonly steps: readonly EffectChange[];
  readonly links: RowLike;
}

const nothing: ChangePlan = { steps: [], links: {} };

/** Returns the state to which the action of an effect leads; undefined if the target keeps its state. */
const stateAfter = (
  { key, states, actions }: Resource,
  { action: actionOf }: WriteEffect,
  row: RowLike,
): RowLike => {
  const action = actionOf(row);
  if (action === null) return {};
  const { to, life } = actions?.[action] ?? {};
  if (to === undefined) return {};
  const field = life ?? states?.field;
  if (!field || typeof to !== 'string') throw new Error(`${key}: ${action} leads to no state`);
  return { [field]: to };
};

/**
 * Returns the values that an effect should write on its targets for the current row; empty if the effect does not hold.
 */
const wanted = (
  { engine }: TransactionContext,
  { resource, row }: EffectSource,
  { key, hold }: Effect,
  standing: readonly EffectInForce[],
): readonly EffectInForce[] => {
  if (hold.is === 'post') return [];
  const about = { source: { resource: resource.key, id: row.id }, effect: key, place: 0 };
  if (hold.is === 'create') {
    const values = hold.values(row);
    const there = standing.find((one) => one.effect === key && one.kind === 'create');
    if (values === null || there) return values !== null && there ? [there] : [];
    const target = { resource: hold.target, id: engine.ids.next() };
    return [{ ...about, kind: 'create', target, before: {}, after: values }];
  }
  const id = (row as RowLike)[hold.ref];
  const target = engine.store.catalog.target(hold.target);
  if (!isId(id) || !target) return [];
  const after = storedValues(target, { ...hold.set(row), ...stateAfter(target, hold, row) });
  return [{ ...about, kind: 'write', target: { resource: hold.target, id }, before: {}, after }];
};

const isSame = (a: EffectInForce, b: EffectInForce): boolean =>
  a.effect === b.effect && a.target.id === b.target.id;

/** Changed record: its stored row before, if any, and the new row. */
interface Changed extends EffectSource {
  readonly before: StoredRow | null;
  /** True if the record is removed, which ends all its effects. */
  readonly gone: boolean;
  readonly action: string;
}

/** Returns the date in a field of the row; null if empty. */
const dayIn = (row: RowLike, name: string): string | null => {
  const day = row[name];
  return typeof day === 'string' && day !== '' ? day.slice(0, 10) : null;
};

/** Sets the amounts that the ledgers should have; the difference is posted before the commit. */
const postEntries = (
  transaction: TransactionContext,
  { resource, row, action }: Changed,
  touched: readonly Effect[],
  active: readonly Effect[],
): void => {
  for (const effect of touched) {
    const { key, hold } = effect;
    if (hold.is !== 'post') continue;
    postEffect(transaction, {
      source: { resource: resource.key, id: row.id },
      effect: key,
      ledger: hold.ledger,
      wanted: active.includes(effect) ? hold.entries(row) : [],
      day: hold.day === null ? null : dayIn(row, hold.day),
      opening: hold.opening,
      action,
    });
  }
};

/** Requests a check of limits that may read the changed fields of an owner of subaccounts. */
const judgeOwned = (transaction: TransactionContext, { resource, row, before }: Changed): void => {
  if (!before) return;
  for (const ledger of transaction.engine.store.catalog.ledgersOf(resource.key)) {
    const read = Object.keys(ledger.owner?.fields ?? {});
    const differs = read.some(
      (name) => !sameValue(resource, name, (before as RowLike)[name], (row as RowLike)[name]),
    );
    if (differs && ledger.limits.length > 0) judgeOwnerLimits(transaction, ledger, before);
  }
};

const holdsAt = (resource: Resource, row: StoredRow, { states, life }: Effect): boolean =>
  isAtPlace(resource, row, { from: states, life });

/** Compares the effects that a record should have with its effects in force. */
const planOf = async (transaction: TransactionContext, changed: Changed): Promise<ChangePlan> => {
  const { resource, row, before, gone } = changed;
  judgeOwned(transaction, changed);
  const source = { resource, row };
  const active = gone ? [] : resource.effects.filter((one) => holdsAt(resource, row, one));
  const touched = resource.effects.filter(
    (effect) => active.includes(effect) || (before && holdsAt(resource, before, effect)),
  );
  if (touched.length === 0) return nothing;
  const name = { resource: resource.key, id: row.id };
  const is = before ? await effectsInForce(transaction.tx, name) : [];
  const should = active.flatMap((effect) => wanted(transaction, source, effect, is));
  const steps = [
    ...is.map((one) => ({ source, is: one, should: should.find((it) => isSame(it, one)) ?? null })),
    ...should
      .filter((one) => !is.some((it) => isSame(it, one)))
      .map((one) => ({ source, is: null, should: one })),
  ];
  const links = touched.flatMap(({ key, hold }) =>
    hold.is === 'create'
      ? [[hold.into, should.find(({ effect }) => effect === key)?.target.id ?? null] as const]
      : [],
  );
  const made = Object.fromEntries(links);
  // Entries may name as owner a record that another effect creates.
  postEntries(transaction, { ...changed, row: { ...row, ...made } }, touched, active);
  return {
    steps: steps.filter((step) => !isDeepStrictEqual(step.is?.after, step.should?.after)),
    links: made,
  };
};

/**
 * Writes a record, with references to the records that its effects create, and returns the changes of other records.
 * Every row passes here before it is stored, whatever caused the change: credentials are encrypted here, and lives of
 * the record begin and end.
 * @throws Invalid if a credential must be typed again
 */
export const writePlannedRecord = async (
  transaction: TransactionContext,
  change: RecordChange,
): Promise<{ readonly row: StoredRow; readonly steps: readonly EffectChange[] }> => {
  const { resource, before, action } = change;
  const moved = { ...change.after, ...lifeCodesAfter(resource, before, change.after) } as StoredRow;
  const after = withKeptCredentials(transaction, resource, moved, before);
  const gone = action === 'remove';
  const { steps, links } = await planOf(transaction, {
    resource,
    row: after,
    before,
    gone,
    action,
  });
  const row = await writeRecord(transaction, { ...change, after: { ...after, ...links } });
  return { row, steps };
};
