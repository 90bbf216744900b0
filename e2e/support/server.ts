import { execFileSync } from 'node:child_process';
import {
  removeDataDir,
  type ServerProcess,
  startServer,
  temporaryDataDir,
} from '@keyan/api/testing/server.ts';
import { provideSites, workers } from './site.ts';

/** Names that no test asks the network for: pages show what the browser makes up. Tests start the services. */
const env = { EMBED_HOSTS: 'embedded.example', SERVICE_HOSTS: '127.0.0.1' };

/**
 * Servers with the demo university in each. One tells it; where more are wanted it is stopped, and the others get a
 * copy of its folder, with the owner of the database's files, which takes seconds.
 */
const toldServers = async (count: number): Promise<readonly ServerProcess[]> => {
  const first = await startServer({ env });
  if (count === 1) return [first];
  await first.end();
  const copies = Array.from({ length: count - 1 }, () => {
    const folder = temporaryDataDir();
    execFileSync('cp', ['-Rp', `${first.dataDir}/.`, folder]);
    return folder;
  });
  return Promise.all([first.dataDir, ...copies].map((dataDir) => startServer({ dataDir, env })));
};

/**
 * Global set-up of the journeys: a server on a fresh data folder for each process that runs journeys,
 * with the built page. `E2E_SITE` names one that runs already, for those who are writing a journey.
 * @param count how many servers; programs that drive one browser need one
 */
export const startSites = async (count: number): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.E2E_SITE) return undefined;
  const servers = await toldServers(count);
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
