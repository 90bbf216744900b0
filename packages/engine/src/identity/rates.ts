import { createLimiter, TooManyCalls } from '../base/rate-limit.ts';
import type { Database } from '../store/database.ts';
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
    select key, 1, $2 from unnest($1::bytea[]) as key order by key
  on conflict (key) do update set
    count = case when kept.until <= $3 then 1 else kept.count + 1 end,
    until = case when kept.until <= $3 then excluded.until else kept.until end
  returning key, count, until`;

/** Limits per minute of sign-in calls: per account, browser and session, not per address alone. */
export class Rates {
  readonly #database: Database;
  readonly #clock: () => Date;
  readonly #here: ReturnType<typeof createLimiter>;

  constructor(database: Database, clock: () => Date) {
    this.#database = database;
    this.#clock = clock;
    this.#here = createLimiter(() => clock().getTime());
  }

  /**
   * Counts in this process alone, for what arrives in any number: it must not cost a write each.
   * @throws TooManyCalls
   */
  countHere({ of, most }: Share): void {
    this.#here(JSON.stringify(of), most);
  }

  /**
   * Counts in all processes together. What this process had enough of no longer reaches the database.
   * @throws TooManyCalls
   */
  async count(...shares: readonly Share[]): Promise<void> {
    for (const share of shares) this.countHere(share);
    const keys = shares.map(({ of }) => digestOf('rate', ...of));
    const now = this.#clock();
    const rows = await this.#database.read(noTenant, (session) =>
      session.query<{ key: Buffer; count: number; until: Date }>(countText, [
        keys,
        new Date(now.getTime() + minute),
        now,
      ]),
    );
    shares.forEach(({ most }, index) => {
      const row = rows.find(({ key }) => keys[index]?.equals(key));
      if (!row || row.count <= most) return;
      throw new TooManyCalls(Math.ceil((row.until.getTime() - now.getTime()) / 1000));
    });
  }
}
