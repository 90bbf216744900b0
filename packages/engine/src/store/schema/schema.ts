import type { Scope } from '@keyan/kernel/access/scope.ts';
import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import { isDueRule } from '@keyan/kernel/definition/life/due.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { parseSort } from '../statements/conditions.ts';
import { keptCountsTrigger, type TriggerPlan } from '../statements/kept-counts.ts';
import { pairBlocksOf } from './pairs.ts';
import { type Column, type Shape, type SubTableShape, shapeOf } from './shape.ts';

/** Column as a migration declares it. */
export interface ColumnPlan {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** SQL of the default value. */
  readonly initial?: string;
  /** Columns from which the database computes this column. */
  readonly madeOf?: readonly string[];
  /** True for an identity column. */
  readonly counted?: boolean;
}

export interface IndexPlan {
  readonly name: string;
  readonly unique: boolean;
  /** SQL after `on <table>`. */
  readonly on: string;
}

/** Table that definitions need. */
export interface TablePlan {
  readonly name: string;
  readonly columns: readonly ColumnPlan[];
  readonly indexes: readonly IndexPlan[];
  /** Parent table of lines; null for a table of records. */
  readonly parent: string | null;
  /** Columns of its primary key after the tenant; left out, the id. */
  readonly key?: readonly string[];
  /** Rights of the application on it; left out, all. */
  readonly rights?: readonly ('select' | 'insert' | 'update' | 'delete')[];
  /** Trigger that records each write for the stored counts. */
  readonly trigger?: TriggerPlan;
}

/** Checks the length of a name: PostgreSQL cuts longer names silently, and two indexes could get the same name. */
export const checkedName = (name: string): string => {
  if (name.length > 63) throw new Error(`${name}: longer than a name may be in PostgreSQL`);
  return name;
};

/** Quotes a name of the definitions for SQL. */
export const quotedName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name}"`;

const isDay: ReadonlySet<FieldType> = new Set(['date', 'time']);

/**
 * Returns indexes of dates whose totals are stored by month (the days of an incomplete month are counted) and of dates
 * by which timed actions fall due. The date of the list's order already has one.
 */
const dayIndexes = (
  { list }: Resource,
  { column }: Shape,
): readonly (readonly [string, string])[] =>
  [
    ...(list.keptTotals?.by ?? []).map((name) => ['month', column(name)] as const),
    ...(list.dueBy ?? []).map((name) => ['due', column(name)] as const),
  ].flatMap(([what, found]) =>
    found && isDay.has(found.spec.type) && found.field !== parseSort(list.sort).field
      ? [[`${what}_${found.column}`, `(tenant_id, ${quotedName(found.column)})`] as const]
      : [],
  );

const collated: ReadonlySet<FieldType> = new Set(['text', 'note']);

/** Returns the default order of the list, exactly as `orderSql` writes it. */
const orderOf = (resource: Resource): string => {
  const sort = parseSort(resource.list.sort);
  const column = shapeOf(resource).column(sort.field);
  if (!column || column.spec.balance)
    throw new Error(`${resource.key}: no column for its sort ${sort.field}`);
  const collation = collated.has(column.spec.type) ? ' collate "zh-x-icu"' : '';
  return sort.descending
    ? `${quotedName(column.column)}${collation} desc nulls last, id desc`
    : `${quotedName(column.column)}${collation} asc nulls first, id asc`;
};

type Picking = Extract<Scope, { kind: 'own' | 'departmentScope' }>;

/** Returns the parts of access rules that select rows by a column. */
const pickingParts = (scope: Scope): readonly Picking[] => {
  switch (scope.kind) {
    case 'own':
    case 'departmentScope':
      return [scope];
    case 'submitted':
      return pickingParts(scope.scope);
    case 'any':
    case 'every':
      return scope.scopes.flatMap(pickingParts);
    default:
      return [];
  }
};

const scopeFields = (scope: Scope): readonly string[] =>
  pickingParts(scope).map(({ field }) => field);

