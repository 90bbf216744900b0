import type { Chance } from '@keyan/product/demo/random.server.ts';

/** Somebody of the university. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Number of the staff member, also the account. */
  readonly code: string;
}

/** A college with the people that act in its papers. */
export interface College {
  readonly id: string;
  readonly name: string;
  /** Code of the college of the demo whose words its titles are made of, such as `310`. */
  readonly words: string;
  readonly secretary: Person;
  /** Earlier secretaries, the latest first: each held the post for `term` days. */
  readonly formerSecretaries: readonly Person[];
  readonly writers: readonly Person[];
}

export const dayInMilliseconds = 86_400_000;
/** Papers are spread over this many days, more of them in later years. */
const span = 12 * 365;
const growth = 1.15;
/** Term of a college's secretary. */
export const secretaryTermDays = 3 * 365;
/** How many earlier secretaries a college has. */
export const formerSecretaries = Math.ceil(span / secretaryTermDays) - 1;
/** Papers that one officer of the research office has handled; the present one the latest. */
export const perOfficer = 15_000;

/** Ages of papers in days, the oldest first, so that ids rise with time. */
export const drawAges = (random: Chance, count: number): Float64Array => {
  const ages = Float64Array.from({ length: count }, () => span * random.next() ** growth);
  return ages.sort().reverse();
};

/** Age in days up to which most papers are still being written or approved. */
const recent = 30;
const recentStatuses = { '0': 20, '1': 55, '2': 17, '3': 7, '5': 1 } as const;
const laterStatuses = { '0': 2.5, '2': 93.5, '3': 0.5, '4': 1.5, '5': 1, '6': 1 } as const;

/** The status of a paper of this age: what was entered long ago is mostly approved. */
export const drawStatus = (random: Chance, age: number): string =>
  age < recent ? random.weighted(recentStatuses) : random.weighted(laterStatuses);

/** How many papers somebody writes: 5 to 60, one in a hundred about 200. */
const drawQuota = (random: Chance): number =>
  random.maybe(0.01) ? random.int(150, 220) : 5 + Math.floor(56 * random.next() ** 1.5);

/** Fewest people of a college: papers have up to five authors. */
const fewest = 8;

/**
 * How many papers each writer of a college has; their number is that of its writers.
 * @param count papers of the college
 * @param given quotas of the first writers; nobody has more than a quarter of the papers
 */
export const drawQuotas = (
  random: Chance,
  count: number,
  given: readonly number[],
): readonly number[] => {
  const quotas: number[] = [];
  let left = count;
  while (left > 0 || quotas.length < fewest) {
    const quota = Math.min(left, given[quotas.length] ?? drawQuota(random), Math.ceil(count / 4));
    quotas.push(quota);
    left -= quota;
  }
  return quotas;
};

/** Writer of each paper, in random order: every writer occurs as often as their quota says. */
export const shuffledWriters = (random: Chance, quotas: readonly number[]): Int32Array => {
  const turns = Int32Array.from(
    quotas.flatMap((quota, writer) => Array<number>(quota).fill(writer)),
  );
  for (let last = turns.length - 1; last > 0; last -= 1) {
    const other = random.int(0, last);
    const kept = turns[last] as number;
    turns[last] = turns[other] as number;
    turns[other] = kept;
  }
  return turns;
};

/** Colleges differ in size: the largest has three times the papers of the smallest. */
export const drawColleges = (random: Chance, colleges: number, count: number): Uint16Array => {
  const bounds: number[] = [];
  let sum = 0;
  for (let index = 0; index < colleges; index += 1) {
    sum += 1.5 - (index % 13) / 13;
    bounds.push(sum);
  }
  return Uint16Array.from({ length: count }, () => {
    const drawn = random.next() * sum;
    return bounds.findIndex((bound) => drawn < bound);
  });
};
