import { type Cluster, openCluster } from '../postgres/cluster.ts';
import { withClient } from '../postgres/roles.ts';

/** External PostgreSQL, set up as an administrator would for several processes. */
export interface OwnPostgres {
  /** `DATABASE_URL` of an empty database, for a role that may create the application's role. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts an external PostgreSQL.
 * @param dataDir empty folder for its files.
 */
export async function openOwnPostgres(dataDir: string): Promise<OwnPostgres> {
  const cluster: Cluster = await openCluster({
    dataDir,
    serving: false,
    say: () => undefined,
    settings: { fsync: 'off', shared_buffers: '64MB' },
    transport: 'tcp',
  });
  await withClient(cluster.url('postgres', 'postgres'), async (client) => {
    await client.query(`create role maker login createrole password 'maker-secret'`);
    await client.query('create database own owner maker');
  });
  return {
    url: cluster.url('postgres', 'own').replace(/\/\/[^@]+@/, '//maker:maker-secret@'),
    close: () => cluster.close(),
  };
}
