import type pg from 'pg';
import { leaseTimes } from './lease.ts';

/** Milliseconds of silence after which a process counts as dead. */
const maxSilence = 10 * leaseTimes.lasts;

/**
 * Deletes the rows of killed processes: every move would wait for them. Their silence is measured between two checks,
 * by the clock of the checking process; `xmin` changes with every renewal. A process that was only suspended reports
 * itself again before it does anything.
 */
export class SilentProcesses {
  readonly #longest: number;
  readonly #seen = new Map<string, { readonly version: string; readonly since: number }>();

  constructor(given = maxSilence) {
    this.#longest = given;
  }

  async remove(main: pg.Client): Promise<void> {
    const now = performance.now();
    const { rows } = await main.query<{ process: string; version: string }>(
      'select process, xmin::text as version from process_lease',
    );
    const before = new Map(this.#seen);
    this.#seen.clear();
    const read = performance.now();
    for (const { process, version } of rows) {
      const known = before.get(process);
      const since = known?.version === version ? known.since : read;
      this.#seen.set(process, { version, since });
      if (now - since > this.#longest) {
        await main.query('delete from process_lease where process = $1 and xmin::text = $2', [
          process,
          version,
        ]);
      }
    }
  }
}
