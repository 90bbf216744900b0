import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { type Column, listTypes, shapeOf } from '../schema/shape.ts';
import { and, compileTemplate, type Sql, slot, type Template } from './compile.ts';
import type { CountKeys } from './kept-scope.ts';

/**
 * Stored counts (decision 0169). `kept_count` contains, for every field of `list.keptCounts` and for the fields of
 * `list.keptTotals` together (decision 0411), the number of records per value, by status, secrecy level and department.
 * Writers never change it, since they would wait for one another: a trigger of the table inserts into `kept_change`
 * what a write removes and adds, and a job merges the changes into the counts. Readers add both.
 */
export interface KeptCounts {
  readonly resource: Resource;
  readonly keys: CountKeys;
  readonly status: Column | undefined;
  readonly secrecy: Column | undefined;
  readonly department: Column | undefined;
  readonly fields: readonly Column[];
  /** Totals by several fields together. */
  readonly totals: readonly TotalColumns[];
}

/** Columns by which totals are stored together (dates by month, codes by set), and the columns that are summed. */
export interface TotalColumns {
  /** Key, in place of a field's name, of the number of records: `#`, `#1`, `#2`, … */
  readonly rows: string;
  readonly by: readonly Column[];
  readonly sums: readonly Column[];
}

/** Returns the key, in place of a field's name, of the sums of a column. */
export const sumRows = ({ rows }: TotalColumns, { field }: Column): string => `${rows} ${field}`;

/** Returns the number of decimal places of a summed column: sums are stored as whole numbers of the last digit. */
export const sumDigitsOf = ({ spec: { type } }: Column): number => (type === 'money' ? 2 : 0);

/** Key, in place of a field's name, of counts by status alone, whose value is empty. */
export const statusKeyField = '';

/** Returns the stored counts of a resource; null for none. */
export const keptCountsOf = (resource: Resource): KeptCounts | null => {
  const { column, process } = shapeOf(resource);
  const columns = (names: readonly string[] = []) => names.flatMap((name) => column(name) ?? []);
  const { keptCounts, keptTotals } = resource.list;
  const fields = columns(keptCounts);
  const totals: readonly TotalColumns[] = keptTotals
    ? [
        { rows: '#', by: columns(keptTotals.by), sums: columns(keptTotals.sums) },
        ...(keptTotals.also ?? []).map((by, index) => ({
          rows: `#${index + 1}`,
          by: columns(by),
          sums: [],
        })),
      ]
    : [];
  if (fields.length === 0 && totals.length === 0) return null;
  const secrecy = resource.secrecy?.open.field;
  const { department } = resource;
  return {
    resource,
    keys: { status: process, secrecy, department },
    status: process ? column('auditStatus') : undefined,
    secrecy: secrecy === undefined ? undefined : column(secrecy),
    department: department === undefined ? undefined : column(department),
    fields,
    totals,
  };
};

/** Returns the column for each key of the stored counts. */
export const keptKeyColumns = ({ status, secrecy, department }: KeptCounts) =>
  (
    [
      ['audit_status', status],
      ['secrecy', secrecy],
      ['department', department],
    ] as const
  ).flatMap(([name, column]) => (column ? [{ name, column: column.column }] : []));

/** Returns SQL for the values of a field in a row, as JSON: a list of codes counts once for each code. */
const valuesText = ({ column, spec }: Column, row: string): string => {
  const at = `${row}.${column}`;
  return listTypes.has(spec.type)
    ? `case when coalesce(cardinality(${at}), 0) = 0 then '[""]'::jsonb else to_jsonb(${at}) end`
    : `jsonb_build_array(coalesce(${at}::text, ''))`;
};

/** Returns SQL for a value of a record in the form of totals: dates as months, several codes as a set. */
const partText = ({ column, spec }: Column, row: string): string => {
  const at = `${row}.${column}`;
  const told: Readonly<Partial<Record<FieldType, string>>> = {
    date: `to_char(${at}, 'YYYY-MM')`,
    time: `to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM')`,
  };
  const text = listTypes.has(spec.type) ? `array_to_string(${at}, ',')` : `${at}::text`;
  return `coalesce(${told[spec.type] ?? text}, '')`;
};

/** Returns SQL for the values of a record by which totals are stored, as one text; the separator occurs in no code. */
const cellText = ({ by }: TotalColumns, row: string): string =>
  `concat_ws(chr(31), ${by.map((column) => partText(column, row)).join(', ')})`;

/** Returns SQL for a value as a whole number of its last digit. */
const wholeText = (column: Column, row: string): string => {
  const at = `${row}.${column.column}`;
  return `(coalesce(${at}, 0) * ${10 ** sumDigitsOf(column)})::bigint`;
};

const keysText = ({ fields, totals }: KeptCounts, row: string): string =>
  [
    `'${statusKeyField}', '[""]'::jsonb`,
    ...fields.map((column) => `'${column.field}', ${valuesText(column, row)}`),
    ...totals.map((one) => `'${one.rows}', jsonb_build_array(${cellText(one, row)})`),
  ].join(', ');

