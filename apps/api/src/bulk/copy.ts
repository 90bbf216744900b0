import { university } from '@keyan/product/demo/university.server.ts';
import type pg from 'pg';
import { type CopiedTable, copiedTables } from './tables.ts';

const { tenantId } = university;

interface ColumnRow {
  readonly name: string;
  readonly type: string;
}

/** Returns the columns of a table that accept values (generated columns do not). */
export const columnsOf = async (client: pg.Client, table: string): Promise<readonly ColumnRow[]> =>
  (
    await client.query<ColumnRow>(
      `select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
        order by ordinal_position`,
      [table],
    )
  ).rows;

const throughProcess = ({ paper }: CopiedTable): string =>
  paper.startsWith('i.')
    ? 'join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id'
    : '';

const templateTable = ({ table }: CopiedTable): string => `bulk_template_${table}`;

/**
 * Tables for intermediate results of a run. They are not temporary, so that other connections can
 * read them; an interrupted run leaves them behind.
 */
const workTables = [
  'bulk_casting',
  'bulk_given',
  'bulk_places',
  ...copiedTables.map(templateTable),
];

/** Drops the tables for intermediate results. */
export const dropWorkTables = (client: pg.Client): Promise<unknown> =>
  client.query(`drop table if exists ${workTables.join(', ')}`);

/**
 * Fills the table `bulk_places` with the position of each row of a template among the rows of its
 * paper: the id of a copied row is the id of the new paper plus this position.
 */
const placeRows = async (client: pg.Client): Promise<void> => {
  await client.query(
    `create unlogged table bulk_places (source text, old_id bigint, paper bigint, place bigint,
       primary key (source, old_id))`,
  );
  for (const one of copiedTables) {
    await client.query(
      `insert into bulk_places
       select '${one.table}', t.id, ${one.paper}, row_number() over (partition by ${one.paper} order by t.id) - 1
         from ${one.table} t ${throughProcess(one)}
        where t.tenant_id = $1 and ${one.paper} in (select template_id from bulk_casting)`,
      [tenantId],
    );
  }
  await client.query('analyze bulk_places');
};

/** SQL of the template's rows joined with the positions of the rows that they refer to. */
const templateRows = (one: CopiedTable): string => {
  const { pointers = {}, pointerArrays = {}, people = [], peopleArrays = [], extra = {} } = one;
  const placeOf = (source: string, id: string): string =>
    `(select s.place from bulk_places s where s.source = '${source}' and s.old_id = ${id})`;
  const castOf = (id: string): string =>
    `(select min(c.place) from bulk_casting c where c.template_id = own.paper and c.old_id = ${id})`;
  const each = (column: string, of: (id: string) => string): string =>
    `array(select ${of('one.id')} from unnest(t.${column}) with ordinality as one (id, place) order by one.place)`;
  const further = {
    ...Object.fromEntries(
      Object.entries(pointers).map(([name, to]) => [`to_${name}`, placeOf(to, `t.${name}`)]),
    ),
    ...Object.fromEntries(
      Object.entries(pointerArrays).map(([name, to]) => [
        `to_${name}`,
        each(name, (id) => placeOf(to, id)),
      ]),
    ),
    ...Object.fromEntries(people.map((name) => [`to_${name}`, castOf(`t.${name}`)])),
    ...Object.fromEntries(peopleArrays.map((name) => [`to_${name}`, each(name, castOf)])),
    ...extra,
  };
  const mentioned =
    'mentioned' in extra
      ? `left join lateral (select c.place, c.name from bulk_casting c
           where c.template_id = own.paper and position(c.name in t.content_zh) > 0
           order by c.place limit 1) mentioned on true`
      : '';
  return `select t.*, own.paper as template_id, own.place as place_among, p.fk_dept_id as department,
       d.dept_name as department_name${Object.entries(further)
         .map(([name, sql]) => `, ${sql} as ${name}`)
         .join('')}
     from ${one.table} t
     join bulk_places own on own.source = '${one.table}' and own.old_id = t.id
     join paper p on p.tenant_id = t.tenant_id and p.id = own.paper
     join dept d on d.tenant_id = p.tenant_id and d.id = p.fk_dept_id
     ${mentioned}
     where t.tenant_id = '${tenantId}'`;
};

/**
 * SQL of the value of a copied row in one column, from the template's row `t` and the paper's
 * values `g`.
 */
const copiedValue = (one: CopiedTable, { name, type }: ColumnRow): string => {
  const own = one.values?.[name];
  if (own) return own;
  if (name === 'id') return 'g.new_id + t.place_among';
  if (one.pointers?.[name]) return `g.new_id + t.to_${name}`;
  if (one.pointerArrays?.[name])
    return `array(select g.new_id + one from unnest(t.to_${name}) as one)`;
  if (one.people?.includes(name)) return `coalesce(g.cast_ids[t.to_${name} + 1], t.${name})`;
  if (one.peopleArrays?.includes(name))
    return `array(select g.cast_ids[one + 1] from unnest(t.to_${name}) as one)`;
  const person = one.names?.[name];
  if (person) return `coalesce(g.cast_names[t.to_${person} + 1], t.${name})`;
  if (one.departments?.includes(name))
    return `case when t.${name} = t.department then g.dept_id else t.${name} end`;
  if (type === 'timestamp with time zone') return `t.${name} - make_interval(days => g.days)`;
  if (type === 'date') return `t.${name} - g.days`;
  return `t.${name}`;
};

/** Stores the rows to copy, with the positions of the rows that they refer to. */
export const saveTemplates = async (client: pg.Client): Promise<void> => {
  await placeRows(client);
  for (const one of copiedTables) {
    // With statistics, PostgreSQL hashes the few template rows and writes the copies in the order
    // of their ids.
    await client.query(`create unlogged table ${templateTable(one)} as ${templateRows(one)}`);
    await client.query(`analyze ${templateTable(one)}`);
  }
};

/** Inserts the rows of one table for every paper of `bulk_given`; returns their number. */
export const copyTable = async (client: pg.Client, one: CopiedTable): Promise<number> => {
  const columns = await columnsOf(client, one.table);
  const { rowCount } = await client.query(
    `insert into ${one.table} (${columns.map(({ name }) => name).join(', ')})
     select ${columns.map((column) => copiedValue(one, column)).join(', ')}
       from bulk_given g join ${templateTable(one)} t on t.template_id = g.template_id
      where ${one.where ?? 'true'}`,
  );
  return rowCount ?? 0;
};
