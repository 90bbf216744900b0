import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** State of a running server, as PostgreSQL writes it to `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** True if the server accepts connections; false while it recovers or shuts down. */
  readonly ready: boolean;
}

/**
 * Returns the server that runs on a data folder, whichever process started it.
 * @returns undefined when none runs; a file left by a killed server is ignored.
 */
export function runningPostmaster(data: string): Postmaster | undefined {
  const lines = readLines(data);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isServer(pid)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Writes the number of this process into `postmaster.pid`. After a restart of the machine or the
 * container, another process may have the number stored there, and PostgreSQL would refuse to
 * start. PostgreSQL accepts the number of its own parent, which this process is about to be, and
 * still checks that no server uses the old shared memory.
 */
export function adoptPidFile(data: string): void {
  const lines = readLines(data);
  if (lines.length === 0) return;
  writeFileSync(join(data, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'));
}

function readLines(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * True if the process is alive and a PostgreSQL server, not another program with a re-used number.
 */
function isServer(pid: number): boolean {
  if (!isProcessAlive(pid)) return false;
  return commandOf(pid).includes('postgres');
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const commandOf = (pid: number): string => (commandReaders[process.platform] ?? commandByPs)(pid);

function commandByPs(pid: number): string {
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

const commandReaders: Readonly<Partial<Record<NodeJS.Platform, (pid: number) => string>>> = {
  linux: (pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  },
  win32: (pid) =>
    spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' }).stdout ?? '',
};
