import type pg from 'pg';
import { type LeaseTimes, leaseTimes } from './lease.ts';
import { MoveRefused } from './refusals.ts';

/** Maximum milliseconds to wait for running calls. */
const patience = 60_000;
/** Milliseconds by which the clocks of two machines may differ over the length of a lease. */
const margin = 1000;

interface Beat {
  readonly process: string;
  readonly beats: string;
  readonly left: boolean;
}

/**
 * Waits until no process works for a closed tenant: each has reported so, or has been silent for longer than its lease,
 * so that it has stopped by itself. The silence is measured here, by one clock.
 * @param key key of the closing, from `moveKey`
 * @throws MoveRefused naming processes that still work
 */
export const waitUntilTenantIsIdle = async (
  main: pg.Client,
  key: string,
  signal: AbortSignal,
  { lasts, wait = patience }: Pick<LeaseTimes, 'lasts'> & { readonly wait?: number } = leaseTimes,
): Promise<void> => {
  const seen = new Map<string, { readonly beats: string; readonly since: number }>();
  const begun = performance.now();
  const isSilent = ({ process, beats }: Beat): boolean => {
    const now = performance.now();
    const known = seen.get(process);
    if (known?.beats === beats) return now - known.since > lasts + margin;
    seen.set(process, { beats, since: now });
    return false;
  };
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await main.query<Beat>(
      'select process, beats::text, $1 = any(left_moves) as left from process_lease order by process',
      [key],
    );
    const silent = rows.filter((row) => !row.left && isSilent(row));
    const working = rows.filter((row) => !row.left && !silent.includes(row));
    if (working.length === 0) {
      // Silent processes are considered dead; one that wakes up reports itself again before it does anything.
      for (const { process, beats } of silent) {
        await main.query('delete from process_lease where process = $1 and beats = $2', [
          process,
          beats,
        ]);
      }
      return;
    }
    if (performance.now() - begun > wait) {
      throw new MoveRefused('endless', working.map(({ process }) => process).join(', '));
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
