import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { minus } from '@keyan/kernel/values/amounts.ts';
import { ledgerOwner } from '../common/owner.ts';

/**
 * Ledger of a project’s processes: extensions, changes, conclusions and terminations in approval,
 * at most one; number of extensions; results of surpluses.
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
