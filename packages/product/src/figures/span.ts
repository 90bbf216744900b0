import type { Label } from '@keyan/kernel/label.ts';

/** First and last year, both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** `2026 年`, `2022–2026 年`; nothing for a question without years. */
export const yearsText = ({ from, to }: Partial<Span>): Label => {
  const years = [...new Set([from, to])].filter((year) => year !== undefined).join('–');
  return years === '' ? ['', ''] : [`${years} 年`, years];
};

/** Largest number of years that one question counts. */
export const maxSpanYears = 20;

/** Years of an address as a span that can be asked: in their order, and no more than fit. */
export const fittedSpan = ({ from, to }: Span): Span => {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  return { from: Math.max(first, last - maxSpanYears + 1), to: last };
};

/** Years that make a span with the other end: a first year is not after the last, and both lie close enough. */
export const fittingYears = (
  years: readonly number[],
  { from, to }: Span,
): Readonly<Record<'from' | 'to', readonly number[]>> => ({
  from: years.filter((year) => year <= to && to - year < maxSpanYears),
  to: years.filter((year) => year >= from && year - from < maxSpanYears),
});

/** Why a span differs from the one that was asked; null where it does not. */
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
