import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type FieldFault, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { effectsInForce } from '../effects/standing.ts';
import type { Tx } from '../store/connection/database.ts';
import type { RecordServices } from './behaviour.ts';
import { choosableIds } from './choosable.ts';
import type { ActorContext } from './rights.ts';

/** Reference of a row: its path and the id in it. */
interface Pointer {
  readonly path: string;
  readonly spec: FieldSpec;
  readonly key: string;
  readonly id: string;
}

const pointersOf = (fields: Fields, row: RowLike, prefix = ''): readonly Pointer[] =>
  Object.entries(fields).flatMap(([name, { spec }]): readonly Pointer[] => {
    const value = row[name];
    if (spec.type === 'rows') {
      return ((value as RowLike[] | null) ?? []).flatMap((line, index) =>
        pointersOf(spec.fields ?? {}, line, `${prefix}${name}.${index}.`),
      );
    }
    const { target } = spec;
    if (!target) return [];
    const ids = Array.isArray(value) ? value : [value];
    return ids.flatMap((id) =>
      typeof id === 'string' ? [{ path: `${prefix}${name}`, spec, key: target.key, id }] : [],
    );
  });

/** First key of every advisory lock below; the second key depends on the record. */
const references = 7204;
/**
 * Number of advisory locks, shared by all records: few enough that an import of thousands of records does not need a
 * lock for each.
 */
const shares = 1024n;

/**
 * Prevents records from being removed while other records begin to refer to them, and the reverse, until the
 * transaction ends. The rows themselves are not marked: a department that hundreds of submissions name at once would be
 * written by each. Later statements see what the other side did meanwhile.
 */
const hold = (tx: Tx, lock: 'shared' | 'exclusive', ids: readonly string[]): void => {
  const numbers = [...new Set(ids.map((id) => Number(BigInt(id) % shares)))];
  const name = lock === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  tx.send({
    sql: `select ${name}(${references}, n) from unnest($1::int[]) n`,
    // Locks are taken in ascending order. Transactions of several records may still deadlock: the database ends one of
    // them, and it is tried again.
    parameters: [numbers.sort((a, b) => a - b)],
  });
};

/** Returns the ids of the records to which a row points, keyed by field. */
const heldBy = (
  resource: Pick<Resource, 'fields'>,
  row: RowLike | null,
): ReadonlyMap<FieldSpec, Set<string>> => {
  const held = new Map<FieldSpec, Set<string>>();
  for (const { spec, id } of row ? pointersOf(resource.fields, row) : []) {
    held.set(spec, (held.get(spec) ?? new Set()).add(id));
  }
  return held;
};

const keyOf = ({ key, id }: Pick<Pointer, 'key' | 'id'>): string => `${key} ${id}`;

/** Returns references of the row that it did not contain before. */
const newPointers = (
  resource: Pick<Resource, 'fields'>,
  row: RowLike,
  before: RowLike | null,
): readonly Pointer[] => {
  const known = new Set(before ? pointersOf(resource.fields, before).map(keyOf) : []);
  return pointersOf(resource.fields, row).filter((one) => !known.has(keyOf(one)));
};

/** Returns those of the references whose records are removed, never existed, or belong to another tenant. */
const dangling = async (
  engine: RecordServices,
  tx: Tx,
  pointers: readonly Pointer[],
): Promise<readonly Pointer[]> => {
  if (pointers.length === 0) return [];
  const keys = [...new Set(pointers.map((one) => one.key))].sort();
  const ids = Object.fromEntries(
    keys.map((key) => [key, pointers.filter((one) => one.key === key).map((one) => one.id)]),
  );
  hold(
    tx,
    'shared',
    pointers.map((one) => one.id),
  );
  const rows = await tx.query<{ key: string; id: string }>(
    engine.store.references.existing(keys).bind({ tenant: tx.tenantId, ...ids }),
  );
  const found = new Set(rows.map(keyOf));
  return pointers.filter((one) => !found.has(keyOf(one)));
};

/**
 * Locks the records that a limited reference names, if their state can change: a choice is then checked against the
 * state that remains until the transaction ends. The lock is sent in the packet of the statement that checks.
 */
const lockChanging = (tx: Tx, target: Resource, { among }: FieldSpec, ids: readonly string[]) => {
  if (!among || !(target.states || hasProcess(target))) return;
  tx.send({
    sql: `select 1 from ${target.table} where tenant_id = $1 and id = any($2::bigint[])
           order by id for no key update`,
    parameters: [tx.tenantId, ids.filter(isId)],
  });
};

/** True if people choose the reference; copied and computed references are set by the program. */
const isChosen = ({ copyOf, readonly, byApprover }: FieldSpec): boolean =>
  !copyOf && (!readonly || byApprover === true);

/** Returns those of the references whose records the actor may not choose. */
const unchoosable = async (
  context: ActorContext,
  tx: Tx,
  pointers: readonly Pointer[],
): Promise<readonly Pointer[]> => {
  const chosen = pointers.filter(({ spec }) => isChosen(spec));
  const { byLockOrder } = context.engine.store.catalog;
  const bySpec = [...Map.groupBy(chosen, ({ spec }) => spec)].sort(([a], [b]) =>
    byLockOrder(a.target?.key ?? '', b.target?.key ?? ''),
  );
  const refused = await Promise.all(
    bySpec.map(async ([spec, mine]) => {
      const target = context.engine.store.catalog.target(spec.target?.key ?? '');
      const ids = mine.map(({ id }) => id);
      if (target) lockChanging(tx, target, spec, ids);
      const allowed = target && (await choosableIds(tx, context, target, spec, ids));
      return allowed ? mine.filter(({ id }) => !allowed.has(id)) : [];
    }),
  );
  return refused.flat();
};

