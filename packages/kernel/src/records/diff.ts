import type { Fields } from '../definition/field.ts';
import type { Resource } from '../definition/resource.ts';
import type { Label } from '../label.ts';

/** One field that differs, with its label, in stored values. */
export interface Change {
  readonly path: string;
  readonly label: Label;
  readonly before: unknown;
  readonly after: unknown;
}

type RowLike = Readonly<Record<string, unknown>>;

const same = (a: unknown, b: unknown): boolean =>
  a === b || (a ?? null) === (b ?? null) || JSON.stringify(a) === JSON.stringify(b);

const pick = (fields: Fields, line: RowLike): RowLike =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, line[name] ?? null]));

/** Sub-tables and attachments are compared as wholes, on what the definition knows of them. */
const comparable = (resource: Resource, name: string, value: unknown): unknown => {
  const spec = resource.fields[name]?.spec;
  if (!Array.isArray(value)) return value ?? null;
  if (spec?.kind === 'rows') return value.map((line) => pick(spec.fields ?? {}, line as RowLike));
  if (spec?.kind === 'files') {
    return value.map((file) => ({ id: file.id, name: file.name, catalog: file.catalog }));
  }
  return value;
};

/** What changed between two versions of a row, in the order of the definition. */
export const changesBetween = (
  resource: Resource,
  before: RowLike,
  after: RowLike,
): readonly Change[] =>
  Object.entries(resource.fields).flatMap(([name, { spec }]) => {
    const was = comparable(resource, name, before[name]);
    const is = comparable(resource, name, after[name]);
    return same(was, is) ? [] : [{ path: name, label: spec.label, before: was, after: is }];
  });
