import { loadReadings } from './readings.ts';
import { cachingTermMaker, type TermMaker } from './terms.ts';
import { type EntrySource, joinVectors, searchVectorOf } from './vector.ts';

// Runs in a worker process: see `vectors-apart.ts`.

let known: Promise<TermMaker> | undefined;

interface Wanted {
  readonly code: string;
  readonly sources: readonly EntrySource[];
}

/** The vectors of entries `joinVectors`, as bytes that go to PostgreSQL without being read again. */
export const makeVectors = async ({ code, sources }: Wanted): Promise<Uint8Array> => {
  known ??= loadReadings().then(cachingTermMaker);
  const terms = await known;
  return Buffer.from(joinVectors(sources.map((one) => searchVectorOf(code, one, terms))));
};
