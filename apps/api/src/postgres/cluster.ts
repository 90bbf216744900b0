import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { keptSecret } from '../env.ts';
import { Failure } from '../failure.ts';
import { runAs } from './account.ts';
import { type Place, settlePlace } from './place.ts';
import { disownStalePid, isAlive, runningPostmaster } from './postmaster.ts';

/** Roles of the embedded cluster; roles.ts says what each may do. */
export type Role = 'postgres' | 'keyan_owner' | 'keyan_app';

export interface ClusterOptions {
  readonly dataDir: string;
  /** Serve from this cluster: only one process at a time may. Commands pass false. */
  readonly serving: boolean;
  /** Progress, one line each. */
  readonly say: (line: string) => void;
  /** Server settings over the defaults (tests turn fsync off). */
  readonly settings?: Readonly<Record<string, string>>;
  /** `tcp` listens on a free loopback port; default: a socket in a private folder where it can. */
  readonly transport?: 'socket' | 'tcp';
}

/** The embedded PostgreSQL, up and reachable. */
export interface Cluster {
  readonly place: Place;
  /** Connection address of a role. */
  url(role: Role, database: string): string;
  password(role: Role): string;
  /** Leave; the last process that uses the cluster shuts it down. */
  close(): Promise<void>;
}

/** Another process serves from the same data folder. */
export class InUse extends Failure {
  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is in use by another running server. Stop that one first, or choose another DATA_DIR.`,
    );
  }
}

/** Advisory locks in the maintenance database; they end with the connection, however it ends. */
const locks = { user: 7_203_501_901, server: 7_203_501_902 };

/** Longest socket path that every system takes (`sun_path` has 104 bytes on macOS). */
const longestSocketPath = 103;
const socketPort = 5432;
const startAttempts = 5;
const startDeadline = 300_000;

/**
 * Starts the embedded PostgreSQL of a data folder, or joins it when it runs already: started by a
 * command next door, or left behind by a process that was killed. It is watched from then on and
 * started again should it die.
 *
 * @throws InUse when `serving` and another process serves.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, serving, say } = options;
  const place = settlePlace(dataDir, say);
  const secret = keptSecret(dataDir, 'database');
  const password = (role: Role): string =>
    createHmac('sha256', secret).update(role).digest('base64url');
  if (!existsSync(place.data)) initialise(place, password('postgres'), say);

  const socket =
    options.transport !== 'tcp' &&
    process.platform !== 'win32' &&
    join(place.run, `.s.PGSQL.${socketPort}`).length <= longestSocketPath;
  let port = socket ? socketPort : (runningPostmaster(place.data)?.port ?? (await freePort()));
  const url = (role: Role, database: string): string => {
    const login = `${role}:${password(role)}`;
    return socket
      ? `postgresql://${login}@/${database}?host=${encodeURIComponent(place.run)}&port=${port}`
      : `postgresql://${login}@127.0.0.1:${port}/${database}`;
  };

  const attach = async (): Promise<pg.Client> => {
    const guard = await reach(
      place,
      url,
      () => {
        port = runningPostmaster(place.data)?.port ?? port;
        return serverSettings(socket ? place.run : '', port, options.settings);
      },
      say,
    );
    await guard.query('select pg_advisory_lock_shared($1)', [locks.user]);
    if (serving && !(await tryLock(guard, locks.server))) {
      await guard.end();
      throw new InUse(dataDir);
    }
    return guard;
  };

  let closing = false;
  let guard = await attach();
  const watch = (client: pg.Client): void => {
    client.on('error', () => undefined);
    client.once('end', () => {
      if (!closing) void revive();
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
      // Alone with the cluster? Whoever still uses it holds the lock that all users share.
      await guard
        .query('select pg_advisory_unlock_shared($1)', [locks.user])
        .catch(() => undefined);
      const last = await tryLock(guard, locks.user).catch(() => true);
      if (last) await stop(place);
      await guard.end().catch(() => undefined);
    },
  };
}

async function tryLock(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(
    'select pg_try_advisory_lock($1) as granted',
    [key],
  );
  return rows[0]?.granted ?? false;
}

