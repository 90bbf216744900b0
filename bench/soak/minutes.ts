import { type Percentiles, percentile, percentiles } from '../load.ts';

/**
 * Memory of an installation in MB, with shared memory divided among the processes that share it.
 */
export interface Memory {
  readonly server: number;
  readonly workers: number;
  /** Private memory of the processes of PostgreSQL. */
  readonly database: number;
  /** Shared buffers of PostgreSQL, which grow to a configured size under any load. */
  readonly pages: number;
}

/** Measurements of one minute. */
export interface Minute extends Percentiles {
  readonly calls: number;
  readonly memory: Memory;
  /** Number of requests not sent, since too many were unanswered. */
  readonly heldBack: number;
  /** Number of errors by act and message. */
  readonly errors: ReadonlyMap<string, number>;
}

/** Counters of the current minute. */
export interface Counting {
  readonly times: number[];
  readonly errors: Map<string, number>;
  heldBack: number;
}

export const newCounting = (): Counting => ({ times: [], errors: new Map(), heldBack: 0 });

export const minuteOf = ({ times, errors, heldBack }: Counting, memory: Memory): Minute => ({
  ...percentiles(times),
  calls: times.length,
  memory,
  heldBack,
  errors,
});

/**
 * Parts of the memory that a leak would increase, with the maximum rise of each over the second
 * half, as a share of its mean. Connections of PostgreSQL grow with their cached plans until they
 * are replaced, which is no leak.
 */
const parts: readonly {
  readonly what: string;
  readonly of: (memory: Memory) => number;
  readonly mostRise: number;
}[] = [
  {
    what: 'memory of the server',
    of: ({ server, workers }) => server + workers,
    mostRise: 0.05,
  },
  { what: 'memory of PostgreSQL', of: ({ database }) => database, mostRise: 0.25 },
];

/** Maximum ratio of the p95 of the second half to that of the first. */
const maxSlowdown = 1.5;
/** Minimum number of minutes for a judgement. */
const minMinutes = 6;

/** Result of a soak for one of its goals. */
export interface Finding {
  readonly what: string;
  readonly met: boolean;
  readonly text: string;
}

const mean = (of: readonly number[]): number =>
  of.reduce((sum, one) => sum + one, 0) / Math.max(1, of.length);

const median = (of: readonly number[]): number =>
  percentile(
    of.toSorted((a, b) => a - b),
    0.5,
  );

/** Returns the slope of the regression line through values at distance one. */
export const slopeOf = (values: readonly number[]): number => {
  const [middle, level] = [(values.length - 1) / 2, mean(values)];
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const together = values.reduce((sum, value, at) => sum + (at - middle) * (value - level), 0);
  return spread === 0 ? 0 : together / spread;
};

const memoryFindings = (half: readonly Minute[]): readonly Finding[] =>
  parts.map(({ what, of, mostRise }) => {
    const values = half.map(({ memory }) => of(memory));
    const slope = slopeOf(values);
    const rise = slope * (values.length - 1);
    return {
      what,
      met: rise <= mostRise * mean(values),
      text:
        `${Math.round(mean(values))} MB on average over the second half, ` +
        `${slope.toFixed(2)} MB a minute, ${rise.toFixed(0)} MB in all`,
    };
  });

const timesFinding = (first: readonly Minute[], second: readonly Minute[]): Finding => {
  const [before, after] = [first, second].map((half) => median(half.map(({ p95 }) => p95)));
  return {
    what: 'p95',
    met: (after ?? 0) <= maxSlowdown * (before ?? 0),
    text: `${before?.toFixed(0)} ms in the first half, ${after?.toFixed(0)} ms in the second`,
  };
};

const errorsFinding = (minutes: readonly Minute[]): Finding => {
  const errors = minutes.reduce(
    (sum, minute) => sum + [...minute.errors.values()].reduce((all, one) => all + one, 0),
    0,
  );
  return {
    what: 'errors',
    met: errors === 0,
    text: `${errors} of ${minutes.reduce((sum, { calls }) => sum + calls, 0)} requests`,
  };
};

/**
 * Judges a soak: memory rises by at most its share over the second half, the p95 of the second half
 * is at most one and a half of that of the first without its first minute, and no request failed.
 * @param busy true if the machine has other load, so that times are not judged.
 */
export const findingsOf = (minutes: readonly Minute[], busy: boolean): readonly Finding[] => {
  const half = Math.floor(minutes.length / 2);
  const [first, second] = [minutes.slice(1, half), minutes.slice(half)];
  const long = minutes.length >= minMinutes;
  return [
    ...(long ? memoryFindings(second) : []),
    ...(long && !busy ? [timesFinding(first, second)] : []),
    errorsFinding(minutes),
  ];
};
