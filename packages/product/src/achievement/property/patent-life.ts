import type { RecordMessage } from '@keyan/kernel/definition/life/tell.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { byRank } from '../common/authors.ts';

/** The legal life of a patent: its grant, its term and its annual fees (Patent Law of China, 42 and 43). */

type Faults = readonly { readonly path: string; readonly message: Label }[];

/** States of a patent (`patentStatus`) with a grant: granted, lapsed, expired, invalidated. */
const granted: readonly unknown[] = ['06', '10', '11', '12'];

export const isGranted = (row: RowLike): boolean => granted.includes(row.patentStatus);

/** An assigned item may be a patent or still an application. */
export const mayBeGranted = (row: RowLike): boolean => isGranted(row) || row.patentStatus === '13';

/** Patents in China have the three types 01 to 03. */
export const isChinese = (row: RowLike): boolean => row.country === '156';

/**
 * The same day this many years later; of 29 February in a year without one, the last of the month.
 * @param date `yyyy-MM-dd`
 */
export const yearsAfter = (date: string, years: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  const [m, d] = [month, Math.min(day, last)].map((part) => String(part).padStart(2, '0'));
  return `${year + years}-${m}-${d}`;
};

/** Designs filed on this day and later last 15 years. */
const longDesigns = '2021-06-01';

/** Years from filing that a patent of this type lasts in China, or null where no rule is known. */
export const patentTermOf = (type: string | null, filed: string): number | null => {
  if (type === '01') return 20;
  if (type === '02') return 10;
  if (type === '03') return filed >= longDesigns ? 15 : 10;
  return null;
};

/** Values from which the dates of a patent's life follow. */
interface Life extends RowLike {
  readonly patentType: string | null;
  readonly patentStatus: string | null;
  readonly country: string | null;
  readonly applyDate: string | null;
  readonly feePaidTo: string | null;
  readonly annualFees: readonly { readonly feeYear: number | null }[] | null;
}

/**
 * The dates of its life. The fee of the n-th year covers the n-th year from filing, and is due on the
 * day on which the year before ends; the last year has no successor.
 */
export const patentLifeOf = (row: Life) => {
  const { patentType, patentStatus, applyDate, annualFees } = row;
  const term = applyDate && isChinese(row) ? patentTermOf(patentType, applyDate) : null;
  const expireDate = applyDate && term ? yearsAfter(applyDate, term) : null;
  const years = (annualFees ?? []).map(({ feeYear }) => feeYear ?? 0);
  const paidYears = Math.max(0, ...years);
  const covered = applyDate && paidYears > 0 ? yearsAfter(applyDate, paidYears) : '';
  const due = [row.feePaidTo ?? '', covered].sort().at(-1);
  const isLast = Boolean(due && expireDate && due >= expireDate);
  return { expireDate, feeDue: patentStatus === '06' && due && !isLast ? due : null };
};

/** The lines of a sub-table with one more. */
export const withFurtherLine = <Line>(
  lines: readonly Line[] | null,
  line: NoInfer<Line>,
): Line[] => [...(lines ?? []), line];

interface Events {
  readonly applyDate: string | null;
  readonly legalEvents: readonly { readonly eventDate: string | null }[] | null;
}

/** Events of its legal life happened between its filing and today. */
export const eventFaults = ({ legalEvents, applyDate }: Events, today: string): Faults =>
  (legalEvents ?? []).flatMap(({ eventDate }, index) =>
    eventDate && (eventDate > today || (applyDate && eventDate < applyDate))
      ? [
          {
            path: `legalEvents.${index}.eventDate`,
            message: [
              '【日期】应在申请日期与今天之间',
              'The date must be between the filing date and today',
            ],
          },
        ]
      : [],
  );

interface Fees {
  readonly patentType: string | null;
  readonly applyDate: string | null;
  readonly annualFees:
    | readonly { readonly feeYear: number | null; readonly paidDate: string | null }[]
    | null;
}

/** A fee is paid by today, for a year of the patent's term, once. */
export const feeFaults = (row: Fees, today: string): Faults => {
  const lines = row.annualFees ?? [];
  const term = (row.applyDate && patentTermOf(row.patentType, row.applyDate)) || 20;
  return lines.flatMap(({ feeYear, paidDate }, index): Faults => {
    const at = `annualFees.${index}`;
    if (paidDate && paidDate > today) {
      const message: Label = [
        '【缴费日期】不能晚于今天',
        'The payment date must not be later than today',
      ];
      return [{ path: `${at}.paidDate`, message }];
    }
    if (feeYear === null) return [];
    if (feeYear > term) {
      const words: Label = ['该专利的期限为 {term} 年', 'The term of this patent is {term} years'];
      return [{ path: `${at}.feeYear`, message: fill(words, { term }) }];
    }
    const message: Label = ['该年度年费已登记', 'The fee for this year is already recorded'];
    return lines.findIndex((other) => other.feeYear === feeYear) < index
      ? [{ path: `${at}.feeYear`, message }]
      : [];
  });
};

/** The clock reminds the first inventor, or whoever registered the patent, and the office of a fee. */
export const feeDueMessage: RecordMessage<{
  readonly patentName: string | null;
  readonly feeDue: string | null;
  readonly authors:
    | readonly { readonly sort: number | null; readonly userId: string | null }[]
    | null;
}> = {
  type: '09',
  title: ['专利年费待缴', 'An annual fee is due'],
  content: [
    '专利【{name}】年费缴至 {due}，请在该日之前缴纳下一年度年费。',
    'The annual fee of the patent “{name}” is paid up to {due}; pay the next one by that date.',
  ],
  words: ({ patentName, feeDue }) => ({ name: patentName ?? '', due: feeDue ?? '' }),
  to: [
    { ids: ({ authors, createUser }) => [byRank(authors)[0]?.userId ?? createUser] },
    { role: 'rd_achieve' },
  ],
};
