import { chance } from '@keyan/product/demo/random.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import { topicAt, topicsOf } from '@keyan/product/demo/words.server.ts';
import { normaliseDoi, normaliseTitle } from '@keyan/product/formats.ts';
import pg from 'pg';
import { Failure } from './failure.ts';

const { tenantId } = university;

/** How often a paper of each status is copied: an old university's papers are mostly approved. */
const weights: Readonly<Record<string, number>> = {
  '0': 4,
  '1': 8,
  '2': 80,
  '3': 3,
  '4': 2,
  '5': 2,
  '6': 1,
};

/** Ids that a copied paper and its lines may take, from the paper's own on. */
const idsPerPaper = 64n;
/** Topics below this number belong to the demo story. */
const firstTopic = 3000;
const batch = 5000;

/** A paper of the demo story, of which copies are made. */
interface Template {
  readonly id: string;
  readonly status: string;
  readonly college: string;
  readonly english: boolean;
  readonly doi: boolean;
  readonly submitted: Date | null;
}

/** Tables whose rows belong to a paper, and the column that leads there. */
const parts: readonly { readonly table: string; readonly paper: string }[] = [
  { table: 'paper_authors', paper: 't.parent_id' },
  { table: 'paper_projects', paper: 't.parent_id' },
  { table: 'paper_index_records', paper: 't.parent_id' },
  { table: 'wf_instance', paper: 't.business_id' },
  { table: 'wf_act', paper: 'i.business_id' },
  { table: 'wf_task', paper: 't.business_id' },
  { table: 'wf_log', paper: 'i.business_id' },
  { table: 'attachment', paper: 't.business_id' },
  { table: 'history', paper: 't.business_id' },
];

/** Columns that point to rows which are copied, too: `paper` itself, or one of `parts`. */
const pointers: Readonly<Record<string, string>> = {
  parent_id: 'paper',
  business_id: 'paper',
  instance_id: 'wf_instance',
  act_id: 'wf_act',
  task_id: 'wf_task',
  previous_id: 'wf_act',
};

interface ColumnRow {
  readonly name: string;
  readonly type: string;
}

const columnsOf = async (client: pg.Client, table: string): Promise<readonly ColumnRow[]> =>
  (
    await client.query<ColumnRow>(
      `select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
        order by ordinal_position`,
      [table],
    )
  ).rows;

/** A copied value: moments move back with the paper, everything else stays as it is. */
const shifted = ({ name, type }: ColumnRow): string => {
  if (type === 'timestamp with time zone') return `t.${name} - g.shift`;
  if (type === 'date') return `t.${name} - g.days`;
  return `t.${name}`;
};

const copyPapers = async (client: pg.Client): Promise<void> => {
  const own: Readonly<Record<string, string>> = {
    id: 'g.new_id',
    art_name: 'g.art_name',
    art_name_en: 'g.art_name_en',
    art_name_key: 'g.art_name_key',
    doi: 'g.doi',
    doi_key: 'g.doi_key',
    paper_num: 'g.paper_num',
    stat_year: `extract(year from t.publish_date - g.days)::smallint`,
    process_instance_id: 'case when t.process_instance_id is null then null else g.new_id end',
  };
  const columns = await columnsOf(client, 'paper');
  await client.query(
    `insert into paper (${columns.map((one) => one.name).join(', ')})
     select ${columns.map((one) => own[one.name] ?? shifted(one)).join(', ')}
       from given g join paper t on t.tenant_id = $1 and t.id = g.template_id`,
    [tenantId],
  );
};

