import { nobody } from '@keyan/kernel/actor.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import type { Catalog } from './catalog.ts';
import type { Database } from './database.ts';
import { LruCache } from './lru-cache.ts';
import type { NotificationListener } from './notifications.ts';
import { titleColumn } from './references.ts';
import { type Column, shapeOf } from './shape.ts';
import type { Store } from './store.ts';

type Fillable = Record<string, unknown>;

/** A field that points to records of a resource, and where their name goes. */
interface Pointing {
  readonly field: string;
  readonly named: string;
  readonly key: string;
}

/** The pointing fields of a resource: its own, and those of its sub-tables by their names. */
interface Pointings {
  readonly own: readonly Pointing[];
  readonly lines: readonly (readonly [field: string, own: readonly Pointing[]])[];
}

const pointingsOf = (catalog: Catalog, resource: Resource): Pointings => {
  const shape = shapeOf(resource);
  const among = (columns: readonly Column[]): readonly Pointing[] =>
    columns.flatMap(({ field, spec }) => {
      const key = spec.target?.key;
      return key !== undefined && titleColumn(catalog, key) !== undefined
        ? [{ field, named: `${field}Name`, key }]
        : [];
    });
  return {
    own: among([...shape.own, ...shape.base]),
    lines: shape.lines.flatMap(({ field, columns }) => {
      const own = among(columns);
      return own.length === 0 ? [] : [[field, own] as const];
    }),
  };
};

/** One reference that is there: the row that has it, by which field, to which record. */
interface Place {
  readonly row: Fillable;
  readonly pointing: Pointing;
  readonly id: string;
}

/** Announced by the tables themselves (`namesTrigger`): `[tenant, table, id]` of who is renamed. */
const channel = 'name';
/** A university's people, departments, journals and running projects. */
const mostKept = 20_000;

/**
 * What records are called, for the references of others. A name is remembered until the database
 * announces another one; while that cannot be heard, names are asked for each time.
 */
export class Names {
  readonly #database: Database;
  readonly #store: Store;
  readonly #hearing: NotificationListener | undefined;
  readonly #kept = new LruCache<string, { readonly name: string | null }>(mostKept);
  readonly #pointings = new Map<Resource, Pointings>();
  /** How often something was heard: what was asked before may be outdated when it comes. */
  #heard = 0;

  constructor(database: Database, store: Store, hearing?: NotificationListener) {
    this.#database = database;
    this.#store = store;
    this.#hearing = hearing;
    hearing?.on(channel, (payload) => {
      const [tenantId = '', table = '', id = ''] = JSON.parse(payload) as readonly string[];
      this.#drop(tenantId, table, id);
    });
    hearing?.onGap(() => {
      this.#heard += 1;
      this.#kept.clear();
    });
  }

  /** For a change of one's own: the announcement may be a moment behind. */
  forget(tenantId: string, resource: Resource, id: string): void {
    this.#drop(tenantId, resource.table, id);
  }

  /**
   * Puts beside every reference of a row, and of its lines, what the record is called:
   * `fkDeptIdName` beside `fkDeptId`, null where there is none.
   */
  async fill(tenantId: string, resource: Resource, row: Fillable): Promise<void> {
    const places: Place[] = [];
    const look = (one: Fillable, own: readonly Pointing[]): void => {
      for (const pointing of own) {
        const id = one[pointing.field];
        // A field that the reader may not know of is not there at all.
        if (id === undefined) continue;
        one[pointing.named] = null;
        if (typeof id === 'string' && id !== nobody) places.push({ row: one, pointing, id });
      }
    };
    const { own, lines } = this.#pointingsOf(resource);
    look(row, own);
    for (const [field, inLine] of lines) {
      for (const line of (row[field] as Fillable[] | null | undefined) ?? []) look(line, inLine);
    }
    const unknown = places.filter((place) => !this.#put(tenantId, place));
    if (unknown.length > 0) await this.#ask(tenantId, unknown);
  }

  #drop(tenantId: string, table: string, id: string): void {
    this.#heard += 1;
    this.#kept.delete(`${tenantId} ${table} ${id}`);
  }

  #pointingsOf(resource: Resource): Pointings {
    const known = this.#pointings.get(resource);
    if (known) return known;
    const pointings = pointingsOf(this.#store.catalog, resource);
    this.#pointings.set(resource, pointings);
    return pointings;
  }

  #keyOf(tenantId: string, { pointing, id }: Place): string {
    return `${tenantId} ${this.#store.catalog.target(pointing.key)?.table} ${id}`;
  }

  /** @returns false where the name is not remembered. */
  #put(tenantId: string, place: Place): boolean {
    if (!this.#hearing?.isConnected) return false;
    const kept = this.#kept.get(this.#keyOf(tenantId, place));
    if (kept) place.row[place.pointing.named] = kept.name;
    return kept !== undefined;
  }

  async #ask(tenantId: string, places: readonly Place[]): Promise<void> {
    const byKey = Object.groupBy(places, ({ pointing }) => pointing.key);
    const ids = Object.fromEntries(
      Object.entries(byKey).map(([key, those = []]) => [key, those.map(({ id }) => id)]),
    );
    const statement = this.#store.references.names(Object.keys(ids).sort());
    const heard = this.#heard;
    const rows = await this.#database.short<{ key: string; id: string; name: string | null }>(
      tenantId,
      statement.bind({ tenant: tenantId, ...ids }),
    );
    const found = new Map(rows.map(({ key, id, name }) => [`${key} ${id}`, name]));
    const keeps = this.#hearing?.isConnected && heard === this.#heard;
    for (const place of places) {
      const name = found.get(`${place.pointing.key} ${place.id}`);
      if (name === undefined) continue;
      place.row[place.pointing.named] = name;
      if (keeps) this.#kept.set(this.#keyOf(tenantId, place), { name });
    }
  }
}
