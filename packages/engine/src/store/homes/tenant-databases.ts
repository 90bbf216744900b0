import type { Label } from '@keyan/kernel/label.ts';
import type { Logger } from 'pino';
import {
  Database,
  type DatabaseAddress,
  driverAddress,
  type Session,
  type Statement,
  type Tx,
} from '../connection/database.ts';
import { enclosingFrame } from '../connection/enclosing.ts';
import { Unavailable } from '../connection/failures.ts';
import type { Notifications } from '../connection/notifications.ts';
import type { HeavyQuery } from '../connection/query-limiter.ts';
import type { ReadFigures } from '../connection/read-figures.ts';
import { type Position, positionStatement } from '../replicas/position.ts';
import { type ReplicaSettings, Replicas } from '../replicas/replicas.ts';
import { tenantsAnnounced } from './announcements.ts';
import { syncDirectory, tenantDirectoryOf } from './directory.ts';
import { type LeaseTimes, type TenantHome, TenantLease } from './lease.ts';

/** Channel of the main database for closed, reopened or moved tenants, and for changed data sources. */
export const homesChannel = 'tenant_home';
/** Channel for changes of rights, and of the directory of tenants, which is announced as a change of everything. */
const identityChannel = 'identity';
const everything = '{}';

const awayLabel: Label = [
  '本单位的数据库暂时无法连接，请稍后再试或联系系统管理员',
  'The database of your institution cannot be reached; try again later or ask the administrator',
];

const noReplicas: ReplicaSettings = { places: [], connections: 1, admit: async () => undefined };

/** Milliseconds after a failure before a source is opened again. */
const pause = 3000;
/** Milliseconds of silence after which a source counts as unavailable, before any call has waited for it. */
const maxSilence = 1000;
/** Milliseconds of silence after which the address of a source is resolved again: it may have changed. */
const stale = 5000;
/** Maximum milliseconds for an answer of the directory, or of each database when all are read. */
const patience = 5000;

/** @throws Error if the work takes longer than `patience`. */
const inTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

export interface TenantDatabasesParts {
  readonly main: DatabaseAddress;
  readonly notifications: Notifications;
  /** Maximum numbers of connections to the main database, and to each data source. */
  readonly connections: { readonly main: number; readonly source: number };
  /** Opens a data source by its id: checks and migrates it. @throws the error that prevents this */
  open(sourceId: string): Promise<DatabaseAddress>;
  /** Replicas of the main database; left out: none. */
  readonly replicas?: ReplicaSettings;
  readonly log: Logger;
  readonly times?: LeaseTimes;
}

/** Data source that this process uses. */
interface Source {
  readonly database: Database;
  readonly notifications: Notifications;
  /** Timer that reopens this data source when it has been silent for `stale`. */
  readonly watch: NodeJS.Timeout;
}

interface Opening {
  readonly source: Promise<Source>;
  /** Time of the last failure, after which opening pauses; null for none. */
  failedAt: number | null;
}

const forLease = (main: DatabaseAddress): Database =>
  new Database(
    { ...driverAddress(main), query_timeout: patience, keepAlive: true },
    { connections: 1 },
  );

/**
 * Databases of an installation as one. Every statement runs for one tenant, whose directory row decides the database:
 * the main one, or a data source. The directory is cached for seconds only (`TenantLease`) and needs no statement per
 * call. An unavailable source fails the calls of its tenants alone, and at once.
 */