/** Returns the department fields of a scope; with them an index decides if filters match, without reading rows. */
const departmentFields = (scope: Scope): readonly string[] =>
  pickingParts(scope).flatMap(({ kind, field }) => (kind === 'departmentScope' ? [field] : []));

const countable: ReadonlySet<FieldType> = new Set(['dict', 'dicts', 'ref', 'year']);

/** Returns filter columns with few values: many rows share a value, so totals need a separate index. */
const counted = (resource: Resource): readonly Column[] =>
  shapeOf(resource).own.filter(
    (column) =>
      countable.has(column.spec.type) &&
      (resource.list.filters as readonly string[]).includes(column.field),
  );

/** Maximum number of further columns: PostgreSQL allows 32 per index, of which four give the order of the list. */
const maxColumns = 28;

/** Returns the column of the secrecy level: for most readers it is checked for each row. */
const secrecyColumn = (resource: Resource): readonly Column[] => {
  const column = resource.secrecy && shapeOf(resource).column(resource.secrecy.open.field);
  return column ? [column] : [];
};

const namesOf = (columns: readonly Column[]): readonly string[] =>
  columns.map(({ column }) => quotedName(column));

/**
 * Returns the last columns of the index by which a list is read in order: columns of access rules, secrecy level, and
 * filters. The index alone then decides whether a row belongs to a list or a count. Without them each row is read, and
 * a list of rows that are rare among the newest (a year long past) costs more than sorting everything.
 */
const narrowing = (resource: Resource, pickers: readonly Column[]): readonly string[] => [
  ...new Set(
    namesOf([...pickers, ...secrecyColumn(resource), ...counted(resource)].slice(0, maxColumns)),
  ),
];

const living = 'where is_deleted = 0';

/** Returns the expression in a unique index that allows equal values for records which state how they differ. */
const apart = ({ column }: Shape, { spec }: Column): string => {
  const told = spec.unlessTold === undefined ? undefined : column(spec.unlessTold)?.column;
  return told ? `, (case when ${quotedName(told)} is null then 0 else id end)` : '';
};

/** Returns filter columns with one value each, those with few values first: PostgreSQL can skip these in an index. */
const paired = (resource: Resource): readonly Column[] => {
  const few = ({ spec }: Column): boolean => spec.type === 'dict' && !spec.dictionary?.tree;
  const single = counted(resource).filter(({ spec }) => spec.type !== 'dicts');
  return [...single.filter(few), ...single.filter((column) => !few(column))];
};

/** Maximum number of filters per combined index: with five, eleven filters need eight indexes, with four thirteen. */
const maxFilters = 5;

/**
 * Field types counted over all records, not only over filtered ones: years by every home page, lists of codes because
 * no other index contains them. The index is small, since it stores equal keys once.
 */
const tallied: ReadonlySet<FieldType> = new Set(['year', 'dicts']);

/** Abbreviates columns, because whole names would be too long: `sy_fdi` for `stat_year` and `fk_dept_id`. */
const initials = (columns: readonly Column[]): string =>
  columns
    .map(({ column }) =>
      column
        .split('_')
        .map(([first = '']) => first)
        .join(''),
    )
    .join('_');

/** Returns the column of the secrecy level, unless it is one of these filters. */
const behindFilters = (resource: Resource, filters: readonly Column[]): readonly string[] =>
  namesOf(secrecyColumn(resource).filter((column) => !filters.includes(column)));

/**
 * Returns indexes such that any two filters share one, followed by the order of the list: the index alone gives total
 * and page for two filters, at the cost of the matching rows.
 */
const filterIndexes = (resource: Resource, order: string): readonly IndexPlan[] =>
  pairBlocksOf(paired(resource), maxFilters).map((columns) => ({
    name: checkedName(`${resource.table}_by_${initials(columns)}`),
    unique: false,
    on: `(${['tenant_id', 'audit_status', ...namesOf(columns), order, ...behindFilters(resource, columns)].join(', ')}) ${living}`,
  }));

