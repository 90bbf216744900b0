import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { keptFolder } from '@keyan/api/testing/kept-demo.ts';
import {
  removeDataDir,
  type ServerProcess,
  startServer,
  temporaryDataDir,
} from '@keyan/api/testing/server.ts';
import { buildServer } from '../../scripts/server.ts';
import { provideSites, workers } from './site.ts';

/**
 * Host names that no test resolves: pages show what the browser makes up. Tests start the services.
 */
const env = { EMBED_HOSTS: 'embedded.example', SERVICE_HOSTS: '127.0.0.1' };

/**
 * Returns a data folder with the demo university: the one that the database tests of this run
 * wrote, otherwise a new one.
 */
const demoFolder = async (program: string): Promise<string> => {
  const kept = keptFolder();
  if (kept && existsSync(kept)) return kept;
  const { dataDir, end } = await startServer({ env, program });
  await end();
  return dataDir;
};

/**
 * Starts servers with the demo university in each. The demo is written once; further servers get a
 * copy of its folder, with the owner of the database's files, which takes seconds.
 */
const startDemoServers = async (count: number): Promise<readonly ServerProcess[]> => {
  const { main: program } = await buildServer();
  const written = await demoFolder(program);
  const copies = Array.from({ length: count - 1 }, () => {
    const folder = temporaryDataDir();
    execFileSync('cp', ['-Rp', `${written}/.`, folder]);
    return folder;
  });
  return Promise.all([written, ...copies].map((dataDir) => startServer({ dataDir, env, program })));
};

/**
 * Global set-up of the journeys: starts a server with the built page on a new data folder for each
 * process that runs journeys. `E2E_SITE` names a running server instead, for writing a journey.
 * @param count number of servers; programs with one browser need one
 */
export const startSites = async (count: number): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.E2E_SITE) return undefined;
  const servers = await startDemoServers(count);
  provideSites(servers.map(({ url }) => url));
  return async () => {
    await Promise.all(
      servers.map(async (server) => {
        await server.end();
        removeDataDir(server.dataDir);
      }),
    );
  };
};

export default function setup(): Promise<(() => Promise<void>) | undefined> {
  return startSites(workers);
}
