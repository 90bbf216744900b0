import type { Label } from '@keyan/kernel/label.ts';

/** First and last year, both inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Span in words: `2026 年`, `2022–2026 年`; empty without years. */
export const yearsText = ({ from, to }: Partial<Span>): Label => {
  const years = [...new Set([from, to])].filter((year) => year !== undefined).join('–');
  return years === '' ? ['', ''] : [`${years} 年`, years];
};

/** Maximum number of years per question. */
export const maxSpanYears = 20;

/** Valid span from the years of an address: ordered, and limited to `maxSpanYears`. */
export const fittedSpan = ({ from, to }: Span): Span => {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  return { from: Math.max(first, last - maxSpanYears + 1), to: last };
};

/** Years that form a valid span with the other end: ordered, and within `maxSpanYears`. */
export const fittingYears = (
  years: readonly number[],
  { from, to }: Span,
): Readonly<Record<'from' | 'to', readonly number[]>> => ({
  from: years.filter((year) => year <= to && to - year < maxSpanYears),
  to: years.filter((year) => year >= from && year - from < maxSpanYears),
});

/** Explanation of a corrected span; null if nothing was corrected. */
export const spanChangeNote = (asked: Span, { from, to }: Span): Label | null => {
  if (asked.from > asked.to) {
    return ['开始年度晚于结束年度，已对调', 'The first year was after the last: they were swapped'];
  }
  return asked.from === from && asked.to === to
    ? null
    : [
        `最多统计 ${maxSpanYears} 年，已缩短`,
        `At most ${maxSpanYears} years: the period was shortened`,
      ];
};
