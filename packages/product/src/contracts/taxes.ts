import type { Label } from '@keyan/kernel/label.ts';
import {
  type Amount,
  atMost,
  minus,
  percent,
  plus,
  proportionalAmount,
  roundAmount,
  times,
} from '@keyan/kernel/values/amounts.ts';
import { amountInMessage } from '../project/contracts/contract-rules.ts';

/** Tax parameters of the university. */
export interface SchoolTaxation {
  /** `general` for a general taxpayer, or `small` for a small-scale taxpayer. */
  readonly payer: string;
  /** VAT rate on the net amount: `0.06`. */
  readonly rate: string;
  /** Surtax rate on the VAT: `0.12`. */
  readonly surtaxRate: string;
}

/** Taxes of an invoice. */
export interface InvoiceTaxes {
  /** VAT rate on the net amount, `0.06`; `0.00` if nothing is taxed. */
  readonly rate: string;
  readonly noTaxAmount: string;
  readonly taxAmount: string;
  readonly surtax: string;
  /** VAT plus surtax, in yuan. */
  readonly total: string;
  /** Formula that shows how the figures were computed. */
  readonly formula: Label;
}

/** Codes of `ticketType`. */
export const ticketTypeCodes = { plain: '01', free: '02', special: '03', receipt: '04' } as const;

/** Maximum VAT rate of a small-scale taxpayer. */
const smallRate = '0.03';

const rateFor = (ticket: string | null, { payer, rate }: SchoolTaxation): string => {
  if (ticket === null || ticket === ticketTypeCodes.receipt) return '0.00';
  const most = payer === 'small' && !atMost(rate, smallRate) ? smallRate : rate;
  return roundAmount(most, 2);
};

/** Rate in percent: `6%`. */
const asPercent = (rate: string): string =>
  `${roundAmount(times(rate, '100'), 2).replace(/\.?0+$/, '')}%`;

const formulaOf = (
  base: string,
  free: Amount,
  by: Pick<SchoolTaxation, 'rate' | 'surtaxRate'>,
  { taxAmount, surtax }: Pick<InvoiceTaxes, 'taxAmount' | 'surtax'>,
): Label => {
  if (atMost(base, 0) || atMost(by.rate, 0)) return ['不计税', 'No tax'];
  const [rate, extra] = [asPercent(by.rate), asPercent(by.surtaxRate)];
  const without: Label = atMost(free ?? '0', 0)
    ? ['', '']
    : [`（已减免税 ${amountInMessage(free)}）`, ` (less ${amountInMessage(free)} tax-exempt)`];
  const sums = `${amountInMessage(base)} ÷ (1 + ${rate}) × ${rate} = ${amountInMessage(taxAmount)}`;
  const more = `${amountInMessage(taxAmount)} × ${extra} = ${amountInMessage(surtax)}`;
  return [
    `税额 ${sums}${without[0]}；附加 ${more}；合计 ${amountInMessage(plus(taxAmount, surtax))} 元`,
    `Tax ${sums}${without[1]}; surtax ${more}; together ${amountInMessage(plus(taxAmount, surtax))} yuan`,
  ];
};

/**
 * Taxes included in a gross amount. The taxable part is the amount less its tax-free part;
 * net amount and VAT add up to the amount to the fen; a receipt has no tax.
 * @param free tax-free part of the amount in yuan; only tax-free invoices have one
 */
export const taxesOf = (
  ticket: string | null,
  amount: Amount,
  by: SchoolTaxation,
  free: Amount = null,
): InvoiceTaxes => {
  const whole = roundAmount(amount ?? '0.00', 2);
  const rate = rateFor(ticket, by);
  const waived = ticket === ticketTypeCodes.free ? roundAmount(free ?? whole, 2) : '0.00';
  const base = minus(whole, waived);
  const taxAmount = atMost(base, 0) ? '0.00' : proportionalAmount(base, rate, plus('1', rate));
  const surtax = percent(taxAmount, times(by.surtaxRate, '100'));
  return {
    rate: atMost(base, 0) ? '0.00' : rate,
    taxAmount,
    noTaxAmount: minus(whole, taxAmount),
    surtax,
    total: plus(taxAmount, surtax),
    formula: formulaOf(base, waived, { rate, surtaxRate: by.surtaxRate }, { taxAmount, surtax }),
  };
};
