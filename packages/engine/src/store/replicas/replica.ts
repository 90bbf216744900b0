import { setTimeout as sleep } from 'node:timers/promises';
import { Database, type DatabaseAddress, driverAddress } from '../connection/database.ts';
import { isRetryable, Unavailable } from '../connection/failures.ts';
import { FairQueryLimiter, type HeavyQuery, inTurn } from '../connection/query-limiter.ts';
import type { ReplicaFigures, ReplicaState } from '../connection/read-figures.ts';
import type { Session } from '../connection/statement.ts';
import { type Position, type Standing, standingOf } from './position.ts';

/** Times in milliseconds. */
export interface ReplicaTimes {
  /** Wait of a read for commits that the replica lacks; then the primary answers. */
  readonly patience: number;
  /** Pause between two looks at a replica. */
  readonly pause: number;
  /** Time for the answer to a look; a replica that takes longer is away. */
  readonly silence: number;
}

/** A replica that does not fit for a read now. */
export class Unfit extends Error {
  readonly state: Exclude<ReplicaState, 'used'>;
  constructor(state: Exclude<ReplicaState, 'used'>) {
    super(`the replica cannot answer: ${state}`);
    this.name = 'Unfit';
    this.state = state;
  }
}

/** Reasons against a read, in the order in which they count. */
const reasons: readonly (readonly [
  state: Exclude<ReplicaState, 'used'>,
  applies: (standing: Standing) => boolean,
])[] = [
  ['stranger', ({ isOwn }) => !isOwn],
  ['primary', ({ isStandby }) => !isStandby],
  ['behind', ({ lagBytes }) => lagBytes > 0],
];

/** Milliseconds between two questions whether a replica has caught up. */
const step = 2;

/** State in which a failed read leaves a replica; undefined where the read itself may be at fault. */
const stateAfter = (error: unknown): Exclude<ReplicaState, 'used'> | undefined => {
  if (error instanceof Unfit) return error.state;
  // Its recovery stopped the read, or the whole connection.
  if (isRetryable(error) || isRetryable((error as { cause?: unknown }).cause)) return 'conflict';
  return error instanceof Unavailable ? 'away' : undefined;
};

/** One streaming replica of the main database: its connections, and what is known of it. */
export class Replica {
  readonly place: DatabaseAddress;
  readonly #name: string;
  readonly #times: ReplicaTimes;
  readonly #database: Database;
  /** A connection beside those of reads: a look never waits for one of them. */
  readonly #looking: Database;
  readonly #limiter: FairQueryLimiter;
  #state: ReplicaState = 'away';
  #lagBytes: number | null = null;
  #reads = 0;
  #running = 0;

  /** @param connections reads that run at a time. */
  constructor(place: DatabaseAddress, connections: number, times: ReplicaTimes) {
    const { host, port } = driverAddress(place);
    this.place = place;
    this.#name = typeof place === 'string' ? new URL(place).host : `${host}:${port}`;
    this.#times = times;
    this.#limiter = new FairQueryLimiter(connections);
    this.#database = new Database(place, { connections });
    this.#looking = new Database(
      { ...driverAddress(place), query_timeout: times.silence, keepAlive: true },
      { connections: 1 },
    );
  }

  get isUsed(): boolean {
    return this.#state === 'used';
  }

  /** Reads that run or wait here now. */
  get running(): number {
    return this.#running;
  }

  get figures(): ReplicaFigures {
    return {
      name: this.#name,
      state: this.#state,
      lagBytes: this.#lagBytes,
      reads: this.#reads,
    };
  }

  /**
   * Answers one heavy read with everything that was committed when its turn came.
   * @param position asked when its turn comes
   * @throws Unfit, and whatever the statement fails with
   */
  async heavy<R>(query: HeavyQuery, position: () => Promise<Position>): Promise<readonly R[]> {
    this.#running += 1;
    try {
      const rows = await inTurn<R>(this.#limiter, query, async () => {
        const wanted = await position();
        return this.#database.query<R>(query.tenantId, query.statement, (session) =>
          this.#reach(session, wanted),
        );
      });
      this.#reads += 1;
      return rows;
    } finally {
      this.#running -= 1;
    }
  }

  /** Looks whether the replica can be used from now on. Resolves to the state before; never throws. */
  async look(position: Position, admit: () => Promise<void>): Promise<ReplicaState> {
    const before = this.#state;
    try {
      await this.#looking.read('', (session) => this.#reach(session, position, true));
      if (before !== 'used') await admit();
      this.#state = 'used';
    } catch (error) {
      this.leaveOut(stateAfter(error) ?? 'away');
    }
    return before;
  }

  /**
   * Takes note of a read that failed here.
   * @returns false where the read itself may be at fault
   */
  failed(error: unknown): boolean {
    const state = stateAfter(error);
    if (state) this.leaveOut(state);
    return state !== undefined;
  }

  /** Gives it no read until a look finds it fit. Reads that run in a replica that is away fail at once. */
  leaveOut(state: Exclude<ReplicaState, 'used'>): void {
    if (state === 'away') {
      this.#lagBytes = null;
      this.#database.cut();
    }
    this.#state = state;
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#database.close(), this.#looking.close()]);
  }

  /** Waits until the replica has what was committed until a position. @throws Unfit */
  async #reach(session: Session, position: Position, isLook = false): Promise<void> {
    const last = performance.now() + this.#times.patience;
    for (let round = 0; ; round += 1) {
      const standing = await standingOf(session, position);
      const [state] = reasons.find(([, applies]) => applies(standing)) ?? [];
      if (isLook && round === 0) this.#lagBytes = Math.max(0, standing.lagBytes);
      if (state === undefined) return;
      if (state !== 'behind' || performance.now() >= last) throw new Unfit(state);
      await sleep(step);
    }
  }
}
