import { createYielder } from '@keyan/engine/base/yielding.ts';
import { type Chance, chanceOf } from '@keyan/product/demo/random.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import { topicAt } from '@keyan/product/demo/words.server.ts';
import { normaliseDoi, normaliseTitle } from '@keyan/product/shared/formats/formats.ts';
import type pg from 'pg';
import { drawName } from './people.ts';
import type { Template } from './templates.ts';
import {
  type College,
  dayInMilliseconds,
  drawStatus,
  type Person,
  papersPerOfficer,
  secretaryTermDays,
} from './university.ts';

const { tenantId } = university;

/** Number of ids reserved for a copied paper and its lines, the paper's id being the first. */
export const idsPerPaper = 64n;
/** First number of topics for copies; lower numbers belong to the demo story. */
const firstTopic = 10_000;
const batchSize = 5000;

/**
 * Types of the columns of the table `bulk_given`, in the order of `Row`: the values in which copies
 * of a paper differ.
 */
const columns = {
  new_id: 'bigint',
  template_id: 'bigint',
  days: 'int',
  dept_id: 'bigint',
  dept_name: 'text',
  cast_ids: 'bigint[]',
  cast_names: 'text[]',
  line_names: 'text[]',
  line_codes: 'text[]',
  corr_authors: 'text',
  current_assignee: 'text',
  art_name: 'text',
  art_name_en: 'text',
  art_name_key: 'text',
  doi: 'text',
  doi_key: 'text',
  paper_num: 'text',
} as const;
type Row = Readonly<Record<keyof typeof columns, string | number | null>>;
/** Text that stands for a missing value. */
const missingMark = '-';

