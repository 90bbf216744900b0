import { equal } from '@keyan/kernel/values/amounts.ts';
import type { StatementLine } from './statement.ts';

/** A stored arrival as lines of a statement are compared with it. */
export interface StoredArrival {
  readonly id: string;
  readonly number: string;
  readonly date: string;
  readonly amount: string;
  readonly payer: string;
  readonly account: string;
  readonly memo: string;
  readonly voucher: string;
  /** A code of `arriveStatus`. */
  readonly status: string;
  /** The keys of the lines that it was taken from; none of one that was entered by hand. */
  readonly keys: readonly string[];
}

/**
 * How a line stands to what is stored: not there; taken before; there with other values; entered by hand without its
 * voucher; or something that may be it.
 */
export type LineVerdict = 'new' | 'known' | 'changed' | 'fill' | 'similar';

export interface JudgedStatementLine {
  readonly line: StatementLine;
  readonly key: string;
  readonly verdict: LineVerdict;
  readonly stored: StoredArrival | null;
}

/** Days within which two payments of one payer and amount may be one. */
const near = 3;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const daysApart = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;

const sameText = (one: string, other: string): boolean => plain(one) === plain(other);

const equalTo = (line: StatementLine, stored: StoredArrival): boolean =>
  line.date === stored.date &&
  equal(line.amount, stored.amount) &&
  sameText(line.payer, stored.payer);

const alike = (line: StatementLine, stored: StoredArrival): boolean =>
  equal(line.amount, stored.amount) &&
  sameText(line.payer, stored.payer) &&
  daysApart(line.date, stored.date) <= near;

/**
 * Permanent keys of lines: the voucher of a line, else all of its content. Equal lines in a file are numbered, so
 * that the second of two equal payments is not taken for the first.
 */
export const statementLineKeys = (
  own: string,
  lines: readonly StatementLine[],
): readonly string[] => {
  const seen = new Map<string, number>();
  return lines.map(({ voucher, date, amount, payer, account, memo }) => {
    const said =
      voucher === ''
        ? ['', own, date, amount, plain(payer), account, plain(memo)].join('|')
        : ['v', own, voucher].join('|');
    const place = (seen.get(said) ?? 0) + 1;
    seen.set(said, place);
    return place === 1 ? said : `${said}|${place}`;
  });
};

/** Each line beside the stored arrival that it may be; a stored one stands beside one line at most. */
export const matchLines = (
  own: string,
  lines: readonly StatementLine[],
  stored: readonly StoredArrival[],
): readonly JudgedStatementLine[] => {
  const keys = statementLineKeys(own, lines);
  const taken = new Set<string>();
  const find = (test: (one: StoredArrival) => boolean): StoredArrival | null => {
    const found = stored.find((one) => !taken.has(one.id) && test(one)) ?? null;
    if (found) taken.add(found.id);
    return found;
  };
  // Certain matches come first, so that no uncertain one takes their counterpart.
  const certain = lines.map(
    (line, index): { verdict: LineVerdict; stored: StoredArrival } | null => {
      const key = keys[index] ?? '';
      const same = find(
        (one) => one.keys.includes(key) || (line.voucher !== '' && one.voucher === line.voucher),
      );
      if (!same) return null;
      return { verdict: equalTo(line, same) ? 'known' : 'changed', stored: same };
    },
  );
  return lines.map((line, index): JudgedStatementLine => {
    const key = keys[index] ?? '';
    const sure = certain[index];
    if (sure) return { line, key, ...sure };
    const typed = find((one) => one.keys.length === 0 && one.voucher === '' && alike(line, one));
    if (typed) return { line, key, verdict: 'fill', stored: typed };
    const similar = find((one) => alike(line, one) && (line.voucher === '' || one.voucher === ''));
    return similar
      ? { line, key, verdict: 'similar', stored: similar }
      : { line, key, verdict: 'new', stored: null };
  });
};
