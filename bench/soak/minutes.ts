import { type Percentiles, percentile, percentiles } from '../load.ts';

/** Memory of an installation, in MB: what each process holds, shared parts divided among those that share them. */
export interface Memory {
  readonly server: number;
  readonly workers: number;
  /** Own memory of the processes of PostgreSQL. */
  readonly database: number;
  /** Pages of tables that PostgreSQL keeps: they grow to the size of a setting, whatever the load does. */
  readonly pages: number;
}

/** A minute of a soak. */
export interface Minute extends Percentiles {
  readonly calls: number;
  readonly memory: Memory;
  /** Requests that were not sent, since too many had no answer yet. */
  readonly heldBack: number;
  /** Number of errors by act and message. */
  readonly errors: ReadonlyMap<string, number>;
}

/** Counts of a minute that runs. */
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
 * Parts of the memory that a leak would make grow, with the share of its mean by which each may rise over the second
 * half. Connections of PostgreSQL grow with their cached plans until they are replaced: a saw whose teeth are no leak.
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

/** The p95 of the second half over that of the first. */
const mostSlowing = 1.5;
/** Minutes below which a soak says nothing. */
const leastMinutes = 6;

/** Judgement of a soak by one of its goals. */
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

/** Slope of the straight line nearest to values that are one apart. */
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
    met: (after ?? 0) <= mostSlowing * (before ?? 0),
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
 * Judges a soak: memory rises by at most its share over the second half, the p95 of the second half is at most one and
 * a half of that of the first without its first minute, and no request failed.
 * @param busy whether the machine has other work, by which times are not judged.
 */
export const findingsOf = (minutes: readonly Minute[], busy: boolean): readonly Finding[] => {
  const half = Math.floor(minutes.length / 2);
  const [first, second] = [minutes.slice(1, half), minutes.slice(half)];
  const long = minutes.length >= leastMinutes;
  return [
    ...(long ? memoryFindings(second) : []),
    ...(long && !busy ? [timesFinding(first, second)] : []),
    errorsFinding(minutes),
  ];
};
