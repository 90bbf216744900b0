import { parseReferences } from '../bibliography/parse.ts';
import { isBareNumber } from '../bibliography/reference.ts';
import { type Read, toDraft } from './collect.ts';

// Runs in a worker process: see `collect.server.ts`.

/** Records that one file may bring. */
export const mostRecords = 2000;

/** Reads a file of records. @throws Refused when it expands to far more than it holds. */
export const readCollection = (text: string): { records: readonly Read[]; total: number } => {
  const works = parseReferences(text).filter((work) => !isBareNumber(work));
  return { records: works.slice(0, mostRecords).map(toDraft), total: works.length };
};
