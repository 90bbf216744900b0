import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { minus } from '@keyan/kernel/values/amounts.ts';
import { fundsCheckMode, fundsClosedUntilParam } from '../../system/parameters/limits.ts';
import { ledgerOwner } from '../common/owner.ts';
import { budgetItem, isDirect } from './budget-items.ts';

/** Subaccount for amounts of the whole project without an item. */
export const wholeProjectSubaccount = '0';

/**
 * Ledger of project funds by budget item: budgeted; arrived in full (gross, ruling 63) or carried
 * over; taken by tax, overhead and indirect costs; booked; held for expenses in approval; spent;
 * withdrawn as surplus. A project may spend what is booked; under budget
 * control (预算制) also no more per item than budgeted, in a lump sum (包干制) without
 * limits per item. Parameters can disable either limit.
 */
export const funds = defineLedger('funds', ['经费账', 'Funds'], {
  owner: ledgerOwner,
  subaccount: { itemCode: f.dict(['科目', 'Item'], budgetItem) },
  measures: {
    budget: 'money',
    arrived: 'money',
    carried: 'money',
    taxed: 'money',
    overhead: 'money',
    indirect: 'money',
    booked: 'money',
    held: 'money',
    spent: 'money',
    settled: 'money',
  },
  shown: {
    pending: { plus: ['arrived', 'carried'], minus: ['taxed', 'overhead', 'booked'] },
    net: { plus: ['booked', 'overhead'], minus: ['indirect'] },
    available: { plus: ['booked'], minus: ['held', 'spent', 'settled'] },
    // 执行率, based on the net amount: tax and overhead are never spent.
    rate: { plus: ['spent'], percentOf: 'net' },
  },
  months: { department: 'departmentId', closedUntil: fundsClosedUntilParam, rollup: true },
  parameters: { mode: fundsCheckMode },
  limits: [
    {
      of: 'owner',
      room: (b, { chosen }) => (chosen.mode === 'item' ? null : b.available),
      words: [
        '【{subaccounts}】可用余额不足：可用 {had} 元，申请 {asked} 元',
        '{subaccounts}: available balance {had} yuan, applied for {asked} yuan',
      ],
    },
    {
      of: 'subaccount',
      room: (b, { owner, subaccount, chosen }) =>
        owner.fundMode === '1' && chosen.mode !== 'project' && subaccount !== wholeProjectSubaccount
          ? minus(b.budget, b.held, b.spent)
          : null,
      words: [
        '【{subaccount}】可用余额不足：可用 {had} 元，申请 {asked} 元',
        '{subaccount}: available balance {had} yuan, applied for {asked} yuan',
      ],
    },
    {
      of: 'subaccount',
      moved: ['booked'],
      room: (b, { owner, subaccount, chosen }) =>
        owner.fundMode === '1' && chosen.mode !== 'project' && isDirect(subaccount)
          ? minus(b.budget, b.booked)
          : null,
      words: [
        '【{subaccount}】预算尚可入账 {had} 元，本次 {asked} 元，超 {lack} 元，请先办理预算调剂',
        '{subaccount}: {had} yuan of the budget can still be booked; this booking of {asked} yuan exceeds it by {lack}. Adjust the budget first',
      ],
    },
  ],
});
