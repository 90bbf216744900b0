import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const launcher = readFileSync(join(root, 'scripts/launch.mjs'), 'utf8');

it.each(Object.entries(scripts))('npm run %s leads to a program that is there', (name, line) => {
  expect(line).toBe(`node scripts/launch.mjs ${name}`);
  const program = new RegExp(`^  ${name}: '([^']+)',$`, 'm').exec(launcher)?.[1];
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
