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

/** A record whose effects are settled. */
export interface EffectSource {
  readonly resource: Resource;
  readonly row: StoredRow;
}

/** Change of one effect on one target. */
export interface EffectChange {
  readonly source: EffectSource;
  /** State so far; null for an effect that begins. */
  readonly is: EffectInForce | null;
  /** Target state; null for an effect that ends. */
  readonly should: EffectInForce | null;
}

/** Consequences of a change of a record for others, and its own references to the records that it creates. */
export interface ChangePlan {
  readonly steps: readonly EffectChange[];
  readonly links: RowLike;
}

const nothing: ChangePlan = { steps: [], links: {} };

/** The state that the action of an effect leads to; nothing where the record stays in its own. */
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

/** Writes that stand on records because of an effect while its own record is as it is, if any. */
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

/** A change of a record: its row before, if it was stored, and as it will be. */
interface Changed extends EffectSource {
  readonly before: StoredRow | null;
  /** Is the record removed, so that none of its effects stays? */
  readonly gone: boolean;
  readonly action: string;
}

/** The day in a field of the row; null where it is empty. */
const dayIn = (row: RowLike, name: string): string | null => {
  const day = row[name];
  return typeof day === 'string' && day !== '' ? day.slice(0, 10) : null;
};

/** Says what the ledgers have to come to; they post the difference before the commit. */
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
      action,
    });
  }
};

/** Has limits judged again that may read what changed of an owner of subaccounts. */
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

/** Compares what should stand because of a record with what does. */
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
  // Entries may name as their owner what another effect of the record creates.
  postEntries(transaction, { ...changed, row: { ...row, ...made } }, touched, active);
  return {
    steps: steps.filter((step) => !isDeepStrictEqual(step.is?.after, step.should?.after)),
    links: made,
  };
};

/**
 * Writes a record, with its references to what its effects create, and says what they are to do. Every row passes
 * here before anything is stored or follows from it, whoever brought the change about: credentials are kept here, and
 * further lives of the record begin and end.
 * @throws Invalid where a credential has to be typed again
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
