import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './steps.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const launcher = readFileSync(join(root, 'scripts/launch.mjs'), 'utf8');

it.each(Object.entries(scripts))('npm run %s leads to a program that is there', (name, line) => {
  expect(line).toBe(`node scripts/launch.mjs ${name}`);
  const program = new RegExp(`^  '?${name}'?: '([^']+)',$`, 'm').exec(launcher)?.[1];
  expect(program && existsSync(join(root, program))).toBe(true);
});

/** npm puts a shell between itself and the launcher, and ends that shell alone. */
it.skipIf(process.platform === 'win32')('what npm started ends when npm is told to', async () => {
  // The command waits for a password on its input, which stays open whatever becomes of the shell.
  const command = `sleep 60 | "${process.execPath}" scripts/launch.mjs admin --account x; true`;
  const shell = spawn('sh', ['-c', command], {
    cwd: root,
    env: {
      ...process.env,
      npm_lifecycle_event: 'admin',
      // Each program says when it runs: the launcher, and the command below it.
      NODE_OPTIONS: "--import=data:text/javascript,console.log('runs')",
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own, so that what is left of it can be ended.
    detached: true,
  });
  let output = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect.poll(() => output, { timeout: 30_000 }).toBe('runs\nruns\n');
  // The pipe is open for as long as anybody below the shell lives.
  let ended = false;
  shell.stdout.once('close', () => {
    ended = true;
  });
  shell.kill('SIGTERM');
  await expect.poll(() => ended, { timeout: 30_000 }).toBe(true);
  if (shell.pid) process.kill(-shell.pid, 'SIGKILL');
});

describe.skipIf(process.platform === 'win32')('npm start, with a server that dies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyan-launch-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['launch.mjs', 'restarts.mjs', 'server-flags.json']) {
    cpSync(join(root, 'scripts', name), join(folder, 'scripts', name));
  }
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  const hash = createHash('sha256').update('{}').digest('hex');
  writeFileSync(join(folder, 'node_modules/.installed'), hash);
  // A server in few lines: what it does at its first start and at the ones after that.
  writeFileSync(
    join(folder, 'scripts/start.ts'),
    `import { existsSync, writeFileSync } from 'node:fs';
     const [first, later] = process.argv.slice(2);
     const mark = 'run-' + process.ppid;
     const act = existsSync(mark) ? later : first;
     writeFileSync(mark, '');
     process.on('SIGTERM', () => { process.send('stopping'); setTimeout(() => process.exit(1), 100); });
     console.log('run ' + act);
     if (act === 'fail') process.exit(1);
     process.send('serving', () => {
       if (act === 'abort') process.abort();
       if (act === 'kill') process.kill(process.pid, 'SIGKILL');
       if (act === 'throw') throw new Error('a fault');
       console.log('serving');
     });
     setInterval(() => undefined, 1000);`,
  );

  const launch = (...acts: readonly string[]) => {
    const child = spawn(process.execPath, [join(folder, 'scripts/launch.mjs'), 'start', ...acts], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    return { child, output: () => output };
  };
  const codeOf = (child: ChildProcess): Promise<number | null> =>
    new Promise((resolve) => child.once('exit', resolve));

  it.each([
    ['abort', /The server died: aborted, most often because its memory ran out/],
    ['kill', /The server died: killed/],
    ['throw', /a fault[\s\S]*The server died: ended with code 1/],
  ])('starts it again after %s, and a stop is a stop', async (death, line) => {
    const { child, output } = launch(death, 'serve');
    await expect.poll(output, { timeout: 20_000 }).toContain('serving\n');
    expect(output()).toMatch(line);
    const ended = codeOf(child);
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
    expect(output().match(/^run /gm)).toHaveLength(2);
  });

  it('stops at once while it waits for the next start', async () => {
    const { child, output } = launch('kill', 'kill');
    await expect.poll(output, { timeout: 20_000 }).toContain('started again in 2 s');
    const ended = codeOf(child);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('leaves a start alone that failed', async () => {
    const { child, output } = launch('fail', 'serve');
    expect(await codeOf(child)).toBe(1);
    expect(output()).toBe('run fail\n');
  });
});