/** Makes the cluster in a draft folder and renames it, so that a half-made one is never taken. */
function initialise(place: Place, password: string, say: (line: string) => void): void {
  say('Creating the database…');
  const { account, binaries, data, home } = place;
  const draft = join(home, `data.${process.pid}`);
  const passwordFile = join(home, `password.${process.pid}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  try {
    const { status, stderr, error } = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        ...localeArguments(),
      ],
      { cwd: home, encoding: 'utf8', env: serverEnvironment(), ...runAs(account) },
    );
    if (status !== 0) throw new Failure(`initdb failed: ${error?.message ?? stderr}`);
    renameSync(draft, data);
  } catch (error) {
    // Two first starts at once: the slower one joins the cluster of the quicker.
    if (!existsSync(data)) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * pg_trgm asks the character classes of the locale what a letter is; under `C` no Chinese character
 * is one (stack.md "Database"). roles.ts asserts the outcome.
 */
function localeArguments(): string[] {
  return process.platform === 'linux'
    ? ['--locale=C.UTF-8']
    : ['--locale=en_US.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

const serverEnvironment = (): NodeJS.ProcessEnv => ({
  ...(process.platform === 'win32' ? process.env : { PATH: process.env.PATH ?? '' }),
  LC_ALL: process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8',
  TZ: 'UTC',
});

function serverSettings(
  socketFolder: string,
  port: number,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const megabytes = Math.floor(totalmem() / 2 ** 20);
  return {
    port: String(port),
    listen_addresses: socketFolder ? '' : '127.0.0.1',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${Math.min(1024, Math.max(64, Math.floor(megabytes / 16)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    // Totals are counted in indexes alone as far as the rows are known to be visible to all: with the
    // usual fifth of a table, 40,000 new papers would each be looked up for every count first.
    autovacuum_vacuum_insert_scale_factor: '0.02',
    autovacuum_vacuum_scale_factor: '0.05',
    // Compiling pays for long analytical queries; here it only delays short ones.
    jit: 'off',
    // Many short questions at a time: a second core serves the next one better than half of this one.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A week of logs in data/log, each day written over after seven.
    logging_collector: 'on',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    ...given,
  };
}

/**
 * Connects to the server as its superuser, starting it first when none runs.
 * @param settings asked again for every start, since the port of a running server wins.
 */
async function reach(
  place: Place,
  url: (role: Role, database: string) => string,
  settings: () => Record<string, string>,
  say: (line: string) => void,
): Promise<pg.Client> {
  const began = Date.now();
  let server: ChildProcess | undefined;
  let starts = 0;
  let told = began;
  for (;;) {
    const running = runningPostmaster(place.data);
    if (running?.ready) {
      settings();
      const client = await tryConnect(url('postgres', 'postgres'));
      if (client) return client;
    }
    if (!running && (!server || server.exitCode !== null || server.signalCode !== null)) {
      if (starts === startAttempts)
        throw new Failure(`PostgreSQL did not start:\n${complaint(place)}`);
      // Processes of a killed server hold its shared memory for a moment longer.
      if (starts > 0) await sleep(400);
      server = startServer(place, settings());
      starts += 1;
    }
    if (Date.now() - began > startDeadline) {
      throw new Failure(
        `PostgreSQL is not ready after ${startDeadline / 1000} s:\n${complaint(place)}`,
      );
    }
    if (Date.now() - told > 5000) {
      told = Date.now();
      say(
        `Waiting for the database (it may be recovering), ${Math.round((told - began) / 1000)} s…`,
      );
    }
    await sleep(20);
  }
}

const startLog = (place: Place): string => join(place.home, 'start.log');

function complaint(place: Place): string {
  return existsSync(startLog(place)) ? readFileSync(startLog(place), 'utf8').slice(-2000) : '';
}

function startServer(place: Place, settings: Record<string, string>): ChildProcess {
  const { account, binaries, data, home } = place;
  disownStalePid(data);
  const log = openSync(startLog(place), 'w', 0o600);
  try {
    const server = spawn(
      binaries.postgres,
      [
        '-D',
        data,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        cwd: home,
        // A session of its own: Ctrl-C is for this process, which still needs the database then.
        detached: true,
        windowsHide: true,
        stdio: ['ignore', log, log],
        env: serverEnvironment(),
        ...runAs(account),
      },
    );
    server.on('error', () => undefined);
    server.unref();
    return server;
  } finally {
    closeSync(log);
  }
}

/** @returns undefined while the server is not taking connections. */
async function tryConnect(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'keyan-guard',
    keepAlive: true,
  });
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

/** Fast shut-down: open transactions are rolled back, everything is written, then it ends. */
async function stop(place: Place): Promise<void> {
  const running = runningPostmaster(place.data);
  if (!running) return;
  if (process.platform === 'win32') {
    spawnSync(place.binaries.pgCtl, ['stop', '-D', place.data, '-m', 'fast', '-w']);
    return;
  }
  process.kill(running.pid, 'SIGINT');
  const deadline = Date.now() + 60_000;
  while (isAlive(running.pid) && existsSync(join(place.data, 'postmaster.pid'))) {
    if (Date.now() > deadline) throw new Failure('PostgreSQL did not stop within 60 s.');
    await sleep(20);
  }
}

function freePort(): Promise<number> {
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
