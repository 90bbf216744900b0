import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Details of a running server, as it writes them to `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Accepts connections; false while it recovers or shuts down. */
  readonly ready: boolean;
}

/**
 * The server that runs on a data folder, no matter which process started it.
 * @returns undefined when there is none; a file left by a killed server counts as none.
 */
export function runningPostmaster(data: string): Postmaster | undefined {
  const lines = readLines(data);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isServer(pid)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * After a restart of the machine or the container, another process may have the number of the
 * server that once wrote `postmaster.pid`, and PostgreSQL then refuses to start. It makes an
 * exception for its own parent, and still checks that no server uses the old shared memory: so the
 * file is made to name this process, which is about to be that parent.
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

/** Is the process alive and a PostgreSQL server (and not a stranger under a re-used number)? */
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

const commandOf = (pid: number): string => (commands[process.platform] ?? commandByPs)(pid);

function commandByPs(pid: number): string {
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

const commands: Readonly<Partial<Record<NodeJS.Platform, (pid: number) => string>>> = {
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
