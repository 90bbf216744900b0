import { removeDataDir, startServer } from '@keyan/api/testing/server.ts';
import { provideSites, workers } from './site.ts';

/**
 * Global set-up of the journeys: a server on a fresh data folder for each process that runs journeys,
 * with the built page. `E2E_SITE` names one that runs already, for those who are writing a journey.
 * @param count how many servers; programs that drive one browser need one
 */
export const startSites = async (count: number): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.E2E_SITE) return undefined;
  const servers = await Promise.all(
    Array.from({ length: count }, () =>
      // A name that no test asks the network for: what it shows is made up in the browser. Services are started by tests.
      startServer({ env: { EMBED_HOSTS: 'embedded.example', SERVICE_HOSTS: '127.0.0.1' } }),
    ),
  );
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
