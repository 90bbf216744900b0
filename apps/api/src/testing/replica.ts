import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, readMigrations } from '@keyan/engine/store/schema/migrate.ts';
import { copyCluster, giveToServer } from '../backup.ts';
import { type Cluster, freePort, openCluster, type Role } from '../postgres/cluster.ts';
import { databaseName } from '../postgres/database.ts';
import { chooseClusterFolder } from '../postgres/place.ts';
import { runningPostmaster } from '../postgres/postmaster.ts';
import { startLogText, startServer, stopPostgres } from '../postgres/process.ts';
import { allowIndexSearch, prepareEmbedded, prepareSchema, withClient } from '../postgres/roles.ts';
import { serverSettings } from '../postgres/settings.ts';

/** Losing everything in a power cut is fine for a server that lives as long as a test. */
const settings = { fsync: 'off', shared_buffers: '64MB' };

/** Primary on a port of the loopback, with a migrated database. */
export interface TestPrimary {
  readonly cluster: Cluster;
  readonly appUrl: string;
  readonly ownerUrl: string;
  /** Runs one statement as superuser. */
  query<R>(sql: string, parameters?: readonly unknown[]): Promise<R[]>;
  drop(): Promise<void>;
}

/** A streaming replica of a primary. */
export interface TestReplica {
  /** As `DATABASE_REPLICA_URLS` takes it. */
  readonly url: string;
  /** Runs one statement as superuser. */
  query<R>(sql: string, parameters?: readonly unknown[]): Promise<R[]>;
  /** Starts the server again after `end`. */
  start(): Promise<void>;
  /** Stops every process of the server where it is. @returns lets them go on */
  hang(): Promise<() => void>;
  /** Kills the server as a power cut would. */
  kill(): void;
  close(): Promise<void>;
}

const asking =
  (url: () => string) =>
  <R>(sql: string, parameters: readonly unknown[] = []): Promise<R[]> =>
    withClient(url(), async (client) => (await client.query(sql, [...parameters])).rows as R[]);

/** @param dataDir an empty folder. */
export const openPrimary = async (dataDir: string): Promise<TestPrimary> => {
  const cluster = await openCluster({
    dataDir,
    serving: false,
    say: () => undefined,
    settings,
    transport: 'tcp',
  });
  const [admin, ownerUrl] = [
    cluster.url('postgres', databaseName),
    cluster.url('keyan_owner', databaseName),
  ];
  await prepareEmbedded(cluster.url('postgres', 'postgres'), databaseName, {
    owner: cluster.password('keyan_owner'),
    app: cluster.password('keyan_app'),
  });
  await prepareSchema(ownerUrl);
  await allowIndexSearch(admin);
  await migrate(ownerUrl, await readMigrations(join(import.meta.dirname, '../../migrations')));
  return {
    cluster,
    ownerUrl,
    appUrl: cluster.url('keyan_app', databaseName),
    query: asking(() => admin),
    drop: async () => {
      await cluster.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** @param dataDir an empty folder. */
export const openReplica = async (
  { cluster }: TestPrimary,
  dataDir: string,
): Promise<TestReplica> => {
  const place = chooseClusterFolder(dataDir, () => undefined);
  await copyCluster(cluster, place.data);
  writeFileSync(join(place.data, 'standby.signal'), '');
  giveToServer(place, place.data);
  const port = await freePort();
  const primary = new URL(cluster.url('postgres', 'postgres'));
  const follows = `host=127.0.0.1 port=${primary.port} user=postgres password=${primary.password}`;
  const url = (role: Role): string =>
    `postgresql://${role}:${cluster.password(role)}@127.0.0.1:${port}/${databaseName}`;
  const query = asking(() => url('postgres'));
  const start = async (): Promise<void> => {
    startServer(place, {
      ...serverSettings('', port, { ...settings, primary_conninfo: follows }),
      // Conflicts come soon.
      max_standby_streaming_delay: '2s',
    });
    for (let attempt = 1; ; attempt += 1) {
      const answered = await query('select 1').catch((error: unknown) => error);
      if (Array.isArray(answered)) return;
      if (attempt === 300) throw new Error(`the replica did not start:\n${startLogText(place)}`);
      await sleep(50);
    }
  };
  await start();
  return {
    url: `postgresql://127.0.0.1:${port}`,
    query,
    start,
    hang: async () => {
      const backends = await query<{ pid: number }>(
        'select pid from pg_stat_activity where pid <> pg_backend_pid()',
      );
      const all = [...backends, runningPostmaster(place.data)].flatMap((one) => one?.pid ?? []);
      for (const pid of all) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of all) process.kill(pid, 'SIGCONT');
      };
    },
    // The processes of a server end with their parent.
    kill: () => {
      const running = runningPostmaster(place.data);
      if (running) process.kill(running.pid, 'SIGKILL');
    },
    close: async () => {
      await stopPostgres(place);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** A folder that the server's account can enter. */
export const openFolder = (path: string): string => {
  mkdirSync(path);
  chmodSync(path, 0o711);
  return path;
};
