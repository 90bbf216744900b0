import type { Logger } from 'pino';
import { createLimiter, TooManyCalls } from '../base/rate-limit.ts';
import type { Database } from '../store/connection/database.ts';
import { LruCache } from '../store/connection/lru-cache.ts';
import { attemptDigest } from './attempts.ts';

const minute = 60_000;

/** Call that is counted under a key, and its maximum per minute. */
export interface RateLimitedCall {
  readonly of: readonly [what: string, ...who: string[]];
  readonly most: number;
}

/** Tenant under which calls are counted: the caller is not signed in yet. */
const noTenant = '';

/** Keys are sorted, so that two calls cannot deadlock. */
const countText = `
  insert into call_rate as kept (key, count, until)
    select key, $4::int, $2 from unnest($1::bytea[]) as key order by key
  on conflict (key) do update set
    count = case when kept.until <= $3 then excluded.count else kept.count + excluded.count end,
    until = case when kept.until <= $3 then excluded.until else kept.until end
  returning key, count, until`;

/** Count of a key in this process that is not yet added to the database. */
interface Untold {
  count: number;
  readonly until: number;
  /** Time until which all processes refuse the key, because its limit is reached. */
  closedUntil: number;
  isTelling: boolean;
}

/** Divisor of a limit: a process adds its count to the database after this fraction of the limit. */
const parts = 20;
/** Milliseconds that a call waits for the count in the database, and for which counting pauses after a failure. */
const maxWaitMilliseconds = 250;
const rest = 1000;
/** Maximum number of keys in memory. */
const maxKeys = 50_000;

/** Limits per minute, counted in the database by all processes together. */
export class CallRates {
  readonly #database: Pick<Database, 'read'>;
  readonly #clock: () => Date;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #here: ReturnType<typeof createLimiter>;
  readonly #untold = new LruCache<string, Untold>(maxKeys);
  /** Number of writes whose callers no longer wait; while there are any, no more are sent. */
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
   * Counts frequent calls without a write each: a process adds its count to the database after a twentieth of the
   * limit. A single process is exact; several may each exceed the limit by a twentieth. While the database is
   * unreachable or slow, each process counts alone and adds its count later.
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
      // No later call would add the rest to the database.
      if (untold.count > 0 && !untold.isTelling && !this.#isResting()) {
        void this.#tell({ of, most }, untold);
      }
      throw refused;
    }
    if (untold.closedUntil > now) throw tooMany(untold.closedUntil, now);
    untold.count += 1;
    if (untold.count < most / parts || this.#isResting()) return;
    // One write at a time per key; small limits stay exact.
    if (untold.isTelling && most > parts) return;
    if (await this.#soon(this.#tell({ of, most }, untold))) {
      throw tooMany(untold.closedUntil, now);
    }
  }

  #isResting(): boolean {
    return this.#late > 0 || performance.now() < this.#restUntil;
  }

  /**
   * Adds the count to the database; true if the limit is exceeded. A count that could not be added is added with the
   * next.
   */
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

  /** Returns the answer if it arrives soon; else false, and this process counts alone until it arrives. */
  async #soon(told: Promise<boolean>): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      this.#late += 1;
      void told.then(() => {
        this.#late -= 1;
      });
      this.#tellOfFailure(new Error(`no answer within ${maxWaitMilliseconds} ms`));
      resolve(false);
    }, maxWaitMilliseconds);
    const answer = await Promise.race([told, late]);
    clearTimeout(timer);
    return answer;
  }

  /** Logs a failure once until counting works again: a limit protects the service and must not break it. */
  #tellOfFailure(error: unknown): void {
    if (!this.#isFailing) this.#log.warn({ error }, 'limits per minute hold in this process only');
    this.#isFailing = true;
  }

  /**
   * Counts every call in the database. A key whose limit this process has seen exceeded is refused without a query.
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
