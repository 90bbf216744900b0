import type { Ledger } from '@keyan/kernel/definition/ledger/measures.ts';
import { ledgerShape } from './ledger-shape.ts';
import { type ColumnPlan, named, type TablePlan } from './schema.ts';

const column = (name: string, type: string): ColumnPlan => ({ name, type, required: true });

/** Whose account it is: 0 in a ledger without owner. An empty account is the owner's sum. */
const account = [
  column('tenant_id', 'character varying(12)'),
  column('owner_id', 'bigint'),
  column('account', 'text'),
];

/**
 * The tables of a ledger. Entries are only added, each with the record, effect, action and person
 * that it comes from. Balances are what the entries of an account come to.
 */
export const ledgerTables = (ledger: Ledger): readonly TablePlan[] => {
  const { entries, balances, measures } = ledgerShape(ledger);
  const amounts = measures.map(({ column: name, type }) => ({
    ...column(name, type),
    initial: '0',
  }));
  return [
    {
      name: named(entries),
      parent: null,
      columns: [
        ...account,
        { ...column('id', 'bigint'), counted: true },
        ...amounts,
        column('source', 'text'),
        column('source_id', 'bigint'),
        column('effect', 'text'),
        column('action', 'text'),
        { name: 'actor_id', type: 'bigint', required: false },
        column('time', 'timestamp with time zone'),
      ],
      rights: ['select', 'insert'],
      indexes: [
        { name: named(`${entries}_source`), unique: false, on: '(tenant_id, source_id, effect)' },
        {
          name: named(`${entries}_account`),
          unique: false,
          on: '(tenant_id, owner_id, account, id)',
        },
      ],
    },
    {
      name: named(balances),
      parent: null,
      columns: [...account, ...amounts],
      key: ['owner_id', 'account'],
      rights: ['select', 'insert', 'update'],
      indexes: [],
    },
  ];
};
