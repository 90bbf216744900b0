import type { DecimalText } from '@keyan/kernel/definition/field/field.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import { atMost, percent } from '@keyan/kernel/values/amounts.ts';
import { ofNoItem } from '../funds.ts';

/** Codes of the dictionary `surplusHandle` that other fields depend on. */
export const uses = { team: '01', account: '02', carried: '05', performance: '06' } as const;

export const isFor =
  (...codes: readonly string[]) =>
  ({ surplusHandle: use }: { readonly surplusHandle?: unknown }): boolean =>
    codes.some((code) => code === use);

/** Fields that the project of a surplus takes from its source project. */
export const ofProject = ['programName', 'level', 'programLeader', 'departmentId'] as const;

interface Handled {
  readonly programId: string | null;
  readonly handleAmount: DecimalText | null;
}

/** The amount, of the project and of no item. */
export const wholly =
  (measure: 'held' | 'settled') =>
  ({ programId, handleAmount }: Handled) => [
    { owner: programId, itemCode: ofNoItem, [measure]: handleAmount },
  ];

/** The money stays with the team: a project of its own has it. */
export const isKept = isFor(uses.team, uses.account);

interface Used {
  readonly surplusHandle: string | null;
  readonly programKind: string | null;
}

/** Performance pay is what a contract agreed on. */
export const onlyOfContracts: Validator<Used, keyof Used> = {
  fields: ['surplusHandle', 'programKind'],
  check: ({ surplusHandle: use, programKind }) =>
    use === uses.performance && programKind !== null && programKind !== 'horizontal'
      ? ['只有横向项目可以按合同约定提取绩效', 'Only contracts agree on performance pay']
      : null,
};

interface Rated {
  readonly performanceRate: string | null;
  readonly handleAmount: DecimalText | null;
  readonly surplusFunds: string | null;
}

/** It is no more than that share of the surplus, and the share no more than the school allows. */
export const withinRate: Validator<Rated, keyof Rated, { readonly mostRate: string }> = {
  fields: ['performanceRate', 'handleAmount', 'surplusFunds'],
  check: ({ performanceRate: rate, handleAmount, surplusFunds }, { facts: { mostRate } }) => {
    if (!atMost(rate, mostRate)) {
      return [`提取绩效比例不能超过 ${mostRate}%`, `At most ${mostRate}% may be performance pay`];
    }
    return rate === null || atMost(handleAmount, percent(surplusFunds, rate))
      ? null
      : ['处理金额超过结余与提取比例之积', 'The amount is more than that share of the surplus'];
  },
};