const copyPart = async (client: pg.Client, { table, paper }: (typeof parts)[number]) => {
  const columns = await columnsOf(client, table);
  const joins: string[] = [];
  const value = (column: ColumnRow): string => {
    if (column.name === 'id') return 'g.new_id + own.place';
    if (table === 'wf_instance' && column.name === 'title') return `'论文登记-' || g.art_name`;
    const target = pointers[column.name];
    if (!target) return shifted(column);
    if (target === 'paper') return 'g.new_id';
    const alias = `to_${column.name}`;
    joins.push(
      `left join places ${alias} on ${alias}.source = '${target}' and ${alias}.old_id = t.${column.name}`,
    );
    return `g.new_id + ${alias}.place`;
  };
  const values = columns.map(value);
  const throughInstance = paper.startsWith('i.')
    ? 'join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id'
    : '';
  await client.query(
    `insert into ${table} (${columns.map((one) => one.name).join(', ')})
     select ${values.join(', ')}
       from ${table} t
       join places own on own.source = '${table}' and own.old_id = t.id
       ${throughInstance}
       join given g on g.template_id = own.paper
       ${joins.join('\n       ')}
      where t.tenant_id = $1`,
    [tenantId],
  );
};

/** Where each row of a template stands among the rows of its paper. */
const placeRows = async (client: pg.Client): Promise<void> => {
  await client.query(
    'create temporary table places (source text, old_id bigint, paper bigint, place bigint, primary key (source, old_id)) on commit drop',
  );
  for (const { table, paper } of parts) {
    const throughInstance = paper.startsWith('i.')
      ? 'join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id'
      : '';
    await client.query(
      `insert into places
       select '${table}', t.id, ${paper}, row_number() over (partition by ${paper} order by t.id) - 1
         from ${table} t ${throughInstance}
        where t.tenant_id = $1 and ${paper} in (select distinct template_id from given)`,
      [tenantId],
    );
  }
};

interface IndexRow {
  readonly name: string;
  readonly definition: string;
}

