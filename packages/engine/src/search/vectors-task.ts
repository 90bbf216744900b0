import { loadReadings } from './readings.ts';
import { cachingTermMaker, type TermMaker } from './terms.ts';
import { type EntrySource, joinVectors, searchVectorOf } from './vector.ts';

// Task of a worker process: see `vectors-apart.ts`.

let known: Promise<TermMaker> | undefined;

interface Wanted {
  readonly code: string;
  readonly sources: readonly EntrySource[];
}

/**
 * Makes the vectors of entries, joined as `joinVectors` does, as bytes that are sent to PostgreSQL without another
 * conversion.
 */
export const makeVectors = async ({ code, sources }: Wanted): Promise<Uint8Array> => {
  known ??= loadReadings().then(cachingTermMaker);
  const terms = await known;
  return Buffer.from(joinVectors(sources.map((one) => searchVectorOf(code, one, terms))));
};
