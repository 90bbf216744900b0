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

/** The server halves of all folders, by their paths. @throws Error for a file of that name without one. */
export const loadServerHalves = (): Promise<readonly (ServerHalf | ServerHalfOf)[]> =>
  Promise.all(globSync('**/server-half.server.ts', { cwd: product }).toSorted().map(load));
