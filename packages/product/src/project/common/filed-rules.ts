import type { DecimalText } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { atMost } from '@keyan/kernel/values/amounts.ts';
import { askedAmountOf } from '../budget/budget-limits.ts';
import { budgetFaults } from '../changes/budget-change.ts';
import { lumpSum } from './dictionaries.ts';
import { type MemberPosition, memberFaults } from './parts.ts';

/** Validation rules common to records about projects. */

interface Dated {
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/**
 * Checks that the end date follows the start date.
 * @param end label of the end date
 */
export const endsAfterStart = (end: Label): Validator<Dated, 'endDate' | 'startDate'> => ({
  fields: ['endDate', 'startDate'],
  check: ({ startDate, endDate }) =>
    startDate && endDate && endDate <= startDate
      ? [`${end[0]}应晚于开始日期`, `${end[1]} must be later than the start date`]
      : null,
});

interface Staffed {
  readonly members: readonly MemberPosition[] | null;
  readonly programLeader: string | null;
}

/** Checks: the leader is the first member; places and people are unique. */
export const membersInOrder: Validator<Staffed, 'members' | 'programLeader'> = {
  fields: ['members', 'programLeader'],
  check: ({ members, programLeader }) => memberFaults('members', members, programLeader),
};

interface RequestedFunds {
  readonly itemCode: string | null;
  readonly superiorAppropriation: DecimalText | null;
  readonly selfRaiseFunds: DecimalText | null;
}

type Budgeted<Whole extends string> = {
  readonly budget: readonly RequestedFunds[] | null;
  readonly fundMode: string | null;
} & { readonly [W in Whole]: string | null };

/** Checks R-105: the budget lines add up to the total. */
export const budgetEqualsWhole = <Whole extends string>(
  whole: Whole,
  name: Label,
): Validator<Budgeted<Whole>, 'budget' | 'fundMode' | Whole> => ({
  fields: ['budget', whole, 'fundMode'],
  check: (row) =>
    row.fundMode === lumpSum
      ? null
      : budgetFaults(
          'budget',
          (row.budget ?? []).map((line) => ({ ...line, amount: askedAmountOf(line) })),
          { amount: row[whole], name },
        ),
});

interface Held {
  readonly programId: string | null;
  readonly frozenFunds: string | null;
}

/**
 * Refuses to end a project with expenses in approval.
 * @param then text that names the refused action
 */
export const noExpenseInApproval = (then: Label): Validator<Held, 'programId' | 'frozenFunds'> => ({
  fields: ['programId', 'frozenFunds'],
  check: ({ frozenFunds }) =>
    atMost(frozenFunds, 0)
      ? null
      : [
          `项目有在途支出 ${groupDigits(String(frozenFunds))} 元，${then[0]}`,
          `Expenses of ${groupDigits(String(frozenFunds))} yuan are still in approval: ${then[1]}`,
        ],
});