/** Text for a record that is missing or that the actor may not choose: both faults read the same. */
const nothingToChoose: Label = [
  '【{label}】所选记录不存在或不能选择',
  '{label}: the chosen record does not exist or cannot be chosen',
];
/** Text for a record that could be chosen at the last save but can no longer. */
const notAnyMore: Label = [
  '【{label}】所选记录现在已不能选择，请重新选择',
  '{label}: the chosen record is no longer available; choose another',
];

const faultWith =
  (message: Label) =>
  ({ path, spec }: Pointer): FieldFault => ({
    path,
    message: spec.otherwise ?? fill(message, { label: spec.label }),
  });
const faultOf = faultWith(nothingToChoose);

/**
 * Returns faults of new references to records that do not exist or that the actor may not choose. One statement for all
 * references, and one for each limited reference.
 * @param again also checks unchanged references that the definition limits (`among`): a record that could be chosen for
 *   a draft may no longer be allowed at submission.
 */
export const referenceFaults = async (
  context: ActorContext,
  tx: Tx,
  resource: Pick<Resource, 'fields'>,
  row: RowLike,
  before: RowLike | null,
  again = false,
): Promise<readonly FieldFault[]> => {
  const pointers = pointersOf(resource.fields, row);
  const held = heldBy(resource, before);
  const isHeld = ({ spec, id }: Pointer): boolean => held.get(spec)?.has(id) === true;
  const fresh = pointers.filter((one) => !isHeld(one));
  // References set by the program were never chosen.
  const kept = again
    ? pointers.filter((one) => isHeld(one) && one.spec.among && !one.spec.readonly)
    : [];
  // All in one packet; the locks of the first precede the reads of the others.
  const [gone, refused, lost] = await Promise.all([
    dangling(context.engine, tx, newPointers(resource, row, before)),
    unchoosable(context, tx, fresh),
    unchoosable(context, tx, kept),
  ]);
  const missing = new Set(gone.map(({ path }) => path));
  const isThere = ({ path }: Pointer): boolean => !missing.has(path);
  const chosen = new Set(gone.filter(({ spec }) => isChosen(spec)).map(keyOf));
  return [
    // A computed reference follows a chosen one, whose fault is enough.
    ...gone.filter((one) => isChosen(one.spec) || !chosen.has(keyOf(one))).map(faultOf),
    ...refused.filter(isThere).map(faultOf),
    ...lost.filter(isThere).map(faultWith(notAnyMore)),
  ];
};

/** Returns faults of references to records that do not exist, for every actor. */
export const danglingReferences = async (
  engine: RecordServices,
  tx: Tx,
  resource: Resource,
  row: RowLike,
): Promise<readonly FieldFault[]> =>
  (await dangling(engine, tx, newPointers(resource, row, null))).map(faultOf);

/**
 * Returns the records that effects of this record created: they are removed with it, so they do not prevent its
 * removal.
 */
const createdBy = async (tx: Tx, resource: Resource, id: string): Promise<readonly string[]> => {
  if (!resource.effects.some(({ hold }) => hold.is === 'create')) return [];
  const standing = await effectsInForce(tx, { resource: resource.key, id });
  return standing.filter(({ kind }) => kind === 'create').map(({ target }) => target.id);
};

/**
 * Returns a resource with a record that refers to this one, or null; no new reference is possible until the transaction
 * ends.
 */
export const referringRecord = async (
  engine: RecordServices,
  tx: Tx,
  resource: Resource,
  id: string,
): Promise<Resource | null> => {
  const template = engine.store.references.referrer(resource.key);
  if (!template) return null;
  const without = await createdBy(tx, resource, id);
  hold(tx, 'exclusive', [id]);
  const [row] = await tx.query<{ key: string }>(
    template.bind({ tenant: tx.tenantId, id, without }),
  );
  return (row && engine.store.catalog.target(row.key)) ?? null;
};

/** Returns the name of a record in each language; its id if it has no title. */
const nameOf = ({ title, englishTitle = title }: Resource, row: RowLike): Label => {
  const { [title]: own, [englishTitle]: english } = row as RowLike;
  const name = String(own ?? row.id);
  return [name, String(english || name)];
};

const referred: Label = [
  '【{name}】已被引用，不能删除',
  '{name} is used by other records and cannot be deleted',
];

/** @throws Refused `【名称】已被引用,不能删除`, or the text of the resource, if a record refers to this one. */
export const assertDeletable = async (
  engine: RecordServices,
  tx: Tx,
  resource: Resource,
  row: RowLike,
): Promise<void> => {
  if (!(await referringRecord(engine, tx, resource, String(row.id)))) return;
  throw new Refused(fill(resource.words?.referred ?? referred, { name: nameOf(resource, row) }));
};

/** @throws Refused if a record refers to this one; the message names its kind. */
export const assertNotReferenced = async (
  engine: RecordServices,
  tx: Tx,
  resource: Resource,
  row: RowLike,
): Promise<void> => {
  const other = await referringRecord(engine, tx, resource, String(row.id));
  if (!other) return;
  throw new Refused(
    fill(
      [
        '该记录已被【{other}】引用，不能退回草稿',
        'The record is used by other records ({other}) and cannot revert to draft',
      ],
      { other: other.label },
    ),
  );
};
