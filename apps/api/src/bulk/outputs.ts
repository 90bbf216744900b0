import { fillSearchAlone } from '@keyan/engine/search/fill.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { achievementMixin } from '@keyan/product/achievement/common/achievement.ts';
import { collegesWithKind, fieldTextFor } from '@keyan/product/demo/field-words.server.ts';
import { chanceOf } from '@keyan/product/demo/random.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import { collegeWords, topicAt } from '@keyan/product/demo/words.server.ts';
import { scoredMixin } from '@keyan/product/shared/mechanisms/scored.ts';
import type pg from 'pg';
import { columnsOf } from './copy.ts';
import { dropIndexes } from './indexes.ts';
import {
  connectAsOwner,
  inTransaction,
  makeIndexes,
  type ReportProgress,
  recountAfterBulk,
  statementRunner,
} from './papers.ts';
import { vacuumTables } from './vacuum.ts';

const { tenantId } = university;

/** Number of ids reserved for a copied record and its lines, the record's id being the first. */
const idsPerRecord = 64;
/** Number of years up to now over which the dates of copies are spread. */
const yearsOfOutputs = 12;
/** Maximum number of different titles of a kind; further copies repeat titles with a number. */
const maxTitles = 200_000;
/** First number of topics for copies; lower numbers belong to the demo story. */
const firstTopic = 10_000;

/**
 * Share of each kind among a thousand outputs, as in a real university: mostly papers and records
 * collected from databases, then patents, software and prizes; few notices, journals and claims.
 */
export const perThousand: Readonly<Record<string, number>> = {
  papersapp: 520,
  collectionThesis: 110,
  patentapp: 130,
  zlsb: 40,
  copyrightapp: 50,
  achievementAwd: 30,
  bookapp: 28,
  xshdcj: 30,
  xshdjb: 6,
  prizeDeclaration: 10,
  advisoryapp: 10,
  standard: 6,
  cgjd: 4,
  art: 5,
  wenyichuangzuo: 4,
  sjyszp: 4,
  yyzp: 3,
  yxhlwwhdj: 3,
  tycgdj: 3,
  xpz: 2,
  xy: 1,
  gxjscp: 1,
};

/** SQL of the people who get copies: all people with a department, in random order. */
const writersQuery = `
  create temporary table writers as
  select row_number() over (order by md5(u.id::text)) - 1 as place, u.id, u.dept_id, u.real_name, u.code
    from users u
   where u.tenant_id = '${tenantId}' and u.is_deleted = 0 and u.dept_id is not null`;

/**
 * Fills the temporary table with titles of a kind, made of the topics of the colleges that have
 * records of this kind.
 */
const writeTitles = async (
  client: pg.Client,
  { key, title }: Resource,
  count: number,
): Promise<void> => {
  const colleges = collegesWithKind(key) ?? Object.keys(collegeWords);
  const random = chanceOf(count);
  const serial = () => random.int(1000, 9999);
  const texts = Array.from({ length: Math.min(count, maxTitles) }, (_, number) => {
    const college = colleges[number % colleges.length] ?? '';
    const topic = topicAt(college, firstTopic + Math.floor(number / colleges.length));
    return fieldTextFor(key, title, topic, serial, random.pick) ?? topic.zh;
  });
  await client.query('truncate titles');
  await client.query(
    `insert into titles select place - 1, zh from unnest($1::text[]) with ordinality as t (zh, place)`,
    [texts],
  );
  await client.query('analyze titles');
};

/**
 * SQL of the records of a kind to copy, numbered: those that appear in lists of every reader of the
 * kind.
 */
const templatesOf = ({ table }: Resource, columns: ReadonlySet<string>): string => `
  select r.*, row_number() over (order by r.id) - 1 as nth
    from ${table} r
   where r.tenant_id = '${tenantId}' and r.is_deleted = 0
     ${columns.has('audit_status') ? `and r.audit_status = '2'` : ''}
     ${columns.has('secret_level') ? `and r.secret_level = '0'` : ''}`;

/**
 * SQL statements that copy records: template `t`, number `n`, writer `w`, title `s`. The number of
 * templates is a column beside the numbers: a condition with a column of `t` on both sides would
 * compare every number with every template.
 */
export const copyStatements = (
  kind: Resource,
  columns: ReadonlySet<string>,
  count: number,
): string => `
  from generate_series(1, ${count}) n
 cross join (select count(*) as among from (${templatesOf(kind, columns)}) r) every
  join (${templatesOf(kind, columns)}) t on t.nth = n % every.among
  join writers w on w.place = (n::bigint * 31) % (select count(*) from writers)
  join titles s on s.place = n % ${Math.min(count, maxTitles)}`;

const idOf = (first: bigint): string => `${first} + n::bigint * ${idsPerRecord}`;
const yearsBack = `(n / 7 % ${yearsOfOutputs})`;

const authorsOf = ({ table, fields }: Resource): string | undefined =>
  fields.authors?.spec.type === 'rows' ? `${table}_authors` : undefined;

/**
 * SQL by column of the values in which a copy differs from its template, limited to columns that
 * its table has.
 */
