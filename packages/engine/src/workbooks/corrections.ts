import type { Actor } from '@keyan/kernel/access/actor.ts';
import { isNewName } from '@keyan/kernel/definition/import-makes.ts';
import { kinds, specIn } from '@keyan/kernel/definition/kinds.ts';
import { grants, type Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { sameValue } from '@keyan/kernel/records/diff.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import { maskOf } from '@keyan/kernel/values/mask.ts';
import type { RowChange } from '@keyan/kernel/wire/workbooks.ts';
import type { Engine } from '../engine.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { lockRow } from '../records/lock.ts';
import { scopeValues } from '../records/rights.ts';
import type { Tx } from '../store/database.ts';
import { readableBy } from '../store/scope.ts';
import { shapeOf } from '../store/shape.ts';
import type { SheetRecord } from './read.ts';
import { namedAbove } from './rows-above.ts';

// A row of a workbook that is a record which stands already corrects it (`identity` of its definition).

type Values = Readonly<Record<string, unknown>>;

/** The record that a row corrects, and what the row says otherwise. */
export interface Correction {
  readonly before: StoredRow;
  /** Values that differ; none where the row says what stands. */
  readonly values: Values;
}

/** Values as the record stores them; what cannot be read is left to the check of the row. */
const parsedOf = (resource: Resource, input: Values): Values =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const spec = resource.fields[name]?.spec;
      // An empty cell says nothing.
      if (!spec || spec.kind === 'rows' || spec.kind === 'files' || isEmpty(value)) return [];
      const parsed = kinds[spec.kind].parse(value, spec);
      return 'value' in parsed ? [[name, parsed.value] as const] : [];
    }),
  );

/** The id of the record that has the same identity; null for a new one. */
const standing = async (tx: Tx, resource: Resource, values: Values): Promise<string | null> => {
  const shape = shapeOf(resource);
  for (const names of resource.identity ?? []) {
    if (names.some((name) => isEmpty(values[name]))) continue;
    const conditions = names.map((name, at) => {
      const [column, value] = [`"${shape.column(name)?.column}"`, `$${at + 2}`];
      return resource.fields[name]?.spec.caseless
        ? `lower(${column}) = lower(${value})`
        : `${column} = ${value}`;
    });
    const [found] = await tx.query<{ id: string }>(
      `select id::text from "${resource.table}"
        where tenant_id = $1 and is_deleted = 0 and ${conditions.join(' and ')}
        order by id limit 1`,
      [tx.tenantId, ...names.map((name) => values[name])],
    );
    if (found) return found.id;
  }
  return null;
};

/** The record keeps the spelling of what is the same in upper and lower case. */
const isSame = (resource: Resource, name: string, stood: unknown, value: unknown): boolean =>
  sameValue(resource, name, stood, value) ||
  (resource.fields[name]?.spec.caseless === true &&
    String(stood ?? '').toLowerCase() === String(value ?? '').toLowerCase());

/** What a row corrects; null where it is a new record, or the actor may change none. */
export const correctionOf = async (
  engine: Engine,
  actor: Actor,
  tx: Tx,
  resource: Resource,
  { input }: SheetRecord,
): Promise<Correction | null> => {
  if (!resource.identity || !grants(resource, actor.permissions, 'edit')) return null;
  const values = parsedOf(resource, input);
  const id = await standing(tx, resource, values);
  if (id === null) return null;
  const context = { engine, actor };
  const scope = readableBy(engine.store.catalog, resource, actor);
  const before = await lockRow({ engine, tx }, resource, id, scope, scopeValues(context));
  const differing = Object.entries(values).filter(
    ([name, value]) => !isSame(resource, name, before[name], value),
  );
  // An earlier row of the file, which becomes another record.
  const parent = namedAbove(resource, input);
  const moved = parent ? { [parent.path]: input[parent.path] } : {};
  return { before, values: { ...Object.fromEntries(differing), ...moved } };
};

/** A correction in words: each field that differs, as it is and as it will be. */
export const changeOf = (
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
        : isNewName(one)
          ? [one.make, one.make]
          : [kinds[spec.kind].text(one, spec, 'zh'), kinds[spec.kind].text(one, spec, 'en')];
    const stood = spec.masked ? maskOf(String(before[name] ?? '')) : before[name];
    return [{ field: spec.label, before: text(stood), after: text(value) }];
  }),
});
