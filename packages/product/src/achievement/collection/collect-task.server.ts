import { parseReferences } from '../bibliography/parse.ts';
import { isBareNumber } from '../bibliography/reference.ts';
import { type ReadCollection, toDraft } from './collect.ts';

// Runs in a worker process: see `collect.server.ts`.

/** Records that one file may bring. */
export const maxCollectedRecords = 2000;

/** Reads a file of records. @throws Refused when it expands to far more than it holds. */
export const readCollection = (
  text: string,
): { records: readonly ReadCollection[]; total: number } => {
  const works = parseReferences(text).filter((work) => !isBareNumber(work));
  return { records: works.slice(0, maxCollectedRecords).map(toDraft), total: works.length };
};