/** Returns an index for each timed action: states from which it is performed, and its date or time field. */
const dueIndexes = (resource: Resource): readonly (readonly [name: string, columns: string])[] => {
  const { column, process } = shapeOf(resource);
  const state = resource.states?.field ?? (process ? 'auditStatus' : undefined);
  return Object.entries(resource.actions ?? {}).flatMap(([name, { by, life }]) => {
    if (!isDueRule(by)) return [];
    const columns = [life ?? state, by.field].flatMap(
      (field) => (field && column(field)?.column) ?? [],
    );
    return [[snakeCase(name), ['tenant_id', ...columns.map(quotedName)].join(', ')] as const];
  });
};

/**
 * Returns indexes for special readers. Secret records are few: lists search them separately, in an index of secret
 * records only, whose condition is the one that `alternativesSql` uses. Changes are read in their order.
 */
const readersIndexes = (resource: Resource): readonly (readonly [suffix: string, on: string])[] => [
  ...secrecyColumn(resource).map((column) => {
    const codes = resource.secrecy?.open.codes.map((code) => `'${code}'`).join(', ');
    const isSecret = `(${quotedName(column.column)} in (${codes})) is not true`;
    return ['secret', `(tenant_id, id) ${living} and ${isSecret}`] as const;
  }),
  ...(resource.readByChange ? ([['changed', '(tenant_id, update_time, id)']] as const) : []),
];

/** Returns the index that finds rows which refer to a record. An index of id lists needs no tenant: ids are unique. */
const byPointer = ({ column, spec }: Column, ...behind: readonly string[]): string =>
  spec.type === 'refs'
    ? `using gin (${quotedName(column)})`
    : `(${['tenant_id', quotedName(column), ...behind].join(', ')})`;

/** Returns the indexes of a resource; all others begin with the tenant, because every query does. */
const indexesOf = (resource: Resource): readonly IndexPlan[] => {
  const shape = shapeOf(resource);
  const { table } = resource;
  const order = orderOf(resource);
  const picked = new Set([
    ...(shape.process ? ['createUser'] : []),
    ...scopeFields(resource.access.read),
    ...Object.values(resource.views).flatMap((view) => scopeFields(view.scope)),
  ]);
  const pickers = [...picked].flatMap((field) => shape.column(field) ?? []);
  const pointers = shape.own.filter(({ field, spec }) => spec.target && !picked.has(field));
  const many = new Set(
    [resource.access.read, ...Object.values(resource.views).map(({ scope }) => scope)].flatMap(
      departmentFields,
    ),
  );
  const judged = shape.process ? ['audit_status', ...narrowing(resource, pickers)] : [];
  const secret = namesOf(secrecyColumn(resource));
  const behind = ({ field, column }: Column): readonly string[] =>
    many.has(field) ? judged.filter((name) => name !== quotedName(column)) : [];
  const index = (suffix: string, on: string, unique = false): IndexPlan => ({
    name: checkedName(`${table}_${suffix}`),
    unique,
    on,
  });
  return [
    index('order', `(tenant_id, ${order}) ${living}`),
    ...(shape.process
      ? [
          index(
            'listed',
            `(${['tenant_id', 'audit_status', order, ...narrowing(resource, pickers)].join(', ')}) ${living}`,
          ),
          // Small, because equal keys are stored once: totals are counted from it alone.
          index(
            'count',
            `(${['tenant_id', 'audit_status', 'create_user', ...secret].join(', ')}) ${living}`,
          ),
        ]
      : []),
    ...pickers.map((column) =>
      index(
        `${column.column}_order`,
        `(${['tenant_id', quotedName(column.column), order, ...behind(column)].join(', ')}) ${living}`,
      ),
    ),
    // Pages of a variant list the rows of one variant.
    ...(shape.process || !resource.variants || picked.has(resource.variants.field)
      ? []
      : [shape.column(resource.variants.field) ?? []]
          .flat()
          .map((column) =>
            index('variant', `(tenant_id, ${quotedName(column.column)}, ${order}) ${living}`),
          )),
    ...(shape.process ? filterIndexes(resource, order) : []),
    ...(shape.process ? counted(resource).filter(({ spec }) => tallied.has(spec.type)) : []).map(
      (column) =>
        index(
          `count_${column.column}`,
          `(${['tenant_id', 'audit_status', quotedName(column.column), ...behindFilters(resource, [column])].join(', ')}) ${living}`,
        ),
    ),
    ...dayIndexes(resource, shape).map(([name, on]) => index(name, `${on} ${living}`)),
    ...readersIndexes(resource).map(([suffix, on]) => index(suffix, on)),
    ...pointers.map((column) => index(column.column, `${byPointer(column)} ${living}`)),
    ...dueIndexes(resource).map(([name, columns]) =>
      index(`due_${name}`, `(${columns}) ${living}`),
    ),
    ...(shape.searchable.length > 0
      ? [index('search', `using gin (search_text gin_trgm_ops) ${living}`)]
      : []),
    ...shape.unique.map((column) =>
      index(
        `${column.column}_unique`,
        `(tenant_id, ${quotedName(`${column.column}_key`)}${apart(shape, column)}) ${living}${shape.process ? ` and audit_status in ('1', '2')` : ''}`,
        true,
      ),
    ),
  ];
};

