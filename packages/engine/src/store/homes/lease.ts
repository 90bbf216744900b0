import { hostname } from 'node:os';
import type { Label } from '@keyan/kernel/label.ts';
import type { Database } from '../connection/database.ts';
import { Unavailable } from '../connection/failures.ts';

/** Database that contains the rows of a tenant which was moved at least once. */
export interface TenantHome {
  /** Id of the data source; null for the main database. */
  readonly source: string | null;
  readonly isClosed: boolean;
  /** Number of times that the tenant was closed for a move. */
  readonly moves: string;
}

export interface LeaseTimes {
  /** Milliseconds between two signs of life. */
  readonly every: number;
  /** Milliseconds for which a process may act on what it read. */
  readonly lasts: number;
}

export const leaseTimes: LeaseTimes = { every: 2000, lasts: 10_000 };

/** Returns the key of one closing of a tenant, with which processes report that they have left. */
export const moveKey = (tenantId: string, moves: string): string => `${tenantId} ${moves}`;

const movingLabel: Label = [
  '本单位的数据正在迁移，暂时不能使用，请稍后再试',
  'The data of your institution is being moved; try again in a few minutes',
];

/** State at the time when work for a tenant began. */
export interface TenantVisit {
  readonly tenantId: string;
  readonly home: TenantHome | undefined;
  readonly lapses: number;
}

const beatText = `
  with kept as (
    insert into process_lease (process, beats, left_moves) values ($1, 1, $2)
    on conflict (process) do update
      set beats = process_lease.beats + 1, left_moves = excluded.left_moves)
  select tenant_code as tenant, datasource_id::text as source, state = 'closed' as "isClosed", moves::text
    from tenant_home`;

/** Maximum number of renewals answered after the lease had ended; then calls are answered with 503. */
const maxLateRenewals = 3;

/** Returns a test that is true until this time has passed on either clock: one stops in sleep, one is set by hand. */
const after = (milliseconds: number) => {
  const until = performance.now() + milliseconds;
  const wall = Date.now() + milliseconds;
  return () => performance.now() < until && Date.now() < wall;
};

/**
 * Directory of tenants as one process has read it, and the lease for which the process may act on it. Every few seconds
 * the process reports that it is alive, in the statement that reads the directory; what it read is valid for `lasts`
 * milliseconds from the request. A process that cannot renew, hangs or sleeps therefore stops by itself. A move of a
 * tenant waits until every process has reported that it left, or has been silent for longer (`waitUntilTenantIsIdle`).
 */
export class TenantLease {
  readonly #database: Database;
  readonly #process: string;
  readonly #times: LeaseTimes;
  readonly #onChange: () => void;
  #homes: ReadonlyMap<string, TenantHome> = new Map();
  /** Number of running calls by tenant. */
  readonly #work = new Map<string, number>();
  #isHeld: () => boolean = () => false;
  #lapses = 0;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param database separate database pool, because renewals must not wait behind calls. */
  constructor(
    database: Database,
    onChange: () => void,
    given: { readonly process?: string; readonly times?: LeaseTimes } = {},
  ) {
    this.#database = database;
    this.#onChange = onChange;
    this.#times = given.times ?? leaseTimes;
    this.#process = given.process ?? `${hostname()} ${process.pid} ${crypto.randomUUID()}`;
  }

  /** True while the directory that was read is valid. */
  get isHeld(): boolean {
    return this.#isHeld();
  }

  get homes(): ReadonlyMap<string, TenantHome> {
    return this.#homes;
  }

  /** Starts reporting that this process is alive. */
  async start(): Promise<void> {
    const again = (): void => {
      if (this.#closed) return;
      this.#timer = setTimeout(() => {
        // A failed renewal is repeated soon, and calls meanwhile renew by themselves.
        void this.renew()
          .catch(() => undefined)
          .then(again);
      }, this.#times.every).unref();
    };
    await this.renew();
    again();
  }

