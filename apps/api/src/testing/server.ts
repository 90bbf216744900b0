import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Separate server process, as `npm start` runs it. */
export interface ServerProcess {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly url: string;
  readonly dataDir: string;
  /** Output that the process has printed so far. */
  output(): string;
  /** Messages that the process has sent to the launcher so far. */
  readonly told: readonly unknown[];
  /** Sends a signal; resolves with the exit code (null when the signal killed it). */
  end(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

export interface ServerOptions {
  /** Existing data folder to start on again; default: a new temporary folder. */
  readonly dataDir?: string;
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Path of a bundled server; default: the sources. */
  readonly program?: string;
}

const main = join(import.meta.dirname, '../main.ts');

/** Makes a temporary data folder that the test runner deletes later if this process is killed. */
export function temporaryDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), `keyan-test-${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}

export const removeDataDir = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });

/** Waits until responses of the server no longer have the header of an unfinished demo. */
export const waitForDemo = async (url: string): Promise<void> => {
  for (;;) {
    const { headers } = await fetch(`${url}/api/keyan/site`);
    if (!headers.has('x-demo-progress')) return;
    await setTimeout(200);
  }
};

/**
 * Starts the server on a free port and waits until it answers, in demo mode until the whole demo is
 * written.
 * @throws Error with its output when it ends before that.
 */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? temporaryDataDir();
  const child = spawn(process.execPath, [options.program ?? main], {
    // The channel exists as with the launcher: a failing start must end in spite of it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      PORT: '0',
      DATA_DIR: dataDir,
      ...options.env,
    },
  });
  const told: unknown[] = [];
  child.on('message', (message) => told.push(message));
  let output = '';
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  // After the first answer, the end of the process is no longer a failed start.
  ended.catch(() => undefined);
  const listening = new Promise<string>((resolve) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /http:\/\/[\w.:[\]]+:\d+/.exec(output)?.[0];
      if (address) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
  });
  const url = await Promise.race([listening, ended]);
  await Promise.race([waitForDemo(url), ended]);
  return {
    url,
    dataDir,
    told,
    output: () => output,
    end: (signal = 'SIGTERM') => end(child, signal),
  };
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
