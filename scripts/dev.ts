import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './steps.ts';

/**
 * `npm run dev`: runs the API, restarted when a server file changes, beside Vite, which serves the
 * page and forwards `/api`. When one of them ends, the other is ended too.
 */
const programs: readonly (readonly string[])[] = [
  ['--watch-preserve-output', '--watch', 'apps/api/src/main.ts'],
  [join('node_modules', 'vite', 'bin', 'vite.js'), 'apps/web'],
];
const children: ChildProcess[] = programs.map((args) =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }),
);
const stop = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
for (const child of children) child.once('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, stop);
}
