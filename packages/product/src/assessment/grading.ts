import { fill, type Label } from '@keyan/kernel/label.ts';
import { atLeast, atMost, plus, proportion, times } from '@keyan/kernel/values/amounts.ts';
import { grades, ladder } from './dictionaries.ts';

// Grades by rate, musts, the college's suggestion and the ceiling of the excellent,
// and the four weighted terms of departments. Pure.

/** A rule of grades: the least rate in percent that reaches the grade. */
export interface GradeRule {
  readonly grade: string;
  readonly least: string;
}

/** A performance, before it has a grade. */
export interface Performance {
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
export interface Graded {
  readonly id: string;
  /** By the rules alone, before the college's suggestion and the ceiling. */
  readonly system: string;
  /** After both. */
  readonly proposed: string;
  readonly notes: readonly Label[];
}

const isGrade = (grade: string): boolean => (ladder as readonly string[]).includes(grade);

const lower = (one: string, other: string): string => (one > other ? one : other);

/** Is the rate, exactly, at least so many percent? */
const reaches = ({ actual, required }: Performance, least: string): boolean =>
  atLeast(times(actual, '100'), times(required, least));

/** The best grade whose rate is reached; a performance that reaches none fails. */
const byRate = (performance: Performance, rules: readonly GradeRule[]): string =>
  rules
    .toSorted((a, b) => (atMost(a.least, b.least) ? 1 : -1))
    .find(({ least }) => reaches(performance, least))?.grade ?? grades.fail;

/** May the college suggest this instead of that? One step, no further. */
export const isOneStep = (system: string | null, suggested: string | null): boolean => {
  if (!system || !suggested || !isGrade(system) || !isGrade(suggested)) return false;
  return Math.abs(Number(system) - Number(suggested)) <= 1;
};

/** The higher rate first, compared exactly; of equal ones the higher score. */
const byMerit = (a: Performance, b: Performance): number => {
  const [left, right] = [times(a.actual, b.required), times(b.actual, a.required)];
  if (!atMost(left, right)) return -1;
  if (!atLeast(left, right)) return 1;
  if (!atMost(a.actual, b.actual)) return -1;
  return atLeast(a.actual, b.actual) ? 0 : 1;
};

/** How many of so many may be excellent: rounded down. */
export const ceilingOf = (people: number, rate: string): number =>
  Math.floor(Number(times(String(people), rate, '0.01')));

/** People who stay excellent under a ceiling, and the text for the others: a tie at the edge leaves all of it out. */
const cut = (excellent: readonly Performance[], most: number): ReadonlyMap<string, Label> => {
  if (excellent.length <= most) return new Map();
  const sorted = excellent.toSorted(byMerit);
  const edge = sorted[most - 1];
  const next = sorted[most];
  const tied = (one: Performance, other: Performance | undefined): boolean =>
    other !== undefined && byMerit(one, other) === 0;
  const isTie = edge !== undefined && tied(edge, next);
  const out = new Map<string, Label>();
  for (const [at, one] of sorted.entries()) {
    if (isTie && tied(one, edge)) {
      const equals = sorted.filter((other) => tied(other, edge));
      const place = sorted.findIndex((other) => tied(other, edge)) + 1;
      out.set(
        one.id,
        fill(
          [
            '优秀名额 {most} 人，您与另 {others} 人并列第 {place}，名额不足，按规则均不计入',
            '{most} people may be excellent; you and {others} more share place {place}, and by the rule none of them is',
          ],
          { most, others: equals.length - 1, place },
        ),
      );
    } else if (at >= most) {
      out.set(
        one.id,
        fill(
          [
            '优秀名额 {most} 人，您按完成率排第 {place}，按规则不计入',
            '{most} people may be excellent; you have place {place} by the rate',
          ],
          { most, place: at + 1 },
        ),
      );
    }
  }
  return out;
};

/**
 * The grades of all who are assessed together: by rate, at most bare pass where a must is missing, then
 * the college's suggestion, then the ceiling of the excellent among those who have a grade.
 * @param excellentRate percent of the assessed who may be excellent; null for no ceiling
 */
export const grade = (
  performances: readonly Performance[],
  rules: readonly GradeRule[],
  excellentRate: string | null,
): readonly Graded[] => {
  const first = performances.map((one) => {
    const notes: Label[] = [];
    if (one.fixed) return { one, system: one.fixed, wanted: one.fixed, notes };
    const reached = byRate(one, rules);
    const system = one.mustsMet ? reached : lower(reached, grades.barePass);
    if (system !== reached)
      notes.push(['必备条件不满足，最高为「基本合格」', 'A must is missing: bare pass at most']);
    const isTaken = one.suggested !== null && isOneStep(system, one.suggested);
    return { one, system, wanted: isTaken ? (one.suggested ?? system) : system, notes };
  });
  const assessed = first.filter(({ one }) => !one.fixed).length;
  const excellent = first.filter(({ wanted }) => wanted === grades.excellent).map(({ one }) => one);
  const out =
    excellentRate === null ? new Map() : cut(excellent, ceilingOf(assessed, excellentRate));
  return first.map(({ one, system, wanted, notes }) => {
    const why: Label | undefined = out.get(one.id);
    return {
      id: one.id,
      system,
      proposed: why === undefined ? wanted : grades.pass,
      notes: why === undefined ? notes : [...notes, why],
    };
  });
};

/** A term of the assessment of a department. */
export interface Term {
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
  const points = Number(target) === 0 ? '0.00' : proportion(times(value, '100'), '1', target, 2);
  return atMost(points, most) ? points : `${most}.00`;
};

/** The weighted sum of the terms, with two decimals. */
export const weighted = (
  points: readonly { readonly points: string; readonly weight: string }[],
): string =>
  proportion(plus('0.00', ...points.map((one) => times(one.points, one.weight))), '1', '100', 2);
