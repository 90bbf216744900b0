import type { Label } from '@keyan/kernel/label.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';

/** Formats from which an invoice was read, most reliable first. */
export type InvoiceSource = 'xml' | 'ofd' | 'pdf' | 'qr';

/** Item line of an invoice. */
export interface InvoiceLine {
  readonly name: string;
  /** Net amount in yuan. */
  readonly amount: string;
  readonly tax: string;
}

/** Values read from an invoice; empty if not present. */
export interface ReadInvoice {
  readonly source: InvoiceSource;
  /** Invoice number: 20 digits, or code and number of older invoices concatenated. */
  readonly number: string;
  readonly date: string;
  readonly seller: string;
  readonly sellerTax: string;
  /** Bank and account number of the seller, if both are printed. */
  readonly sellerAccount?: { readonly bank: string; readonly number: string };
  readonly buyer: string;
  readonly buyerTax: string;
  readonly net: string;
  readonly tax: string;
  /** Gross amount in yuan. */
  readonly total: string;
  readonly lines: readonly InvoiceLine[];
  /** Doubt that a person has to resolve, such as two differing numbers. */
  readonly doubt?: Label;
}

/** Amount from a printed text: `¥1,200.00`; empty if it is no amount. */
export const printedAmount = (text: string | undefined): string => {
  const plain = (text ?? '').normalize('NFKC').replace(/[¥￥,\s元]/g, '');
  return /^-?\d{1,13}(?:\.\d{1,2})?$/.test(plain) ? plus('0.00', plain) : '';
};

/** Day from a printed text: `2026-03-01 10:00:00`, `2026年03月01日`, `20260301`. */
export const printedDay = (text: string | undefined): string => {
  const found = /(\d{4})\D?(\d{1,2})\D?(\d{1,2})/.exec((text ?? '').normalize('NFKC'));
  if (!found) return '';
  const [, year = '', month = '', day = ''] = found;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

export const printedText = (text: string | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim();

/** Canonical invoice number; for older invoices the code followed by the number. */
export const printedInvoiceNumber = (
  code: string | undefined,
  number: string | undefined,
): string => {
  const digits = (text: string | undefined): string => (text ?? '').replace(/\D/g, '');
  const plain = digits(number);
  return plain.length === 8 ? digits(code) + plain : plain;
};

/** Type codes in QR codes for which the amount includes tax: 数电票. */
const withTax: ReadonlySet<string> = new Set(['31', '32']);

/**
 * Invoice from its QR code: `01,32,,26442000000123456789,1200.00,20260301,,A1B2`; null for another
 * code.
 */
export const invoiceOfQr = (text: string): ReadInvoice | null => {
  const [head, kind = '', code, number, amount, day] = text.split(',');
  const full = printedInvoiceNumber(code, number);
  if (head !== '01' || full === '') return null;
  const said = printedAmount(amount);
  const isTotal = withTax.has(kind);
  return {
    source: 'qr',
    number: full,
    date: printedDay(day),
    seller: '',
    sellerTax: '',
    buyer: '',
    buyerTax: '',
    net: isTotal ? '' : said,
    tax: '',
    total: isTotal ? said : '',
    lines: [],
  };
};

/** Text on a page with its position in points, from the left and from the bottom. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Maximum vertical distance in points between texts of one row. */
const rowHeight = 4;

const rowsOf = (texts: readonly PlacedText[]): readonly string[] => {
  const rows: { y: number; texts: PlacedText[] }[] = [];
  for (const one of texts) {
    const row = rows.find(({ y }) => Math.abs(y - one.y) <= rowHeight);
    if (row) row.texts.push(one);
    else rows.push({ y: one.y, texts: [one] });
  }
  return rows
    .sort((a, b) => b.y - a.y)
    .map((row) =>
      row.texts
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(' '),
    );
};

/** Property `sellerAccount`; empty object if bank or number is missing. */
export const printedAccount = (
  bank: string | undefined,
  number: string | undefined,
): Pick<ReadInvoice, 'sellerAccount'> => {
  const [name, digits] = [printedText(bank), (number ?? '').replace(/[\s-]/g, '')];
  return name !== '' && /^\d{6,30}$/.test(digits)
    ? { sellerAccount: { bank: name, number: digits } }
    : {};
};

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found.trim());

/**
 * Invoice from the positioned texts of a page; the buyer is printed on the left, the seller on the
 * right. Null if the page is no invoice.
 */
export const invoiceOfTexts = (texts: readonly PlacedText[]): ReadInvoice | null => {
  const page = rowsOf(texts).join('\n').normalize('NFKC');
  const [number] = all(page, /发票号码\s*:?\s*(\d{20}|\d{8})(?!\d)/g);
  if (number === undefined) return null;
  const [code] = all(page, /发票代码\s*:?\s*(\d{10,12})(?!\d)/g);
  const [buyer = '', seller = ''] = all(page, /名\s*称\s*:\s*(\S+)/g);
  const [buyerTax = '', sellerTax = ''] = all(page, /识别号\s*:\s*([0-9A-Z]{15,20})/g);
  const [total] = all(page, /小写\s*\)?\s*[¥￥]?\s*(-?[\d,]+\.\d{2})/g);
  const sums = /合\s*计\s*[¥￥]\s*(-?[\d,]+\.\d{2})\s*[¥￥]\s*(-?[\d,]+\.\d{2})/.exec(page);
  const names = all(page, /(\*[^*\s]+\*[^\s¥￥]+)/g);
  const account = /销方开户银行\s*:\s*([^;\s]+)\s*;?\s*银行账号\s*:\s*([\d\s-]+)/.exec(page);
  return {
    source: 'pdf',
    number: printedInvoiceNumber(code, number),
    date: printedDay(
      all(
        page,
        /开票日期\s*:?\s*(\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日|\d{4}-\d{2}-\d{2})/g,
      )[0]?.replace(/\s/g, ''),
    ),
    seller,
    sellerTax,
    ...printedAccount(account?.[1], account?.[2]),
    buyer,
    buyerTax,
    net: printedAmount(sums?.[1]),
    tax: printedAmount(sums?.[2]),
    total: printedAmount(total),
    lines: names.map((name) => ({ name, amount: '', tax: '' })),
  };
};
