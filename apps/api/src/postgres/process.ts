import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
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
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { processOwnerOptions } from './account.ts';
import type { ClusterFolder } from './place.ts';
import { adoptPidFile, isProcessAlive, runningPostmaster } from './postmaster.ts';

/**
 * Initialises the cluster in a draft folder and renames it when complete, so that a half-made one
 * is never used.
 */
export function initialiseCluster(
  place: ClusterFolder,
  password: string,
  say: (line: string) => void,
): void {
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
      { cwd: home, encoding: 'utf8', env: serverEnvironment(), ...processOwnerOptions(account) },
    );
    if (status !== 0) throw new Failure(`initdb failed: ${error?.message ?? stderr}`);
    renameSync(draft, data);
  } catch (error) {
    // Two first starts at the same time: the slower one uses the cluster of the quicker.
    if (!existsSync(data)) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * pg_trgm classifies letters by the locale: under `C` no Chinese character is a letter. roles.ts
 * asserts the result.
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

const startLog = (place: ClusterFolder): string => join(place.home, 'start.log');

/** Returns the output of the server at its last start. */
export function startLogText(place: ClusterFolder): string {
  return existsSync(startLog(place)) ? readFileSync(startLog(place), 'utf8').slice(-2000) : '';
}

/** Starts the server, which outlives this process. */
export function startServer(place: ClusterFolder, settings: Record<string, string>): ChildProcess {
  const { account, binaries, data, home } = place;
  adoptPidFile(data);
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
        // A separate session protects the server from Ctrl-C, which this process handles while it
        // still needs the database.
        detached: true,
        windowsHide: true,
        stdio: ['ignore', log, log],
        env: serverEnvironment(),
        ...processOwnerOptions(account),
      },
    );
    server.on('error', () => undefined);
    server.unref();
    return server;
  } finally {
    closeSync(log);
  }
}

/**
 * Shuts the server down in mode `fast`: open transactions are rolled back, changes are flushed,
 * then it ends.
 */
export async function stopPostgres(place: ClusterFolder): Promise<void> {
  const running = runningPostmaster(place.data);
  if (!running) return;
  if (process.platform === 'win32') {
    spawnSync(place.binaries.pgCtl, ['stop', '-D', place.data, '-m', 'fast', '-w']);
    return;
  }
  process.kill(running.pid, 'SIGINT');
  const deadline = Date.now() + 60_000;
  while (isProcessAlive(running.pid) && existsSync(join(place.data, 'postmaster.pid'))) {
    if (Date.now() > deadline) throw new Failure('PostgreSQL did not stop within 60 s.');
    await sleep(20);
  }
}
