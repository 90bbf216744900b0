import { application } from '@keyan/product/index.ts';
import { Refused, type Worker } from './people.ts';

/** Kind of record that a person may list, and some of its records. */
export interface Reach {
  readonly path: string;
  readonly ids: readonly string[];
}

const isRefused = (error: unknown): null => {
  if (error instanceof Refused) return null;
  throw error;
};

const reachOf = async ({ ask }: Worker, path: string): Promise<Reach | null> => {
  const page = await ask<{ records: readonly { id: string }[] }>(
    'GET',
    `${path}/list?size=20`,
  ).catch(isRefused);
  if (!page) return null;
  const ids = page.records.map(({ id }) => id);
  const [first] = ids;
  const opens =
    first !== undefined &&
    (await ask('GET', `${path}/detail?id=${first}`).then(() => true, isRefused)) === true;
  return { path, ids: opens ? ids : [] };
};

/** Returns every kind that a person may list, found by requesting each list. */
export const reachesOf = async (worker: Worker): Promise<readonly Reach[]> => {
  const reaches: Reach[] = [];
  for (const { path } of application.resources) {
    const reach = await reachOf(worker, path);
    if (reach) reaches.push(reach);
  }
  return reaches;
};
