import { removeDataDir, startServer } from '@keyan/api/testing/server.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server that the journeys use, with the demo university in it. */
    readonly site: string;
  }
}

/** Global set-up of the journeys: one server on a fresh data folder, with the built page. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  project.provide('site', server.url);
  return async () => {
    await server.end();
    removeDataDir(server.dataDir);
  };
}
