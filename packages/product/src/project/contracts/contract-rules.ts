import { grouped } from '@keyan/kernel/definition/field/kinds.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type Amount, equal, plus, sum } from '@keyan/kernel/values/amounts.ts';

/** An amount as messages say it: `300,000.00`. */
export const said = (amount: Amount): string => grouped(plus('0.00', amount));

/** the periods come to the contract. Null where they do, or where either is missing yet. */
export const planFault = (
  plan: readonly { readonly planAmount: string | null }[] | null,
  amount: string | null,
): Label | null => {
  if (!plan?.length || amount === null) return null;
  const total = sum(plan, 'planAmount');
  if (equal(total, amount)) return null;
  return [
    `收款计划合计 ${said(total)} 元，应等于合同总额 ${said(amount)} 元`,
    `The payment plan comes to ${said(total)} yuan; the contract is ${said(amount)}`,
  ];
};
