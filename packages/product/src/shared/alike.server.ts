import { mapYielding } from '@keyan/engine/base/yielding.ts';
import type { ReadingContext, StoredRow } from '@keyan/engine/records/behaviour.ts';
import { behaveMixin } from '@keyan/engine/records/mixed-behaviour.ts';
import { readableRows } from '@keyan/engine/records/readable-rows.ts';
import type { CheckFinding } from '@keyan/kernel/definition/checks.ts';
import { type Resource, snake } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { type Alike, alikeMixin } from './alike.ts';
import { normaliseTitle } from './formats.ts';
import { plainLikeness } from './title-likeness.ts';

/** From which likeness on two titles are worth a look, and how many are named. */
const alikeFrom = 0.85;
const mostNamed = 3;

/** Titles that are shorter are alike by chance. */
const shortest = 4;

interface Other {
  readonly id: string;
  readonly title: string;
  readonly year: number;
}

type Similar = Other & { readonly likeness: number };

/** Of each row, the records of its years with nearly the same title, the likest first. */
const similarTo = async (
  kind: Resource,
  { title: name, year, years, state, counted }: Alike,
  rows: readonly Readonly<Record<string, unknown>>[],
  { session }: ReadingContext,
): Promise<readonly (readonly Similar[])[]> => {
  const since = rows.map((row) => Number(row[year]) - years);
  const others = await session.query<Other>(
    `select id::text, ${snake(name)} as title, ${snake(year)} as year from ${kind.table}
      where tenant_id = $1 and is_deleted = 0 and ${snake(state)} = any($2) and ${snake(year)} >= $3`,
    [session.tenantId, counted, Math.min(...since)],
  );
  const compared = others.map((one) => ({ ...one, plain: normaliseTitle(one.title) }));
  // Many titles against many: requests go on meanwhile.
  return mapYielding(rows.entries().toArray(), ([place, row]) => {
    const title = normaliseTitle(String(row[name] ?? ''));
    if (title.length < shortest) return [];
    return compared
      .filter((one) => one.id !== row.id && one.year >= (since[place] ?? 0))
      .map((one) => ({ ...one, likeness: plainLikeness(title, one.plain, alikeFrom) }))
      .filter(({ likeness }) => likeness >= alikeFrom)
      .sort((one, other) => other.likeness - one.likeness);
  });
};

/** The ids of those of them that the reader may read. */
const readableOf = async (
  kind: Resource,
  similar: readonly Similar[],
  context: ReadingContext,
): Promise<ReadonlySet<string>> => {
  if (similar.length === 0) return new Set();
  const { session } = context;
  const part = readableRows(context, kind, 'd.id', 2);
  const readable = await session.query<{ id: string }>(
    `select d.id::text from ${kind.table} d
      where d.tenant_id = $1 and d.id = any($2::bigint[]) and ${part.sql}`,
    [session.tenantId, similar.map(({ id }) => id), ...part.parameters],
  );
  return new Set(readable.map(({ id }) => id));
};

/** Of similar records that the reader may not read it says only that there are some. */
const finding = (
  kind: Resource,
  { called, period }: Alike,
  similar: readonly Similar[],
  readable: ReadonlySet<string>,
): CheckFinding => {
  if (similar.length === 0) {
    const none = ['近{period}没有名称相近的{called}', 'No similar title in {period}'] as const;
    return { level: 'good', text: fill(none, { period, called }) };
  }
  const named = similar.filter(({ id }) => readable.has(id)).slice(0, mostNamed);
  const [likest] = named;
  const percent = (likeness: number): number => Math.floor(likeness * 100);
  const titles = [
    named.map(({ title, likeness }) => `《${title}》（${percent(likeness)}%）`).join('、'),
    named.map(({ title, likeness }) => `“${title}” (${percent(likeness)}%)`).join(', '),
  ] as const;
  return {
    level: 'warn',
    text: fill(
      likest
        ? ['{n} 项{called}名称相近：{titles}', 'Similar titles ({n}): {titles}']
        : ['{n} 项{called}名称相近，您无权查看', 'Similar titles that you may not read: {n}'],
      { n: similar.length, called, titles },
    ),
    ...(likest && { link: { resource: kind.key, id: likest.id, text: likest.title } }),
  };
};

const findings = async (
  kind: Resource,
  given: Alike,
  rows: readonly StoredRow[],
  context: ReadingContext,
): Promise<readonly CheckFinding[]> => {
  const similar = await similarTo(kind, given, rows, context);
  const readable = await readableOf(kind, similar.flat(), context);
  return similar.map((some) => finding(kind, given, some, readable));
};

/** The server half of `alike`. */
export const alikeBehaviour = behaveMixin(alikeMixin, (kind, given) => ({
  checked: { likeness: (rows, context) => findings(kind, given, rows, context) },
}));
