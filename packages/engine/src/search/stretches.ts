import { sql } from 'kysely';
import { cached, type Sql, slot } from '../store/compile.ts';
import type { Database } from '../store/database.ts';
import { LruCache } from '../store/lru-cache.ts';

/** The newest so many entries of a kind are asked first; where they hold too little, the next so many. */
const ranks = [1000, 16_000, 128_000] as const;
/** In milliseconds. Meanwhile what is written only makes a stretch longer. */
const remembered = 600_000;
const mostTenants = 500;

/** The blocks of ids that `search_entry.bands` has: the first of 2^14, each 2^5 times the one before. */
const bands = {
  shifts: [14n, 19n, 24n, 29n, 34n, 39n, 44n, 49n, 54n, 59n],
  together: 16n,
} as const;
const endOfIds = 1n << 63n;

/** The bands that hold every id from this one on, and few before it: small blocks, then larger and larger ones. */
export const bandsFrom = (id: bigint): readonly string[] => {
  let from = (id >> bands.shifts[0]) << bands.shifts[0];
  return bands.shifts.flatMap((shift, size) => {
    const next = bands.shifts[size + 1];
    // Up to where a block of the next size begins.
    const end = next === undefined ? endOfIds : ((from + (1n << next) - 1n) >> next) << next;
    const blocks = Array.from({ length: Number((end - from) >> shift) }, (_, place) =>
      String(((from >> shift) + BigInt(place)) * bands.together + BigInt(size)),
    );
    from = end;
    return blocks;
  });
};

/** Of a kind, the bands of its newest entries, for each of `ranks` that it has so many entries for. */
export type Stretches = readonly (readonly string[])[];

const keep = cached();
const idAt = (rank: number): Sql =>
  sql`(select e.record_id::text from search_entry e where e.tenant_id = ${slot('tenant')} and e.resource = k.resource order by e.record_id desc offset ${sql.lit(rank - 1)} limit 1)`;
const stretchesSql = sql`select k.resource, array[${sql.join(ranks.map(idAt))}] as ids from unnest(${slot('resources')}::text[]) k(resource)`;

interface Row {
  readonly resource: string;
  readonly ids: readonly (string | null)[];
}

type OfKinds = ReadonlyMap<string, Stretches>;

/**
 * Where the newest entries of each kind begin, remembered for each tenant. Only a hint: searches find the same without
 * it, in longer lists of the index.
 */
export class SearchStretches {
  readonly #database: Pick<Database, 'heavy'>;
  readonly #kinds: readonly string[];
  readonly #known = new LruCache<string, { kinds: Promise<OfKinds>; until: number }>(mostTenants);

  constructor(database: Pick<Database, 'heavy'>, kinds: readonly string[]) {
    this.#database = database;
    this.#kinds = kinds;
  }

  /** What is known of a tenant. Where that is old it is asked anew, for the next caller. */
  of(tenant: string): Promise<OfKinds> {
    const known = this.#known.get(tenant);
    if (known && known.until > performance.now()) return known.kinds;
    const kinds = this.#ask(tenant);
    this.#known.set(tenant, {
      kinds: known ? kinds.catch(() => known.kinds) : kinds,
      until: performance.now() + remembered,
    });
    // What nobody could say is asked again.
    kinds.catch(() => this.#known.delete(tenant));
    return known?.kinds ?? kinds;
  }

  /** Entries were written in bulk. */
  forget(): void {
    this.#known.clear();
  }

  async #ask(tenant: string): Promise<OfKinds> {
    const statement = keep('stretches', () => stretchesSql).bind({
      tenant,
      resources: this.#kinds,
    });
    // It counts up to 128,000 entries of each kind: short questions do not wait behind it.
    const rows = await this.#database.heavy<Row>(tenant, 'stretches', statement);
    return new Map(
      rows.map(({ resource, ids }) => [
        resource,
        ids.flatMap((id) => (id === null ? [] : [bandsFrom(BigInt(id))])),
      ]),
    );
  }
}
