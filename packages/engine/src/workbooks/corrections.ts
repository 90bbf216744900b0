import type { Actor } from '@keyan/kernel/access/actor.ts';
import { fieldTypeTable, specIn } from '@keyan/kernel/definition/field/field-types.ts';
import { isRecordToMake } from '@keyan/kernel/definition/page/import-makes.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { sameValue } from '@keyan/kernel/records/diff.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import { concealedText } from '@keyan/kernel/values/mask.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { RowChange } from '@keyan/kernel/wire/workbooks.ts';
import type { Engine } from '../engine.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { lockInOrder } from '../records/lock.ts';
import { scopeValues } from '../records/rights.ts';
import type { Tx } from '../store/connection/database.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { readableBy } from '../store/statements/scope.ts';
import type { SheetRecord } from './read.ts';
import { parentNameInFile } from './rows-above.ts';

// Corrections: a row of a workbook that identifies a stored record (`identity` of its definition) changes that record.

/** Record that a row corrects, and the differences. */
export interface Correction {
  readonly before: StoredRow;
  /** Changed values; empty if the row equals the record. */
  readonly values: RowLike;
}

/** Parses values to the form that the record stores; unreadable values are left to the check of the row. */
const parsedOf = (resource: Resource, input: RowLike): RowLike =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const spec = resource.fields[name]?.spec;
      // An empty cell changes nothing.
      if (!spec || spec.type === 'rows' || spec.type === 'files' || isEmpty(value)) return [];
      const parsed = fieldTypeTable[spec.type].parse(value, spec);
      return 'value' in parsed ? [[name, parsed.value] as const] : [];
    }),
  );

interface Standing {
  readonly id: string;
  /** Spelling of the identity. */
  readonly names: string;
  readonly exact: boolean;
}

interface Found {
  readonly id: string;
  /** Fields by which the record was found. */
  readonly by: readonly string[];
}

const onlyCase: Label = [
  '已有多条只差大小写的记录（{names}），请按原样填写',
  'Several records differ from it only in case ({names}); write the intended one',
];

/** Records corrected by earlier rows, in their new state: a later row may use a unique value that one gave up. */
export type CorrectedAbove = ReadonlyMap<string, RowLike>;

/** True if two rows have equal values in the field, ignoring case where the field does. */
const isSpelled = (resource: Resource, name: string, a: RowLike, b: RowLike): boolean => {
  const caseless = resource.fields[name]?.spec.caseless;
  const [one, other] = [a, b].map((row) => String(row[name] ?? ''));
  return caseless ? one?.toLowerCase() === other?.toLowerCase() : one === other;
};

/**
 * Returns the stored record with the same identity, an exact match before matches that differ in case; null for a new
 * record, or the fault if several match.
 */
const standing = async (
  tx: Tx,
  resource: Resource,
  values: RowLike,
  above: CorrectedAbove,
): Promise<Found | { readonly doubt: FieldFault } | null> => {
  const shape = shapeOf(resource);
  for (const names of resource.identity ?? []) {
    if (names.some((name) => isEmpty(values[name]))) continue;
    const columns = names.map((name) => `"${shape.column(name)?.column}"`);
    const same = columns.map((column, at) => `${column} = $${at + 2}`);
    const alike = names.map((name, at) =>
      resource.fields[name]?.spec.caseless ? `lower(${columns[at]}) = lower($${at + 2})` : same[at],
    );
    const all = await tx.query<Standing>(
      `select id::text, concat_ws(' ', ${columns.join(', ')}) as names,
              ${same.join(' and ')} as exact
         from "${resource.table}"
        where tenant_id = $1 and is_deleted = 0 and ${alike.join(' and ')}
        order by exact desc, id limit ${2 + above.size}`,
      [tx.tenantId, ...names.map((name) => values[name])],
    );
    const [found, other] = all.filter(({ id }) => {
      const become = above.get(id);
      return !become || names.every((name) => isSpelled(resource, name, become, values));
    });
    if (found && other && !found.exact) {
      const message = fill(onlyCase, { names: `${found.names}、${other.names}` });
      return { doubt: { path: names[0] ?? resource.title, message } };
    }
    if (found) return { id: found.id, by: names };
  }
  return null;
};

/** Fields by which the record was found keep their stored spelling. */
const isSame =
  (resource: Resource, { by }: Found, stood: RowLike) =>
  ([name, value]: readonly [string, unknown]): boolean =>
    by.includes(name) || sameValue(resource, name, stood[name], value);

/** Result of looking for the record that a row corrects. */
interface Corrected {
  /** Null for a new record, or if the actor may not change records. */
  readonly correction: Correction | null;
  /** Faults if several records match. */
  readonly doubts: readonly FieldFault[];
}

const none: Corrected = { correction: null, doubts: [] };

export const correctionByRow = async (
  engine: Engine,
  actor: Actor,
  tx: Tx,
  resource: Resource,
  { input }: SheetRecord,
  above: CorrectedAbove,
): Promise<Corrected> => {
  if (!resource.identity || !grantsAction(resource, actor.permissions, 'edit')) return none;
  const values = parsedOf(resource, input);
  const found = await standing(tx, resource, values, above);
  if (found === null) return none;
  if ('doubt' in found) return { correction: null, doubts: [found.doubt] };
  const context = { engine, actor };
  const scope = readableBy(engine.store.catalog, resource, actor);
  const before = await lockInOrder({ engine, tx }, resource, found.id, scope, scopeValues(context));
  const same = isSame(resource, found, before);
  const differing = Object.entries(values).filter((each) => !same(each));
  // The parent may be an earlier row of the file, which becomes another record.
  const parent = parentNameInFile(resource, input);
  const moved = parent ? { [parent.path]: input[parent.path] } : {};
  const told = { ...Object.fromEntries(differing), ...moved };
  return { correction: { before, values: told }, doubts: [] };
};

/** Describes a correction: each changed field with old and new value. */
export const correctionText = (
  resource: Resource,
  dictionaries: Dictionaries,
  row: number,
  { before, values }: Correction,
): RowChange => ({
  row,
  title: String(before[resource.title] ?? ''),
  fields: Object.entries(values).flatMap(([name, value]) => {
    const defined = resource.fields[name]?.spec;
    if (!defined) return [];
    const spec = specIn(defined, dictionaries);
    const text = (one: unknown): Label =>
      isEmpty(one)
        ? ['空', 'empty']
        : isRecordToMake(one)
          ? [one.make, one.make]
          : [
              fieldTypeTable[spec.type].text(one, spec, 'zh'),
              fieldTypeTable[spec.type].text(one, spec, 'en'),
            ];
    const read = (one: unknown, isConcealed: boolean): unknown =>
      isConcealed && !isEmpty(one) ? concealedText(spec, String(one)) : one;
    const isCredential = spec.credential !== undefined;
    const stood = read(before[name], isCredential || spec.masked !== undefined);
    const told = read(value, isCredential);
    return [{ field: spec.label, before: text(stood), after: text(told) }];
  }),
});
