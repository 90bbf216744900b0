import type { Scope } from '@keyan/kernel/access/scope.ts';
import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import { isDueRule } from '@keyan/kernel/definition/life/due.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { parseSort } from '../statements/conditions.ts';
import { keptCountsTrigger, type TriggerPlan } from '../statements/kept-counts.ts';
import { pairBlocksOf } from './pairs.ts';
import { type Column, type Shape, type SubTableShape, shapeOf } from './shape.ts';

/** A column as a migration declares it. */
export interface ColumnPlan {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** SQL of the default. */
  readonly initial?: string;
  /** Columns that a computed column of the database is made of. */
  readonly madeOf?: readonly string[];
  /** Counted up by the database, row by row. */
  readonly counted?: boolean;
}

export interface IndexPlan {
  readonly name: string;
  readonly unique: boolean;
  /** Everything after `on <table>`. */
  readonly on: string;
}

/** A table that definitions ask for. */
export interface TablePlan {
  readonly name: string;
  readonly columns: readonly ColumnPlan[];
  readonly indexes: readonly IndexPlan[];
  /** The table that its lines belong to. */
  readonly parent: string | null;
  /** The columns of its key behind the tenant; left out, the id. */
  readonly key?: readonly string[];
  /** Rights of the application on it; left out, all. */
  readonly rights?: readonly ('select' | 'insert' | 'update' | 'delete')[];
  /** Trigger that notes each write for the counts that are kept. */
  readonly trigger?: TriggerPlan;
}

/** PostgreSQL cuts longer names off in silence, and two indexes would meet. */
export const checkedName = (name: string): string => {
  if (name.length > 63) throw new Error(`${name}: longer than a name may be in PostgreSQL`);
  return name;
};

/** A name of the definitions as SQL writes it. */
export const quotedName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name}"`;

const isDay: ReadonlySet<FieldType> = new Set(['date', 'time']);

/**
 * Indexes of dates whose totals are kept by month, since the days of a month that is cut are counted, and of those by
 * which records fall due. The date by whose order a list stands has one.
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

/** The list's own order, spelled as `orderSql` spells it. */
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

/** The parts of access rules that pick rows by a column. */
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

/** A department has many rows: an index says of each whether the filters leave it, without the row. */
const departmentFields = (scope: Scope): readonly string[] =>
  pickingParts(scope).flatMap(({ kind, field }) => (kind === 'departmentScope' ? [field] : []));

const countable: ReadonlySet<FieldType> = new Set(['dict', 'dicts', 'ref', 'year']);

/** Filters with few values each: many rows share one, so totals need an index of their own. */
const counted = (resource: Resource): readonly Column[] =>
  shapeOf(resource).own.filter(
    (column) =>
      countable.has(column.spec.type) &&
      (resource.list.filters as readonly string[]).includes(column.field),
  );

/** PostgreSQL takes 32 columns in an index; the first four give the order of the list. */
const mostNarrowing = 28;

/** The level of secrecy: most readers are asked of each row whether it is open to them. */
const secrecyColumn = (resource: Resource): readonly Column[] => {
  const column = resource.secrecy && shapeOf(resource).column(resource.secrecy.open.field);
  return column ? [column] : [];
};

const namesOf = (columns: readonly Column[]): readonly string[] =>
  columns.map(({ column }) => quotedName(column));

/**
 * Last columns of the index that a list is read in order by: the fields by which access rules pick
 * rows, the level of secrecy, and the filters. The index alone then says whether a row belongs to a list or a count.
 * Without them each row is read, and a list of what is rare among the newest (a year long past)
 * costs more than a sort of everything.
 */
const narrowing = (resource: Resource, pickers: readonly Column[]): readonly string[] => [
  ...new Set(
    namesOf([...pickers, ...secrecyColumn(resource), ...counted(resource)].slice(0, mostNarrowing)),
  ),
];

const living = 'where is_deleted = 0';

