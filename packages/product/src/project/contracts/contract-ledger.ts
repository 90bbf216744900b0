import { face } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { cooperation } from '../../shared/references/refs.ts';
import { billOverContractParam, fundsClosedUntilParam } from '../../system/parameters/limits.ts';

/** Title fields of a contract, for ledgers and references. */
export const contractOwner = face('horizontalRecord', ['横向项目备案', 'Contract']);

/**
 * Ledger of contracts: amount, arrived funds, requested and issued invoices, and their tax-free
 * part.
 */
export const contracts = defineLedger('contracts', ['合同账', 'Contracts'], {
  owner: contractOwner,
  measures: {
    amount: 'money',
    arrived: 'money',
    applied: 'money',
    billed: 'money',
    freeQuota: 'money',
    freeApplied: 'money',
    freeBilled: 'money',
  },
  shown: {
    receivable: { plus: ['amount'], minus: ['arrived'] },
    issued: { plus: ['applied', 'billed'] },
    billable: { plus: ['amount'], minus: ['applied', 'billed'] },
    freeLeft: { plus: ['freeQuota'], minus: ['freeApplied', 'freeBilled'] },
  },
  months: { department: 'departmentId', closedUntil: fundsClosedUntilParam },
  parameters: { over: billOverContractParam },
  limits: [
    {
      of: 'owner',
      room: (b, { chosen }) => (chosen.over === '1' ? null : b.billable),
      words: [
        '合同【{owner}】可开票金额不足：差 {lack} 元',
        'Contract {owner}: the amount that can be invoiced is exceeded by {lack} yuan',
      ],
    },
    {
      of: 'owner',
      room: (b) => b.freeLeft,
      words: [
        '合同【{owner}】免税额度不足：差 {lack} 元',
        'Contract {owner}: the tax-exempt quota is exceeded by {lack} yuan',
      ],
    },
  ],
});

/** Ledger of partners: number of contracts, their amounts, and received funds. */
export const partnersLedger = defineLedger('partners', ['合作单位账', 'Partners'], {
  owner: cooperation,
  measures: { contracts: 'count', amount: 'money', arrived: 'money' },
});
