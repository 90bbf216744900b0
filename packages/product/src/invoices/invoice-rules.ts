import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { atMost, minus } from '@keyan/kernel/values/amounts.ts';
import {
  type InvoiceTaxes,
  type SchoolTaxation,
  taxesOf,
  ticketTypeCodes,
} from '../contracts/taxes.ts';
import { amountInMessage } from '../project/contracts/contract-rules.ts';
import { daysAfter } from '../shared/formats/dates.ts';
import { isAncillary } from './invoice-fields.ts';

/** Fault if an invoice exceeds the amount of its contract that is not invoiced yet. */
export const contractFault = (
  asked: string | null,
  contract: {
    readonly contractAmount: string | null;
    readonly issuedFunds: string | null;
    readonly billableFunds: string | null;
  },
): Label | null => {
  const { contractAmount, issuedFunds, billableFunds } = contract;
  if (asked === null || billableFunds === null || atMost(asked, billableFunds)) return null;
  const left = atMost(billableFunds, 0) ? '0.00' : billableFunds;
  return [
    `合同额 ${amountInMessage(contractAmount)} 元，已开票（含在途）${amountInMessage(issuedFunds)} 元，可开 ${amountInMessage(left)} 元，申请 ${amountInMessage(asked)} 元`,
    `Contract ${amountInMessage(contractAmount)} yuan, invoiced ${amountInMessage(issuedFunds)}, available ${amountInMessage(left)}, applied for ${amountInMessage(asked)}`,
  ];
};

interface FreeAsked {
  readonly ticketType: string | null;
  readonly contractType: string | null;
  readonly billAmount: string | null;
  readonly taxFreeAmount: string | null;
}

interface FreeContract {
  readonly isTechRegister: string | null;
  readonly techRegNum: string | null;
  readonly taxFreeNum: string | null;
  readonly freeLeft: string | null;
}

interface FreeFault {
  readonly path: 'ticketType' | 'taxFreeAmount';
  readonly message: Label;
}

/**
 * Fault if an invoice may not be tax-free, or not to this amount.
 * @param of the technology contract
 */
export const taxFreeFault = (
  { ticketType, contractType, billAmount, taxFreeAmount }: FreeAsked,
  of: FreeContract,
): FreeFault | null => {
  if (ticketType !== ticketTypeCodes.free) return null;
  if (contractType !== null && !/^0[1-5]/.test(contractType)) {
    return {
      path: 'ticketType',
      message: [
        '该类合同不能免税，只有技术开发、转让、许可及相关的咨询、服务可以',
        'Contracts of this type cannot be tax-exempt; only technology development, transfer, licensing and related consulting and services can',
      ],
    };
  }
  if (of.isTechRegister !== '1' || !of.techRegNum || !of.taxFreeNum) {
    return {
      path: 'ticketType',
      message: [
        '合同尚未办理技术合同认定登记和免税审核，不能开免税发票',
        'The contract has no registration and tax exemption review yet; tax-exempt invoices cannot be issued',
      ],
    };
  }
  if (billAmount !== null && taxFreeAmount !== null && !atMost(taxFreeAmount, billAmount)) {
    return {
      path: 'taxFreeAmount',
      message: [
        '免税金额不能超过开票金额',
        'The tax-exempt amount must not exceed the invoiced amount',
      ],
    };
  }
  const left = of.freeLeft ?? '0.00';
  return taxFreeAmount === null || atMost(taxFreeAmount, left)
    ? null
    : {
        path: 'taxFreeAmount',
        message: [
          `免税额度剩余 ${amountInMessage(left)} 元，本次免税 ${amountInMessage(taxFreeAmount)} 元`,
          `${amountInMessage(left)} yuan of the tax-exempt quota are left; this application takes ${amountInMessage(taxFreeAmount)}`,
        ],
      };
};

/**
 * Fault of the borrowing term of an invoice.
 * @param from day of the application
 */
export const borrowingTermFault = (
  expected: string | null,
  from: string,
  most: number,
): Label | null => {
  if (expected === null) return null;
  if (expected < from) {
    return [
      '预计到款日期不能早于申请日期',
      'The expected payment date must not be before the application date',
    ];
  }
  const last = daysAfter(from, most);
  return expected <= last
    ? null
    : [
        `预计到款日期不能晚于 ${last}（申请日起 ${most} 天）`,
        `The expected payment date must be no later than ${last}, ${most} days after the application`,
      ];
};

