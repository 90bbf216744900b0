import { loadReadings } from './readings.ts';
import { rememberingTermMaker, type SearchedText, type TermMaker, termText } from './terms.ts';

// Runs in a worker process: see `terms-apart.ts`.

let known: Promise<TermMaker> | undefined;

/** The terms of each record, as `termText` writes them. */
export const make = async (
  records: readonly (readonly SearchedText[])[],
): Promise<readonly string[]> => {
  known ??= loadReadings().then(rememberingTermMaker);
  const termsOf = await known;
  return records.map((texts) => termText(termsOf, texts));
};
