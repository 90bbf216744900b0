import { mapYielding } from '@keyan/engine/base/yielding.ts';
import type {
  ReadingContext,
  StoredRow,
  TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { behaveMixin } from '@keyan/engine/records/mixed-behaviour.ts';
import { readableRows } from '@keyan/engine/records/readable-rows.ts';
import type { CheckFinding } from '@keyan/kernel/definition/life/checks.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { normaliseTitle } from '../formats/formats.ts';
import { plainLikeness } from '../formats/title-likeness.ts';
import { type SimilarityOptions, similarMixin } from './alike.ts';

/**
 * Minimum similarity of two titles to report, and maximum number of named records.
 */
const minTitleSimilarity = 0.85;
const maxNamedRecords = 3;

/** Minimum length of compared titles; shorter ones are similar by chance. */
const minTitleLength = 4;

/** Message type of general system messages. */
const systemMessage = '99';

type Saved = TransactionContext & { readonly before: StoredRow | null };

interface ComparedRecord {
  /** Resource key of the record. */
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly year: number;
}

type Similar = ComparedRecord & { readonly likeness: number };

/** Records with similar titles for each row, within the period, most similar first. */
const findSimilarTitles = async (
  kind: Resource,
  { title: name, year, years, others: further = [], ...own }: SimilarityOptions,
  rows: readonly RowLike[],
  { engine, session }: ReadingContext,
): Promise<readonly (readonly Similar[])[]> => {
  const since = rows.map((row) => Number(row[year]) - years);
  const others: ComparedRecord[] = [];
  for (const source of [{ resource: kind.key, title: name, year, ...own }, ...further]) {
    const other = engine.resources.get(source.resource);
    if (!other) continue;
    const isDate = other.fields[source.year]?.spec.type === 'date';
    const column = isDate
      ? `extract(year from ${snakeCase(source.year)})::int`
      : snakeCase(source.year);
    others.push(
      ...(await session.query<ComparedRecord>(
        `select $4::text as kind, id::text, ${snakeCase(source.title)} as title, ${column} as year
           from ${other.table}
          where tenant_id = $1 and is_deleted = 0 and ${snakeCase(source.state)} = any($2)
            and ${column} >= $3`,
        [session.tenantId, source.counted, Math.min(...since), other.key],
      )),
    );
  }
  const compared = others.map((one) => ({ ...one, plain: normaliseTitle(one.title) }));
  // Compares titles in slices that yield to other requests.
  return mapYielding(rows.entries().toArray(), ([place, row]) => {
    const title = normaliseTitle(String(row[name] ?? ''));
    if (title.length < minTitleLength) return [];
    return compared
      .filter((one) => one.id !== row.id && one.year >= (since[place] ?? 0))
      .map((one) => ({ ...one, likeness: plainLikeness(title, one.plain, minTitleSimilarity) }))
      .filter(({ likeness }) => likeness >= minTitleSimilarity)
      .sort((one, other) => other.likeness - one.likeness);
  });
};

/** Ids of the records that the reader may read. */
const readableOf = async (
  similar: readonly Similar[],
  context: ReadingContext,
): Promise<ReadonlySet<string>> => {
  const { engine, session } = context;
  const found = new Set<string>();
  for (const [key, some] of Map.groupBy(similar, ({ kind }) => kind)) {
    const kind = engine.resources.get(key);
    if (!kind) continue;
    const part = readableRows(context, kind, 'd.id', 2);
    const readable = await session.query<{ id: string }>(
      `select d.id::text from ${kind.table} d
        where d.tenant_id = $1 and d.id = any($2::bigint[]) and ${part.sql}`,
      [session.tenantId, some.map(({ id }) => id), ...part.parameters],
    );
    for (const { id } of readable) found.add(id);
  }
  return found;
};

/** Finding about similar records; unreadable records are only counted. */
const finding = (
  { called, period }: SimilarityOptions,
  similar: readonly Similar[],
  readable: ReadonlySet<string>,
): CheckFinding => {
  if (similar.length === 0) {
    const none = ['近{period}没有名称相近的{called}', 'No similar title in {period}'] as const;
    return { level: 'good', text: fill(none, { period, called }) };
  }
  const named = similar.filter(({ id }) => readable.has(id)).slice(0, maxNamedRecords);
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
        : ['{n} 项{called}名称相近，您无权查看', 'Similar titles that you cannot view ({n})'],
      { n: similar.length, called, titles },
    ),
    ...(likest && { link: { resource: likest.kind, id: likest.id, text: likest.title } }),
  };
};

const findings = async (
  kind: Resource,
  given: SimilarityOptions,
  rows: readonly StoredRow[],
  context: ReadingContext,
): Promise<readonly CheckFinding[]> => {
  const similar = await findSimilarTitles(kind, given, rows, context);
  const readable = await readableOf(similar.flat(), context);
  return similar.map((some) => finding(given, some, readable));
};

/** Notifies the writer on submission that similar records exist. */
const notifyWriter = async (
  kind: Resource,
  given: SimilarityOptions,
  row: StoredRow,
  { engine, actor, tx, before }: Saved,
): Promise<void> => {
  const counts = (one: StoredRow | null): boolean =>
    given.counted.includes(String(one?.[given.state as 'id'] ?? ''));
  if (!counts(row) || counts(before)) return;
  const [found] = await findings(kind, given, [row], { engine, actor, session: tx });
  if (found?.level !== 'warn') return;
  await engine.messages.send(tx, [
    {
      type: systemMessage,
      title: ['名称相近提醒', 'A similar title'],
      content: fill(
        [
          '您提交的《{title}》：{found}。如有区别或承接关系，请在申报材料中说明。',
          '“{title}”, which you submitted: {found}. If it differs from or continues another, please explain in the application documents.',
        ],
        { title: String(row[given.title as 'id'] ?? ''), found: found.text },
      ),
      business: { resource: kind.key, id: row.id },
      to: [row.createUser],
    },
  ]);
};

/** Server half of the mixin `alike`. */
export const similarBehaviour = behaveMixin(similarMixin, (kind, given) => ({
  saved: (row, context) => notifyWriter(kind, given, row, context),
  checked: { likeness: (rows, context) => findings(kind, given, rows, context) },
}));
