import { fill, type Label } from '@keyan/kernel/label.ts';
import { atMost, plus, proportionalAmount, times } from '@keyan/kernel/values/amounts.ts';
import { decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';
import { assessGradeCodes, gradesFromBest } from './dictionaries.ts';

// Grades by rate, musts, the college's suggestion and the ceiling of the excellent,
// and the four weighted terms of departments. Pure.

/** A rule of grades: the least rate in percent that reaches the grade. */
export interface GradeRule {
  readonly grade: string;
  readonly least: string;
}

/** A performance, before it has a grade. */
export interface PersonPerformance {
  readonly id: string;
  /** Decimal texts. `required` is 0 for who is exempt. */
  readonly actual: string;
  readonly required: string;
  /** Are all musts met? */
  readonly mustsMet: boolean;
  /** The grade that the college suggests, or null. */
  readonly suggested: string | null;
  /** The grade whatever was done: exempt, or none. */
  readonly fixed?: string;
}

/** A grade with the sentences that explain it. */
export interface GradedPerson {
  readonly id: string;
  /** By the rules alone, before the college's suggestion and the ceiling. */
  readonly system: string;
  /** After both. */
  readonly proposed: string;
  readonly notes: readonly Label[];
}

const isGrade = (grade: string): boolean => (gradesFromBest as readonly string[]).includes(grade);

const lower = (one: string, other: string): string => (one > other ? one : other);

/** A performance with its amounts in hundredths, read once for all comparisons. */
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

/** A rule of grades with its least rate in hundredths of a percent. */
interface CountedRule {
  readonly grade: string;
  readonly least: bigint;
}

/** The best grade whose rate is reached, compared exactly; a performance that reaches none fails. */
const byRate = ({ actual, required }: Counted, rules: readonly CountedRule[]): string =>
  rules.find(({ least }) => actual * 10_000n >= required * least)?.grade ?? assessGradeCodes.fail;

/** May the college suggest this instead of that? One step, no further. */
export const isWithinOneGrade = (system: string | null, suggested: string | null): boolean => {
  if (!system || !suggested || !isGrade(system) || !isGrade(suggested)) return false;
  return Math.abs(Number(system) - Number(suggested)) <= 1;
};

/** The higher rate first, compared exactly; of equal ones the higher score. */
const byMerit = (a: Counted, b: Counted): number => {
  const [left, right] = [a.actual * b.required, b.actual * a.required];
  if (left !== right) return left > right ? -1 : 1;
  if (a.actual === b.actual) return 0;
  return a.actual > b.actual ? -1 : 1;
};

/** How many of this many may be excellent: rounded down. */
export const excellentCeilingOf = (people: number, rate: string): number =>
  Math.floor(Number(times(String(people), rate, '0.01')));

/** The sentence for somebody whom the ceiling leaves out; null for everybody else. */
type Reason = (id: string) => Label | null;

const noReason: Reason = () => null;

/** People whom a ceiling of the excellent leaves out, with the reason: a tie at the edge leaves all of it out. */
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

/** `items.map(work)`: at once, or in slices that let others have their turn. */
export type MapItems = <T, R>(
  items: readonly T[],
  work: (item: T) => R,
) => Promise<readonly R[]> | readonly R[];

/** Mapping for callers that hold nobody up. */
export const mapSynchronously: MapItems = (items, work) => items.map((one) => work(one));

/** A performance with what the rules and the college want for it, before the ceiling. */
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
 * The grades of all who are assessed together: by rate, at most bare pass where a must is missing, then
 * the college's suggestion, then the ceiling of the excellent among those who have a grade.
 * @param excellentRate percent of the assessed who may be excellent; null for no ceiling
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

/** A term of the assessment of a department. */
export interface DepartmentTerm {
  readonly code: string;
  /** Percent of the whole. */
  readonly weight: string;
  /** The value that counts as 100; null for the university's value per head. */
  readonly target: string | null;
}

/** The most that one term may come to. */
const most = '120';

/** Points for a value of a term: at most 120, and 100 at the target. */
export const termPoints = (value: string, target: string): string => {
  const points =
    Number(target) === 0 ? '0.00' : proportionalAmount(times(value, '100'), '1', target, 2);
  return atMost(points, most) ? points : `${most}.00`;
};

/** The weighted sum of the terms, with two decimals. */
export const weightedSum = (
  points: readonly { readonly points: string; readonly weight: string }[],
): string =>
  proportionalAmount(
    plus('0.00', ...points.map((one) => times(one.points, one.weight))),
    '1',
    '100',
    2,
  );
