import { resolve } from 'node:path';
import { restore } from '../backup.ts';
import { readEnv } from '../env.ts';
import { Failure } from '../failure.ts';
import { root, run, say } from './command.ts';

/** `npm run restore -- <folder>`: puts a backup into an empty `DATA_DIR`. */
await run(async () => {
  const source = process.argv[2];
  if (!source) throw new Failure('Say which backup: npm run restore -- <folder>');
  await restore(resolve(root, source), readEnv(process.env, root).dataDir, say);
  say('Start with npm start.');
});
