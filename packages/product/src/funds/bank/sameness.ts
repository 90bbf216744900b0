import { equal } from '@keyan/kernel/values/amounts.ts';
import type { StatementLine } from './statement.ts';

/** Fields of a stored arrival that are compared with lines of a statement. */
export interface StoredArrival {
  readonly id: string;
  readonly number: string;
  readonly date: string;
  readonly amount: string;
  readonly payer: string;
  readonly account: string;
  readonly memo: string;
  readonly voucher: string;
  /** Code of `arriveStatus`. */
  readonly status: string;
  /** Keys of the imported lines; empty for an arrival entered by hand. */
  readonly keys: readonly string[];
}

/**
 * Result of comparing a line with stored arrivals: `new`; `known` (imported before); `changed`
 * (imported before with other values); `fill` (entered by hand without voucher); `similar`
 * (possibly the same payment).
 */
export type LineVerdict = 'new' | 'known' | 'changed' | 'fill' | 'similar';

export interface JudgedStatementLine {
  readonly line: StatementLine;
  readonly key: string;
  readonly verdict: LineVerdict;
  readonly stored: StoredArrival | null;
}

/** Maximum days between two payments with equal payer and amount that may be the same payment. */
const maxDaysApart = 3;

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

const areAlike = (line: StatementLine, stored: StoredArrival): boolean =>
  equal(line.amount, stored.amount) &&
  sameText(line.payer, stored.payer) &&
  daysApart(line.date, stored.date) <= maxDaysApart;

/**
 * Stable keys of lines: the voucher number, otherwise a hash of the content. Equal lines in a file
 * are numbered, so that two equal payments get different keys.
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

/** Matches each line with a stored arrival; an arrival is matched with one line at most. */
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
  // Matches by key first, so that an uncertain match cannot take an arrival with a certain one.
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
    const typed = find((one) => one.keys.length === 0 && one.voucher === '' && areAlike(line, one));
    if (typed) return { line, key, verdict: 'fill', stored: typed };
    const similar = find(
      (one) => areAlike(line, one) && (line.voucher === '' || one.voucher === ''),
    );
    return similar
      ? { line, key, verdict: 'similar', stored: similar }
      : { line, key, verdict: 'new', stored: null };
  });
};
