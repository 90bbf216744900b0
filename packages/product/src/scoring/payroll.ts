import { plus, sum } from '@keyan/kernel/values/amounts.ts';

// The list by which finance pays a reward: one sum for each person. Pure.

/** An amount of one person for one output. */
export interface PaidOutput {
  readonly userId: string | null;
  readonly personName: string | null;
  readonly jobNum: string | null;
  readonly department: string;
  readonly amount: string | null;
}

/** Everything that one person is paid, in yuan. */
export interface PaidPerson {
  readonly jobNum: string;
  readonly name: string;
  readonly department: string;
  readonly outputs: number;
  readonly amount: string;
}

/** One sum for each person, by staff number; the sums add up to those of the outputs. */
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

/** Address of the list as a workbook. */
export const payrollCall = 'kh-edu-research/scoreReward/payroll';
