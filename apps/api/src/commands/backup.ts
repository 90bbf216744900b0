import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { takeBase } from '../archive/bases.ts';
import { backUp } from '../backup.ts';
import { readEnv } from '../env.ts';
import { Failure } from '../failure.ts';
import { openCluster } from '../postgres/cluster.ts';
import { printLine, projectRoot, runCommand } from './command.ts';

/**
 * `npm run backup -- [folder]`: copies database, files and secrets while the server runs. Without a
 * folder, takes the next base backup of `ARCHIVE_DIR`, if that is set.
 */
await runCommand(async () => {
  const env = readEnv(process.env, projectRoot);
  if (env.databaseUrl) {
    throw new Failure(
      [
        'This command copies the embedded database. Back up your own with the tools of your server',
        '(pg_dump, pg_basebackup), then the folder of files: first the database, then the files.',
      ].join('\n'),
    );
  }
  if (!existsSync(env.dataDir)) {
    throw new Failure(`There is nothing to back up: ${env.dataDir} does not exist.`);
  }
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const { dataDir, archiveDir: archive } = env;
  const given = process.argv[2];
  const cluster = await openCluster({ dataDir, archive, serving: false, say: printLine });
  try {
    const target = resolve(projectRoot, given ?? `backups/keyan-${stamp}`);
    const taken =
      archive && !given
        ? takeBase(cluster, dataDir, archive, stamp)
        : backUp(cluster, dataDir, target).then(() => target);
    printLine(`Backed up to ${await taken}`);
  } finally {
    await cluster.close();
  }
  printLine(
    'It holds the secrets of this installation: keep it where only administrators can read it.',
  );
});