const ownColumns = (kind: Resource, first: bigint): Readonly<Record<string, string>> => {
  const dates = achievementMixin.optionsOf(kind)?.dates ?? scoredMixin.optionsOf(kind)?.dates ?? [];
  const authors = authorsOf(kind);
  const others = authors
    ? `(select string_agg('、' || a.name, '' order by a.sort_order) from ${authors} a
         where a.tenant_id = t.tenant_id and a.parent_id = t.id and a.sort_order > 0)`
    : `''`;
  return {
    id: idOf(first),
    [snakeCase(kind.title)]:
      `s.zh || case when n < ${maxTitles} then '' else '（' || n / ${maxTitles} + 1 || '）' end`,
    ...Object.fromEntries(shapeOf(kind).unique.map(({ column }) => [`${column}_key`, 'null'])),
    ...(kind.number && { [snakeCase(kind.number.field)]: 'null' }),
    ...Object.fromEntries(
      dates.map((name) => [
        snakeCase(name),
        `(t.${snakeCase(name)} - ${yearsBack} * interval '1 year')::date`,
      ]),
    ),
    stat_year: `t.stat_year - ${yearsBack}`,
    fk_dept_id: 'w.dept_id',
    create_user: 'w.id',
    create_dept: 'w.dept_id',
    user_id: 'w.id',
    leader_id: 'w.id',
    first_author: 'w.real_name',
    // Further authors of the university remain in the departments of the template.
    author_depts: 'array_prepend(w.dept_id, t.author_depts[2:])',
    author_names: `w.real_name || coalesce(${others}, '')`,
    process_instance_id: 'null',
  };
};

const insert = async (
  client: pg.Client,
  table: string,
  own: Readonly<Record<string, string>>,
  source: string,
  from: string,
): Promise<number> => {
  const names = (await columnsOf(client, table)).map(({ name }) => name);
  const { rowCount } = await client.query(
    `insert into ${table} (${names.join()})
     select ${names.map((name) => own[name] ?? `${source}.${name}`).join()} ${from}`,
  );
  return rowCount ?? 0;
};

/** Copies records of a kind: the writer becomes the first author, the further authors remain. */
const copyKind = async (
  client: pg.Client,
  kind: Resource,
  count: number,
  first: bigint,
): Promise<number> => {
  const columns = new Set((await columnsOf(client, kind.table)).map(({ name }) => name));
  const from = copyStatements(kind, columns, count);
  const rows = await insert(client, kind.table, ownColumns(kind, first), 't', from);
  const authors = authorsOf(kind);
  if (!authors) return rows;
  const ofWriter = (own: string, given: string): string =>
    `case when a.sort_order = 0 then ${own} else a.${given} end`;
  await insert(
    client,
    authors,
    {
      id: `${idOf(first)} + 1 + a.sort_order`,
      parent_id: idOf(first),
      user_id: ofWriter('w.id', 'user_id'),
      name: ofWriter('w.real_name', 'name'),
      job_num: ofWriter('w.code', 'job_num'),
    },
    'a',
    `${from} join ${authors} a on a.tenant_id = t.tenant_id and a.parent_id = t.id`,
  );
  return rows;
};

/**
 * Writes the copies of a kind, then its indexes, its stored counts, and the statistics for the
 * query planner.
 */
const writeKind = async (
  client: pg.Client,
  kind: Resource,
  count: number,
  first: bigint,
  tell: ReportProgress,
): Promise<void> => {
  const tables = [kind.table, ...[authorsOf(kind) ?? []].flat()];
  await inTransaction(client, async () => {
    const dropped = await dropIndexes(client, tables);
    await recountAfterBulk(client, kind.table, [kind], tell, async () => {
      tell(`${kind.table}: ${await copyKind(client, kind, count, first)} rows`);
    });
    await makeIndexes(client, dropped, () => undefined);
    await client.query(`analyze ${tables.join()}`);
    tell(`${kind.table}: indexes`);
  });
};

/**
 * Brings the demo university to about `wanted` outputs of all kinds, for measurements: copies of
 * its records, distributed to all people over twelve years under new titles (decision 0201). Copies
 * have no process, and their unique fields are empty. The search entries of one kind are written
 * while the next kind is copied.
 * @param firstId an unused id; the ids of copies count up from it
 */
export const seedOutputs = async (
  ownerUrl: string,
  wanted: number,
  firstId: string,
  resources: ReadonlyMap<string, Resource>,
  say: (line: string) => void,
): Promise<void> => {
  const started = Date.now();
  const tell: ReportProgress = (line) =>
    say(`${((Date.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  const [client, reader, writer] = [
    await connectAsOwner(ownerUrl),
    await connectAsOwner(ownerUrl),
    await connectAsOwner(ownerUrl),
  ];
  try {
    await client.query(writersQuery);
    await client.query('create temporary table titles (place int primary key, zh text)');
    const dropped = await dropIndexes(writer, ['search_entry']);
    let entries = Promise.resolve(0);
    let first = BigInt(firstId);
    for (const [key, share] of Object.entries(perThousand)) {
      const kind = resources.get(key);
      const count = Math.round((wanted * share) / 1000);
      if (!kind || count === 0) continue;
      await writeTitles(client, kind, count);
      await writeKind(client, kind, count, first, tell);
      first += BigInt((count + 1) * idsPerRecord);
      entries = entries.then(
        async (made) =>
          made +
          (await fillSearchAlone(
            [kind],
            tenantId,
            statementRunner(reader),
            statementRunner(writer),
          )),
      );
      // The rejection is handled where the entries are awaited.
      entries.catch(() => undefined);
    }
    tell(`search_entry: ${await entries} rows`);
    await makeIndexes(writer, dropped, tell);
    await vacuumTables(ownerUrl);
    tell('done');
  } finally {
    await Promise.allSettled([client, reader, writer].map((one) => one.end()));
  }
};
