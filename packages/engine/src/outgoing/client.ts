import { setTimeout as wait } from 'node:timers/promises';
import {
  defaultRequestBounds,
  type OutgoingRequest,
  type OutgoingResponse,
  type RequestBounds,
  requestOnce,
} from './ask.ts';
import {
  ForbiddenByRobots,
  ServiceThrottled,
  ServiceUnanswered,
  ServiceUnreached,
  UnreadableResponse,
} from './faults.ts';
import { isRobotAllowed, noRobotRules, type RobotRules, readRobots } from './robots.ts';

/** Name of this caller for rules in robots.txt. */
export const robotName = 'KeyanCollector';

/** Call as the log stores it: without secrets. */
export interface CallNote {
  /** Address without texts that may be secret. */
  readonly address: string;
  /** HTTP status of the answer; 0 for none. */
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
  /** Number of attempts before this one. */
  readonly again: number;
  /** Reason why no answer came. */
  readonly fault: string;
}

export interface OutgoingCallInput {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isPlain?: boolean;
  readonly bounds?: Partial<RequestBounds>;
  readonly proxy?: OutgoingRequest['proxy'];
  readonly signal?: AbortSignal | undefined;
  /** Minimum milliseconds between the starts of two calls to the host; calls with an interval queue. */
  readonly interval?: number;
  /** Maximum number of repetitions; left out: three. */
  readonly retries?: number;
  /** True if robots.txt of the host is obeyed. */
  readonly obeysRobots?: boolean;
  /** Secret texts that are removed from logged addresses. */
  readonly secret?: readonly string[];
  /** Called after every attempt. */
  readonly noted?: (note: CallNote) => void;
}

export interface OutgoingParts {
  /** Hosts in closed networks that the operator allows, in lower case. */
  readonly hosts: readonly string[];
  readonly clock: () => Date;
  /** Milliseconds before the first repetition; doubled before each later one. */
  readonly pause?: number;
}

/** Maximum milliseconds that a host may ask a caller to wait within a call. */
const maxRequestedWait = 30_000;
const robotsLive = 3_600_000;

/** HTTP statuses after which a call is repeated. */
const passing = new Set([429, 500, 502, 503, 504]);

/** Pattern of parameter names whose values are not logged. */
const secretNames = /key|token|secret|sign|pass|pwd|mailto|email|auth|session/i;

/** Returns the address without texts that may be secret: values of parameters with such names, and the given texts. */
export const loggedAddress = (url: URL, secret: readonly string[] = []): string => {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  for (const [name, value] of [...shown.searchParams]) {
    const isSecret = secretNames.test(name) || secret.some((one) => one && value.includes(one));
    if (isSecret) shown.searchParams.set(name, '***');
  }
  return shown.href.slice(0, 500);
};

/** Returns the time until which the host asks for no calls, from seconds or a date (RFC 9110 §10.2.3). */
export const retryAfter = (given: string | undefined, now: Date): Date | null => {
  if (!given) return null;
  if (/^\d{1,9}$/.test(given.trim())) return new Date(now.getTime() + Number(given) * 1000);
  const moment = new Date(given);
  return Number.isNaN(moment.getTime()) ? null : moment;
};

interface Line {
  /** Resolves when the previous call has ended. */
  tail: Promise<unknown>;
  /** Time at which the next call may start, in milliseconds. */
  from: number;
}

/** Client for all outgoing calls: checks addresses, applies limits, queues and repeats. */
export class OutgoingClient {
  readonly #parts: OutgoingParts;
  readonly #lines = new Map<string, Line>();
  readonly #robots = new Map<string, { readonly rules: Promise<RobotRules>; until: number }>();

  constructor(parts: OutgoingParts) {
    this.#parts = parts;
  }

  /**
   * Calls a service. Answers of any status are returned, also a failure that remains after all repetitions.
   * @throws ServiceUnavailable, ServiceUnreached, ServiceUnanswered, UnreadableResponse; ServiceThrottled if the host
   *   asks for a longer wait; ForbiddenByRobots
   */
  async call(address: string | URL, call: OutgoingCallInput = {}): Promise<OutgoingResponse> {
    const url = new URL(address);
    const { interval, obeysRobots, ...rest } = call;
    const rules = obeysRobots ? await this.#rules(url, rest) : noRobotRules;
    if (!isRobotAllowed(rules, url))
      throw new ForbiddenByRobots(`robots.txt forbids ${url.pathname}`);
    const pace = Math.max(interval ?? 0, rules.delay);
    return this.#repeated(url, call, pace);
  }

