import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { runningPostmaster } from '@keyan/api/postgres/postmaster.ts';
import type { ServerProcess } from '@keyan/api/testing/server.ts';
import { signIn } from '../people.ts';

/** Maximum milliseconds until a disturbed server serves again by itself. */
const maxRecoveryMilliseconds = 60_000;
/** Milliseconds for which the disk is full. */
const diskFullMilliseconds = 4000;

/** Disturbance of a working installation. */
export interface Disturbance {
  /** True if the server must recover without being started again. */
  readonly survives: boolean;
  /** Causes the disturbance. @returns its description. */
  act(server: ServerProcess): Promise<string>;
}

/** Returns the milliseconds until signing in succeeds. */
const recovery = async (site: string): Promise<number> => {
  const began = performance.now();
  for (;;) {
    const works = await signIn(site, 'teacher').then(
      () => true,
      () => false,
    );
    const time = Math.round(performance.now() - began);
    if (works) return time;
    if (time > maxRecoveryMilliseconds) throw new Error('the server did not come back by itself');
    await wait(100);
  }
};

/** Writes a file until the disk is full. @returns the path of the file. */
const fill = (folder: string): string => {
  const path = join(folder, 'ballast');
  const file = openSync(path, 'w');
  let block = Buffer.alloc(1024 ** 2);
  // Smaller blocks fill the remaining space.
  while (block.length > 512) {
    try {
      writeSync(file, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      block = block.subarray(0, block.length / 2);
    }
  }
  closeSync(file);
  return path;
};

export const disturbances = {
  /** Kills the server and starts it again. */
  server: {
    survives: false,
    act: async (server) => {
      await server.end('SIGKILL');
      return 'server killed';
    },
  },
  /** Kills the database of a running server. */
  postgres: {
    survives: true,
    act: async (server) => {
      const postmaster = runningPostmaster(join(server.dataDir, 'postgres', 'data'));
      if (!postmaster) throw new Error('no embedded database runs on this folder');
      process.kill(postmaster.pid, 'SIGKILL');
      return `database killed, served again after ${await recovery(server.url)} ms`;
    },
  },
  /** Fills the disk for a while. */
  disk: {
    survives: true,
    act: async (server) => {
      const ballast = fill(server.dataDir);
      const { bavail, bsize } = statfsSync(server.dataDir);
      await wait(diskFullMilliseconds);
      const { status } = await fetch(`${server.url}/api/keyan/site`);
      rmSync(ballast);
      if (status !== 200) throw new Error(`with a full disk the site answers ${status}`);
      const time = await recovery(server.url);
      return `disk full for ${diskFullMilliseconds / 1000} s (${bavail * bsize} bytes left), served again after ${time} ms`;
    },
  },
} as const satisfies Readonly<Record<string, Disturbance>>;

export type DisturbanceName = keyof typeof disturbances;
