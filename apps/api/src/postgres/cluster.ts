import type { ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { archivingSettings } from '../archive/log.ts';
import { installationSecret } from '../env.ts';
import { Failure } from '../failure.ts';
import { type ClusterFolder, chooseClusterFolder } from './place.ts';
import { runningPostmaster } from './postmaster.ts';
import { initialiseCluster, startLogText, startServer, stopPostgres } from './process.ts';
import { serverSettings } from './settings.ts';

/** Roles of the embedded cluster; roles.ts grants their rights. */
export type Role = 'postgres' | 'keyan_owner' | 'keyan_app';

export interface ClusterOptions {
  readonly dataDir: string;
  /** True to serve from this cluster, which one process at a time may do; false for commands. */
  readonly serving: boolean;
  /** Reports progress, one line per call. */
  readonly say: (line: string) => void;
  /** Folder for the archived write-ahead log (`archive/log.ts`); unset: no archiving. */
  readonly archive?: string | undefined;
  /** Server settings over the defaults (tests turn fsync off). */
  readonly settings?: Readonly<Record<string, string>>;
  /** Maximum milliseconds until the server answers; default: five minutes. */
  readonly patience?: number;
  /**
   * `tcp` listens on a free loopback port; default: a socket in a private folder if the system
   * supports it.
   */
  readonly transport?: 'socket' | 'tcp';
}

/** Running embedded PostgreSQL. */
export interface Cluster {
  readonly place: ClusterFolder;
  /** Returns the connection address of a role. */
  url(role: Role, database: string): string;
  password(role: Role): string;
  /** Disconnects; the last process that uses the cluster shuts it down. */
  close(): Promise<void>;
}

/** Failure: another process serves from the same data folder. */
export class InUse extends Failure {
  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is in use by another running server. Stop that one first, or choose another DATA_DIR.`,
    );
  }
}

/** Numbers of the advisory locks in the maintenance database; a lock ends with its connection. */
const lockNumbers = { user: 7_203_501_901, server: 7_203_501_902 };

/**
 * Maximum length of a socket path on every supported system (`sun_path` has 104 bytes on macOS).
 */
const maxSocketPathLength = 103;
const socketPort = 5432;
const startAttempts = 5;
const defaultPatience = 300_000;

/**
 * Starts the embedded PostgreSQL of a data folder, or connects to the running one: started by
 * another command, or left behind by a killed process. From then on it is watched and restarted if
 * it dies.
 *
 * @throws InUse when `serving` and another process serves.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, serving, say } = options;
  const place = chooseClusterFolder(dataDir, say);
  const secret = installationSecret(dataDir, 'database');
  const password = (role: Role): string =>
    createHmac('sha256', secret).update(role).digest('base64url');
  if (!existsSync(place.data)) initialiseCluster(place, password('postgres'), say);

  const settings = settingsOf(options, place);
  const socket = takesSocket(options, place);
  let port = socket ? socketPort : (runningPostmaster(place.data)?.port ?? (await freePort()));
  const url = (role: Role, database: string): string => {
    const login = `${role}:${password(role)}`;
    return socket
      ? `postgresql://${login}@/${database}?host=${encodeURIComponent(place.run)}&port=${port}`
      : `postgresql://${login}@127.0.0.1:${port}/${database}`;
  };

  const attach = async (): Promise<pg.Client> => {
    const guard = await connectOrStart(
      place,
      url,
      () => {
        port = runningPostmaster(place.data)?.port ?? port;
        return serverSettings(socket ? place.run : '', port, settings);
      },
      say,
      options.patience ?? defaultPatience,
    );
    await guard.query('select pg_advisory_lock_shared($1)', [lockNumbers.user]);
    if (serving && !(await tryLock(guard, lockNumbers.server))) {
      await guard.end();
      throw new InUse(dataDir);
    }
    return guard;
  };

  let closing = false;
  let guard = await attach();
  let revival: Promise<void> | undefined;
  const watch = (client: pg.Client): void => {
    client.once('end', () => {
      if (!closing) revival = revive();
    });
  };
  const revive = async (): Promise<void> => {
    say('The database server went away; starting it again…');
    try {
      guard = await attach();
      watch(guard);
      say('The database server is back.');
    } catch (error) {
      say(`The database server did not come back: ${String(error)}`);
      await sleep(1000);
      if (!closing) await revive();
    }
  };
  watch(guard);

  return {
    place,
    url,
    password,
    close: async () => {
      closing = true;
      // A server that is being restarted is stopped through its new connection.
      await revival;
      // Every process that uses the cluster holds a shared lock; if the exclusive lock succeeds,
      // none is left.
      await guard
        .query('select pg_advisory_unlock_shared($1)', [lockNumbers.user])
        .catch(() => undefined);
      const last = await tryLock(guard, lockNumbers.user).catch(() => true);
      if (last) await stopPostgres(place);
      await guard.end().catch(() => undefined);
    },
  };
}

const settingsOf = (
  { archive, settings }: ClusterOptions,
  place: ClusterFolder,
): Record<string, string> => ({
  ...(archive && archivingSettings(archive, place)),
  ...settings,
});

const takesSocket = ({ transport }: ClusterOptions, { run }: ClusterFolder): boolean =>
  transport !== 'tcp' &&
  process.platform !== 'win32' &&
  join(run, `.s.PGSQL.${socketPort}`).length <= maxSocketPathLength;

async function tryLock(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(
    'select pg_try_advisory_lock($1) as granted',
    [key],
  );
  return rows[0]?.granted ?? false;
}

/**
 * Connects to the server as its superuser, starting it first if none runs.
 * @param settings called before every start, since the port of a running server has priority.
 */
async function connectOrStart(
  place: ClusterFolder,
  url: (role: Role, database: string) => string,
  settings: () => Record<string, string>,
  say: (line: string) => void,
  patience: number,
): Promise<pg.Client> {
  const began = Date.now();
  let server: ChildProcess | undefined;
  let starts = 0;
  let reported = began;
  for (;;) {
    const running = runningPostmaster(place.data);
    if (running?.ready) {
      settings();
      const client = await tryConnect(url('postgres', 'postgres'));
      if (client) return client;
    }
    if (!running && (!server || server.exitCode !== null || server.signalCode !== null)) {
      if (starts === startAttempts)
        throw new Failure(`PostgreSQL did not start:\n${startLogText(place)}`);
      // Processes of a killed server hold its shared memory for a moment.
      if (starts > 0) await sleep(400);
      server = startServer(place, settings());
      starts += 1;
    }
    if (Date.now() - began > patience) {
      throw new Failure(
        `PostgreSQL is not ready after ${patience / 1000} s:\n${startLogText(place)}`,
      );
    }
    if (Date.now() - reported > 5000) {
      reported = Date.now();
      say(
        `Waiting for the database (it may be recovering), ${Math.round((reported - began) / 1000)} s…`,
      );
    }
    await sleep(20);
  }
}

/**
 * Connects to the server.
 * @returns undefined while the server refuses connections.
 */
async function tryConnect(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'keyan-guard',
    keepAlive: true,
  });
  // Without a listener, a lost connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code === '28P01') {
      throw new Failure(
        'The database does not know the password in DATA_DIR/secrets/database. Was that file replaced? Restore it from a backup.',
        error,
      );
    }
    return undefined;
  }
}

/** A free port of the loopback. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
