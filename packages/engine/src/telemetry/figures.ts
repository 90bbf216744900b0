import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { type ObservedAnswer, observeTimes, telemetryChannels } from './channels.ts';

/** Cost of one call or statement in this process so far. Times in milliseconds. */
export interface Cost {
  /** Name of a call (`GET /api/…`), statement without values, or name of a job. */
  readonly name: string;
  readonly count: number;
  readonly failures: number;
  readonly total: number;
  readonly longest: number;
  /** Time of the last end, in milliseconds since the epoch. */
  readonly last: number;
}

/** Figures of this process since it started. Times in milliseconds, memory in bytes. */
export interface ProcessFigures {
  readonly answers: number;
  /** Number of answers with a status of 500 or more. */
  readonly failures: number;
  /** Median and 95th percentile of the duration of all answers. */
  readonly median: number;
  readonly p95: number;
  /** 99th percentile of the delay of the event loop. */
  readonly delay: number;
  readonly memory: number;
  /** Highest total first. */
  readonly calls: readonly Cost[];
  readonly statements: readonly Cost[];
  readonly jobs: readonly Cost[];
}

type Counted = { -readonly [K in keyof Cost]: Cost[K] };

/** Maximum number of distinct names stored of each sort. */
const maxNamesStored = 2_000;
/** Maximum number of names returned of each sort. */
const maxNamesReturned = 50;

/** Costs by name. If there are too many names, a new name replaces the cheapest. */
class Costs {
  readonly #costs = new Map<string, Counted>();

  add(name: string, milliseconds: number, failed: boolean): void {
    let cost = this.#costs.get(name);
    if (!cost) {
      if (this.#costs.size >= maxNamesStored) this.#forget();
      cost = { name, count: 0, failures: 0, total: 0, longest: 0, last: 0 };
      this.#costs.set(name, cost);
    }
    cost.count += 1;
    cost.failures += failed ? 1 : 0;
    cost.total += milliseconds;
    cost.longest = Math.max(cost.longest, milliseconds);
    cost.last = Date.now();
  }

  /** Drops the cheaper half, in one pass for many new names. */
  #forget(): void {
    const byTotal = [...this.#costs.values()].toSorted((a, b) => a.total - b.total);
    for (const { name } of byTotal.slice(0, maxNamesStored / 2)) this.#costs.delete(name);
  }

  largest(): readonly Cost[] {
    return [...this.#costs.values()]
      .toSorted((a, b) => b.total - a.total)
      .slice(0, maxNamesReturned)
      .map((cost) => ({ ...cost }));
  }
}

/** Converts microseconds to milliseconds with one decimal. */
const toMilliseconds = (microseconds: number): number => Math.round(microseconds / 100) / 10;

/** Measures the work of this process. */
export class ProcessObserver {
  readonly #calls = new Costs();
  readonly #statements = new Costs();
  readonly #jobs = new Costs();
  /** Histogram of answer durations in microseconds, up to an hour. */
  readonly #times = createHistogram({ lowest: 1, highest: 3_600_000_000, figures: 2 });
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  #failures = 0;
  readonly #undo: readonly (() => void)[];

  constructor() {
    this.#delay.enable();
    const answered = (message: unknown): void => {
      const { method, route, status, milliseconds } = message as ObservedAnswer;
      this.#times.record(Math.max(1, Math.round(milliseconds * 1000)));
      if (status >= 500) this.#failures += 1;
      if (route !== '') this.#calls.add(`${method} ${route}`, milliseconds, status >= 500);
    };
    telemetryChannels.answer.subscribe(answered);
    this.#undo = [
      () => telemetryChannels.answer.unsubscribe(answered),
      observeTimes(telemetryChannels.statement, ({ sql }, milliseconds, error) =>
        this.#statements.add(sql, milliseconds, error !== undefined),
      ),
      observeTimes(telemetryChannels.job, ({ job }, milliseconds, error) =>
        this.#jobs.add(job, milliseconds, error !== undefined),
      ),
    ];
  }

  figures(): ProcessFigures {
    const times = this.#times;
    return {
      answers: times.count,
      failures: this.#failures,
      median: times.count === 0 ? 0 : toMilliseconds(times.percentile(50)),
      p95: times.count === 0 ? 0 : toMilliseconds(times.percentile(95)),
      delay: toMilliseconds(this.#delay.percentile(99) / 1000),
      memory: process.memoryUsage.rss(),
      calls: this.#calls.largest(),
      statements: this.#statements.largest(),
      jobs: this.#jobs.largest(),
    };
  }

  close(): void {
    this.#delay.disable();
    for (const undo of this.#undo) undo();
  }
}
