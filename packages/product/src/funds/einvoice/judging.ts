import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { OptionRow } from '@keyan/kernel/wire/records.ts';
import type { ReadInvoice } from './invoice.ts';

/** Path of the call that reads an electronic invoice for an expense. */
export const readInvoiceCall = 'kh-edu-research/fundsExpenditure/readInvoice';

/** Data of the university as the buyer of invoices. */
export interface UniversityAsBuyer {
  readonly names: readonly string[];
  /** Tax number; empty to skip the comparison. */
  readonly taxNumber: string;
}

/** Invoice as read, with points to check. */
export interface CheckedInvoice extends ReadInvoice {
  readonly warnings: readonly Label[];
  /**
   * Project proposed to pay the invoice, as an option of the project picker; undefined if no
   * project has enough funds.
   */
  readonly project?: OptionRow;
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Fault if the invoice names another buyer; empty values of the invoice are not compared. */
export const buyerFault = (invoice: ReadInvoice, buyer: UniversityAsBuyer): Label | null => {
  const { buyer: name, buyerTax, sellerTax } = invoice;
  if (buyer.taxNumber !== '' && sellerTax !== '' && plain(sellerTax) === plain(buyer.taxNumber)) {
    return [
      '发票的销售方是本校，不能报销',
      'The seller on the invoice is this university; it cannot be reimbursed',
    ];
  }
  const isNamed = name === '' || buyer.names.some((one) => plain(one) === plain(name));
  if (!isNamed) {
    return [
      `发票抬头为【${name}】，不是本校`,
      `The invoice is for ${name}, not for the university`,
    ];
  }
  return buyer.taxNumber !== '' && buyerTax !== '' && plain(buyerTax) !== plain(buyer.taxNumber)
    ? [
        `发票购方税号为 ${buyerTax}，与本校税号 ${buyer.taxNumber} 不符`,
        `The buyer’s tax number is ${buyerTax}, ours is ${buyer.taxNumber}`,
      ]
    : null;
};

/** Fault if the date of the invoice lies in the future. */
export const dateFault = ({ date }: ReadInvoice, today: string): Label | null =>
  date > today
    ? [`开票日期 ${date} 晚于今天`, `The invoice is dated ${date}, which is in the future`]
    : null;

/** Fault text if expense lines exceed the total of their invoice. */
export const totalFault = (number: string, total: string, asked: string): Label => [
  `发票 ${number} 价税合计 ${groupDigits(total)} 元，本单填报 ${groupDigits(asked)} 元`,
  `Invoice ${number} totals ${groupDigits(total)} yuan; ${groupDigits(asked)} are claimed here`,
];
