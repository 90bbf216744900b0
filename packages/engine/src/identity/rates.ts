import { createLimiter, TooManyCalls } from '../base/rate-limit.ts';
import { type Database, Unavailable } from '../store/database.ts';
import { LruCache } from '../store/lru-cache.ts';
import { digestOf } from './attempts.ts';

const minute = 60_000;

/** Something that is counted, and how often it may happen in a minute. */
export interface Share {
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

/** What this process has counted of a key and not told the others. */
interface Untold {
  count: number;
  readonly until: number;
  /** All processes together had enough of it until then. */
  closedUntil: number;
}

/** Parts of a limit that a process counts before it tells the others. */
const parts = 20;
/** Keys that are remembered. */
const mostKeys = 50_000;

/** Limits per minute, counted in the database by all processes together. */
export class Rates {
  readonly #database: Database;
  readonly #clock: () => Date;
  readonly #here: ReturnType<typeof createLimiter>;
  readonly #untold = new LruCache<string, Untold>(mostKeys);

  constructor(database: Database, clock: () => Date) {
    this.#database = database;
    this.#clock = clock;
    this.#here = createLimiter(() => clock().getTime());
  }

  /**
   * Counts what arrives in any number and must not cost a write each: every process tells the others of a
   * twentieth of the limit at a time. Alone a process is exact; several together let through at most a
   * twentieth each too much. While the database is away each counts for itself.
   * @throws TooManyCalls
   */
  async countLoosely({ of, most }: Share): Promise<void> {
    const key = JSON.stringify(of);
    this.#here(key, most);
    const now = this.#clock().getTime();
    const known = this.#untold.get(key);
    const untold =
      known && known.until > now ? known : { count: 0, until: now + minute, closedUntil: 0 };
    if (untold !== known) this.#untold.set(key, untold);
    if (untold.closedUntil > now) throw tooMany(untold.closedUntil, now);
    untold.count += 1;
    if (untold.count < most / parts) return;
    const amount = untold.count;
    untold.count = 0;
    const [row] = await this.#add([digestOf('rate', ...of)], amount).catch((error: unknown) => {
      if (error instanceof Unavailable) return [];
      throw error;
    });
    if (!row || row.count <= most) return;
    untold.closedUntil = row.until.getTime();
    throw tooMany(untold.closedUntil, now);
  }

  /**
   * Counts each time in all processes together. What this process had enough of no longer reaches the database.
   * @throws TooManyCalls
   */
  async count(...shares: readonly Share[]): Promise<void> {
    for (const { of, most } of shares) this.#here(JSON.stringify(of), most);
    const keys = shares.map(({ of }) => digestOf('rate', ...of));
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
