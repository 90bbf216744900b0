import type { RowLike } from '@keyan/kernel/values/row.ts';
import { sql } from 'kysely';
import type { Database, Statement } from '../store/connection/database.ts';
import { LruCache } from '../store/connection/lru-cache.ts';
import type { NotificationListener } from '../store/connection/notifications.ts';
import { firstIdAt } from '../store/schema/ids.ts';
import { cacheSql, type Sql, slot } from '../store/statements/compile.ts';

/** Sizes of stretches: the newest entries of a kind are searched first; if there are too few results, the next ones. */
const ranks = [1000, 16_000, 128_000] as const;
/** Names of the stretches of a kind, newest first. */
export const bandNames = ranks.map((_, place) => `stretch${place}`);
/** Milliseconds after which bands are reloaded. During a reload the old bands are returned. */
const remembered = 600_000;
/** Maximum milliseconds between creating an id and committing its entry. */
const maxWriteMilliseconds = 600_000;
const maxTenantsCached = 500;

/** Sizes of the blocks of ids in `search_entry.bands`: the first has 2^14, each 2^5 times the one before. */
const bands = {
  shifts: [14n, 19n, 24n, 29n, 34n, 39n, 44n, 49n, 54n, 59n],
  together: 16n,
} as const;
const endOfIds = 1n << 63n;

/** Block of ids. */
interface Band {
  /** Band of entries, a value of `search_entry.bands`. */
  readonly band: string;
  readonly first: bigint;
  readonly last: bigint;
}

/** Returns the bands that contain every id from this one on, and few ids before it: small blocks, then larger ones. */
export const bandsFromId = (id: bigint): readonly Band[] => {
  let from = (id >> bands.shifts[0]) << bands.shifts[0];
  return bands.shifts.flatMap((shift, size) => {
    const next = bands.shifts[size + 1];
    // End of this block size: where a block of the next size begins.
    const end = next === undefined ? endOfIds : ((from + (1n << next) - 1n) >> next) << next;
    const blocks = Array.from({ length: Number((end - from) >> shift) }, (_, place) => {
      const block = (from >> shift) + BigInt(place);
      return {
        band: String(block * bands.together + BigInt(size)),
        first: block << shift,
        last: ((block + 1n) << shift) - 1n,
      };
    });
    from = end;
    return blocks;
  });
};

/**
 * Bands of the newest entries of a kind, for each of `ranks` that the kind reaches: bands that contain an entry or may
 * soon get one. The index looks for each of them.
 */
export type NewestBands = readonly (readonly string[])[];

const keep = cacheSql();
const idAt = (rank: number): Sql =>
  sql`(select e.record_id::text from search_entry e where e.tenant_id = ${slot('tenant')} and e.resource = k.resource order by e.record_id desc offset ${sql.lit(rank - 1)} limit 1)`;
const beginningsSql = sql`select k.resource, array[${sql.join(ranks.map(idAt))}] as ids from unnest(${slot('resources')}::text[]) k(resource)`;
// First entry from the beginning of a band on. For a search limited to the band, PostgreSQL may collect all its
// entries.
const heldSql = sql`select b.stretch, b.band from unnest(${slot('stretches')}::int[], ${slot('resources')}::text[], ${slot('bands')}::text[], ${slot('firsts')}::bigint[], ${slot('lasts')}::bigint[]) b(stretch, resource, band, first, last) where (select e.record_id from search_entry e where e.tenant_id = ${slot('tenant')} and e.resource = b.resource and e.record_id >= b.first order by e.record_id limit 1) <= b.last`;

interface Beginnings {
  readonly resource: string;
  readonly ids: readonly (string | null)[];
}

interface Held {
  readonly stretch: number;
  readonly band: string;
}

type OfKinds = ReadonlyMap<string, NewestBands>;

const channel = 'search';

/** Returns the statement that tells every process, at the commit, that the tenant has new entries with old ids. */
export const announceOldEntries = (tenant: string): Statement =>
  keep('announce', () => sql`select pg_notify(${slot('channel')}, ${slot('payload')})`).bind({
    channel,
    payload: JSON.stringify({ tenant }),
  });

/**
 * Cache of the bands that contain the newest entries of each kind, per tenant: the index reads less within them. An
 * entry written with an old id may be in a band that had none and is then not found: its writer sends
 * `announceOldEntries`.
 */
export class NewestBandsCache {
  readonly #database: Pick<Database, 'heavy'>;
  readonly #kinds: readonly string[];
  readonly #known = new LruCache<string, { kinds: Promise<OfKinds>; until: number }>(
    maxTenantsCached,
  );

  constructor(
    database: Pick<Database, 'heavy'>,
    kinds: readonly string[],
    listener?: NotificationListener,
  ) {
    this.#database = database;
    this.#kinds = kinds;
    listener?.on(channel, (payload) => {
      this.forget((JSON.parse(payload) as { readonly tenant: string }).tenant);
    });
    listener?.onGap((concerns) => this.#known.drop((_known, tenant) => concerns(tenant)));
  }

  /** Returns the cached bands of a tenant. Outdated bands are reloaded for the next caller. */
  of(tenant: string): Promise<OfKinds> {
    const now = performance.now();
    const known = this.#known.get(tenant);
    if (known && known.until > now) return known.kinds;
    const kinds = this.#ask(tenant);
    const usable = known !== undefined && known.until + remembered > now;
    this.#known.set(tenant, {
      kinds: usable ? kinds.catch(() => known.kinds) : kinds,
      until: now + remembered,
    });
    // A failed query is repeated.
    kinds.catch(() => this.#known.delete(tenant));
    return usable ? known.kinds : kinds;
  }

  /** Clears the bands of a tenant, because it has entries with old ids. */
  forget(tenant: string): void {
    this.#known.delete(tenant);
  }

  async #ask(tenant: string): Promise<OfKinds> {
    // The query is heavy, since it counts up to 128,000 entries of each kind: it must not delay short ones.
    const ask = <R>(sqlOf: Sql, name: string, values: RowLike) =>
      this.#database.heavy<R>(
        tenant,
        'stretches',
        keep(name, () => sqlOf).bind({ tenant, ...values }),
      );
    const now = Date.now();
    const [soonFirst, soonLast] = [
      firstIdAt(now - maxWriteMilliseconds),
      firstIdAt(now + 2 * remembered),
    ];
    const beginnings = await ask<Beginnings>(beginningsSql, 'beginnings', {
      resources: this.#kinds,
    });
    const stretches = beginnings.flatMap(({ resource, ids }) =>
      ids.flatMap((id) => (id === null ? [] : [{ resource, all: bandsFromId(BigInt(id)) }])),
    );
    const asked = stretches.flatMap(({ resource, all }, stretch) =>
      all.map((band) => ({ stretch, resource, ...band })),
    );
    const held = await ask<Held>(heldSql, 'held', {
      stretches: asked.map(({ stretch }) => stretch),
      resources: asked.map(({ resource }) => resource),
      bands: asked.map(({ band }) => band),
      firsts: asked.map(({ first }) => String(first)),
      lasts: asked.map(({ last }) => String(last)),
    });
    const bandsOf = stretches.map(
      ({ all }) =>
        new Set(
          all
            .filter(({ first, last }) => first <= soonLast && last >= soonFirst)
            .map(({ band }) => band),
        ),
    );
    for (const { stretch, band } of held) bandsOf[stretch]?.add(band);
    return new Map(
      this.#kinds.map((kind) => [
        kind,
        stretches.flatMap(({ resource }, stretch) =>
          resource === kind ? [[...(bandsOf[stretch] ?? [])]] : [],
        ),
      ]),
    );
  }
}
