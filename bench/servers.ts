import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { send } from './load.ts';

export const root = join(import.meta.dirname, '..');

export interface Running {
  readonly port: number;
  readonly process: ChildProcess;
  /** Milliseconds from the start of the process to its first response. */
  readonly startup: number;
  stop(): Promise<void>;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

/** Node options with which `npm start` runs the server. */
const serverFlags: readonly string[] = JSON.parse(
  readFileSync(join(root, 'scripts/server-flags.json'), 'utf8'),
);

/** Starts a process of the project and waits until `path` answers 200. */
export const start = async (
  flags: readonly string[],
  script: string,
  env: Readonly<Record<string, string>>,
  port: number,
  path: string,
): Promise<Running> => {
  const began = performance.now();
  const child = spawn(process.execPath, [...flags, resolve(root, script)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = began + 120_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`);
    if (performance.now() > deadline) throw new Error(`${script} did not answer in time`);
    const answered = await send(port, { method: 'GET', path }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (answered) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { port, process: child, startup: performance.now() - began, stop: () => stopped(child) };
};

/**
 * Starts the product on a data folder, with the request limit per user raised.
 * @param meterPort port on which `loop-meter.ts` answers; undefined: not loaded.
 * @param jobs true to run background work during the measurement.
 * @param tree checkout to start.
 * @param program bundled server; default: the sources.
 */
export const startProduct = (
  folder: string,
  port: number,
  {
    meterPort,
    jobs,
    tree = root,
    program = join(tree, 'apps/api/src/main.ts'),
  }: {
    readonly meterPort?: number;
    readonly jobs: boolean;
    readonly tree?: string;
    readonly program?: string;
  },
): Promise<Running> =>
  start(
    [
      ...serverFlags,
      ...(meterPort === undefined ? [] : [`--import=${join(root, 'bench/loop-meter.ts')}`]),
    ],
    program,
    {
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      // The launcher sets the same cache of compiled code.
      NODE_COMPILE_CACHE: join(tree, 'node_modules', '.cache', 'compile'),
      REQUESTS_PER_MINUTE: '10000000',
      JOBS: jobs ? 'on' : 'off',
      ...(meterPort === undefined ? {} : { METER_PORT: String(meterPort) }),
    },
    port,
    '/api/keyan/health',
  );

/**
 * Fills a data folder once for reuse, with these numbers of records, as `npm run seed` takes them.
 * @param tree checkout whose code fills it.
 */
export const fill = (
  folder: string,
  sizes: Readonly<Record<string, number>>,
  tree = root,
): void => {
  const wanted = Object.entries(sizes).filter(([, size]) => size > 0);
  const marker = join(folder, wanted.map(([name, size]) => `${name}-${size}`).join('-'));
  if (existsSync(marker)) return;
  console.log(
    `Filling ${folder} with ${wanted.map(([name, size]) => `${size} ${name}`).join(', ')}…`,
  );
  const script = join(tree, 'apps/api/src/commands/seed.ts');
  const given = wanted.flatMap(([name, size]) => [`--${name}`, String(size)]);
  const done = spawnSync(process.execPath, [script, ...given], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: 'inherit',
  });
  if (done.status !== 0) throw new Error('the data could not be made');
  mkdirSync(marker, { recursive: true });
};

/** Returns the resident memory of a process in MB; 0 if the system does not report it. */
export const memoryOf = (child: ChildProcess): number => {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
};

interface Stat {
  readonly parent: number;
  /** Milliseconds of processor time in user and kernel mode. */
  readonly used: number;
  /** Milliseconds of processor time of its ended children. */
  readonly usedByEnded: number;
}

/** Milliseconds per tick: `/proc` counts in hundredths of a second. */
const tick = 10;

/**
 * Returns the system's statistics of a process; undefined if unavailable, or the process has ended.
 */
const statOf = (pid: number): Stat | undefined => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in brackets and may contain any character.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const ticks = (place: number): number => Number(fields[place]) * tick;
    return {
      parent: Number(fields[1]),
      used: ticks(11) + ticks(12),
      usedByEnded: ticks(13) + ticks(14),
    };
  } catch {
    return undefined;
  }
};

/** Returns the numbers of all processes; empty if the system does not report them. */
const processes = (): readonly number[] =>
  existsSync('/proc')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : [];

/** Returns the child processes by parent process. */
export const childrenOf = (): ReadonlyMap<number, readonly number[]> =>
  Map.groupBy(processes(), (pid) => statOf(pid)?.parent ?? 0);

/**
 * Returns the processor time of a process so far, in milliseconds; 0 if the system does not report
 * it.
 */
export const processorOf = (child: ChildProcess): number =>
  child.pid === undefined ? 0 : (statOf(child.pid)?.used ?? 0);

/**
 * Returns the processor time of the database server of a data folder, over all its processes
 * including ended ones, so that it never decreases when a connection closes.
 */
export const databaseProcessorOf = (dataDir: string): number => {
  try {
    const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
    const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return processes()
      .map(statOf)
      .reduce(
        (sum, stat) => sum + (stat?.parent === postmaster ? stat.used : 0),
        statOf(postmaster)?.usedByEnded ?? 0,
      );
  } catch {
    return 0;
  }
};

/** Maximum milliseconds of processor time per second of an idle database. */
const idle = 60;
const maxWaitSeconds = 120;

/** Waits until the jobs of a start are finished, which would affect the first case. */
export const untilIdle = async (dataDir: string): Promise<void> => {
  for (let second = 0; second < maxWaitSeconds; second += 1) {
    const before = databaseProcessorOf(dataDir);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (databaseProcessorOf(dataDir) - before < idle) return;
  }
};