const nullable = (column: Column): ColumnPlan => ({
  name: column.column,
  type: column.type,
  required: false,
});

/** Base columns that are never null. */
const always = new Set([
  'create_user',
  'create_time',
  'update_user',
  'update_time',
  'audit_status',
]);

const mainTable = (resource: Resource): TablePlan => {
  const shape = shapeOf(resource);
  const trigger = keptCountsTrigger(resource);
  return {
    name: resource.table,
    parent: null,
    ...(trigger && { trigger }),
    columns: [
      { name: 'tenant_id', type: 'character varying(12)', required: true },
      { name: 'id', type: 'bigint', required: true },
      ...shape.own.map(nullable),
      ...shape.unique.map((column) => ({
        name: `${column.column}_key`,
        type: 'text',
        required: false,
      })),
      ...(shape.searchable.length > 0
        ? [
            {
              name: 'search_text',
              type: 'text',
              required: false,
              madeOf: shape.searchable.map((column) => column.column),
            },
          ]
        : []),
      ...(shape.process
        ? [
            { name: 'process_instance_id', type: 'bigint', required: false },
            { name: 'steps', type: 'jsonb', required: true, initial: `'[]'` },
          ]
        : []),
      ...shape.base.map((column) => ({
        ...nullable(column),
        required: always.has(column.column),
      })),
      { name: 'is_deleted', type: 'smallint', required: true, initial: '0' },
      { name: 'version', type: 'integer', required: true, initial: '1' },
    ],
    indexes: indexesOf(resource),
  };
};

const linesTable = (resource: Resource, lines: SubTableShape): TablePlan => ({
  name: checkedName(lines.table),
  parent: resource.table,
  columns: [
    { name: 'tenant_id', type: 'character varying(12)', required: true },
    { name: 'id', type: 'bigint', required: true },
    { name: 'parent_id', type: 'bigint', required: true },
    { name: 'sort_order', type: 'integer', required: true },
    ...lines.columns.map(nullable),
  ],
  indexes: [
    {
      name: checkedName(`${lines.table}_parent`),
      unique: false,
      on: '(tenant_id, parent_id, sort_order)',
    },
    ...lines.columns
      .filter(({ spec }) => spec.target)
      .map((column) => ({
        name: checkedName(`${lines.table}_${column.column}`),
        unique: false,
        // With the record's id, the index alone tells which records name a person.
        on: byPointer(column, 'parent_id'),
      })),
  ],
});

/** Returns the tables that a definition needs, its main table first. */
export const tablesOf = (resource: Resource): readonly TablePlan[] => [
  mainTable(resource),
  ...shapeOf(resource).lines.map((lines) => linesTable(resource, lines)),
];
