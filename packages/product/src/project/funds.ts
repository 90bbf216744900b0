import { f } from '@keyan/kernel/definition/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger.ts';
import { minus } from '@keyan/kernel/values/amounts.ts';
import { fundsCheckMode } from '../system/parameters/limits.ts';
import { budgetItem } from './budget-items.ts';
import { accountOwner } from './owner.ts';

/** The account of amounts that are of the whole project and of no item. */
export const ofNoItem = '0';

/**
 * The funds of a project by budget item: what was budgeted, booked, held for expenses in approval, spent,
 * and taken away as its surplus. Every project can spend what was booked; one under budget control (预算制) also
 * no more of an item than its budget, while one in a lump sum (包干制) is free among the items. A school
 * may have only one of the two judged.
 */
export const funds = defineLedger('funds', ['经费账', 'Funds'], {
  owner: accountOwner,
  account: { itemCode: f.dict(['科目', 'Item'], budgetItem) },
  measures: { budget: 'money', booked: 'money', held: 'money', spent: 'money', settled: 'money' },
  shown: {
    available: { plus: ['booked'], minus: ['held', 'spent', 'settled'] },
  },
  parameters: { mode: fundsCheckMode },
  limits: [
    {
      of: 'owner',
      room: (b, { chosen }) => (chosen.mode === 'item' ? null : b.available),
      words: [
        '【{accounts}】可用余额不足：可用 {had} 元，申请 {asked} 元',
        '{accounts}: {had} yuan are available, {asked} were asked for',
      ],
    },
    {
      of: 'account',
      room: (b, { owner, chosen }) =>
        owner.fundMode === '1' && chosen.mode !== 'project'
          ? minus(b.budget, b.held, b.spent)
          : null,
      words: [
        '【{account}】可用余额不足：可用 {had} 元，申请 {asked} 元',
        '{account}: {had} yuan of its budget are available, {asked} were asked for',
      ],
    },
  ],
});
