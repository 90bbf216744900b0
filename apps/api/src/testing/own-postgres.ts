import { type Cluster, openCluster } from '../postgres/cluster.ts';
import { withClient } from '../postgres/roles.ts';

/** A PostgreSQL as an administrator would set it up for several processes. */
export interface OwnPostgres {
  /** `DATABASE_URL` of an empty database, as a role that may create the application's. */
  readonly url: string;
  close(): Promise<void>;
}

/** @param dataDir an empty folder that the server keeps its files in. */
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