/** Trigger with its function. The SQL is part of a migration; its texts come from definitions, never from people. */
export interface TriggerPlan {
  readonly name: string;
  /** Body of its function, as PostgreSQL stores it. */
  readonly body: string;
  /** SQL that creates the trigger, and the counts of every tenant. */
  readonly sql: string;
}

const valuesOf = ({ column, spec }: Column): Sql =>
  listTypes.has(spec.type)
    ? sql`unnest(case when coalesce(cardinality(${sql.ref(`t.${column}`)}), 0) = 0 then array[''] else ${sql.ref(`t.${column}`)} end)`
    : sql`coalesce(${sql.ref(`t.${column}`)}::text, '')`;

/** One tenant, or every tenant. */
type Whose = 'one' | 'all';

const rowsOf = (resource: Resource, whose: Whose = 'one'): Sql => {
  const own = sql`resource = ${sql.lit(resource.key)}`;
  return whose === 'one' ? sql`tenant_id = ${slot('tenant')} and ${own}` : own;
};

const keyNames = ['audit_status', 'secrecy', 'department'] as const;
const named = sql.join(keyNames.map((name) => sql.id(name)));

/** Returns SQL for the correct counts: the records, counted. */
const countedSql = (kept: KeptCounts, whose: Whose = 'one'): Sql => {
  const there =
    whose === 'one'
      ? sql`t.tenant_id = ${slot('tenant')} and t.is_deleted = 0`
      : sql`t.is_deleted = 0`;
  const columns = new Map(keptKeyColumns(kept).map(({ name, column }) => [name, column] as const));
  const keys = sql.join(
    keyNames.map((name) => {
      const column = columns.get(name);
      const none = name === 'department' ? sql`null::bigint` : sql`null::text`;
      return sql`${column ? sql.ref(`t.${column}`) : none} as ${sql.id(name)}`;
    }),
  );
  const each = (field: string, value: Sql, amount = sql`1`): Sql =>
    sql`select k.tenant_id, ${sql.lit(field)} as field, ${named}, value, sum(amount)::bigint as amount from (select t.tenant_id, ${keys}, ${value} as value, ${amount} as amount from ${sql.table(kept.resource.table)} t where ${there}) k group by 1, ${named}, value`;
  const cellOf = (totals: TotalColumns): Sql => sql.raw(cellText(totals, 't'));
  return sql.join(
    [
      each(statusKeyField, sql`''::text`),
      ...kept.fields.map((column) => each(column.field, valuesOf(column))),
      ...kept.totals.flatMap((totals) => [
        each(totals.rows, cellOf(totals)),
        ...totals.sums.map((column) =>
          each(sumRows(totals, column), cellOf(totals), sql.raw(wholeText(column, 't'))),
        ),
      ]),
    ],
    sql` union all `,
  );
};

/** Returns SQL for the stored counts of one tenant, changes included. */
const standingSql = (resource: Resource): Sql =>
  sql`select field, ${named}, value, amount from kept_count where ${rowsOf(resource)} union all select k.key, ${named}, v.value, c.amount from kept_change c cross join lateral jsonb_each(c.keys) k cross join lateral jsonb_array_elements_text(k.value) v(value) where ${rowsOf(resource)}`;

/**
 * Statements that merge changes into the stored counts of one tenant (parameter `tenant`): `fold` merges changes, and
 * returns their number; `sweep` deletes empty counts.
 */
export const mergeKeptStatements: readonly [fold: Template, sweep: Template] = [
  compileTemplate(
    sql`with taken as (select ctid from kept_change where tenant_id = ${slot('tenant')} limit ${slot('limit')}::int for update skip locked), gone as (delete from kept_change c using taken where c.ctid = taken.ctid returning c.*), added as (insert into kept_count as k (tenant_id, resource, field, ${named}, value, amount) select g.tenant_id, g.resource, e.key, g.audit_status, g.secrecy, g.department, v.value, sum(g.amount) from gone g cross join lateral jsonb_each(g.keys) e cross join lateral jsonb_array_elements_text(e.value) v(value) group by 1, 2, 3, 4, 5, 6, 7 having sum(g.amount) <> 0 order by 1, 2, 3, 4, 5, 6, 7 on conflict (tenant_id, resource, field, ${named}, value) do update set amount = k.amount + excluded.amount) select count(*)::int as count from gone`,
  ),
  compileTemplate(sql`delete from kept_count where tenant_id = ${slot('tenant')} and amount = 0`),
];

/** Returns the statement that finds a count that differs from the records of the tenant; no row if all agree. */
export const findWrongKeptCount = (kept: KeptCounts): Template =>
  compileTemplate(
    sql`select 1 from (select field, ${named}, value, amount from (${countedSql(kept)}) c union all select field, ${named}, value, -amount from (${standingSql(kept.resource)}) s) d group by field, ${named}, value having sum(amount) <> 0 limit 1`,
  );

