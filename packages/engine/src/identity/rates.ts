import type { Logger } from 'pino';
import { createLimiter, TooManyCalls } from '../base/rate-limit.ts';
import type { Database } from '../store/connection/database.ts';
import { LruCache } from '../store/connection/lru-cache.ts';
import { attemptDigest } from './attempts.ts';

const minute = 60_000;

/** Something that is counted, and how often it may happen in a minute. */
export interface RateLimitedCall {
  readonly of: readonly [what: string, ...who: string[]];
  readonly most: number;
}

/** The tenant of counters: whoever is counted is not signed in yet. */
const noTenant = '';

/** Always sorted by key, so that two calls cannot deadlock. */
const countText = `
  insert into call_rate as kept (key, count, until)
    select key, $4::int, $2 from unnest($1::bytea[]) as key order by key
  on conflict (key) do update set
    count = case when kept.until <= $3 then excluded.count else kept.count + excluded.count end,
    until = case when kept.until <= $3 then excluded.until else kept.until end
  returning key, count, until`;

/** Counts of a key in this process that the others do not know yet. */
interface Untold {
  count: number;
  readonly until: number;
  /** All processes together had enough of it until then. */
  closedUntil: number;
  isTelling: boolean;
}

/** Parts of a limit that a process counts before it tells the others. */
const parts = 20;
/** Milliseconds that a call waits for its counting, and that follow a failure without another try. */
const longestWait = 250;
const rest = 1000;
/** Keys that are remembered. */
const mostKeys = 50_000;

/** Limits per minute, counted in the database by all processes together. */
export class CallRates {
  readonly #database: Pick<Database, 'read'>;
  readonly #clock: () => Date;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #here: ReturnType<typeof createLimiter>;
  readonly #untold = new LruCache<string, Untold>(mostKeys);
  /** Writes for which nobody waits any longer; while there are any, no more are sent. */
  #late = 0;
  #restUntil = 0;
  #isFailing = false;

  constructor(database: Pick<Database, 'read'>, clock: () => Date, log: Pick<Logger, 'warn'>) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#here = createLimiter(() => clock().getTime());
  }

  /**
   * Counts what arrives in any number and must not cost a write each: every process tells the others of a
   * twentieth of the limit at a time. Alone a process is exact; several together let through at most a
   * twentieth each too much. While the database is away, busy or slow each counts for itself, and tells later.
   * @throws TooManyCalls, and nothing else
   */
  async countLoosely({ of, most }: RateLimitedCall): Promise<void> {
    const key = JSON.stringify(of);
    const now = this.#clock().getTime();
    const known = this.#untold.get(key);
    const untold =
      known && known.until > now
        ? known
        : { count: 0, until: now + minute, closedUntil: 0, isTelling: false };
    if (untold !== known) this.#untold.set(key, untold);
    try {
      this.#here(key, most);
    } catch (refused) {
      // No call after this one would tell the others of what is left.
      if (untold.count > 0 && !untold.isTelling && !this.#isResting()) {
        void this.#tell({ of, most }, untold);
      }
      throw refused;
    }
    if (untold.closedUntil > now) throw tooMany(untold.closedUntil, now);
    untold.count += 1;
    if (untold.count < most / parts || this.#isResting()) return;
    // One write at a time for each key; small limits stay exact.
    if (untold.isTelling && most > parts) return;
    if (await this.#soon(this.#tell({ of, most }, untold))) {
      throw tooMany(untold.closedUntil, now);
    }
  }

  #isResting(): boolean {
    return this.#late > 0 || performance.now() < this.#restUntil;
  }

  /** Is it too much? What could not be told is told with the next. */
  async #tell({ of, most }: RateLimitedCall, untold: Untold): Promise<boolean> {
    const amount = untold.count;
    untold.count = 0;
    untold.isTelling = true;
    try {
      const [row] = await this.#add([attemptDigest('rate', ...of)], amount);
      this.#isFailing = false;
      if (!row || row.count <= most) return false;
      untold.closedUntil = row.until.getTime();
      return true;
    } catch (error) {
      untold.count += amount;
      this.#restUntil = performance.now() + rest;
      this.#tellOfFailure(error);
      return false;
    } finally {
      untold.isTelling = false;
    }
  }

  /** The answer if it comes soon; else false, and until it comes this process counts for itself. */
  async #soon(told: Promise<boolean>): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      this.#late += 1;
      void told.then(() => {
        this.#late -= 1;
      });
      this.#tellOfFailure(new Error(`no answer within ${longestWait} ms`));
      resolve(false);
    }, longestWait);
    const answer = await Promise.race([told, late]);
    clearTimeout(timer);
    return answer;
  }

  /** A limit protects the service and must not be what breaks it: told once, until counting works again. */
  #tellOfFailure(error: unknown): void {
    if (!this.#isFailing) this.#log.warn({ error }, 'limits per minute hold in this process only');
    this.#isFailing = true;
  }

  /**
   * Counts each time in all processes together. What this process had enough of no longer reaches the database.
   * @throws TooManyCalls
   */
  async count(...shares: readonly RateLimitedCall[]): Promise<void> {
    for (const { of, most } of shares) this.#here(JSON.stringify(of), most);
    const keys = shares.map(({ of }) => attemptDigest('rate', ...of));
    const rows = await this.#add(keys, 1);
    const now = this.#clock().getTime();
    shares.forEach(({ most }, index) => {
      const row = rows.find(({ key }) => keys[index]?.equals(key));
      if (row && row.count > most) throw tooMany(row.until.getTime(), now);
    });
  }

  #add(
    keys: readonly Buffer[],
    amount: number,
  ): Promise<readonly { readonly key: Buffer; readonly count: number; readonly until: Date }[]> {
    const now = this.#clock();
    return this.#database.read(noTenant, (session) =>
      session.query(countText, [keys, new Date(now.getTime() + minute), now, amount]),
    );
  }
}

const tooMany = (until: number, now: number): TooManyCalls =>
  new TooManyCalls(Math.max(1, Math.ceil((until - now) / 1000)));
