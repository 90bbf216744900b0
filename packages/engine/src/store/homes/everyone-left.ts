import type pg from 'pg';
import { type LeaseTimes, leaseTimes } from './lease.ts';
import { MoveRefused } from './refusals.ts';

/** Milliseconds that calls under way may still take. */
const patience = 60_000;
/** Milliseconds that clocks of two machines may differ in counting a lease. */
const margin = 1000;

interface Beat {
  readonly process: string;
  readonly beats: string;
  readonly left: boolean;
}

/**
 * Waits until no process works for a tenant that is closed: each has said so, or has given no sign of life
 * for longer than its lease lasts, so that it has stopped by itself. That is measured here, by one clock:
 * no two clocks are compared.
 * @param key of the closing, as `moveKey` makes it
 * @throws MoveRefused naming who still works
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
      // They are no more; one that wakes up says anew that it lives before it does anything.
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
