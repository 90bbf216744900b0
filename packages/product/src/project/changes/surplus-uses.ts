import type { DecimalText } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import { atMost, equal, percent, sum } from '@keyan/kernel/values/amounts.ts';
import { wholeProjectSubaccount } from '../budget/funds.ts';
import { amountInMessage } from '../contracts/contract-rules.ts';

/** Codes of `surplusHandle` that the program evaluates. */
export const surplusUseCodes = {
  team: '01',
  account: '02',
  returned: '04',
  carried: '05',
  performance: '06',
} as const;

export const isSurplusFor =
  (...codes: readonly string[]) =>
  ({ surplusHandle: use }: { readonly surplusHandle?: unknown }): boolean =>
    codes.some((code) => code === use);

/** Fields that a surplus account copies from its source project. */
export const fieldsOfSourceProject = [
  'programName',
  'level',
  'programLeader',
  'departmentId',
] as const;

/** Condition for uses that are paid out: returned to the funder, or performance pay. */
export const isPaidOut = isSurplusFor(surplusUseCodes.returned, surplusUseCodes.performance);

interface Handled {
  readonly programId: string | null;
  readonly surplusHandle: string | null;
  readonly handleAmount: DecimalText | null;
}

/** Amount that is posted without a budget item, for the given uses. */
export const amountWithoutItem =
  (measure: 'held' | 'settled' | 'spent', isMeant: (row: Handled) => boolean = () => true) =>
  (row: Handled) =>
    isMeant(row)
      ? [{ owner: row.programId, itemCode: wholeProjectSubaccount, [measure]: row.handleAmount }]
      : [];

/** Condition for uses that keep the funds with the team, in a surplus account. */
export const isKeptByTeam = isSurplusFor(surplusUseCodes.team, surplusUseCodes.account);

interface Used {
  readonly surplusHandle: string | null;
  readonly programKind: string | null;
}

/** Checks that performance pay is used only for contract projects. */
export const onlyContractProjects: Validator<Used, keyof Used> = {
  fields: ['surplusHandle', 'programKind'],
  check: ({ surplusHandle: use, programKind }) =>
    use === surplusUseCodes.performance && programKind !== null && programKind !== 'horizontal'
      ? [
          '只有横向项目可以按合同约定提取绩效',
          'Only contract projects can take performance pay as agreed in the contract',
        ]
      : null,
};

interface Rated {
  readonly performanceRate: string | null;
  readonly handleAmount: DecimalText | null;
  readonly surplusFunds: string | null;
}

/**
 * Checks that performance pay is within its percentage of the surplus, and the percentage within
 * the university’s maximum.
 */
export const withinPerformanceRate: Validator<Rated, keyof Rated, { readonly mostRate: string }> = {
  fields: ['performanceRate', 'handleAmount', 'surplusFunds'],
  check: ({ performanceRate: rate, handleAmount, surplusFunds }, { facts: { mostRate } }) => {
    if (!atMost(rate, mostRate)) {
      return [`提取绩效比例不能超过 ${mostRate}%`, `Performance pay must not exceed ${mostRate}%`];
    }
    return rate === null || atMost(handleAmount, percent(surplusFunds, rate))
      ? null
      : ['处理金额超过结余与提取比例之积', 'The amount exceeds that share of the surplus'];
  },
};

interface Pending {
  readonly programId: string | null;
  readonly pendingFunds: DecimalText | null;
}

/** Checks that all arrived funds are booked or refunded before an account is settled. */
export const noArrivalPending: Validator<Pending, 'programId' | 'pendingFunds'> = {
  fields: ['programId', 'pendingFunds'],
  check: ({ pendingFunds }) =>
    atMost(pendingFunds, 0)
      ? null
      : [
          `尚有待入账 ${groupDigits(String(pendingFunds))} 元，请先入账或退款`,
          `${groupDigits(String(pendingFunds))} yuan are not booked yet: book or refund them first`,
        ],
};

interface Due {
  readonly pjNumber: string | null;
  readonly dueFunds: string | null;
}

/** Checks that no invoice awaits payment, which would arrive for a settled project. */
export const noInvoiceDue: Validator<
  Pick<Pending, 'programId'>,
  'programId',
  { readonly unpaid: readonly Due[] }
> = {
  fields: ['programId'],
  check: (_row, { facts: { unpaid } }) => {
    const due = unpaid.filter(({ dueFunds }) => !atMost(dueFunds, 0));
    const named = (comma: string): string =>
      due.map(({ pjNumber, dueFunds }) => `${pjNumber} ${amountInMessage(dueFunds)}`).join(comma);
    return due.length === 0
      ? null
      : [
          `项目有未到款票据（${named(' 元、')} 元），请待款到账或红冲后再办理结余`,
          `The project has unpaid invoices (${named(' yuan, ')} yuan): wait for payment or credit them before handling the surplus`,
        ];
  },
};

interface Shared {
  readonly surplusHandle: string | null;
  readonly handleAmount: DecimalText | null;
  readonly shares: readonly { readonly amount: DecimalText | null }[] | null;
}

/** Checks that the shares of performance pay add up to the total. */
export const performanceSharesAddUp: Validator<
  Shared,
  'shares' | 'handleAmount' | 'surplusHandle'
> = {
  fields: ['shares', 'handleAmount', 'surplusHandle'],
  check: ({ surplusHandle: use, shares, handleAmount }) => {
    if (use !== surplusUseCodes.performance || shares === null || handleAmount === null)
      return null;
    const total = sum(shares, 'amount');
    return equal(total, handleAmount)
      ? null
      : [
          `绩效发放合计 ${groupDigits(total)} 元，应等于处理金额 ${groupDigits(handleAmount)} 元`,
          `Performance pay adds up to ${groupDigits(total)} yuan; it must equal the amount of ${groupDigits(handleAmount)}`,
        ];
  },
};
