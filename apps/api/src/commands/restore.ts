import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readMoment } from '../archive/moment.ts';
import { recover } from '../archive/recover.ts';
import { restore } from '../backup.ts';
import { readEnv } from '../env.ts';
import { Failure } from '../failure.ts';
import { printLine, projectRoot, runCommand } from './command.ts';

/**
 * `npm run restore -- <folder> [moment]`: restores a backup, or an archive as of a moment, into an
 * empty `DATA_DIR`.
 */
await runCommand(async () => {
  const [, , source, moment] = process.argv;
  if (!source)
    throw new Failure('Say which backup or archive: npm run restore -- <folder> [moment]');
  const { dataDir, files } = readEnv(process.env, projectRoot);
  const folder = resolve(projectRoot, source);
  if (!existsSync(join(folder, 'bases'))) {
    if (moment) throw new Failure(`${folder} is no archive: it goes back to its own moment only.`);
    await restore(folder, dataDir, printLine);
    printLine('Start with npm start.');
    return;
  }
  await recover({
    archive: folder,
    moment: moment === undefined ? undefined : readMoment(moment),
    dataDir,
    files,
    say: printLine,
  });
  printLine(
    'Start with npm start; to be restored again from there, take a base backup: npm run backup.',
  );
});
