import { proportionalAmount, times } from '@keyan/kernel/values/amounts.ts';
import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';

// The target of a person, folded by the months that count. Pure.

/** A span of whole months, both ends `yyyy-MM` and inclusive. */
export interface MonthSpan {
  readonly from: string;
  readonly to: string;
}

/** Months of a person that count less, and the code of `exemptReason` that says why. */
export interface ReducedMonths extends MonthSpan {
  readonly reason: string;
}

/** A factor of the months of a reason, as decimal text between 0 and 1. */
export type ReasonFactors = ReadonlyMap<string, string>;

/** A month that counts in full, in hundredths. */
const full = 100n;

/** The months from one to another, both `yyyy-MM`; none where they are out of order. */
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

/** Part of the span of an assessment that counts. */
export interface CountedSpan {
  /** Months that count, with two decimals: `8.00`. */
  readonly months: string;
  /** Months of the span. */
  readonly of: number;
  /** The reasons that took something away, each once, in the order of the span. */
  readonly reasons: readonly string[];
}

/**
 * The months of a span that count for a person: the weight of a month is the least that any reason
 * leaves of it, so that reasons that meet in a month never take it away twice.
 * @param appointed the day of the appointment; months before it do not count
 * @param firstYear the reason whose factor holds in the calendar year of the appointment
 * @param factors by reason; a reason without one takes its months away
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

/** The points that the months that count ask for; `annual` points are for twelve of them. */
export const requiredPointsOf = (annual: string, months: string): string =>
  proportionalAmount(annual, months, '12', 2);

/** Months that count for each month of the span, with four decimals. */
export const countedShareOf = ({ months, of }: CountedSpan): string =>
  of === 0 ? '0.0000' : proportionalAmount('1', months, String(of), 4);

/** Percent of what was required, with two decimals; what asks for nothing has no rate. */
export const finishRate = (actual: string, required: string): string | null =>
  hundredthsOf(required) === 0n ? null : proportionalAmount(times(actual, '100'), '1', required, 2);

/** The calendar years of a span, each as far as the span has it. */
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
