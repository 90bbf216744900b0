import { removeDataDir, startServer } from '@keyan/api/testing/server.ts';

/**
 * Global set-up of the journeys: one server on a fresh data folder, with the built page. `E2E_SITE`
 * names one that runs already, for those who are writing a journey.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_SITE) return undefined;
  // A name that no test asks the network for: what it shows is made up in the browser.
  const server = await startServer({ env: { EMBED_HOSTS: 'embedded.example' } });
  process.env.E2E_SITE = server.url;
  return async () => {
    await server.end();
    removeDataDir(server.dataDir);
  };
}
