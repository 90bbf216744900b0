import { isDeepStrictEqual } from 'node:util';
import { isAtPlace } from '@keyan/kernel/definition/life/states.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { joinLabels, type Label } from '@keyan/kernel/label.ts';
import { type Change, sameValue } from '@keyan/kernel/records/diff.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type FieldAfterLayers, relayerField } from '../effects/layers.ts';
import {
  type EffectInForce,
  lastWritePosition,
  type RecordName,
  removeEffect,
  storeEffect,
  writesOn,
} from '../effects/standing.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { historyEntry } from './history.ts';
import { lockTarget, lockTargetFirst } from './lock.ts';
import { type EffectChange, writePlannedRecord } from './plan.ts';
import { recordNameFor, refusalNamingRecord, withTargetValues } from './target.ts';

/** Writes on one target that are in force or shall be, oldest first. */
type Stack = readonly {
  readonly was: EffectInForce | null;
  readonly now: EffectInForce | null;
}[];

const isSame = (a: EffectInForce, b: EffectInForce | null): boolean =>
  a.effect === b?.effect && a.source.id === b.source.id && a.source.resource === b.source.resource;

/** A new write lies on top of all others: then existing writes need not be read. */
const stackOn = async (
  { tx }: TransactionContext,
  target: RecordName,
  steps: readonly EffectChange[],
): Promise<Stack> => {
  if (steps.every(({ is }) => is === null))
    return stackOf([], await lastWritePosition(tx, target), steps);
  const standing = await writesOn(tx, target);
  return stackOf(standing, standing.at(-1)?.place ?? 0, steps);
};

const stackOf = (
  standing: readonly EffectInForce[],
  last: number,
  steps: readonly EffectChange[],
): Stack => {
  const begun = steps.flatMap(({ is, should }) => (is === null && should ? [should] : []));
  return [
    ...standing.map((was) => {
      const step = steps.find(({ is }) => isSame(was, is));
      if (!step) return { was, now: was };
      return { was, now: step.should && { ...was, after: step.should.after } };
    }),
    ...begun.map((now, index) => ({ was: null, now: { ...now, place: last + 1 + index } })),
  ];
};

/** Returns one field of a write in force, if the write contains it. */
const sideOf = (one: EffectInForce | null, field: string) =>
  one && Object.hasOwn(one.after, field)
    ? { before: one.before[field], after: one.after[field] }
    : null;

/** Returns the new value of each field that the writes concern, with its layers. */
const relayered = (
  resource: Resource,
  row: RowLike,
  stack: Stack,
): ReadonlyMap<string, FieldAfterLayers> => {
  const fields = stack.flatMap(({ was, now }) => Object.keys({ ...was?.after, ...now?.after }));
  return new Map(
    [...new Set(fields)].map((field) => {
      const layers = stack.map(({ was, now }, index) => ({
        id: String(index),
        was: sideOf(was, field),
        now: sideOf(now, field),
      }));
      const same = (a: unknown, b: unknown): boolean => sameValue(resource, field, a, b);
      return [
        field,
        relayerField(
          row[field],
          layers.filter(({ was, now }) => was ?? now),
          same,
        ),
      ];
    }),
  );
};

/** Stores the writes that are now in force, where they changed. */
const keep = (
  { tx }: TransactionContext,
  stack: Stack,
  fields: ReadonlyMap<string, FieldAfterLayers>,
): void => {
  for (const [index, { was, now }] of stack.entries()) {
    if (was && !now) tx.send(removeEffect(tx.tenantId, was));
    if (!now) continue;
    const covered = [...fields].flatMap(([field, { layers }]) => {
      const layer = layers.find(({ id }) => id === String(index));
      return layer ? [[field, layer.before] as const] : [];
    });
    const next: EffectInForce = { ...now, before: Object.fromEntries(covered) };
    if (!was || !isDeepStrictEqual(next, was)) tx.send(storeEffect(tx.tenantId, next));
  }
};

/** Returns fields that were not restored because somebody entered another value since. */
const overruledIn = (
  resource: Resource,
  stack: Stack,
  fields: ReadonlyMap<string, FieldAfterLayers>,
): readonly Change[] =>
  [...fields].flatMap(([path, { value, overruled }]) => {
    const spec = resource.fields[path]?.spec;
    const [first] = overruled;
    const before = first === undefined ? undefined : stack[Number(first)]?.was?.after[path];
    return spec && first !== undefined ? [{ path, label: spec.label, before, after: value }] : [];
  });

/** @throws Refused if the target is in no state from which the action of an effect starts. */
const assertStates = (resource: Resource, row: StoredRow, steps: readonly EffectChange[]): void => {
  for (const { source, is, should } of steps) {
    if (is !== null || should === null) continue;
    const hold = source.resource.effects.find(({ key }) => key === should.effect)?.hold;
    const action = hold?.is === 'write' ? hold.action(source.row) : null;
    if (action === null || isAtPlace(resource, row, resource.actions?.[action] ?? { from: [] }))
      continue;
    throw refusalNamingRecord(resource, row, [
      '当前状态不允许此操作',
      'not allowed in its current status',
    ]);
  }
};

const sourcesOf = (steps: readonly EffectChange[]): Label =>
  joinLabels(steps.map(({ source }) => recordNameFor(source.resource, source.row)));

/**
 * Begins, changes and ends writes on one target. Returns the consequences for further records.
 * @throws Refused if the target is missing, in approval, or does not accept the values.
 */
export const settleWrites = async (
  transaction: TransactionContext,
  resource: Resource,
  target: RecordName,
  steps: readonly EffectChange[],
): Promise<readonly EffectChange[]> => {
  const { engine, tx } = transaction;
  lockTargetFirst(transaction, resource, target.id);
  const row = await lockTarget(transaction, resource, target.id);
  const stack = await stackOn(transaction, target, steps);
  if (!row) {
    if (stack.some(({ now }) => now)) {
      throw refusalNamingRecord(resource, {}, [
        '记录不存在，不能变更',
        'the record no longer exists',
      ]);
    }
    keep(transaction, stack, new Map());
    return [];
  }
  assertStates(resource, row, steps);
  const fields = relayered(resource, row, stack);
  keep(transaction, stack, fields);
  const note = sourcesOf(steps);
  const kept = overruledIn(resource, stack, fields);
  if (kept.length > 0) {
    const line = historyEntry(transaction, resource, row, row, {
      action: 'kept',
      note,
      changes: kept,
    });
    tx.send(engine.store.writer.history(resource, row, line));
  }
  const values = Object.fromEntries([...fields].map(([field, { value }]) => [field, value]));
  const differs = Object.keys(values).some(
    (name) => !sameValue(resource, name, values[name], row[name]),
  );
  if (!differs) return [];
  const changed = await writePlannedRecord(transaction, {
    resource,
    before: row,
    after: await withTargetValues(transaction, resource, row, values),
    action: steps.some(({ should }) => should) ? 'effect' : 'undone',
    note,
  });
  return changed.steps;
};
