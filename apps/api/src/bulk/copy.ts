import { university } from '@keyan/product/demo/university.server.ts';
import pg from 'pg';

const { tenantId } = university;

/** Tables whose rows belong to a paper, and the column that leads there. */
export const parts: readonly { readonly table: string; readonly paper: string }[] = [
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

export const columnsOf = async (client: pg.Client, table: string): Promise<readonly ColumnRow[]> =>
  (
    await client.query<ColumnRow>(
      `select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
        order by ordinal_position`,
      [table],
    )
  ).rows;

/** Columns that name a person; a copy names that person's stand-in, where there is one. */
const people: ReadonlySet<string> = new Set([
  'create_user',
  'update_user',
  'user_id',
  'applicant_id',
  'assignee_id',
  'actor_id',
]);

/** A copied value: moments move back with the paper, people are replaced by their stand-ins. */
const copied = ({ name, type }: ColumnRow): string => {
  if (people.has(name)) return `coalesce(s_${name}.new_id, t.${name})`;
  if (type === 'timestamp with time zone') return `t.${name} - g.shift`;
  if (type === 'date') return `t.${name} - g.days`;
  return `t.${name}`;
};

const standInJoins = (columns: readonly ColumnRow[]): string =>
  columns
    .filter((column) => people.has(column.name))
    .map(
      ({ name }) =>
        `left join stand_ins s_${name} on s_${name}.old_id = t.${name} and s_${name}.variant = g.variant`,
    )
    .join('\n       ');

export const copyPapers = async (client: pg.Client): Promise<void> => {
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
     select ${columns.map((one) => own[one.name] ?? copied(one)).join(', ')}
       from given g join paper t on t.tenant_id = $1 and t.id = g.template_id
       ${standInJoins(columns)}`,
    [tenantId],
  );
};

export const copyPart = async (client: pg.Client, { table, paper }: (typeof parts)[number]) => {
  const columns = await columnsOf(client, table);
  const joins: string[] = [];
  const value = (column: ColumnRow): string => {
    if (column.name === 'id') return 'g.new_id + own.place';
    if (table === 'wf_instance' && column.name === 'title') return `'论文登记-' || g.art_name`;
    const target = pointers[column.name];
    if (!target) return copied(column);
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
       ${standInJoins(columns)}
      where t.tenant_id = $1`,
    [tenantId],
  );
};

/** The position of each row of a template among the rows of its paper. */
export const placeRows = async (client: pg.Client): Promise<void> => {
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

export interface IndexRow {
  readonly name: string;
  readonly definition: string;
}

/** Indexes that only find: building them anew afterwards is faster than keeping them. */
export const dropIndexes = async (client: pg.Client): Promise<readonly IndexRow[]> => {
  const { rows } = await client.query<IndexRow>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition
       from pg_index x join pg_class c on c.oid = x.indexrelid join pg_class r on r.oid = x.indrelid
      where r.relname = any($1) and not x.indisunique`,
    [['paper', ...parts.map((part) => part.table)]],
  );
  for (const { name } of rows) await client.query(`drop index ${pg.escapeIdentifier(name)}`);
  return rows;
};
