import { Refused } from '@keyan/kernel/errors.ts';
import type { FormValues } from '../bibliography/filler.ts';
import { formFillers } from '../bibliography/fillers.ts';
import { parseReferences } from '../bibliography/parse.ts';
import type { Reference } from '../bibliography/reference.ts';
import { indexStaff, type StaffIndex, type StaffMember } from '../bibliography/staff.ts';
import type { RecognisedRecord } from './recognition.ts';

// Runs in a worker process: see `recognition.server.ts`.

/** Pasted text, and the staff among whom authors are searched. */
export interface PastedText {
  readonly text: string;
  /** Works from an external source, instead of the text. */
  readonly works?: readonly Reference[];
  /** Key of the resource into whose form the text was pasted. */
  readonly kind: string;
  readonly staff: readonly StaffMember[];
  /** Names of the university in its languages. */
  readonly university: readonly string[];
  /** Changes whenever the staff list does. */
  readonly staffKey: string;
}

/** First recognised records, and the number of all. */
export interface RecognitionResult {
  readonly records: readonly RecognisedRecord[];
  readonly total: number;
}

/** Maximum number of records per paste; larger lists can be imported as a file. */
const maxRecordsPerPaste = 100;
/** Maximum length of a response in characters; a paper with 5,000 authors needs a million. */
const maxAnswerLength = 4_000_000;

/** Staff index of the last paste, cached because building it takes 250 ms for 5,000 people. */
let last: { readonly key: string; readonly index: Promise<StaffIndex> } | undefined;

const indexOf = ({ staff, staffKey }: PastedText): Promise<StaffIndex> => {
  if (last?.key !== staffKey) last = { key: staffKey, index: indexStaff(staff) };
  return last.index;
};

/** Returns the values of a record for the form of a resource; undefined if the form does not accept it. */
const givenTo = async (
  kind: string | undefined,
  work: Reference,
  { university }: PastedText,
  staff: StaffIndex,
): Promise<FormValues | undefined> => {
  const filled = await formFillers.get(kind ?? '')?.(work, staff, university);
  return filled && 'fill' in filled ? filled : undefined;
};

/** Converts a record for the form it was pasted into, or for the form where it belongs. */
const recognised = async (
  work: Reference,
  paste: PastedText,
  staff: StaffIndex,
): Promise<RecognisedRecord> => {
  const filler = formFillers.get(paste.kind);
  if (!filler) throw new Error(`nothing is pasted into ${paste.kind}`);
  const read = { title: work.title || (work.number ?? ''), type: work.type };
  const filled = await filler(work, staff, paste.university);
  if ('fill' in filled) return { ...read, ...filled };
  const there = await givenTo(filled.belongs.page?.resource, work, paste, staff);
  return { ...read, ...filled, ...(there && { there }) };
};

/**
 * Reads a paste and matches authors to staff.
 * @throws Refused if abbreviations expand too far, or the result exceeds `maxAnswerLength`
 */
export const recognisePaste = async (paste: PastedText): Promise<RecognitionResult> => {
  const works = paste.works ?? parseReferences(paste.text);
  const index = await indexOf(paste);
  const records: RecognisedRecord[] = [];
  let length = 0;
  for (const work of works.slice(0, maxRecordsPerPaste)) {
    const record = await recognised(work, paste, index);
    // Measures the serialised size, which repeats people who match many authors.
    length += JSON.stringify(record).length;
    if (length > maxAnswerLength) {
      throw new Refused([
        '粘贴的题录过长或作者过多，请分批粘贴',
        'The pasted records are too long or have too many authors; paste them in parts',
      ]);
    }
    records.push(record);
  }
  return { records, total: works.length };
};
