import { proportionalAmount, times } from '@keyan/kernel/values/amounts.ts';
import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';

// Folds the target of a person to the counted months. Pure functions.

/** Span of whole months; both ends inclusive, `yyyy-MM`. */
export interface MonthSpan {
  readonly from: string;
  readonly to: string;
}

/** Months of a person that count less, with the reason as a code of `exemptReason`. */
export interface ReducedMonths extends MonthSpan {
  readonly reason: string;
}

/** Share of a month that counts, by reason: decimal text between 0 and 1. */
export type ReasonFactors = ReadonlyMap<string, string>;

/** Weight of a full month, in hundredths. */
const full = 100n;

/** Months of a span, `yyyy-MM`; empty if `from` is after `to`. */
export const monthsBetween = ({ from, to }: MonthSpan): readonly string[] => {
  const number = (month: string): number =>
    Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
  const [first, last] = [number(from), number(to)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const month = first + at;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
};

const hundredthsOf = (factor: string): bigint => {
  const decimal = readDecimal(factor);
  return (decimal && decimalUnits(decimal, 2)) ?? 0n;
};

/** Counted months of the span of an assessment. */
export interface CountedSpan {
  /** Counted months with two decimals: `8.00`. */
  readonly months: string;
  /** Number of months of the span. */
  readonly of: number;
  /** Reasons that reduced the months, without repetition, in order of the span. */
  readonly reasons: readonly string[];
}

/**
 * Counts the months of a span for a person. The weight of a month is the lowest weight among its
 * reasons, so two reasons in one month do not reduce it twice.
 * @param appointed day of the appointment; earlier months do not count
 * @param firstYear reason whose factor applies in the calendar year of the appointment
 * @param factors weight by reason; months of a reason without a factor do not count
 */
export const countedMonths = (
  span: MonthSpan,
  {
    appointed,
    absences,
    factors,
    firstYear,
  }: {
    readonly appointed: string | null;
    readonly absences: readonly ReducedMonths[];
    readonly factors: ReasonFactors;
    readonly firstYear: string;
  },
): CountedSpan => {
  const months = monthsBetween(span);
  const reasons = new Set<string>();
  const joined = appointed?.slice(0, 7) ?? '';
  const away = absences.map((one) => ({ ...one, months: new Set(monthsBetween(one)) }));
  const weightOf = (month: string): bigint => {
    const cuts: { readonly reason: string; readonly left: bigint }[] = away
      .filter((one) => one.months.has(month))
      .map(({ reason }) => ({ reason, left: hundredthsOf(factors.get(reason) ?? '0') }));
    if (month < joined) cuts.push({ reason: firstYear, left: 0n });
    const first = factors.get(firstYear);
    if (first && joined && month >= joined && month.slice(0, 4) === joined.slice(0, 4)) {
      cuts.push({ reason: firstYear, left: hundredthsOf(first) });
    }
    const least = cuts.reduce((left, cut) => (cut.left < left ? cut.left : left), full);
    for (const { reason, left } of cuts) if (left < full) reasons.add(reason);
    return least;
  };
  const counted = months.reduce((sum, month) => sum + weightOf(month), 0n);
  return { months: decimalText(counted, 2), of: months.length, reasons: [...reasons] };
};

/**
 * Required points for the counted months; `annual` is the requirement for twelve months.
 */
export const requiredPointsOf = (annual: string, months: string): string =>
  proportionalAmount(annual, months, '12', 2);

/** Counted share of each month of the span, with four decimals. */
export const countedShareOf = ({ months, of }: CountedSpan): string =>
  of === 0 ? '0.0000' : proportionalAmount('1', months, String(of), 4);

/** Completion rate in percent with two decimals; null if nothing was required. */
export const finishRate = (actual: string, required: string): string | null =>
  hundredthsOf(required) === 0n ? null : proportionalAmount(times(actual, '100'), '1', required, 2);

/** Calendar years of a span, with their months inside the span. */
export const calendarYearsOf = ({
  from,
  to,
}: MonthSpan): readonly (MonthSpan & { readonly year: string })[] => {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const year = String(first + at);
    return {
      year,
      from: from > `${year}-01` ? from : `${year}-01`,
      to: to < `${year}-12` ? to : `${year}-12`,
    };
  });
};
