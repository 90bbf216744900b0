import { fill, type Label } from '@keyan/kernel/label.ts';
import { atMost, plus, proportionalAmount, times } from '@keyan/kernel/values/amounts.ts';
import { decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';
import { assessGradeCodes, gradesFromBest } from './dictionaries.ts';

// Grades by rate, musts, the college's suggestion and the ceiling of the excellent,
// and the four weighted terms of departments. Pure.

/** Rule of a grade: minimum completion rate in percent that reaches the grade. */
export interface GradeRule {
  readonly grade: string;
  readonly least: string;
}

/** Performance of a person, not graded yet. */
export interface PersonPerformance {
  readonly id: string;
  /** Decimal texts; `required` is 0 for exempt people. */
  readonly actual: string;
  readonly required: string;
  /** True if all required outputs are present. */
  readonly mustsMet: boolean;
  /** Grade suggested by the college, or null. */
  readonly suggested: string | null;
  /** Grade that holds whatever the performance: exempt or none. */
  readonly fixed?: string;
}

/** Grade with the sentences that explain how it was reached. */
export interface GradedPerson {
  readonly id: string;
  /** Grade by the rules alone, before the suggestion of the college and the ceiling. */
  readonly system: string;
  /** Grade after the suggestion of the college and the ceiling. */
  readonly proposed: string;
  readonly notes: readonly Label[];
}

const isGrade = (grade: string): boolean => (gradesFromBest as readonly string[]).includes(grade);

const lower = (one: string, other: string): string => (one > other ? one : other);

/** Performance with amounts in hundredths, converted once for all comparisons. */
interface Counted {
  readonly one: PersonPerformance;
  readonly actual: bigint;
  readonly required: bigint;
}

const hundredths = (amount: string): bigint => {
  const decimal = readDecimal(amount);
  return (decimal && decimalUnits(decimal, 2)) ?? 0n;
};

const counted = (one: PersonPerformance): Counted => ({
  one,
  actual: hundredths(one.actual),
  required: hundredths(one.required),
});

/** Rule of a grade with its minimum rate in hundredths of a percent. */
interface CountedRule {
  readonly grade: string;
  readonly least: bigint;
}

/**
 * Best grade whose minimum rate the performance reaches, compared without rounding; fail if none is
 * reached.
 */
const byRate = ({ actual, required }: Counted, rules: readonly CountedRule[]): string =>
  rules.find(({ least }) => actual * 10_000n >= required * least)?.grade ?? assessGradeCodes.fail;

/** True if the suggestion differs from the system’s grade by at most one grade. */
export const isWithinOneGrade = (system: string | null, suggested: string | null): boolean => {
  if (!system || !suggested || !isGrade(system) || !isGrade(suggested)) return false;
  return Math.abs(Number(system) - Number(suggested)) <= 1;
};

/** Compares two performances: higher rate first, then higher score. */
const byMerit = (a: Counted, b: Counted): number => {
  const [left, right] = [a.actual * b.required, b.actual * a.required];
  if (left !== right) return left > right ? -1 : 1;
  if (a.actual === b.actual) return 0;
  return a.actual > b.actual ? -1 : 1;
};

/** Maximum number of excellent grades: the given percentage of people, rounded down. */
export const excellentCeilingOf = (people: number, rate: string): number =>
  Math.floor(Number(times(String(people), rate, '0.01')));

/** Explanation for a person whom the ceiling downgrades; null for other people. */
type Reason = (id: string) => Label | null;

const noReason: Reason = () => null;

/**
 * People above the ceiling of excellent grades, with the reason; people who tie at the limit are
 * all excluded.
 */
const cut = (excellent: readonly Counted[], most: number): Reason => {
  if (excellent.length <= most) return noReason;
  const sorted = excellent.toSorted(byMerit);
  const edge = sorted[most - 1];
  const next = sorted[most];
  const isTie = edge !== undefined && next !== undefined && byMerit(edge, next) === 0;
  const first = isTie ? sorted.findIndex((other) => byMerit(other, edge) === 0) : most;
  const past = isTie ? sorted.findLastIndex((other) => byMerit(other, edge) === 0) + 1 : most;
  const places = new Map(sorted.map(({ one }, at) => [one.id, at]));
  return (id) => {
    const at = places.get(id);
    if (at === undefined || at < first) return null;
    return at < past
      ? fill(
          [
            '优秀名额 {most} 人，您与另 {others} 人并列第 {place}，名额不足，按规则均不计入',
            'Quota for “excellent”: {most}. You share rank {place} with {others} others; by the rule none of you is included',
          ],
          { most, others: past - first - 1, place: first + 1 },
        )
      : fill(
          [
            '优秀名额 {most} 人，您按完成率排第 {place}，按规则不计入',
            'Quota for “excellent”: {most}. You rank {place} by completion and by the rule are not included',
          ],
          { most, place: at + 1 },
        );
  };
};

/**
 * Maps items like `items.map(work)`, either synchronously or in slices that yield to other
 * requests.
 */
export type MapItems = <T, R>(
  items: readonly T[],
  work: (item: T) => R,
) => Promise<readonly R[]> | readonly R[];

/** Synchronous mapping, for callers that run off the request loop. */
export const mapSynchronously: MapItems = (items, work) => items.map((one) => work(one));

/** Performance with the grades by the rules and by the college, before the ceiling is applied. */
interface Wanted extends Counted {
  readonly system: string;
  readonly wanted: string;
  readonly isCut: boolean;
}

const wantedBy =
  (rules: readonly CountedRule[]) =>
  (given: PersonPerformance): Wanted => {
    const units = counted(given);
    const { fixed, mustsMet, suggested } = given;
    if (fixed) return { ...units, system: fixed, wanted: fixed, isCut: false };
    const reached = byRate(units, rules);
    const system = mustsMet ? reached : lower(reached, assessGradeCodes.barePass);
    const wanted = suggested !== null && isWithinOneGrade(system, suggested) ? suggested : system;
    return { ...units, system, wanted, isCut: system !== reached };
  };

const mustMissing: Label = [
  '必备条件不满足，最高为「基本合格」',
  'Requirements are not met: “basic pass” at most',
];

/**
 * Grades people of one assessment together: by completion rate, at most bare pass if a must
 * is missing, then by the suggestion of the college, then by the ceiling of excellent
 * grades.
 * @param excellentRate percent of the assessed people who may be excellent; null for no ceiling
 */
export const gradePeople = async (
  performances: readonly PersonPerformance[],
  rules: readonly GradeRule[],
  excellentRate: string | null,
  mapping: MapItems = mapSynchronously,
): Promise<readonly GradedPerson[]> => {
  const sorted = rules
    .map(({ grade: name, least }): CountedRule => ({ grade: name, least: hundredths(least) }))
    .toSorted((a, b) => (a.least > b.least ? -1 : 1));
  const first = await mapping(performances, wantedBy(sorted));
  const assessed = first.filter(({ one }) => !one.fixed).length;
  const excellent = first.filter(({ wanted }) => wanted === assessGradeCodes.excellent);
  const reasonFor =
    excellentRate === null ? noReason : cut(excellent, excellentCeilingOf(assessed, excellentRate));
  return mapping(first, ({ one, system, wanted, isCut }): GradedPerson => {
    const why = reasonFor(one.id);
    return {
      id: one.id,
      system,
      proposed: why ? assessGradeCodes.pass : wanted,
      notes: [...(isCut ? [mustMissing] : []), ...(why ? [why] : [])],
    };
  });
};

/** Weighted term of the assessment of a department. */
export interface DepartmentTerm {
  readonly code: string;
  /** Weight in percent; the weights of a department add up to 100. */
  readonly weight: string;
  /** Value that counts as 100 points; null for the per-head value of the university. */
  readonly target: string | null;
}

/** Maximum points of one term. */
const maxTermPoints = '120';

/** Points of one term: 100 at the target, at most 120. */
export const termPoints = (value: string, target: string): string => {
  const points =
    Number(target) === 0 ? '0.00' : proportionalAmount(times(value, '100'), '1', target, 2);
  return atMost(points, maxTermPoints) ? points : `${maxTermPoints}.00`;
};

/** Weighted sum of the points of all terms, with two decimals. */
export const weightedSum = (
  points: readonly { readonly points: string; readonly weight: string }[],
): string =>
  proportionalAmount(
    plus('0.00', ...points.map((one) => times(one.points, one.weight))),
    '1',
    '100',
    2,
  );
