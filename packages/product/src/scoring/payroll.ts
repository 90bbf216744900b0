import { plus, sum } from '@keyan/kernel/values/amounts.ts';

// Payroll list of a reward: one amount per person. Pure functions.

/** Amount of one person for one output. */
export interface PaidOutput {
  readonly userId: string | null;
  readonly personName: string | null;
  readonly jobNum: string | null;
  readonly department: string;
  readonly amount: string | null;
}

/** Total amount of one person in yuan. */
export interface PaidPerson {
  readonly jobNum: string;
  readonly name: string;
  readonly department: string;
  readonly outputs: number;
  readonly amount: string;
}

/** Amount per person in order of staff number; equal in sum to the outputs’ amounts. */
export const payrollOf = (outputs: readonly PaidOutput[]): readonly PaidPerson[] =>
  [...Map.groupBy(outputs, ({ userId }) => userId ?? '').values()]
    .flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const amount = plus('0.00', sum(own, 'amount'));
      return [
        {
          jobNum: first.jobNum ?? '',
          name: first.personName ?? '',
          department: first.department,
          outputs: own.length,
          amount,
        },
      ];
    })
    .toSorted((a, b) => (a.jobNum < b.jobNum ? -1 : a.jobNum > b.jobNum ? 1 : 0));

/** Path of the call for the payroll workbook. */
export const payrollCall = 'kh-edu-research/scoreReward/payroll';