/** Returns statements that recompute counts; nobody may write the records meanwhile. */
const refill = (kept: KeptCounts, whose: Whose): readonly Sql[] => [
  sql`delete from kept_change where ${rowsOf(kept.resource, whose)}`,
  sql`delete from kept_count where ${rowsOf(kept.resource, whose)}`,
  sql`insert into kept_count (tenant_id, resource, field, ${named}, value, amount) select tenant_id, ${sql.lit(kept.resource.key)}, field, ${named}, value, amount from (${countedSql(kept, whose)}) c`,
];

/** Returns the statements that recompute the counts of a tenant, to run in order in one transaction. */
export const recountKeptStatements = (kept: KeptCounts): readonly Template[] =>
  [
    sql`lock table ${sql.table(kept.resource.table)} in share row exclusive mode`,
    ...refill(kept, 'one'),
  ].map(compileTemplate);

/** Returns the body of the trigger function that records how a write changes stored counts. */
const bodyOf = (kept: KeptCounts): string => {
  const keys = keptKeyColumns(kept);
  const names = ['tenant_id', 'resource', 'amount', ...keys.map(({ name }) => name), 'keys'];
  const note = (row: 'old' | 'new', amount: 1 | -1): string => {
    const values = [
      `${row}.tenant_id`,
      `'${kept.resource.key}'`,
      amount,
      ...keys.map(({ column }) => `${row}.${column}`),
      `jsonb_build_object(${keysText(kept, row)})`,
    ];
    const insert = (given: readonly (string | number)[]): string =>
      `insert into kept_change (${names.join(', ')})\n    values (${given.join(', ')});`;
    const sums = kept.totals.flatMap((totals) =>
      totals.sums.map((column) => {
        const added = [...values];
        added[2] = `${amount} * ${wholeText(column, row)}`;
        added[added.length - 1] =
          `jsonb_build_object('${sumRows(totals, column)}', jsonb_build_array(${cellText(totals, row)}))`;
        return `    if coalesce(${row}.${column.column}, 0) <> 0 then\n    ${insert(added)}\n    end if;`;
      }),
    );
    return [`    ${insert(values)}`, ...sums].join('\n');
  };
  return [
    '',
    'begin',
    "  if tg_op <> 'INSERT' and old.is_deleted = 0 then",
    note('old', -1),
    '  end if;',
    "  if tg_op <> 'DELETE' and new.is_deleted = 0 then",
    note('new', 1),
    '  end if;',
    '  return null;',
    'end ',
  ].join('\n');
};

/** Returns the SQL condition that an update changes a counted value. */
const changedText = (kept: KeptCounts): string => {
  const columns = new Set([
    'is_deleted',
    ...keptKeyColumns(kept).map(({ column }) => column),
    ...kept.fields.map(({ column }) => column),
    ...kept.totals.flatMap(({ by, sums }) => [...by, ...sums]).map(({ column }) => column),
  ]);
  const all = (row: string): string => [...columns].map((column) => `${row}.${column}`).join(', ');
  return `(${all('old')}) is distinct from (${all('new')})`;
};

/**
 * Returns the trigger of a table with stored counts; null for none. Its SQL lifts the tenant policy, which also binds
 * the owner of the table, while it counts for all tenants.
 */
export const keptCountsTrigger = (resource: Resource): TriggerPlan | null => {
  const kept = keptCountsOf(resource);
  if (!kept) return null;
  const { table } = resource;
  const name = `${table}_kept`;
  const body = bodyOf(kept);
  const lines = [
    `create or replace function ${name}() returns trigger language plpgsql as $$${body}$$;`,
    `create or replace trigger ${name} after insert or delete on ${table} for each row execute function ${name}();`,
    `create or replace trigger ${name}_update after update on ${table} for each row\n  when (${changedText(kept)}) execute function ${name}();`,
    `alter table ${table} no force row level security;`,
    ...refill(kept, 'all').map((statement) => `${compileTemplate(statement).sql};`),
    `alter table ${table} force row level security;`,
  ];
  return { name, body, sql: lines.join('\n') };
};

/**
 * Returns the stored counts of a field as rows of a table `t` with `value` and `amount`, whose keys have the column
 * names of the records: conditions on these columns can be used unchanged.
 */
export const keptRowsSql = (kept: KeptCounts, field: string): Sql => {
  const keys = (alias: string): Sql =>
    sql.join(
      keptKeyColumns(kept).map(
        ({ name, column }) => sql`${sql.ref(`${alias}.${name}`)} as ${sql.id(column)}`,
      ),
    );
  const lead = keptKeyColumns(kept).length === 0 ? sql`` : sql`, `;
  const where = (alias: string): Sql =>
    and([
      sql`${sql.ref(`${alias}.tenant_id`)} = ${slot('tenant')}`,
      sql`${sql.ref(`${alias}.resource`)} = ${sql.lit(kept.resource.key)}`,
    ]);
  return sql`(select k.value, k.amount${lead}${keys('k')} from kept_count k where ${where('k')} and k.field = ${sql.lit(field)} union all select v.value, c.amount${lead}${keys('c')} from kept_change c cross join lateral jsonb_array_elements_text(c.keys -> ${sql.lit(field)}) v(value) where ${where('c')}) t`;
};
