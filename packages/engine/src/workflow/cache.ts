import type { NotificationListener } from '../store/notifications.ts';

/** Whatever decides who may do what is announced here by the database itself. */
const channel = 'identity';
/** Per tenant; a university has fewer people in its processes. */
const mostEntries = 20_000;

type Shelf = Map<string, unknown>;

/**
 * Remembers who holds which role and which routes are in force, for as long as every change is
 * heard of: a change of people, roles, departments, parameters or definitions of a tenant, made by
 * whichever process, empties that tenant's shelf.
 */
export class WorkflowCache {
  readonly #hearing: NotificationListener | undefined;
  readonly #shelves = new Map<string, Shelf>();

  constructor(hearing?: NotificationListener) {
    this.#hearing = hearing;
    hearing?.on(channel, (payload) => {
      const { tenant } = JSON.parse(payload) as { tenant?: string };
      if (tenant === undefined) this.#shelves.clear();
      else this.#shelves.delete(tenant);
    });
    hearing?.onGap(() => this.#shelves.clear());
  }

  /** For a change of one's own: the announcement may be a moment behind. */
  forget(tenantId: string): void {
    this.#shelves.delete(tenantId);
  }

  /** The value under a key, loaded when it is not known. */
  async recall<T>(tenantId: string, key: string, load: () => Promise<T>): Promise<T> {
    const found = await this.getAll<T>(tenantId, '', [key], async () => {
      return new Map([[key, await load()]]);
    });
    return found.get(key) as T;
  }

  /** The values of several keys; those that are not known are loaded together. */
  async getAll<T>(
    tenantId: string,
    prefix: string,
    keys: readonly string[],
    load: (missing: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>> {
    if (!this.#hearing?.isConnected) return load(keys);
    const shelf = this.#shelf(tenantId);
    const missing = keys.filter((key) => !shelf.has(prefix + key));
    const loaded = missing.length > 0 ? await load(missing) : new Map<string, T>();
    // Something changed meanwhile: the shelf was taken away, and what was loaded is not kept.
    if (this.#shelves.get(tenantId) === shelf) {
      for (const [key, value] of loaded) shelf.set(prefix + key, value);
    }
    return new Map(
      keys.flatMap((key): [string, T][] => {
        const value = loaded.get(key) ?? (shelf.get(prefix + key) as T | undefined);
        return value === undefined ? [] : [[key, value]];
      }),
    );
  }

  #shelf(tenantId: string): Shelf {
    const known = this.#shelves.get(tenantId);
    if (known && known.size < mostEntries) return known;
    const shelf: Shelf = new Map();
    this.#shelves.set(tenantId, shelf);
    return shelf;
  }
}
