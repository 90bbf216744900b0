import type { Logger } from 'pino';
import type { DatabaseAddress } from '../connection/database.ts';
import { QueryTimeout } from '../connection/failures.ts';
import type { HeavyQuery } from '../connection/query-limiter.ts';
import type { ReadFigures } from '../connection/read-figures.ts';
import type { Position } from './position.ts';
import { Replica, type ReplicaTimes, Unfit } from './replica.ts';

/** Streaming replicas of the main database, as the configuration names them. */
export interface ReplicaSettings {
  readonly places: readonly DatabaseAddress[];
  /** Reads that run at a time in each of them. */
  readonly connections: number;
  /** Judges a replica before its first read, and after each time that it was away. @throws what stands in the way */
  admit(place: DatabaseAddress): Promise<void>;
  readonly times?: Partial<ReplicaTimes>;
}

/** Access of the replicas to the main database. */
interface Primary {
  /** Position of the main database now. */
  position(tenantId: string): Promise<Position>;
  readonly log: Logger;
}

const usualTimes: ReplicaTimes = { patience: 100, pause: 1000, silence: 2000 };

/**
 * Heavy reads on replicas. A read takes the position of the primary when its turn comes, and is answered by a replica that has
 * replayed the log that far: it finds whatever anybody wrote and heard of before it was asked (decision 0645). A replica
 * that is away, behind or no replica is left out until a look finds it fit; its reads go to the primary.
 */
export class Replicas {
  readonly #settings: ReplicaSettings;
  readonly #primary: Primary;
  readonly #times: ReplicaTimes;
  readonly #replicas: readonly Replica[];
  #primaryReads = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(settings: ReplicaSettings, primary: Primary) {
    this.#settings = settings;
    this.#primary = primary;
    this.#times = { ...usualTimes, ...settings.times };
    this.#replicas = settings.places.map(
      (place) => new Replica(place, settings.connections, this.#times),
    );
  }

  /** Looks at every replica, now and from then on. None that is away delays anybody. */
  start(): void {
    if (this.#replicas.length > 0) this.#lookLater(0);
  }

  get figures(): ReadFigures {
    return {
      primary: this.#primaryReads,
      replicas: this.#replicas.map(({ figures }) => figures),
    };
  }

  /**
   * Answers a heavy read by a replica, else by the primary. A replica that fails is not heard of: the answer of
   * the primary counts.
   * @throws QueryTimeout, which says as much of the statement as the primary could
   */
  async heavy<R>(query: HeavyQuery, primary: () => Promise<readonly R[]>): Promise<readonly R[]> {
    const replica = this.#choose();
    if (!replica) return this.#askPrimary(primary);
    try {
      return await replica.heavy<R>(query, () => this.#position(query.tenantId));
    } catch (error) {
      if (error instanceof QueryTimeout) throw error;
      const wasUsed = replica.isUsed;
      const isBlamed = replica.failed(error);
      const rows = await this.#askPrimary(primary);
      // The statement is no reason: the primary could answer it.
      if (!isBlamed) replica.leaveOut('away');
      if (wasUsed) this.#tell(replica, error);
      return rows;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  #choose(): Replica | undefined {
    return this.#replicas
      .filter(({ isUsed }) => isUsed)
      .reduce<Replica | undefined>(
        (best, one) => (best === undefined || one.running < best.running ? one : best),
        undefined,
      );
  }

  #askPrimary<R>(primary: () => Promise<readonly R[]>): Promise<readonly R[]> {
    if (this.#replicas.length > 0) this.#primaryReads += 1;
    return primary();
  }

  /** @throws Error that blames no replica, where the primary is away */
  async #position(tenantId: string): Promise<Position> {
    try {
      return await this.#primary.position(tenantId);
    } catch (cause) {
      throw new Error('the primary tells no position', { cause });
    }
  }

  #lookLater(wait: number): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => this.#lookLater(this.#times.pause));
    }, wait).unref();
  }

  async #look(): Promise<void> {
    // The state of the primary is told elsewhere.
    const position = await this.#position('').catch(() => undefined);
    if (!position) return;
    await Promise.all(
      this.#replicas.map(async (replica) => {
        const before = await replica.look(position, () => this.#settings.admit(replica.place));
        if (before !== replica.figures.state) this.#tell(replica);
      }),
    );
  }

  #tell(replica: Replica, err?: unknown): void {
    const { name, state, lagBytes } = replica.figures;
    // The state says all of a replica that does not fit.
    const reason = err === undefined || err instanceof Unfit ? {} : { err };
    const told = { replica: name, state, lagBytes, ...reason };
    if (state === 'used') this.#primary.log.info(told, 'a replica answers reads');
    else this.#primary.log.warn(told, 'a replica is left out');
  }
}
