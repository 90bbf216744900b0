import type { ReadingContext, StoredRow } from '@keyan/engine/records/behaviour.ts';
import { readableRows } from '@keyan/engine/records/readable-rows.ts';
import type { CheckFinding } from '@keyan/kernel/definition/checks.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { normaliseTitle } from '../shared/formats.ts';
import { plainLikeness } from '../shared/title-likeness.ts';
import { declareInfo } from './declare-info.ts';
import { counted } from './declare-states.ts';

/** From which likeness on two titles are worth a look, how many years back, and how many are named. */
const alikeFrom = 0.85;
const years = 3;
const mostNamed = 3;

/** Titles that are shorter are alike by chance. */
const shortest = 4;

const kind = declareInfo as unknown as Resource;

interface Declared {
  readonly id: string;
  readonly title: string;
}

/** The declarations of three years with nearly the same title, the likest first. */
const similarTo = async (
  { id, programName, planYear }: StoredRow<typeof declareInfo.fields>,
  { session }: ReadingContext,
): Promise<readonly (Declared & { readonly likeness: number })[]> => {
  const title = normaliseTitle(programName ?? '');
  if (title.length < shortest) return [];
  const rows = await session.query<Declared>(
    `select id::text, program_name as title from declare_info
      where tenant_id = $1 and id <> $2 and is_deleted = 0 and declare_status = any($3)
        and plan_year >= $4`,
    [session.tenantId, id, counted, Number(planYear) - years],
  );
  return rows
    .map((row) => ({
      ...row,
      likeness: plainLikeness(title, normaliseTitle(row.title), alikeFrom),
    }))
    .filter(({ likeness }) => likeness >= alikeFrom)
    .sort((one, other) => other.likeness - one.likeness);
};

/** declarations that look the same; of those that the reader may not read, only that there are some. */
export const likenessFinding = async (
  row: StoredRow<typeof declareInfo.fields>,
  context: ReadingContext,
): Promise<CheckFinding> => {
  const similar = await similarTo(row, context);
  if (similar.length === 0) {
    const text = ['近三年没有名称相近的申报', 'No similar title in three years'] as const;
    return { level: 'good', text };
  }
  const part = readableRows(context, kind, 'd.id', 2);
  const readable = await context.session.query<{ id: string }>(
    `select d.id::text from declare_info d
      where d.tenant_id = $1 and d.id = any($2::bigint[]) and ${part.sql}`,
    [context.session.tenantId, similar.map(({ id }) => id), ...part.parameters],
  );
  const ids = new Set(readable.map(({ id }) => id));
  const named = similar.filter(({ id }) => ids.has(id)).slice(0, mostNamed);
  const [likest] = named;
  const percent = (likeness: number): number => Math.floor(likeness * 100);
  const words = {
    n: similar.length,
    titles: [
      named.map(({ title, likeness }) => `《${title}》（${percent(likeness)}%）`).join('、'),
      named.map(({ title, likeness }) => `“${title}” (${percent(likeness)}%)`).join(', '),
    ] as const,
  };
  return {
    level: 'warn',
    text: fill(
      likest
        ? ['{n} 项申报名称相近：{titles}', 'Similar titles ({n}): {titles}']
        : ['{n} 项申报名称相近，您无权查看', 'Similar titles that you may not read: {n}'],
      words,
    ),
    ...(likest && { link: { resource: kind.key, id: likest.id, text: likest.title } }),
  };
};
