import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type Amount, atLeast, equal, plus, sum } from '@keyan/kernel/values/amounts.ts';

/** An amount as messages say it: `300,000.00`. */
export const amountInMessage = (amount: Amount): string => groupDigits(plus('0.00', amount));

/** the periods come to the contract. Null where they do, or where either is missing yet. */
export const paymentPlanFault = (
  plan: readonly { readonly planAmount: string | null }[] | null,
  amount: string | null,
): Label | null => {
  if (!plan?.length || amount === null) return null;
  const total = sum(plan, 'planAmount');
  if (equal(total, amount)) return null;
  return [
    `收款计划合计 ${amountInMessage(total)} 元，应等于合同总额 ${amountInMessage(amount)} 元`,
    `The payment plan adds up to ${amountInMessage(total)} yuan; it must equal the contract amount of ${amountInMessage(amount)}`,
  ];
};

/** Balances of the funds of a whole project. */
interface SpentInAll {
  readonly held: string | number;
  readonly spent: string | number;
}

/** a supplement leaves no less than what the project spent, or holds for expenses. Null where it does. */
export const supplementBelowSpentFault = (
  amount: string | null,
  all: SpentInAll | undefined,
): Label | null => {
  const used = plus('0.00', all?.held, all?.spent);
  return amount === null || atLeast(amount, used)
    ? null
    : [
        `项目已支出与在途 ${amountInMessage(used)} 元，超过新合同额 ${amountInMessage(amount)} 元`,
        `${amountInMessage(used)} yuan are spent or in process, more than the new contract amount of ${amountInMessage(amount)}`,
      ];
};

/**
 * a supplement leaves a contract no smaller than what invoices ask for, or what arrived; either is taken back
 * first. Null where it does, and for a project without a contract.
 */
export const supplementFault = (
  amount: string | null,
  {
    issuedFunds,
    arrivedFunds,
  }: { readonly issuedFunds: string | null; readonly arrivedFunds: string | null },
): Label | null => {
  if (amount === null) return null;
  if (!atLeast(amount, issuedFunds)) {
    return [
      `已开票（含在途）${amountInMessage(issuedFunds)} 元，超过新合同额 ${amountInMessage(amount)} 元，请先红冲`,
      `${amountInMessage(issuedFunds)} yuan are invoiced, more than the new contract amount of ${amountInMessage(amount)}: take invoices back first`,
    ];
  }
  return atLeast(amount, arrivedFunds)
    ? null
    : [
        `已到账 ${amountInMessage(arrivedFunds)} 元，超过新合同额 ${amountInMessage(amount)} 元，请先退款`,
        `${amountInMessage(arrivedFunds)} yuan have been received, more than the new contract amount of ${amountInMessage(amount)}: refund first`,
      ];
};
