import { type FieldFault, Refused } from '@keyan/kernel/errors.ts';
import type { Fields } from '@keyan/kernel/field.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { Engine } from '../engine.ts';
import type { Session } from '../store/database.ts';

type RowLike = Readonly<Record<string, unknown>>;

/** One id in a row, and where it stands. */
interface Pointer {
  readonly path: string;
  readonly label: Label;
  readonly key: string;
  readonly id: string;
}

const pointersOf = (fields: Fields, row: RowLike, prefix = ''): readonly Pointer[] =>
  Object.entries(fields).flatMap(([name, { spec }]): readonly Pointer[] => {
    const value = row[name];
    if (spec.kind === 'rows') {
      return ((value as RowLike[] | null) ?? []).flatMap((line, index) =>
        pointersOf(spec.fields ?? {}, line, `${prefix}${name}.${index}.`),
      );
    }
    return spec.kind === 'ref' && typeof value === 'string' && spec.target
      ? [{ path: `${prefix}${name}`, label: spec.label, key: spec.target.key, id: value }]
      : [];
  });

/**
 * Faults for references to records that are not there: removed, never there, or another
 * tenant's. Only what the row did not point to before is asked, in one statement.
 */
export const danglingReferences = async (
  engine: Engine,
  session: Session,
  resource: Resource,
  row: RowLike,
  before: RowLike | null,
): Promise<readonly FieldFault[]> => {
  const known = new Set(
    before ? pointersOf(resource.fields, before).map((one) => `${one.key} ${one.id}`) : [],
  );
  const asked = pointersOf(resource.fields, row).filter(
    (one) => !known.has(`${one.key} ${one.id}`),
  );
  if (asked.length === 0) return [];
  const keys = [...new Set(asked.map((one) => one.key))].sort();
  const ids = Object.fromEntries(
    keys.map((key) => [key, asked.filter((one) => one.key === key).map((one) => one.id)]),
  );
  const rows = await session.query<{ key: string; id: string }>(
    engine.store.pointers.existing(keys).bind({ tenant: session.tenantId, ...ids }),
  );
  const found = new Set(rows.map((one) => `${one.key} ${one.id}`));
  return asked
    .filter((one) => !found.has(`${one.key} ${one.id}`))
    .map((one) => ({
      path: one.path,
      message: fill(
        ['【{label}】所选记录不存在或已删除', '{label}: the chosen record does not exist any more'],
        { label: one.label },
      ),
    }));
};

/** The first record that points to this one, or null. */
const referrer = async (
  engine: Engine,
  session: Session,
  resource: Resource,
  id: string,
): Promise<{ readonly key: string } | null> => {
  const template = engine.store.pointers.referrer(resource.key);
  if (!template) return null;
  const [row] = await session.query<{ key: string }>(
    template.bind({ tenant: session.tenantId, id }),
  );
  return row ?? null;
};

/** @throws Refused `【名称】已被引用,不能删除` where something points to the record. */
export const demandUnreferenced = async (
  engine: Engine,
  session: Session,
  resource: Resource,
  row: RowLike,
): Promise<void> => {
  if (!(await referrer(engine, session, resource, String(row.id)))) return;
  throw new Refused(
    fill(['【{name}】已被引用,不能删除', '{name} is referred to and cannot be removed'], {
      name: String(row[resource.title] ?? row.id),
    }),
  );
};

/** @throws Refused where something points to the record, naming what. */
export const demandFree = async (
  engine: Engine,
  session: Session,
  resource: Resource,
  row: RowLike,
): Promise<void> => {
  const other = await referrer(engine, session, resource, String(row.id));
  const target = other && engine.store.catalog.target(other.key);
  if (!target) return;
  throw new Refused(
    fill(
      [
        '该记录已被【{other}】引用,不能退回草稿',
        'The record is referred to ({other}) and cannot become a draft',
      ],
      { other: target.label },
    ),
  );
};
