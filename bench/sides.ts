import { load, merged, type Next, type Result } from './load.ts';
import { databaseProcessorOf, processorOf, type Running } from './servers.ts';

/** Result of a load with the processor time of the server. */
export interface Measured extends Result {
  /** Milliseconds of processor time per request. */
  readonly node: number;
  readonly database: number;
}

/** Server with the requests to measure. */
export interface Side {
  readonly server: Running;
  readonly next: Next;
}

/**
 * Number of turns: product and baseline alternate, so that other load of the machine affects both
 * alike.
 */
const turns = 4;

/**
 * Runs the loads and measures processor time, which other load of the machine affects less.
 * @param folder data folder, by which the database's processes are found
 */
export const measureSides = async (
  sides: readonly Side[],
  clients: number,
  seconds: number,
  folder: string,
): Promise<readonly Measured[]> => {
  const runs = sides.map((side) => ({ side, results: [] as Result[], node: 0, database: 0 }));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const run of runs) {
      const { server, next } = run.side;
      const node = processorOf(server.process);
      const database = databaseProcessorOf(folder);
      run.results.push(await load(server.port, clients, seconds / turns, next));
      run.node += processorOf(server.process) - node;
      run.database += databaseProcessorOf(folder) - database;
    }
  }
  return runs.map(({ results, node, database }) => {
    const result = merged(results.filter(({ times }) => times.length > 0));
    const requests = Math.max(1, result.times.length);
    return { ...result, node: node / requests, database: database / requests };
  });
};
