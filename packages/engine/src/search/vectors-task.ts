import { loadReadings } from './readings.ts';
import { rememberingTermMaker, type TermMaker } from './terms.ts';
import { type EntrySource, vectorOf, vectorsOnLines } from './vector.ts';

// Runs in a worker process: see `vectors-apart.ts`.

let known: Promise<TermMaker> | undefined;

interface Wanted {
  readonly code: string;
  readonly sources: readonly EntrySource[];
}

/** The vectors of entries `vectorsOnLines`, as bytes that go to PostgreSQL without being read again. */
export const make = async ({ code, sources }: Wanted): Promise<Uint8Array> => {
  known ??= loadReadings().then(rememberingTermMaker);
  const terms = await known;
  return Buffer.from(vectorsOnLines(sources.map((one) => vectorOf(code, one, terms))));
};
