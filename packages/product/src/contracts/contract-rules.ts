import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { atMost, equal, plus, sum } from '@keyan/kernel/values/amounts.ts';
import { amountInMessage, paymentPlanFault } from '../project/contracts/contract-rules.ts';

/** Validation rules of a contract that read only its row. */

interface PlannedContract {
  readonly contractAmount: string | null;
  readonly payPlans: readonly { readonly planAmount: string | null }[] | null;
}

export const periodsAddUpToContract: Validator<PlannedContract, 'payPlans' | 'contractAmount'> = {
  fields: ['payPlans', 'contractAmount'],
  check: ({ payPlans, contractAmount }) => paymentPlanFault(payPlans, contractAmount),
};

interface Transferred {
  readonly outFunds: string | null;
  readonly units: readonly { readonly funds: string | null }[] | null;
}

/** Checks that the shares of partner units add up to the transferred amount. */
export const transfersAddUp: Validator<Transferred, 'units' | 'outFunds'> = {
  fields: ['units', 'outFunds'],
  check: ({ outFunds, units }) => {
    const total = sum(units, 'funds');
    if (equal(total, outFunds)) return null;
    return [
      `外拨单位合计 ${amountInMessage(total)} 元，应等于外拨经费 ${amountInMessage(outFunds)} 元`,
      `Partner units receive ${amountInMessage(total)} yuan in all; it must equal the transfers out of ${amountInMessage(outFunds)}`,
    ];
  },
};

interface Shared {
  readonly contractAmount: string | null;
  readonly outFunds: string | null;
  readonly equipFunds: string | null;
}

/** Checks that the outgoing amount does not exceed the amount of the contract. */
export const sharesWithinContract: Validator<Shared, 'outFunds' | 'equipFunds' | 'contractAmount'> =
  {
    fields: ['outFunds', 'equipFunds', 'contractAmount'],
    check: ({ contractAmount, outFunds, equipFunds }) =>
      contractAmount === null || atMost(plus(outFunds, equipFunds), contractAmount)
        ? null
        : [
            '外拨经费与代购设备款之和不能超过合同总额',
            'Transfers out and equipment must not exceed the contract amount',
          ],
  };

interface Registered {
  readonly contractType: string | null;
  readonly isTechRegister: string | null;
  readonly isTaxFree: string | null;
}

/** Checks R-402: only registered technology contracts may be tax-free. */
export const mayBeTaxFree: Validator<Registered, 'isTaxFree' | 'isTechRegister' | 'contractType'> =
  {
    fields: ['isTaxFree', 'isTechRegister', 'contractType'],
    check: ({ isTaxFree, isTechRegister, contractType }) => {
      if (isTaxFree !== '1') return null;
      if (isTechRegister !== '1') {
        return ['免税合同须办理技术合同认定登记', 'A tax-exempt contract must be registered'];
      }
      return contractType === null || /^0[1-5]/.test(contractType)
        ? null
        : [
            '只有技术开发、转让、许可及相关的咨询、服务合同可以免税',
            'Only technology contracts may be tax-exempt',
          ];
    },
  };

interface Amounts {
  readonly contractAmount: string | null;
  readonly techAmount?: string | null;
  readonly taxFreeAmount: string | null;
}

/** Fault of R-402 if 免税金额 ≤ 技术交易额 ≤ 合同总额 does not hold. */
export const registrationFault = ({
  contractAmount,
  techAmount = null,
  taxFreeAmount,
}: Amounts): { readonly path: 'techAmount' | 'taxFreeAmount'; readonly message: Label } | null => {
  if (contractAmount !== null && techAmount !== null && !atMost(techAmount, contractAmount)) {
    return {
      path: 'techAmount',
      message: [
        `技术交易额不能超过合同总额 ${amountInMessage(contractAmount)} 元`,
        `The technology transaction amount exceeds the contract amount of ${amountInMessage(contractAmount)} yuan`,
      ],
    };
  }
  const most = techAmount ?? contractAmount;
  if (most !== null && taxFreeAmount !== null && !atMost(taxFreeAmount, most)) {
    return {
      path: 'taxFreeAmount',
      message: [
        `免税金额不能超过${techAmount === null ? '合同总额' : '技术交易额'} ${amountInMessage(most)} 元`,
        `The tax-exempt amount exceeds ${amountInMessage(most)} yuan`,
      ],
    };
  }
  return null;
};

export const registrationWithinPeriod: Validator<
  Amounts,
  'techAmount' | 'taxFreeAmount' | 'contractAmount'
> = {
  fields: ['techAmount', 'taxFreeAmount', 'contractAmount'],
  check: (row) => {
    const fault = registrationFault(row);
    return fault && [fault];
  },
};