export class TenantDatabases extends Database {
  readonly #parts: TenantDatabasesParts;
  readonly #leaseDatabase: Database;
  readonly #lease: TenantLease;
  readonly #sources = new Map<string, Opening>();
  /** Open sources by id. */
  readonly #open = new Map<string, Source>();
  /** Sources skipped by `everywhere` since they were opened: cached results may lack their rows. */
  readonly #leftOut = new Set<string>();
  readonly #replicas: Replicas;
  #syncing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(parts: TenantDatabasesParts) {
    super(parts.main, { connections: parts.connections.main });
    this.#parts = parts;
    this.#leaseDatabase = forLease(parts.main);
    this.#lease = new TenantLease(this.#leaseDatabase, () => this.#openAll(), {
      ...(parts.times && { times: parts.times }),
    });
    this.#replicas = new Replicas(parts.replicas ?? noReplicas, {
      position: (tenantId) => this.#position(tenantId),
      log: parts.log,
    });
    const { notifications } = parts;
    notifications.on(homesChannel, (payload) => this.#hear(payload));
    notifications.on(identityChannel, (payload) => {
      if (payload === everything) this.#syncAll();
    });
    notifications.onGap(() => {
      this.#renew();
      this.#syncAll();
    });
    notifications.hearBy((tenantId) => {
      const id = this.#lease.homes.get(tenantId)?.source;
      return id ? (this.#open.get(id)?.notifications.isConnected ?? false) : undefined;
    });
  }

  /** Reads the directory and starts opening the databases of tenants. An unavailable source does not fail the start. */
  async start(): Promise<void> {
    await this.#lease.start();
    this.#replicas.start();
    await Promise.allSettled(this.#homeIds().map((id) => this.#source(id)));
    this.#syncAll();
  }

  /** Reads the current home of a tenant; undefined for a tenant that never moved. */
  async homeOf(tenantId: string): Promise<TenantHome | undefined> {
    await this.#lease.renew();
    return this.#lease.homes.get(tenantId);
  }

  override transaction<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#at(tenantId, (confirm) => [
      () => super.transaction(tenantId, work, confirm),
      (there) => there.transaction(tenantId, work, confirm),
    ]);
  }

  override enclosing<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    return this.#at(tenantId, (confirm) => [
      () => super.enclosing(tenantId, work, confirm),
      (there) => there.enclosing(tenantId, work, confirm),
    ]);
  }

  override read<T>(tenantId: string, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#at(tenantId, () => [
      () => super.read(tenantId, work),
      (there) => there.read(tenantId, work),
    ]);
  }

  override heavy<R>(
    tenantId: string,
    userKey: string,
    statement: Statement,
  ): Promise<readonly R[]> {
    return this.#at(tenantId, () => [
      () => this.#heavy<R>({ tenantId, userKey, statement }),
      (there) => there.heavy<R>(tenantId, userKey, statement),
    ]);
  }

  override get readFigures(): ReadFigures {
    return this.#replicas.figures;
  }

  override short<R>(tenantId: string, statement: Statement): Promise<R[]> {
    return this.#at(tenantId, () => [
      () => super.short<R>(tenantId, statement),
      (there) => there.short<R>(tenantId, statement),
    ]);
  }

  /**
   * Unavailable sources are skipped, and their listeners are called when they are back. A source may also be broken by
   * its operator: then it is skipped too, so that nobody else fails or waits.
   */
  override async everywhere<R>(
    work: (session: Session) => Promise<readonly R[]>,
    tenantOf: (row: R) => string,
  ): Promise<readonly R[]> {
    if (!this.#lease.isHeld) await this.#lease.renew();
    const homeOf = (row: R): string | null => this.#lease.homes.get(tenantOf(row))?.source ?? null;
    const rowsIn = async (id: string): Promise<readonly R[]> => {
      const { database } = await this.#source(id);
      return (await database.read('', work)).filter((row) => homeOf(row) === id);
    };
    const main = (await super.read('', work)).filter((row) => homeOf(row) === null);
    const others = this.#homeIds().map(async (id): Promise<readonly R[]> => {
      const found = rowsIn(id);
      // A source that answers again, or late, is reopened, which is announced.
      found.then(
        () => (this.#leftOut.delete(id) ? this.#drop(id) : undefined),
        () => undefined,
      );
      try {
        return await inTime(found);
      } catch (err) {
        this.#parts.log.warn({ err, source: id }, 'a data source of tenants is left out');
        this.#leftOut.add(id);
        return [];
      }
    });
    return main.concat(...(await Promise.all(others)));
  }

  override async close(): Promise<void> {
    this.#closed = true;
    await this.#syncing;
    await Promise.all([...this.#sources.keys()].map((id) => this.#drop(id)));
    await this.#replicas.close();
    await this.#lease.close();
    await this.#leaseDatabase.close();
    await super.close();
  }

  /** Reads in the main database, or in a replica of it unless it is a part of a transaction. */
  #heavy<R>(query: HeavyQuery): Promise<readonly R[]> {
    const { tenantId, userKey, statement } = query;
    const primary = () => super.heavy<R>(tenantId, userKey, statement);
    return enclosingFrame(this, tenantId) ? primary() : this.#replicas.heavy<R>(query, primary);
  }

  async #position(tenantId: string): Promise<Position> {
    const [position] = await super.short<Position>(tenantId, positionStatement);
    if (!position) throw new Error('the installation has no number');
    return position;
  }

  /** Runs work in the database of a tenant. */
  async #at<T>(
    tenantId: string,
    workOf: (
      confirm: () => Promise<void>,
    ) => readonly [main: () => Promise<T>, elsewhere: (there: Database) => Promise<T>],
  ): Promise<T> {
    const visit = await this.#lease.enter(tenantId);
    try {
      const confirm = () => this.#lease.confirm(visit);
      const [main, elsewhere] = workOf(confirm);
      const id = visit.home?.source ?? null;
      const result = id === null ? await main() : await this.#elsewhere(id, elsewhere);
      await confirm();
      return result;
    } finally {
      this.#lease.leave(visit);
    }
  }

  async #elsewhere<T>(id: string, work: (there: Database) => Promise<T>): Promise<T> {
    const { database } = await this.#source(id);
    try {
      return await work(database);
    } catch (error) {
      throw error instanceof Unavailable && error.label === undefined
        ? new Unavailable(error, awayLabel)
        : error;
    }
  }

  /** Returns the ids of the data sources that contain tenants. */
  #homeIds(): readonly string[] {
    const ids = [...this.#lease.homes.values()].flatMap(({ source }) => source ?? []);
    return [...new Set(ids)];
  }

  #tenantsOf(sourceId: string): readonly string[] {
    return [...this.#lease.homes].flatMap(([tenant, { source }]) =>
      source === sourceId ? [tenant] : [],
    );
  }

  #openAll(): void {
    for (const id of this.#homeIds()) void this.#source(id).catch(() => undefined);
  }

  #renew(): void {
    void this.#lease.renew().catch(() => undefined);
  }

  #hear(payload: string): void {
    // The payload is the id of a source whose address or password changed; empty for a move.
    if (payload !== '') {
      void this.#drop(payload);
      this.#openAll();
    }
    this.#renew();
  }

  /** Opens a data source. @throws Unavailable */
  async #source(id: string): Promise<Source> {
    const known = this.#sources.get(id);
    const isOver =
      known !== undefined && known.failedAt !== null && performance.now() - known.failedAt > pause;
    const opening = known && !isOver ? known : this.#begin(id);
    let source: Source;
    try {
      source = await opening.source;
    } catch (error) {
      throw new Unavailable(error, awayLabel);
    }
    if (source.notifications.silence > maxSilence) {
      throw new Unavailable(new Error(`data source ${id} is silent`), awayLabel);
    }
    return source;
  }

  #begin(id: string): Opening {
    const { log, notifications, connections } = this.#parts;
    const open = async (): Promise<Source> => {
      if (this.#closed) throw new Error('closed');
      const place = await this.#parts.open(id);
      const source: Source = {
        database: new Database(place, { connections: connections.source }),
        notifications: notifications.branch(place, {
          hearing: (channel, payload) => {
            if (channel === homesChannel) return [];
            if (channel === identityChannel && payload === everything) this.#syncAll();
            return tenantsAnnounced(payload, this.#tenantsOf(id));
          },
          concerns: (tenantId) => this.#tenantsOf(id).includes(tenantId),
        }),
        watch: setInterval(() => {
          if (source.notifications.silence > stale) void this.#drop(id, opening);
        }, maxSilence).unref(),
      };
      await source.notifications.start();
      this.#open.set(id, source);
      this.#leftOut.delete(id);
      return source;
    };
    const opening: Opening = { source: open(), failedAt: null };
    this.#sources.set(id, opening);
    opening.source.then(
      () => this.#syncAll(),
      (err: unknown) => {
        opening.failedAt = performance.now();
        log.warn({ err, source: id }, 'a data source of tenants cannot be opened');
      },
    );
    return opening;
  }

  /** Closes a source; the next call reopens it. @param only if given, a newer instance is kept */
  async #drop(id: string, only = this.#sources.get(id)): Promise<void> {
    if (!only || this.#sources.get(id) !== only) return;
    this.#sources.delete(id);
    this.#open.delete(id);
    const source = await only.source.catch(() => null);
    if (!source) return;
    clearInterval(source.watch);
    // Running calls end first, unless nobody answers them.
    if (source.notifications.silence > stale) source.database.cut();
    this.#parts.notifications.cut(source.notifications);
    await source.notifications.close();
    await source.database.close().catch(() => undefined);
  }

  /** Synchronises the directory rows that exist in two databases, one after the other. */
  #syncAll(): void {
    this.#syncing = this.#syncing.then(async () => {
      for (const [tenantId, { source: id, isClosed }] of this.#lease.homes) {
        const source = id === null ? undefined : this.#open.get(id);
        if (this.#closed || !source || isClosed) continue;
        await syncDirectory(
          tenantId,
          tenantDirectoryOf((work) => super.read('', work)),
          tenantDirectoryOf((work) => source.database.read('', work)),
        ).catch((err: unknown) =>
          this.#parts.log.warn(
            { err, tenantId },
            'the directory of a tenant was not brought along',
          ),
        );
      }
    });
  }
}
