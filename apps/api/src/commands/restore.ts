import { resolve } from 'node:path';
import { restore } from '../backup.ts';
import { readEnv } from '../env.ts';
import { Failure } from '../failure.ts';
import { printLine, projectRoot, runCommand } from './command.ts';

/** `npm run restore -- <folder>`: puts a backup into an empty `DATA_DIR`. */
await runCommand(async () => {
  const source = process.argv[2];
  if (!source) throw new Failure('Say which backup: npm run restore -- <folder>');
  await restore(resolve(projectRoot, source), readEnv(process.env, projectRoot).dataDir, printLine);
  printLine('Start with npm start.');
});