/** The part of a unique index that keeps records apart which say how they differ from others with their value. */
const apart = ({ column }: Shape, { spec }: Column): string => {
  const told = spec.unlessTold === undefined ? undefined : column(spec.unlessTold)?.column;
  return told ? `, (case when ${quotedName(told)} is null then 0 else id end)` : '';
};

/** Filters with one value each, those with few values first: PostgreSQL skips these in an index. */
const paired = (resource: Resource): readonly Column[] => {
  const few = ({ spec }: Column): boolean => spec.type === 'dict' && !spec.dictionary?.tree;
  const single = counted(resource).filter(({ spec }) => spec.type !== 'dicts');
  return [...single.filter(few), ...single.filter((column) => !few(column))];
};

/** Filters in an index of theirs: with five, eleven filters take eight indexes, with four thirteen. */
const mostPaired = 5;

/**
 * Types that are counted over all records, not only over those that filters leave: years by every home
 * page, lists of codes because no other index has them. The index is small, since it keeps equal keys once.
 */
const tallied: ReadonlySet<FieldType> = new Set(['year', 'dicts']);

/** `sy_fdi` of `stat_year` and `fk_dept_id`: whole names would be too long. */
const initials = (columns: readonly Column[]): string =>
  columns
    .map(({ column }) =>
      column
        .split('_')
        .map(([first = '']) => first)
        .join(''),
    )
    .join('_');

/** The level of secrecy, where it is none of these filters itself. */
const behindFilters = (resource: Resource, filters: readonly Column[]): readonly string[] =>
  namesOf(secrecyColumn(resource).filter((column) => !filters.includes(column)));

/**
 * Any two filters stand together in one of these indexes, with the order of the list behind them: the
 * index alone gives the total and the page of what two filters find, at the cost of what they find.
 */
const filterIndexes = (resource: Resource, order: string): readonly IndexPlan[] =>
  pairBlocksOf(paired(resource), mostPaired).map((columns) => ({
    name: checkedName(`${resource.table}_by_${initials(columns)}`),
    unique: false,
    on: `(${['tenant_id', 'audit_status', ...namesOf(columns), order, ...behindFilters(resource, columns)].join(', ')}) ${living}`,
  }));

/** For each action by the clock: the states in which it waits, and the field that it waits for. */
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
 * Indexes for readers of their own. Secret records are few: lists look for them apart from the others, in an index that
 * no other record is written to, found by the condition that `alternativesSql` asks with. Changes are read in their order.
 */
const readersIndexes = (resource: Resource): readonly (readonly [suffix: string, on: string])[] => [
  ...secrecyColumn(resource).map((column) => {
    const codes = resource.secrecy?.open.codes.map((code) => `'${code}'`).join(', ');
    const isSecret = `(${quotedName(column.column)} in (${codes})) is not true`;
    return ['secret', `(tenant_id, id) ${living} and ${isSecret}`] as const;
  }),
  ...(resource.readByChange ? ([['changed', '(tenant_id, update_time, id)']] as const) : []),
];

/** Index that finds the rows that name a record. Ids belong to one tenant only: a list of them is found by itself. */
const byPointer = ({ column, spec }: Column, ...behind: readonly string[]): string =>
  spec.type === 'refs'
    ? `using gin (${quotedName(column)})`
    : `(${['tenant_id', quotedName(column), ...behind].join(', ')})`;

/** Every other index begins with the tenant, because every question does. */
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
          // Small, because equal keys are kept once: totals are counted from it alone.
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
    // Each page of a variant lists those of its sort.
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

/** Base columns that a row cannot be without. */
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
        // With the record's id the index alone says which records name somebody.
        on: byPointer(column, 'parent_id'),
      })),
  ],
});

/** The tables that a definition asks for, its own first. */
export const tablesOf = (resource: Resource): readonly TablePlan[] => [
  mainTable(resource),
  ...shapeOf(resource).lines.map((lines) => linesTable(resource, lines)),
];