  async #repeated(url: URL, call: OutgoingCallInput, pace: number): Promise<OutgoingResponse> {
    const { retries = 3, method = 'GET', noted, signal } = call;
    for (let again = 0; ; again += 1) {
      const isLast = again >= retries;
      signal?.throwIfAborted();
      const began = performance.now();
      const note = (status: number, bytes: number, fault: string) =>
        noted?.({
          address: loggedAddress(url, call.secret),
          status,
          bytes,
          milliseconds: Math.round(performance.now() - began),
          again,
          fault,
        });
      try {
        const answer = await this.#inLine(url.host, pace, signal, () => this.#once(url, call));
        note(answer.status, answer.bytes, '');
        if (!passing.has(answer.status)) return answer;
        const until = retryAfter(answer.headers['retry-after'], this.#parts.clock());
        const asked = until ? until.getTime() - this.#parts.clock().getTime() : 0;
        if (until && asked > maxRequestedWait) throw new ServiceThrottled(until);
        if (isLast) return answer;
        await this.#rest(Math.max(asked, this.#pause(again)), signal);
      } catch (error) {
        if (error instanceof ServiceThrottled) throw error;
        if (error instanceof Error) note(0, 0, error.message.slice(0, 200));
        const passes =
          error instanceof ServiceUnreached ||
          (error instanceof ServiceUnanswered &&
            !(error instanceof UnreadableResponse) &&
            method === 'GET');
        if (isLast || !passes || signal?.aborted) throw error;
        await this.#rest(this.#pause(again), signal);
      }
    }
  }

  #once(url: URL, call: OutgoingCallInput): Promise<OutgoingResponse> {
    const { method = 'GET', headers = {}, body, isPlain = false, bounds, proxy, signal } = call;
    return requestOnce(url, {
      method,
      headers,
      isPlain,
      hosts: this.#parts.hosts,
      bounds: { ...defaultRequestBounds, ...bounds },
      proxy,
      signal,
      ...(body === undefined ? {} : { body }),
    });
  }

  /** Returns the back-off in milliseconds, with jitter: half of the pause is random. */
  #pause(again: number): number {
    const most = (this.#parts.pause ?? 1000) * 2 ** again;
    return most / 2 + (Math.random() * most) / 2;
  }

  async #rest(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    if (milliseconds > 0) await wait(milliseconds, undefined, { signal });
  }

  /** Queues calls with an interval per host, and waits for the interval. */
  async #inLine<T>(
    host: string,
    pace: number,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    if (pace === 0) return work();
    const line = this.#lines.get(host) ?? { tail: Promise.resolve(), from: 0 };
    this.#lines.set(host, line);
    const turn = line.tail.then(async () => {
      await this.#rest(line.from - performance.now(), signal);
      line.from = performance.now() + pace;
      return work();
    });
    line.tail = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Returns the rules in robots.txt of the host: none if the file does not exist; everything is forbidden if the file
   * cannot be read (RFC 9309 §2.3.1).
   */
  #rules(url: URL, call: Omit<OutgoingCallInput, 'interval' | 'obeysRobots'>): Promise<RobotRules> {
    const now = this.#parts.clock().getTime();
    const known = this.#robots.get(url.origin);
    if (known && known.until > now) return known.rules;
    const { method: _method, body: _body, ...rest } = call;
    const rules = this.#repeated(new URL('/robots.txt', url), { ...rest, headers: {} }, 0).then(
      ({ status, body }) => {
        if (status === 200) return readRobots(body.toString('utf8').slice(0, 500_000), robotName);
        return status >= 500 ? { rules: [{ allows: false, path: '/' }], delay: 0 } : noRobotRules;
      },
    );
    this.#robots.set(url.origin, { rules, until: now + robotsLive });
    rules.catch(() => this.#robots.delete(url.origin));
    return rules;
  }
}
