import { removeDataDir, startServer } from '@keyan/api/testing/server.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server that the journeys use, with the demo university in it. */
    readonly site: string;
  }
}

/**
 * Global set-up of the journeys: one server on a fresh data folder, with the built page. `E2E_SITE`
 * names one that runs already, for those who are writing a journey.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const running = process.env.E2E_SITE;
  if (running) return project.provide('site', running);
  const server = await startServer();
  project.provide('site', server.url);
  return async () => {
    await server.end();
    removeDataDir(server.dataDir);
  };
}
