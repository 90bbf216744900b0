import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { type Amount, atMost, isZero, percent, plus } from '@keyan/kernel/values/amounts.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { budgetItem } from '../../project/budget/budget-items.ts';

interface BudgetLine {
  readonly itemCode: string | null;
  readonly amount: Amount;
}

/** Rule of a configuration for a budget item. */
export interface ItemRule {
  readonly itemCode: string | null;
  /** Code of `yesNo`. */
  readonly isRequired: string | null;
  /** Maximum percentage of the net amount. */
  readonly maxRate: string | null;
}

/**
 * Faults of budget lines: required items that are missing, and items above their percentage of the
 * net amount.
 */
export const itemFaults = (
  lines: readonly BudgetLine[] | null,
  net: Amount,
  rules: readonly ItemRule[] | null | undefined,
): readonly FieldFault[] =>
  (rules ?? []).flatMap(({ itemCode, isRequired, maxRate }): readonly FieldFault[] => {
    const name = entryOf(budgetItem, itemCode ?? '')?.label ?? '';
    // A rule for a heading item applies to the sum of the items below it.
    const isMeant = (line: BudgetLine): boolean =>
      line.itemCode?.startsWith(itemCode ?? '') === true;
    const meant = (lines ?? []).filter(isMeant);
    const index = (lines ?? []).findIndex(isMeant);
    const amount = meant.length === 0 ? null : plus('0.00', ...meant.map((line) => line.amount));
    if (isRequired === '1' && (index < 0 || isZero(amount))) {
      const message = fill(['请填写【{name}】', 'Enter {name}'], { name });
      return [{ path: 'items', message }];
    }
    const most = maxRate === null ? null : percent(net, maxRate);
    if (index < 0 || most === null || amount == null || atMost(amount, most)) return [];
    const message = fill(
      [
        '【{name}】{amount} 元，超过直接经费的 {rate}%（{most} 元）',
        '{name}: {amount} yuan exceeds {rate}% of direct funds ({most} yuan)',
      ],
      {
        name,
        amount: groupDigits(String(amount)),
        rate: maxRate ?? '',
        most: groupDigits(most),
      },
    );
    return [{ path: `items.${index}.amount`, message }];
  });
