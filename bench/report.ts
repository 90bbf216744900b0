import type { SignedIn } from './accounts.ts';
import type { Case, Outcome } from './cases.ts';
import { percentiles } from './load.ts';

const cell = (value: number, digits = 0): string => value.toFixed(digits).padStart(8);

export const heading = [
  'Call                   clients product    bare ratio     p50     p95     p99  bare50  bare95    node      pg   bnode     bpg',
  '                                 (per second)                 (milliseconds)                (processor ms per request)',
];

const wide = 22;

/** Returns the lines of one case: the total, then each account, the slowest first. */
export const linesOf = (
  one: Case,
  clients: number,
  { ours, bare }: Outcome,
  askers: readonly SignedIn[],
): readonly string[] => {
  const ratio = bare ? (ours.rate / bare.rate).toFixed(2) : '';
  const whole =
    `${one.name.padEnd(wide)}${String(clients).padStart(8)}${cell(ours.rate)}` +
    `${bare ? cell(bare.rate) : cell(0).replace('0', ' ')}${ratio.padStart(6)}` +
    `${cell(ours.p50, 1)}${cell(ours.p95, 1)}${cell(ours.p99, 1)}` +
    `${bare ? cell(bare.p50, 1) + cell(bare.p95, 1) : ' '.repeat(16)}` +
    `${cell(ours.node, 2)}${cell(ours.database, 2)}` +
    `${bare ? cell(bare.node, 2) + cell(bare.database, 2) : ''}` +
    (ours.failures > 0 ? `  FAILED ${ours.failures}: ${ours.firstFailure}` : '') +
    (bare && bare.failures > 0 ? `  BARE FAILED ${bare.failures}: ${bare.firstFailure}` : '');
  const accounts = [...ours.timesOf]
    .map(([who, times]) => ({ who, count: times.length, ...percentiles(times) }))
    .toSorted((a, b) => b.p95 - a.p95)
    .map(({ who, count, p50, p95, p99 }) => {
      const reach = askers.find(({ account }) => account === who)?.reach ?? '';
      return `  ${`${who} (${reach})`.padEnd(wide + 30)}${cell(p50, 1)}${cell(p95, 1)}${cell(p99, 1)}  n ${count}`;
    });
  return [whole, ...accounts];
};

/** Returns the budgets of a case, each with the measured value and whether it is met. */
export const summaryOf = (one: Case, outcome: Outcome): readonly string[] =>
  one.budgets.map(({ what, figure, limit, is }) => {
    const [value, bound] = [figure(outcome), limit(outcome)];
    const met = is === 'at most' ? value <= bound : value >= bound;
    const digits = bound < 10 ? 2 : 0;
    return `${met ? 'met    ' : 'NOT MET'}  ${one.name.padEnd(wide)} ${what}: ${value.toFixed(digits)}, ${is} ${bound}`;
  });