/** Returns the PostgreSQL literal of an array. */
const arrayLiteral = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'null' : JSON.stringify(value))).join(',')}}`;

/** Counts papers by the words of their titles, so that new titles continue the numbering. */
const countByWords = async (client: pg.Client): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ words: string; count: string }>(
    `select split_part(d.dept_code, '-', 1) as words, count(*) from paper p
       join dept d on d.tenant_id = p.tenant_id and d.id = p.fk_dept_id
      where p.tenant_id = $1 group by 1`,
    [tenantId],
  );
  return new Map(rows.map((row) => [row.words, Number(row.count)]));
};

/** Opens the number sequence of papers: new readable numbers continue those of existing records. */
const openNumbers = async (client: pg.Client) => {
  const { rows } = await client.query<{ key: string; next: string }>(
    `select key, next::text from number_sequence where tenant_id = $1 for update`,
    [tenantId],
  );
  const next = new Map(rows.map((row) => [row.key, Number(row.next)]));
  return {
    take: (year: number): string => {
      const key = `LW${year}\${seq4}`;
      const number = next.get(key) ?? 1;
      next.set(key, number + 1);
      return `LW${year}${String(number).padStart(4, '0')}`;
    },
    keep: async (): Promise<void> => {
      await client.query(
        `insert into number_sequence (tenant_id, key, next)
         select $1, key, next from unnest($2::text[], $3::bigint[]) as one (key, next)
         on conflict (tenant_id, key) do update set next = excluded.next`,
        [tenantId, [...next.keys()], [...next.values()]],
      );
    },
  };
};

/** Assignments of a run: age, college and writer of each paper, the oldest paper first. */
export interface PaperAssignments {
  readonly templates: readonly Template[];
  readonly colleges: readonly College[];
  readonly officers: readonly Person[];
  readonly ages: Float64Array;
  /**
   * Index of the college of each paper; `turns` has the writers of each college in the order in
   * which they write.
   */
  readonly ofCollege: Uint16Array;
  readonly turns: readonly Int32Array[];
  /** Number of the first DOI. */
  readonly firstDoi: number;
  readonly firstId: bigint;
}

/**
 * Returns a lookup of templates by status and college; if a college has none of a status, all
 * templates of the status.
 */
const byStatusAndCollege = (templates: readonly Template[]) => {
  const found = Map.groupBy(templates, ({ status, college }) => `${status} ${college}`);
  const byStatus = Map.groupBy(templates, ({ status }) => status);
  return (status: string, college: string): readonly Template[] =>
    found.get(`${status} ${college}`) ?? byStatus.get(status) ?? templates;
};

const isChinese = (name: string): boolean => /^\p{Script=Han}+$/u.test(name);
/** Codes of person types that are not staff: students, and people of other institutions. */
const outsiders = new Set(['02', '03']);

/** Draws the people of one copied paper, in the order of the template's cast. */
const castOf = (
  random: Chance,
  college: College,
  writer: Person,
  template: Template,
  age: number,
  officer: Person,
): readonly Person[] => {
  const tenure = Math.floor(age / secretaryTermDays);
  const secretary = college.formerSecretaries[tenure - 1] ?? college.secretary;
  const cast = new Set([writer]);
  while (cast.size <= Math.min(template.colleagues, college.writers.length - 1)) {
    cast.add(random.pick(college.writers));
  }
  const [, ...colleagues] = cast;
  return [writer, secretary, officer, ...colleagues];
};

/**
 * Printed names of the authors of one copied paper, consistent with the names in its author lines.
 */
const namesOf = (random: Chance, template: Template, cast: readonly Person[]) => {
  const renamed = new Map<string, string>();
  const lines = template.lines.map((line) => {
    const person = line.cast === null ? undefined : cast[line.cast];
    const drawn = outsiders.has(line.personType) && isChinese(line.name) ? drawName(random) : null;
    const name = person?.name ?? drawn ?? line.name;
    renamed.set(line.name, name);
    return { name, code: person?.code ?? null };
  });
  return {
    lines,
    corrAuthors:
      template.corrAuthors
        ?.split('、')
        .map((name) => renamed.get(name) ?? name)
        .join('、') ?? null,
  };
};

/** Yields the values of all copied papers in the order of their ids. */
function* dealt(
  deal: PaperAssignments,
  topics: Map<string, number>,
  takeNumber: (year: number) => string,
): Generator<Row> {
  const random = chanceOf(deal.firstDoi + 1);
  const { colleges, ages, officers } = deal;
  const templatesOf = byStatusAndCollege(deal.templates);
  const taken = colleges.map(() => 0);
  const now = Date.now();
  for (const [index, age] of ages.entries()) {
    const place = deal.ofCollege[index] as number;
    const college = colleges[place] as College;
    const turn = taken[place] as number;
    taken[place] = turn + 1;
    const writer = college.writers[deal.turns[place]?.[turn] ?? 0] as Person;
    const template = random.pick(templatesOf(drawStatus(random, age), college.words));
    const officer = officers[Math.floor((ages.length - 1 - index) / papersPerOfficer)] as Person;
    const cast = castOf(random, college, writer, template, age, officer);
    const names = namesOf(random, template, cast);
    const topic = topicAt(college.words, firstTopic + (topics.get(college.words) ?? 0));
    topics.set(college.words, (topics.get(college.words) ?? 0) + 1);
    const title = template.english ? topic.en : topic.zh;
    // Whole days preserve the time of day, within office hours; no date may lie in the future.
    const days = Math.max(Math.round(age - template.entered), -Math.floor(template.last));
    const doi = template.doi ? `10.5555/bulk.${deal.firstDoi + index}` : null;
    yield {
      new_id: String(deal.firstId + BigInt(index) * idsPerPaper),
      template_id: template.id,
      days,
      dept_id: college.id,
      dept_name: college.name,
      cast_ids: `{${cast.map((one) => one.id).join(',')}}`,
      cast_names: arrayLiteral(cast.map((one) => one.name)),
      line_names: arrayLiteral(names.lines.map((one) => one.name)),
      line_codes: arrayLiteral(names.lines.map((one) => one.code)),
      corr_authors: names.corrAuthors,
      current_assignee: template.assignee === null ? null : (cast[template.assignee]?.name ?? null),
      art_name: title,
      art_name_en: template.english ? null : topic.en,
      art_name_key: normaliseTitle(title),
      doi,
      doi_key: doi && normaliseDoi(doi),
      paper_num:
        template.submitted === null
          ? null
          : takeNumber(
              new Date(now - (template.submitted + days) * dayInMilliseconds).getFullYear(),
            ),
    };
  }
}

/**
 * Fills the table `bulk_given` with the values in which copied papers differ from their templates.
 */
export const fillGivenTable = async (client: pg.Client, deal: PaperAssignments): Promise<void> => {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  await client.query(
    `create unlogged table bulk_given (${names.map((name) => `${name} ${columns[name]}`).join(', ')})`,
  );
  const topics = await countByWords(client);
  const numbers = await openNumbers(client);
  // Each column is sent as one text parameter, one value per line.
  const insert = `insert into bulk_given select ${names.map((name) => `one.${name}::${columns[name]}`).join(', ')}
     from unnest(${names.map((_, index) => `string_to_array($${index + 1}::text, e'\n', '${missingMark}')`).join(', ')}) as one (${names.join(', ')})`;
  let sent: Promise<unknown> = Promise.resolve();
  let rows: Row[] = [];
  const send = async (): Promise<void> => {
    const values = names.map((name) => rows.map((row) => row[name] ?? missingMark).join('\n'));
    rows = [];
    await sent;
    sent = client.query(insert, values);
    // The rejection is handled where `sent` is awaited; this handler only prevents an unhandled
    // rejection before.
    sent.catch(() => undefined);
  };
  // The database stores one batch while the next one is made; pauses let the connection send and
  // receive.
  const rest = createYielder();
  for (const row of dealt(deal, topics, numbers.take)) {
    rows.push(row);
    if (rows.length === batchSize) await send();
    await rest();
  }
  await send();
  await sent;
  await numbers.keep();
  await client.query('analyze bulk_given');
};