/** Fields of an overdue invoice that prevent its leader from borrowing another. */
export interface OverdueInvoicePart {
  readonly id: string;
  readonly pjNumber: string | null;
  readonly billAmount: string | null;
  readonly expectArriveDate: string | null;
}

/** Fault if the applicant has overdue borrowed invoices. */
export const overdueFault = (overdue: readonly OverdueInvoicePart[]): Label | null => {
  const [first] = overdue;
  if (!first) return null;
  const [number, amount, due] = [
    first.pjNumber ?? '',
    amountInMessage(first.billAmount),
    first.expectArriveDate ?? '',
  ];
  return [
    `项目负责人有逾期未到款票据 ${number}（${amount} 元，应于 ${due} 到款），不能再预借`,
    `Invoice ${number} of this leader (${amount} yuan, due on ${due}) is overdue: no further advance invoice is issued until it is paid`,
  ];
};

interface Buyer {
  readonly ticketType: string | null;
  readonly buyerTaxNum: string | null;
}

/** Checks that the buyer’s tax number has 15, 17, 18 or 20 characters. */
export const buyerTaxNumber: Validator<Buyer, 'buyerTaxNum'> = {
  fields: ['buyerTaxNum'],
  check: ({ buyerTaxNum }) =>
    buyerTaxNum === null || /^(?:[0-9A-Z]{15}|[0-9A-Z]{17,18}|[0-9A-Z]{20})$/.test(buyerTaxNum)
      ? null
      : [
          '购方税号应为 15、17、18 或 20 位大写字母、数字',
          'The buyer’s tax number must have 15, 17, 18 or 20 capital letters or digits',
        ],
};

interface BuyerData extends Buyer {
  readonly buyerAddress: string | null;
  readonly buyerPhone: string | null;
  readonly buyerBank: string | null;
  readonly buyerAccount: string | null;
}

type BuyerField = 'buyerAddress' | 'buyerPhone' | 'buyerBank' | 'buyerAccount';

/** Checks that a special invoice has all data of the buyer. */
export const buyerOfSpecial: Validator<BuyerData, BuyerField> = {
  fields: ['buyerAddress', 'buyerPhone', 'buyerBank', 'buyerAccount'],
  check: (row) => {
    if (row.ticketType !== ticketTypeCodes.special) return null;
    const missing = (['buyerAddress', 'buyerPhone', 'buyerBank', 'buyerAccount'] as const).filter(
      (name) => !row[name],
    );
    const message: Label = [
      '专票须填写购方地址、电话、开户行、账号',
      'A special VAT invoice needs the buyer’s address, phone, bank and account',
    ];
    return missing.map((path) => ({ path, message }));
  },
};

/** Contract whose registration makes the invoice tax-free. */
export const taxExemptContract = <C>(
  row: { readonly contractType: string | null },
  contracts: { readonly own: C; readonly related: C },
): C => (isAncillary(row) ? contracts.related : contracts.own);

/** Amount of an invoice less red letters. */
export const amountAfterRedLetters = ({
  billAmount,
  redFunds,
}: {
  readonly billAmount: string | null;
  readonly redFunds: string | null;
}): string => minus(billAmount ?? '0.00', redFunds);

interface Freed {
  readonly contractId: string | null;
  readonly relatedContractId: string | null;
  readonly taxFreeAmount: string | null;
  readonly billAmount: string | null;
  readonly redFunds: string | null;
}

/** Contract whose tax-free quota the invoice uses, and the amount used after red letters. */
export const taxFreeQuotaUse = (row: Freed) => {
  const left = amountAfterRedLetters(row);
  const free = row.taxFreeAmount ?? '0.00';
  return {
    owner: row.relatedContractId ?? row.contractId,
    amount: atMost(free, left) ? free : left,
  };
};

/** Taxes of an invoice by the tax parameters of the university. */
export const taxesOfInvoice = (
  {
    ticketType,
    billAmount,
    taxFreeAmount,
  }: Pick<FreeAsked, 'ticketType' | 'billAmount' | 'taxFreeAmount'>,
  taxation: SchoolTaxation,
): InvoiceTaxes => taxesOf(ticketType, billAmount, taxation, taxFreeAmount);
