import { loadReadings } from './readings.ts';
import { rememberingTermMaker, type SearchedText, type TermMaker } from './terms.ts';

// Runs in a worker process: see `terms-apart.ts`.

let known: Promise<TermMaker> | undefined;

/** The terms of each record, in one text with blanks between them: no term has one. */
export const make = async (
  records: readonly (readonly SearchedText[])[],
): Promise<readonly string[]> => {
  known ??= loadReadings().then(rememberingTermMaker);
  const termsOf = await known;
  return records.map((texts) => termsOf(texts).join(' '));
};
