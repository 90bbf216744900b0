import { parseReferences } from '../bibliography/parse.ts';
import { isBareNumber } from '../bibliography/reference.ts';
import { type ReadCollection, toDraft } from './collect.ts';

// Runs in a worker process: see `collect.server.ts`.

/** Maximum number of records per file. */
export const maxCollectedRecords = 2000;

/** Reads a file of records. @throws Refused if abbreviations expand to far more than the file */
export const readCollection = (
  text: string,
): { records: readonly ReadCollection[]; total: number } => {
  const works = parseReferences(text).filter((work) => !isBareNumber(work));
  return { records: works.slice(0, maxCollectedRecords).map(toDraft), total: works.length };
};
