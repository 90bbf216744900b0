import pg from 'pg';

type Listener = (payload: string) => void;

interface Options {
  /** Milliseconds between two signs of life. */
  readonly heartbeat?: number;
}

const longestWait = 5000;

/**
 * Listens to what other processes announce with NOTIFY, on a connection of its own. While
 * `isConnected` is false an announcement may be missed: caches of rows must not be used then, and
 * must be cleared in `onGap`, which is called when the connection works again.
 */
export class Notifications {
  readonly #url: string;
  readonly #heartbeat: number;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #gaps = new Set<() => void>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #isConnected = false;

  constructor(url: string, options: Options = {}) {
    this.#url = url;
    this.#heartbeat = options.heartbeat ?? 2000;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Begins to listen; afterwards a broken connection is replaced. Never throws. */
  async start(): Promise<void> {
    await this.#connect(100);
  }

  /**
   * Calls back for every announcement on the channel. A listener must not throw.
   * @returns the undo.
   */
  on(channel: string, listener: Listener): () => void {
    const known = this.#listeners.get(channel);
    const listeners = known ?? new Set<Listener>();
    this.#listeners.set(channel, listeners);
    listeners.add(listener);
    if (!known && this.#client) {
      const client = this.#client;
      client.query(listenTo(channel)).catch(() => this.#lose(client));
    }
    return () => listeners.delete(listener);
  }

  /** Calls back each time that the connection begins: caches may be outdated. */
  onGap(listener: () => void): void {
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
      connectionString: this.#url,
      application_name: 'keyan-listen',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: this.#heartbeat * 2,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload ?? '');
    });
    try {
      await client.connect();
      if (this.#closed) return await client.end();
      this.#client = client;
      for (const channel of this.#listeners.keys()) await client.query(listenTo(channel));
      for (const gap of this.#gaps) gap();
      this.#isConnected = true;
      this.#beat(client);
    } catch {
      client.end().catch(() => undefined);
      this.#client = undefined;
      this.#later(() => this.#connect(Math.min(wait * 2, longestWait)), wait);
    }
  }

  /** Finds connections that died without an event. */
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

/** What caches need of it. */
export type NotificationListener = Pick<Notifications, 'on' | 'onGap' | 'isConnected'>;

const listenTo = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`;