/** Indexes that only find: building them anew afterwards is faster than keeping them. */
const dropIndexes = async (client: pg.Client): Promise<readonly IndexRow[]> => {
  const { rows } = await client.query<IndexRow>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition
       from pg_index x join pg_class c on c.oid = x.indexrelid join pg_class r on r.oid = x.indrelid
      where r.relname = any($1) and not x.indisunique`,
    [['paper', ...parts.map((part) => part.table)]],
  );
  for (const { name } of rows) await client.query(`drop index ${pg.escapeIdentifier(name)}`);
  return rows;
};

const readTemplates = async (client: pg.Client): Promise<readonly Template[]> => {
  const { rows } = await client.query<Template>(
    `select p.id::text, p.audit_status as status, d.dept_code as college,
       p.publish_language = '02' as english, p.doi is not null as doi, p.submit_time as submitted
       from paper p join dept d on d.tenant_id = p.tenant_id and d.id = p.fk_dept_id
      where p.tenant_id = $1 and p.is_deleted = 0
      order by p.id limit 200`,
    [tenantId],
  );
  if (rows.length < 100) throw new Failure('The demo university has to be there first: npm start');
  return rows;
};

/** Papers of each college so far: the next titles follow after them. */
const countByCollege = async (client: pg.Client): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ college: string; count: string }>(
    `select d.dept_code as college, count(*) from paper p
       join dept d on d.tenant_id = p.tenant_id and d.id = p.fk_dept_id
      where p.tenant_id = $1 group by 1`,
    [tenantId],
  );
  return new Map(rows.map((row) => [row.college, Number(row.count)]));
};

/** Readable numbers go on where the records' own numbers stand. */
const numbering = async (client: pg.Client) => {
  const next = new Map<string, number>();
  return {
    take: async (year: number): Promise<string> => {
      const key = `LW${year}\${seq4}`;
      if (!next.has(key)) {
        const { rows } = await client.query<{ next: string }>(
          'select next::text from number_sequence where tenant_id = $1 and key = $2 for update',
          [tenantId, key],
        );
        next.set(key, Number(rows[0]?.next ?? 1));
      }
      const number = next.get(key) ?? 1;
      next.set(key, number + 1);
      return `LW${year}${String(number).padStart(4, '0')}`;
    },
    keep: async (): Promise<void> => {
      for (const [key, value] of next) {
        await client.query(
          `insert into number_sequence (tenant_id, key, next) values ($1, $2, $3)
           on conflict (tenant_id, key) do update set next = excluded.next`,
          [tenantId, key, value],
        );
      }
    },
  };
};

const give = async (
  client: pg.Client,
  count: number,
  existing: number,
  firstId: bigint,
): Promise<void> => {
  const templates = await readTemplates(client);
  const byStatus = Map.groupBy(templates, (template) => template.status);
  const random = chance(existing + 1);
  const topics = await countByCollege(client);
  const numbers = await numbering(client);
  await client.query(
    `create temporary table given (new_id bigint primary key, template_id bigint, days int,
       shift interval, art_name text, art_name_en text, art_name_key text, doi text, doi_key text,
       paper_num text) on commit drop`,
  );
  const now = Date.now();
  for (let from = 0; from < count; from += batch) {
    const rows: unknown[][] = [];
    for (let index = from; index < Math.min(count, from + batch); index += 1) {
      const status = random.weighted(weights);
      const template = random.pick(byStatus.get(status) ?? templates);
      const number = firstTopic + (topics.get(template.college) ?? 0);
      if (number >= topicsOf(template.college)) {
        throw new Failure(`There are no more different titles for college ${template.college}`);
      }
      topics.set(template.college, number + 1 - firstTopic);
      const topic = topicAt(template.college, number);
      const title = template.english ? topic.en : topic.zh;
      const days = status === '1' ? random.int(0, 25) : random.int(0, 2200);
      const doi = template.doi ? `10.5555/bulk.${existing + index}` : null;
      const year = template.submitted
        ? new Date(Math.min(now, template.submitted.getTime() - days * 86_400_000)).getFullYear()
        : null;
      rows.push([
        String(firstId + BigInt(index) * idsPerPaper),
        template.id,
        days,
        title,
        template.english ? null : topic.en,
        normaliseTitle(title),
        doi,
        doi && normaliseDoi(doi),
        year === null ? null : await numbers.take(year),
      ]);
    }
    await client.query(
      `insert into given (new_id, template_id, days, shift, art_name, art_name_en, art_name_key,
         doi, doi_key, paper_num)
       select new_id, template_id, days, make_interval(days => days), art_name, art_name_en,
         art_name_key, doi, doi_key, paper_num
         from unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[],
           $7::text[], $8::text[], $9::text[]) as one (new_id, template_id, days, art_name,
           art_name_en, art_name_key, doi, doi_key, paper_num)`,
      Array.from({ length: 9 }, (_, column) => rows.map((row) => row[column])),
    );
  }
  await numbers.keep();
  await client.query('analyze given');
};

/**
 * Brings the demo university to `wanted` papers for measurements: copies of the demo's own papers
 * with everything that belongs to them, under titles of their own and moved back in time. All of
 * it happens or nothing; nobody else can work on the papers meanwhile.
 *
 * @param ownerUrl the schema's owner, who may drop and build indexes
 * @param firstId an id that is new; the copies count up from it
 */
export async function seedPapers(
  ownerUrl: string,
  wanted: number,
  firstId: string,
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const started = Date.now();
  const tell = (line: string): void =>
    say(`${((Date.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}`);
  try {
    await client.query(`select set_config('app.tenant', $1, false)`, [tenantId]);
    await client.query(`set maintenance_work_mem = '256MB'`);
    await client.query('begin');
    await client.query('set local synchronous_commit = off');
    await client.query('lock table paper in access exclusive mode');
    const { rows } = await client.query<{ count: string }>(
      'select count(*) from paper where tenant_id = $1',
      [tenantId],
    );
    const existing = Number(rows[0]?.count ?? 0);
    if (existing >= wanted) {
      say(`There are ${existing} papers already`);
      await client.query('rollback');
      return;
    }
    await give(client, wanted - existing, existing, BigInt(firstId));
    tell(`${wanted - existing} papers made up`);
    await placeRows(client);
    const indexes = await dropIndexes(client);
    await copyPapers(client);
    tell('papers');
    for (const part of parts) {
      await copyPart(client, part);
      tell(part.table);
    }
    for (const index of indexes) {
      await client.query(index.definition);
      tell(index.name);
    }
    await client.query('commit');
    await client.query('vacuum analyze');
    tell('done');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}
