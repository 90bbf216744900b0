import pg from 'pg';
import { type DatabaseAddress, driverAddress } from './database.ts';

type Listener = (payload: string) => void;

/** Converts an announcement to the announcements to deliver: itself, others, or none. */
export type ReceivedMessages = (channel: string, payload: string) => readonly string[];

/** True for tenants affected by a gap in announcements: those of the database that could not be heard. */
export type AffectedTenants = (tenantId: string) => boolean;

/** Options for listening to a further database, which somebody else may operate. */
interface Branch {
  /** Filters and converts the announcements of that database. */
  readonly hearing: ReceivedMessages;
  /** True for tenants whose announcements come from that database. */
  readonly concerns: AffectedTenants;
}

interface Options {
  /** Milliseconds between two checks of the connection. */
  readonly heartbeat?: number;
}

const maxReconnectPause = 5000;

/**
 * Receives the announcements of other processes (NOTIFY), on a separate connection. While `isConnected` is false
 * announcements may be missed: caches of rows must not be used then, and must be cleared in `onGap`, which is called
 * when the connection works again.
 */
export class Notifications {
  readonly #place: DatabaseAddress;
  readonly #heartbeat: number;
  readonly #hearing: ReceivedMessages;
  readonly #concerns: AffectedTenants;
  /** Listeners by channel; shared with the branches. */
  readonly #listeners: Map<string, Set<Listener>>;
  readonly #gaps: Set<(concerns: AffectedTenants) => void>;
  readonly #branches = new Set<Notifications>();
  #hearsElsewhere: (tenantId: string) => boolean | undefined = () => undefined;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #isConnected = false;
  #lostAt = performance.now();

  constructor(
    place: DatabaseAddress,
    options: Options = {},
    branch?: Branch & { readonly trunk: Notifications },
  ) {
    this.#place = place;
    this.#heartbeat = options.heartbeat ?? 2000;
    this.#hearing = branch?.hearing ?? ((_channel, payload) => [payload]);
    this.#concerns = branch?.concerns ?? (() => true);
    this.#listeners = branch ? branch.trunk.#listeners : new Map();
    this.#gaps = branch ? branch.trunk.#gaps : new Set();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Milliseconds for which no announcement could be received. */
  get silence(): number {
    return this.#isConnected ? 0 : performance.now() - this.#lostAt;
  }

  /** True if announcements about a tenant can be received: its database may be another one. */
  hears(tenantId: string): boolean {
    return this.#hearsElsewhere(tenantId) ?? this.#isConnected;
  }

  /**
   * Sets the function that answers `hears` for tenants of other databases; it returns undefined for those of this one.
   */
  hearBy(hearsElsewhere: (tenantId: string) => boolean | undefined): void {
    this.#hearsElsewhere = hearsElsewhere;
  }

  /**
   * Creates a connection to a further database for the same listeners; start and close it separately.
   * @param of filter of its announcements, since somebody else may operate that database
   */
  branch(place: DatabaseAddress, of: Branch): Notifications {
    const branch = new Notifications(place, { heartbeat: this.#heartbeat }, { ...of, trunk: this });
    this.#branches.add(branch);
    return branch;
  }

  /** Removes a branch that was closed. */
  cut(branch: Notifications): void {
    this.#branches.delete(branch);
  }

  /** Starts listening; a broken connection is replaced from then on. Never throws. */
  async start(): Promise<void> {
    await this.#connect(100);
  }

  /**
   * Calls the listener for every announcement on the channel.
   * @returns a function that ends this
   */
  on(channel: string, listener: Listener): () => void {
    const known = this.#listeners.get(channel);
    const listeners = known ?? new Set<Listener>();
    this.#listeners.set(channel, listeners);
    listeners.add(listener);
    if (!known) for (const each of [this, ...this.#branches]) each.#listen(channel);
    return () => listeners.delete(listener);
  }

  /** Delivers an announcement; no payload can end the process. */
  #hear(channel: string, payload: string): void {
    for (const heard of this.#hearing(channel, payload)) {
      for (const listener of this.#listeners.get(channel) ?? []) {
        try {
          listener(heard);
        } catch {
          // A malformed payload is no announcement of this program.
        }
      }
    }
  }

  #listen(channel: string): void {
    const client = this.#client;
    client?.query(listenTo(channel)).catch(() => this.#lose(client));
  }

  /** Calls the listener each time a connection begins: caches of the affected tenants may be outdated. */
  onGap(listener: (concerns: AffectedTenants) => void): void {
    this.#gaps.add(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#isConnected = false;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
    this.#client = undefined;
  }

  async #connect(wait: number): Promise<void> {
    const client = new pg.Client({
      ...driverAddress(this.#place),
      application_name: 'keyan-listen',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: this.#heartbeat * 2,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ channel, payload }) => this.#hear(channel, payload ?? ''));
    try {
      await client.connect();
      if (this.#closed) return await client.end();
      this.#client = client;
      for (const channel of this.#listeners.keys()) await client.query(listenTo(channel));
      for (const gap of this.#gaps) gap(this.#concerns);
      this.#isConnected = true;
      this.#beat(client);
    } catch {
      client.end().catch(() => undefined);
      this.#client = undefined;
      this.#later(() => this.#connect(Math.min(wait * 2, maxReconnectPause)), wait);
    }
  }

  /** Detects connections that died without an event. */
  #beat(client: pg.Client): void {
    this.#later(async () => {
      try {
        await client.query('select 1');
        if (this.#client === client) this.#beat(client);
      } catch {
        this.#lose(client);
      }
    }, this.#heartbeat);
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (this.#isConnected) this.#lostAt = performance.now();
    this.#isConnected = false;
    client.end().catch(() => undefined);
    this.#later(() => this.#connect(100), 0);
  }

  #later(work: () => Promise<void>, wait: number): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void work(), wait).unref();
  }
}

/** Interface for caches. */
export type NotificationListener = Pick<Notifications, 'on' | 'onGap' | 'hears'>;

const listenTo = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`;
