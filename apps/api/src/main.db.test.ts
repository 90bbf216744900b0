import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  removeDataDir,
  type ServerProcess,
  startServer,
  temporaryDataDir,
} from './testing/server.ts';

const dataDir = temporaryDataDir();
/** Production: no demo data, so that a start takes a second. */
const env = { NODE_ENV: 'production' };
afterAll(() => removeDataDir(dataDir));

/**
 * Sends a call whose body is held back until `finish`, and gives the whole answer. The server asks for
 * the body when it has begun with the call.
 */
function slowCall(url: string): {
  readonly begun: Promise<unknown>;
  finish(): void;
  readonly answer: Promise<string>;
} {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ domain: 'x' });
  socket.write(
    `POST /api/blade-auth/oauth/token HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  return {
    begun: new Promise((resolve) => socket.once('data', resolve)),
    finish: () => socket.write(body.slice(5)),
    answer: new Promise((resolve, reject) => {
      socket.once('close', () => resolve(answer));
      socket.once('error', reject);
    }),
  };
}

/** A start takes a second: what can be asked of one running server is asked of it. */
describe('the server process', () => {
  let server: ServerProcess;
  const health = async (): Promise<number> =>
    (await fetch(`${server.url}/api/keyan/health`)).status;

  beforeAll(async () => {
    server = await startServer({ dataDir, env });
  });

  it('leaves the first server alone where the data folder is in use, and says so', async () => {
    await expect(startServer({ dataDir, env })).rejects.toThrow(/ended with 1:[\s\S]*is in use/);
    expect(await health()).toBe(200);
  });

  it('does not start on a bad configuration or a taken port', async () => {
    await expect(startServer({ dataDir, env: { PORT: 'x', LOG_LEVEL: 'y' } })).rejects.toThrow(
      /ended with 1:[\s\S]*PORT must be[\s\S]*LOG_LEVEL must be/,
    );
    const { port } = new URL(server.url);
    const second = temporaryDataDir();
    await expect(startServer({ dataDir: second, env: { ...env, PORT: port } })).rejects.toThrow(
      /Port \d+ is taken/,
    );
    removeDataDir(second);
  });

  it('answers at once while the database is away, and serves again when it is back', async () => {
    const { runningPostmaster } = await import('./postgres/postmaster.ts');
    const postmaster = runningPostmaster(`${dataDir}/postgres/data`);
    // The database is back within a second: calls do not wait for each other, so that one meets the gap.
    const answers: number[] = [];
    const asking = setInterval(() => {
      health().then(
        (status) => answers.push(status),
        () => undefined,
      );
    }, 10);
    try {
      process.kill(postmaster?.pid ?? 0, 'SIGKILL');
      await expect.poll(() => answers).toContain(503);
    } finally {
      clearInterval(asking);
    }
    await expect.poll(health, { timeout: 30_000 }).toBe(200);
  });

  it('starts again on what a killed process left', async () => {
    await server.end('SIGKILL');
    server = await startServer({ dataDir, env });
    expect(await health()).toBe(200);
  });

  it('finishes the running requests when it is told to stop, and closes the database', async () => {
    const call = slowCall(server.url);
    await call.begun;
    const ended = server.end('SIGTERM');
    await expect.poll(() => server.told).toContain('stopping');
    call.finish();
    expect(await call.answer).toMatch(/^HTTP\/1\.1 100 Continue\s+HTTP\/1\.1 [24]0\d /);
    expect(await ended).toBe(0);
    expect(server.output()).toContain('Stopped.');
    // The launcher starts a server again that ends without the second word.
    expect(server.told).toEqual(['serving', 'stopping']);
    expect(existsSync(`${dataDir}/postgres/data/postmaster.pid`)).toBe(false);
  });

  it.each([
    ['HOST', 'nowhere.invalid'],
    ['HOST', '203.0.113.7'],
    ['DATABASE_URL', 'postgresql://somebody:geheim@127.0.0.1:1/keyan'],
    ['DATA_DIR', join(import.meta.filename, 'below-a-file')],
  ])('names %s when %s cannot be used', async (name, value) => {
    const bad = { ...env, TOKEN_SECRET: 'x'.repeat(32), [name]: value };
    const failure = await startServer({ dataDir, env: bad }).catch(String);
    expect(failure).toMatch(new RegExp(`ended with 1:[\\s\\S]*${name} `));
    expect(failure).not.toMatch(/ at .*\.ts:|geheim/);
  });
});

/** A first start in demo mode, which answers before the demo is written. */
const startDemo = (folder: string) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const end = (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    child.kill(signal);
    return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  };
  /** Percentage of the demo that is written; NaN before the server answers, and once the demo is complete. */
  const percentage = async (): Promise<number> => {
    const address = /http:\/\/[\w.:[\]]+:\d+/.exec(output)?.[0];
    const headers = address ? (await fetch(`${address}/api/keyan/site`)).headers : undefined;
    return Number(headers?.get('x-demo-progress') ?? Number.NaN);
  };
  return { output: () => output, end, percentage };
};

it('ends well when it is stopped or killed while it writes the demo, and the next start goes on', async () => {
  const folder = temporaryDataDir();
  const patient = { timeout: 120_000 };
  const first = startDemo(folder);
  await expect.poll(first.output, patient).toContain(' people in ');
  expect([await first.end('SIGTERM'), first.output().endsWith('Stopped.\n')]).toEqual([0, true]);
  expect(existsSync(`${folder}/postgres/data/postmaster.pid`)).toBe(false);
  const second = startDemo(folder);
  await expect.poll(second.percentage, patient).toBeGreaterThan(2);
  await second.end('SIGKILL');
  const third = startDemo(folder);
  await expect.poll(third.percentage, patient).toBeGreaterThan(2);
  expect(await third.end('SIGTERM')).toBe(0);
  expect(third.output()).not.toContain('Left out');
  removeDataDir(folder);
});
