import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** Request of a load. */
export interface Shot {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sender, if times are reported by person. */
  readonly who?: string;
}

/** Returns the next request; null when none is left. */
export type Next = () => Shot | null;

/** Result of a load. Rates are per second, times in milliseconds. */
export interface Result {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Times of all requests, unordered. */
  readonly times: readonly number[];
  /** Times by sender. */
  readonly timesOf: ReadonlyMap<string, readonly number[]>;
  readonly failures: number;
  /** First unsuccessful response, to find the cause. */
  readonly firstFailure: string;
  /** Mean number of bytes of a response. */
  readonly bytes: number;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

export const send = (port: number, shot: Shot, agent?: Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: shot.method,
        path: shot.path,
        headers: {
          ...shot.headers,
          ...(shot.body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(shot.body),
          }),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
        );
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(shot.body);
  });

/**
 * Returns the percentile of times.
 * @param sorted ascending.
 */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export const percentiles = (times: readonly number[]): Percentiles => {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
  };
};

/** Merges the results of loads of equal duration. */
export const merged = (results: readonly Result[]): Result => {
  const times = results.flatMap((result) => result.times);
  const mean = (of: (result: Result) => number): number =>
    results.reduce((sum, result) => sum + of(result), 0) / Math.max(1, results.length);
  return {
    rate: mean((result) => result.rate),
    ...percentiles(times),
    times,
    timesOf: new Map(
      results
        .flatMap((result) => [...result.timesOf.keys()])
        .map((who) => [who, results.flatMap((result) => result.timesOf.get(who) ?? [])]),
    ),
    failures: results.reduce((sum, result) => sum + result.failures, 0),
    firstFailure: results.find((result) => result.failures > 0)?.firstFailure ?? '',
    bytes: mean((result) => result.bytes),
  };
};

/**
 * Maintains `clients` simultaneous requests for `seconds` on persistent connections. `next` returns
 * each request; null ends the load early.
 */
export const load = async (
  port: number,
  clients: number,
  seconds: number,
  next: Next,
): Promise<Result> => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const timesOf = new Map<string, number[]>();
  let failures = 0;
  let firstFailure = '';
  let bytes = 0;
  const start = performance.now();
  const until = start + seconds * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const shot = next();
      if (!shot) return;
      const began = performance.now();
      const { status, body } = await send(port, shot, agent);
      const took = performance.now() - began;
      times.push(took);
      if (shot.who !== undefined) {
        const own = timesOf.get(shot.who);
        if (own) own.push(took);
        else timesOf.set(shot.who, [took]);
      }
      bytes += body.length;
      if (status !== 200) {
        failures += 1;
        firstFailure ||= `${status} ${body.slice(0, 200)}`;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - start) / 1000;
  agent.destroy();
  return {
    rate: times.length / elapsed,
    ...percentiles(times),
    times,
    timesOf,
    failures,
    firstFailure,
    bytes: times.length === 0 ? 0 : bytes / times.length,
  };
};
