/**
 * `npm run plan`: prints, as SQL to review, what the migrations lack for the definitions. Applies
 * the migrations to a temporary database and compares; changes nothing else. Put approved
 * statements into the next file of `apps/api/migrations`.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openCluster } from '../apps/api/src/postgres/cluster.ts';
import { prepareEmbedded, prepareSchema } from '../apps/api/src/postgres/roles.ts';
import { migrate, readMigrations } from '../packages/engine/src/store/schema/migrate.ts';
import { planMigration } from '../packages/engine/src/store/schema/plan.ts';
import { application } from '../packages/product/src/index.ts';

const database = 'plan';
const dataDir = mkdtempSync(join(tmpdir(), 'keyan-plan-'));
chmodSync(dataDir, 0o711);
const cluster = await openCluster({
  dataDir,
  serving: false,
  say: () => undefined,
  settings: { fsync: 'off', full_page_writes: 'off' },
});
try {
  const owner = cluster.url('keyan_owner', database);
  await prepareEmbedded(cluster.url('postgres', 'postgres'), database, {
    owner: cluster.password('keyan_owner'),
    app: cluster.password('keyan_app'),
  });
  await prepareSchema(owner);
  const folder = join(import.meta.dirname, '../apps/api/migrations');
  await migrate(owner, await readMigrations(folder));
  const client = new pg.Client({ connectionString: owner });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const sql = await planMigration(
      application.resources,
      async <R>(text: string, parameters: readonly unknown[] = []) =>
        (await client.query(text, [...parameters])).rows as R[],
    );
    process.stdout.write(
      sql === '' ? '-- The migrations and the definitions agree.\n' : `${sql}\n`,
    );
  } finally {
    await client.end();
  }
} finally {
  await cluster.close();
  rmSync(dataDir, { recursive: true, force: true });
}
