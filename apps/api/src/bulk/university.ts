import type { Chance } from '@keyan/product/demo/random.server.ts';

/** Person of the university, as copies of papers name people. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Staff number, also the name of the account. */
  readonly code: string;
}

/** A college with the people that act in its papers. */
export interface College {
  readonly id: string;
  readonly name: string;
  /**
   * Code of the demo's college whose words make up the titles of this college's papers, such as
   * `310`.
   */
  readonly words: string;
  readonly secretary: Person;
  /** Earlier secretaries, the latest first; each held the post for `secretaryTermDays`. */
  readonly formerSecretaries: readonly Person[];
  readonly writers: readonly Person[];
}

export const dayInMilliseconds = 86_400_000;
/** Number of days over which papers are spread, more of them in later years. */
const spanDays = 12 * 365;
const yearlyGrowth = 1.15;
/** Term of a college's secretary, in days. */
export const secretaryTermDays = 3 * 365;
/** Number of earlier secretaries of a college. */
export const formerSecretaries = Math.ceil(spanDays / secretaryTermDays) - 1;
/**
 * Number of papers that one officer of the research office handles before the next officer follows.
 */
export const papersPerOfficer = 15_000;

/** Draws ages of papers in days, the oldest first, so that ids rise with time. */
export const drawAges = (random: Chance, count: number): Float64Array => {
  const ages = Float64Array.from({ length: count }, () => spanDays * random.next() ** yearlyGrowth);
  return ages.sort().reverse();
};

/** Age in days up to which most papers are still being written or approved. */
const recentDays = 30;
const recentStatuses = { '0': 20, '1': 55, '2': 17, '3': 7, '5': 1 } as const;
const laterStatuses = { '0': 2.5, '2': 93.5, '3': 0.5, '4': 1.5, '5': 1, '6': 1 } as const;

/** Draws the status of a paper of this age: old papers are mostly approved. */
export const drawStatus = (random: Chance, age: number): string =>
  age < recentDays ? random.weighted(recentStatuses) : random.weighted(laterStatuses);

/** Draws the number of papers of a writer: 5 to 60, for one in a hundred about 200. */
const drawQuota = (random: Chance): number =>
  random.maybe(0.01) ? random.int(150, 220) : 5 + Math.floor(56 * random.next() ** 1.5);

/** Minimum number of people of a college: papers have up to five authors. */
const minPeople = 8;

/**
 * Draws the number of papers of each writer of a college.
 * @param count papers of the college
 * @param given numbers for the first writers; nobody has more than a quarter of the papers
 */
export const drawQuotas = (
  random: Chance,
  count: number,
  given: readonly number[],
): readonly number[] => {
  const quotas: number[] = [];
  let left = count;
  while (left > 0 || quotas.length < minPeople) {
    const quota = Math.min(left, given[quotas.length] ?? drawQuota(random), Math.ceil(count / 4));
    quotas.push(quota);
    left -= quota;
  }
  return quotas;
};

/**
 * Returns the writer of each paper in random order; every writer occurs as often as their quota.
 */
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

/**
 * Draws the college of each paper: the largest college has three times the papers of the smallest.
 */
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
