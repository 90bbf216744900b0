import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { minus } from '@keyan/kernel/values/amounts.ts';
import { ledgerOwner } from '../common/owner.ts';

/**
 * Counts of a project's processes: how many of its extensions, changes, conclusions and terminations are in approval,
 * one at most, how often it was extended, and the outcome of its surplus.
 */
export const lifecycle = defineLedger('lifecycle', ['项目流程', 'Project processes'], {
  owner: ledgerOwner,
  measures: { open: 'count', delays: 'count', surpluses: 'count' },
  limits: [
    {
      of: 'owner',
      room: ({ open }) => minus(1, open),
      words: [
        '该项目存在审批中的【{holders}】流程',
        'Another process of this project is in approval: {holders}',
      ],
    },
  ],
});
