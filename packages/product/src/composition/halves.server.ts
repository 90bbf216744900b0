import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ServerHalf, ServerHalfOf } from '../shared/halves.server.ts';

const product = join(dirname(fileURLToPath(import.meta.url)), '..');

const load = async (file: string): Promise<ServerHalf | ServerHalfOf> => {
  const { serverHalf } = (await import(pathToFileURL(join(product, file)).href)) as {
    readonly serverHalf?: ServerHalf | ServerHalfOf;
  };
  if (!serverHalf) throw new Error(`${file} exports no serverHalf`);
  return serverHalf;
};

/**
 * Loads the server halves of all folders, in order of their paths.
 * @throws Error for a `server-half.server.ts` that exports no `serverHalf`
 */
export const loadServerHalves = (): Promise<readonly (ServerHalf | ServerHalfOf)[]> =>
  Promise.all(globSync('**/server-half.server.ts', { cwd: product }).toSorted().map(load));
