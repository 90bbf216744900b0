import type { Label } from '@keyan/kernel/label.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';

/** Sources in which an invoice was read, the most reliable first. */
export type InvoiceSource = 'xml' | 'ofd' | 'pdf' | 'qr';

/** A line of an invoice. */
export interface InvoiceLine {
  readonly name: string;
  /** Without tax, in yuan. */
  readonly amount: string;
  readonly tax: string;
}

/** Text on the face of an invoice; empty where it says nothing. */
export interface ReadInvoice {
  readonly source: InvoiceSource;
  /** 20 digits, or code and number of older ones as one. */
  readonly number: string;
  readonly date: string;
  readonly seller: string;
  readonly sellerTax: string;
  /** Bank and account of the seller, where the face says both. */
  readonly sellerAccount?: { readonly bank: string; readonly number: string };
  readonly buyer: string;
  readonly buyerTax: string;
  readonly net: string;
  readonly tax: string;
  /** With tax, in yuan. */
  readonly total: string;
  readonly lines: readonly InvoiceLine[];
  /** Something that a person has to compare, as two numbers on one sheet. */
  readonly doubt?: Label;
}

/** An amount of a face: `¥1,200.00`; empty for what is none. */
export const printedAmount = (text: string | undefined): string => {
  const plain = (text ?? '').normalize('NFKC').replace(/[¥￥,\s元]/g, '');
  return /^-?\d{1,13}(?:\.\d{1,2})?$/.test(plain) ? plus('0.00', plain) : '';
};

/** A day of a face: `2026-03-01 10:00:00`, `2026年03月01日`, `20260301`. */
export const printedDay = (text: string | undefined): string => {
  const found = /(\d{4})\D?(\d{1,2})\D?(\d{1,2})/.exec((text ?? '').normalize('NFKC'));
  if (!found) return '';
  const [, year = '', month = '', day = ''] = found;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

export const printedText = (text: string | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim();

/** The number under which an invoice is known: code and number of an older one belong together. */
export const printedInvoiceNumber = (
  code: string | undefined,
  number: string | undefined,
): string => {
  const digits = (text: string | undefined): string => (text ?? '').replace(/\D/g, '');
  const plain = digits(number);
  return plain.length === 8 ? digits(code) + plain : plain;
};

/** The kinds of invoices in QR codes whose amount is with tax: 数电票. */
const withTax: ReadonlySet<string> = new Set(['31', '32']);

/**
 * Content of the QR code of an invoice: `01,32,,26442000000123456789,1200.00,20260301,,A1B2`; null for another code.
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

/** A text of a page and where it stands, from the left and from below. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Texts within this many points of each other stand in one row. */
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

/** Bank and account as a property of an invoice; none where one of them is missing. */
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

/** Content of a page with text: buyers stand on the left, sellers on the right. Null for no invoice. */
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