  /** Reads the directory again: the query starts after this call, so that its answer is new. */
  renew(): Promise<void> {
    if (this.#running === null) {
      // If this process was suspended, an answer may have arrived without being read in time: a second query is
      // answered at once.
      const again = () => this.#beat();
      this.#running = this.#beat()
        .catch(again)
        .finally(() => {
          this.#running = null;
        });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        return this.renew();
      });
    return this.#next;
  }

  /**
   * Begins work for a tenant.
   * @throws Unavailable while the tenant moves
   */
  async enter(tenantId: string): Promise<TenantVisit> {
    if (!this.#isHeld()) await this.renew();
    return this.#enter(tenantId);
  }

  #enter(tenantId: string): TenantVisit {
    const home = this.#homes.get(tenantId);
    if (home?.isClosed) throw new Unavailable(new Error(`${tenantId} moves`), movingLabel);
    this.#work.set(tenantId, (this.#work.get(tenantId) ?? 0) + 1);
    return { tenantId, home, lapses: this.#lapses };
  }

  /** Ends the work. */
  leave({ tenantId }: TenantVisit): void {
    const left = (this.#work.get(tenantId) ?? 1) - 1;
    if (left > 0) {
      this.#work.set(tenantId, left);
      return;
    }
    this.#work.delete(tenantId);
    // A move waits for this report.
    if (this.#homes.get(tenantId)?.isClosed) void this.renew().catch(() => undefined);
  }

  /**
   * Checks, before a commit and before an answer, that the tenant still lives where the work was done. It may have
   * moved while this process could not renew. A process suspended between this check and its commit writes to the old
   * database: the check before the answer then fails, so that nobody is told that it was stored.
   * @throws Unavailable
   */
  async confirm({ tenantId, home, lapses }: TenantVisit): Promise<void> {
    if (lapses === this.#lapses && this.#isHeld()) return;
    await this.renew();
    if (this.#homes.get(tenantId)?.moves !== home?.moves) {
      throw new Unavailable(new Error(`${tenantId} moved meanwhile`), movingLabel);
    }
  }

  /** Reports the end of this process, so that no move waits for it. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running?.catch(() => undefined);
    await this.#next?.catch(() => undefined);
    this.#isHeld = () => false;
    await this.#database
      .read('', (session) =>
        session.query('delete from process_lease where process = $1', [this.#process]),
      )
      .catch(() => undefined);
  }

  /** Returns the moves of closed tenants for which no call of this process is running. */
  #left(): readonly string[] {
    return [...this.#homes]
      .filter(([tenantId, { isClosed }]) => isClosed && !this.#work.has(tenantId))
      .map(([tenantId, { moves }]) => moveKey(tenantId, moves));
  }

  async #beat(): Promise<void> {
    let held = this.#isHeld;
    for (let tries = 0; tries < maxLateRenewals; tries += 1) {
      const fresh = after(this.#times.lasts);
      const rows = await this.#database.read('', (session) =>
        session.query<TenantHome & { readonly tenant: string }>(beatText, [
          this.#process,
          this.#left(),
        ]),
      );
      // True if the lease held until the answer came: whoever closed a tenant meanwhile waits for this process.
      const isUnbroken = held();
      held = fresh;
      if (isUnbroken) {
        this.#take(rows);
        this.#isHeld = fresh;
        return;
      }
      // The lease had lapsed, and somebody may have counted this process as gone. Its row is renewed now: read once
      // more.
      this.#lapses += 1;
    }
    throw new Unavailable(new Error('the directory of tenants answers too slowly'));
  }

  #take(rows: readonly (TenantHome & { readonly tenant: string })[]): void {
    const known = this.#homes;
    this.#homes = new Map(rows.map(({ tenant, ...home }) => [tenant, home]));
    const isSame = ([tenant, { source, isClosed, moves }]: [string, TenantHome]): boolean => {
      const before = known.get(tenant);
      return before?.source === source && before.isClosed === isClosed && before.moves === moves;
    };
    if ([...this.#homes].every(isSame)) return;
    this.#onChange();
    // A closed tenant without running calls is reported as left at once.
    if (this.#left().length > 0) void this.renew().catch(() => undefined);
  }
}
