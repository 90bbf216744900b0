import type { Ledger } from '@keyan/kernel/definition/ledger/measures.ts';
import { ledgerShape } from './ledger-shape.ts';
import { type ColumnPlan, checkedName, type TablePlan } from './schema.ts';

const column = (name: string, type: string): ColumnPlan => ({ name, type, required: true });

/**
 * Columns of owner (0 in a ledger without owner) and subaccount. The column is named `account` since the first ledger,
 * because an older process may run beside a newer one. An empty subaccount is the owner's sum.
 */
const subaccount = [
  column('tenant_id', 'character varying(12)'),
  column('owner_id', 'bigint'),
  column('account', 'text'),
];

/**
 * Plans the table of sums of a subaccount by department and month, the month as its first day. Department 0 is that of
 * an owner without one. An empty subaccount is the owner's sum.
 */
const monthTable = (months: string, amounts: readonly ColumnPlan[]): TablePlan => ({
  name: checkedName(months),
  parent: null,
  columns: [...subaccount, column('dept_id', 'bigint'), column('month', 'date'), ...amounts],
  key: ['owner_id', 'account', 'dept_id', 'month'],
  rights: ['select', 'insert', 'update'],
  indexes: [],
});

/**
 * Plans the table of sums of a subaccount by year. The key begins with subaccount and year, because the total of a year
 * adds the owners' sums of that year, which are then adjacent.
 */
const yearTable = (years: string, amounts: readonly ColumnPlan[]): TablePlan => ({
  name: checkedName(years),
  parent: null,
  columns: [...subaccount, column('year', 'integer'), ...amounts],
  key: ['account', 'year', 'owner_id'],
  rights: ['select', 'insert', 'update'],
  indexes: [],
});

/**
 * Plans the table of sums over all owners by subaccount and year; year 0 stands for all years. Rows of one subaccount
 * and year are added up: a posting inserts a row, and a job merges rows (decision 0410). `owners` counts the owners
 * that have a subaccount in the year.
 */
const totalTable = (rollup: string, amounts: readonly ColumnPlan[]): TablePlan => ({
  name: checkedName(rollup),
  parent: null,
  columns: [
    column('tenant_id', 'character varying(12)'),
    { ...column('id', 'bigint'), counted: true },
    column('account', 'text'),
    column('year', 'integer'),
    column('owners', 'bigint'),
    ...amounts,
  ],
  rights: ['select', 'insert', 'delete'],
  indexes: [],
});

/**
 * Plans the tables of a ledger. Entries are only inserted, each with its record, effect, action and person. Balances
 * are the sums of the entries of a subaccount.
 */
export const ledgerTables = (ledger: Ledger): readonly TablePlan[] => {
  const { entries, balances, months, years, rollup, measures } = ledgerShape(ledger);
  const amounts = measures.map(({ column: name, type }) => ({
    ...column(name, type),
    initial: '0',
  }));
  return [
    {
      name: checkedName(entries),
      parent: null,
      columns: [
        ...subaccount,
        { ...column('id', 'bigint'), counted: true },
        ...amounts,
        column('source', 'text'),
        column('source_id', 'bigint'),
        column('effect', 'text'),
        column('action', 'text'),
        { name: 'actor_id', type: 'bigint', required: false },
        column('time', 'timestamp with time zone'),
        ...(ledger.months
          ? [column('on_day', 'date'), { name: 'dept_id', type: 'bigint', required: false }]
          : []),
      ],
      rights: ['select', 'insert'],
      indexes: [
        {
          name: checkedName(`${entries}_source`),
          unique: false,
          on: '(tenant_id, source_id, effect)',
        },
        {
          name: checkedName(`${entries}_account`),
          unique: false,
          on: '(tenant_id, owner_id, account, id)',
        },
      ],
    },
    {
      name: checkedName(balances),
      parent: null,
      columns: [...subaccount, ...amounts],
      key: ['owner_id', 'account'],
      rights: ['select', 'insert', 'update'],
      // Sums over many owners read only rows of owners.
      indexes:
        ledger.months && ledger.subaccount
          ? [
              {
                name: checkedName(`${balances}_owner`),
                unique: false,
                on: "(tenant_id, owner_id) where account = ''",
              },
            ]
          : [],
    },
    ...(ledger.months ? [monthTable(months, amounts), yearTable(years, amounts)] : []),
    ...(ledger.months?.rollup ? [totalTable(rollup, amounts)] : []),
  ];
};
