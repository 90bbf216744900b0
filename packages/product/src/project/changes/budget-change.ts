import type { DecimalText } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { atLeast, atMost, equal, minus, plus, sum } from '@keyan/kernel/values/amounts.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { budgetItem, isEquipment, isLabourOrOperations } from '../budget/budget-items.ts';

interface BudgetLine {
  readonly itemCode: string | null;
  readonly amount: DecimalText | null;
  /** Amount contributed by the university; the rest is granted. */
  readonly selfRaiseFunds?: DecimalText | null;
}

/** Budget of a project by item. */
export type BudgetAmounts = readonly BudgetLine[] | null;

interface Fault {
  readonly path: string;
  readonly message: Label;
}

const sumOf = (budget: BudgetAmounts, isOf: (code: string | null) => boolean): string =>
  plus(...(budget ?? []).filter(({ itemCode }) => isOf(itemCode)).map(({ amount }) => amount));

/** True if equipment costs change; then the finance office must approve. */
export const isEquipmentMoved = (before: BudgetAmounts, after: BudgetAmounts): boolean =>
  !equal(sumOf(before, isEquipment), sumOf(after, isEquipment));

/** True if amounts move only between operating and labour costs. */
export const isOwnAdjustment = (before: BudgetAmounts, after: BudgetAmounts): boolean => {
  const codes = [...(before ?? []), ...(after ?? [])].map(({ itemCode }) => itemCode);
  return codes.every((code) => {
    const isIt = (other: string | null): boolean => other === code;
    return isLabourOrOperations(code) || equal(sumOf(before, isIt), sumOf(after, isIt));
  });
};

/** Balances of a budget item that determine its used amount. */
type UsedBudget = Readonly<
  Partial<Record<string, { readonly held: string | number; readonly spent: string | number }>>
>;

/** Faults of items with a budget below the spent and reserved amount. */
export const spentItemFaults = (
  path: string,
  before: BudgetAmounts,
  after: BudgetAmounts,
  taken: UsedBudget,
): readonly Fault[] | null => {
  if (!after?.length) return null;
  const codes = new Set([...(before ?? []), ...after].map(({ itemCode }) => itemCode ?? ''));
  return [...codes].flatMap((code): readonly Fault[] => {
    const used = plus('0.00', taken[code]?.held, taken[code]?.spent);
    const given = sumOf(after, (other) => other === code);
    if (atLeast(given, used)) return [];
    const index = after.findIndex(({ itemCode }) => itemCode === code);
    return [
      {
        path: index < 0 ? path : `${path}.${index}.amount`,
        message: fill(
          [
            '【{name}】新预算 {given} 元，低于已支出与在途 {used} 元',
            '{name}: the new budget of {given} yuan is below the {used} yuan spent or held',
          ],
          {
            name: entryOf(budgetItem, code)?.label ?? '',
            given: groupDigits(plus('0.00', given)),
            used: groupDigits(used),
          },
        ),
      },
    ];
  });
};

/**
 * Faults of a budget: duplicate items, or a sum that differs from the project’s total (R-105,
 *
 * @param whole total that the budget must reach, with its name in both languages
 */
export const budgetFaults = (
  path: string,
  budget: BudgetAmounts,
  whole: { readonly amount: string | null; readonly name: Label },
): readonly Fault[] | null => {
  if (!budget?.length) return null;
  const items = budget.map(({ itemCode }) => itemCode);
  const again = items.findIndex((item, index) => item !== null && items.indexOf(item) < index);
  if (again >= 0) {
    const message: Label = ['该科目已有预算', 'This item already has a budget'];
    return [{ path: `${path}.${again}.itemCode`, message }];
  }
  const total = sum(budget, 'amount');
  if (whole.amount === null || equal(total, whole.amount)) return null;
  const [is, shall] = [groupDigits(total), groupDigits(whole.amount)];
  return [
    {
      path,
      message: [
        `预算合计 ${is} 元，应等于${whole.name[0]} ${shall} 元`,
        `The budget adds up to ${is} yuan; it must equal ${whole.name[1]} of ${shall}`,
      ],
    },
  ];
};

/** Adds to each line the granted amount: the total less the university’s contribution. */
export const budgetWithGranted = <Line extends BudgetLine>(budget: readonly Line[] | null) =>
  budget?.map((line) => ({
    ...line,
    superiorAppropriation: line.amount === null ? null : minus(line.amount, line.selfRaiseFunds),
  })) ?? null;

/** Faults of lines whose self-raised amount exceeds their total. */
export const selfRaisedFaults = (path: string, budget: BudgetAmounts): readonly Fault[] | null =>
  (budget ?? []).flatMap(({ amount, selfRaiseFunds }, index): readonly Fault[] =>
    amount === null || !selfRaiseFunds || atMost(selfRaiseFunds, amount)
      ? []
      : [
          {
            path: `${path}.${index}.selfRaiseFunds`,
            message: [
              `自筹 ${groupDigits(selfRaiseFunds)} 元，超过该科目预算 ${groupDigits(amount)} 元`,
              `${groupDigits(selfRaiseFunds)} yuan are self-raised; the item has ${groupDigits(amount)}`,
            ],
          },
        ],
  );
