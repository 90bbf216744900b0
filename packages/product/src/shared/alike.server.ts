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
}

type Similar = Other & { readonly likeness: number };

/** The records of these years with nearly the same title, the likest first. */
const similarTo = async (
  kind: Resource,
  { title: name, year, years, state, counted }: Alike,
  row: StoredRow,
  { session }: ReadingContext,
): Promise<readonly Similar[]> => {
  const values: Readonly<Record<string, unknown>> = row;
  const title = normaliseTitle(String(values[name] ?? ''));
  if (title.length < shortest) return [];
  const others = await session.query<Other>(
    `select id::text, ${snake(name)} as title from ${kind.table}
      where tenant_id = $1 and id <> $2 and is_deleted = 0 and ${snake(state)} = any($3)
        and ${snake(year)} >= $4`,
    [session.tenantId, row.id, counted, Number(values[year]) - years],
  );
  return others
    .map((one) => ({
      ...one,
      likeness: plainLikeness(title, normaliseTitle(one.title), alikeFrom),
    }))
    .filter(({ likeness }) => likeness >= alikeFrom)
    .sort((one, other) => other.likeness - one.likeness);
};

/** Those of them that the reader may read, as many as are named. */
const readableOf = async (
  kind: Resource,
  similar: readonly Similar[],
  context: ReadingContext,
): Promise<readonly Similar[]> => {
  const { session } = context;
  const part = readableRows(context, kind, 'd.id', 2);
  const readable = await session.query<{ id: string }>(
    `select d.id::text from ${kind.table} d
      where d.tenant_id = $1 and d.id = any($2::bigint[]) and ${part.sql}`,
    [session.tenantId, similar.map(({ id }) => id), ...part.parameters],
  );
  const ids = new Set(readable.map(({ id }) => id));
  return similar.filter(({ id }) => ids.has(id)).slice(0, mostNamed);
};

/** Of similar records that the reader may not read it says only that there are some. */
const finding = async (
  kind: Resource,
  given: Alike,
  row: StoredRow,
  context: ReadingContext,
): Promise<CheckFinding> => {
  const { called, period } = given;
  const similar = await similarTo(kind, given, row, context);
  if (similar.length === 0) {
    const none = ['近{period}没有名称相近的{called}', 'No similar title in {period}'] as const;
    return { level: 'good', text: fill(none, { period, called }) };
  }
  const named = await readableOf(kind, similar, context);
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

/** The server half of `alike`. */
export const alikeBehaviour = behaveMixin(alikeMixin, (kind, given) => ({
  checked: { likeness: (row, context) => finding(kind, given, row, context) },
}));
