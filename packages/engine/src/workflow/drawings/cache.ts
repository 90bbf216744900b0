import type { NotificationListener } from '../../store/connection/notifications.ts';

/** Channel on which the database announces changes of people, roles and definitions. */
const channel = 'identity';
/** Maximum number of entries per tenant; a university has fewer people in its processes. */
const maxEntriesPerTenant = 20_000;

type Shelf = Map<string, unknown>;

/**
 * Caches holders of roles and routes in force, while the notification listener is connected. A change of people, roles,
 * departments, parameters or definitions of a tenant, by any server process, clears the entries of the tenant.
 */
export class WorkflowCache {
  readonly #listener: NotificationListener | undefined;
  readonly #shelves = new Map<string, Shelf>();

  constructor(listener?: NotificationListener) {
    this.#listener = listener;
    listener?.on(channel, (payload) => {
      const { tenant } = JSON.parse(payload) as { tenant?: string };
      if (tenant === undefined) this.#shelves.clear();
      else this.#shelves.delete(tenant);
    });
    listener?.onGap((concerns) => {
      for (const tenantId of this.#shelves.keys()) {
        if (concerns(tenantId)) this.#shelves.delete(tenantId);
      }
    });
  }

  /** Clears the entries of a tenant after a change by this process: the notification may arrive later. */
  forget(tenantId: string): void {
    this.#shelves.delete(tenantId);
  }

  /** Returns the value of a key, loaded if it is not cached. */
  async recall<T>(tenantId: string, key: string, load: () => Promise<T>): Promise<T> {
    const found = await this.getAll<T>(tenantId, '', [key], async () => {
      return new Map([[key, await load()]]);
    });
    return found.get(key) as T;
  }

  /** Returns the values of several keys; missing ones are loaded together. */
  async getAll<T>(
    tenantId: string,
    prefix: string,
    keys: readonly string[],
    load: (missing: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>> {
    if (!this.#listener?.hears(tenantId)) return load(keys);
    const shelf = this.#shelf(tenantId);
    const missing = keys.filter((key) => !shelf.has(prefix + key));
    const loaded = missing.length > 0 ? await load(missing) : new Map<string, T>();
    // The cache was cleared meanwhile: what was loaded may be outdated and is not cached.
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
    if (known && known.size < maxEntriesPerTenant) return known;
    const shelf: Shelf = new Map();
    this.#shelves.set(tenantId, shelf);
    return shelf;
  }
}
