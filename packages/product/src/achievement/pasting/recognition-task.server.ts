import { Refused } from '@keyan/kernel/errors.ts';
import type { FormValues } from '../bibliography/filler.ts';
import { formFillers } from '../bibliography/fillers.ts';
import { parseReferences } from '../bibliography/parse.ts';
import type { Reference } from '../bibliography/reference.ts';
import { indexStaff, type StaffIndex, type StaffMember } from '../bibliography/staff.ts';
import type { RecognisedRecord } from './recognition.ts';

// Runs in a worker process: see `recognition.server.ts`.

/** The pasted text, and the staff among whom its authors are looked for. */
export interface PastedText {
  readonly text: string;
  /** Works that a source outside gave, in place of the text. */
  readonly works?: readonly Reference[];
  /** Key of the kind whose form it was pasted into. */
  readonly kind: string;
  readonly staff: readonly StaffMember[];
  /** Names of the university, in the languages that it has. */
  readonly university: readonly string[];
  /** The same text for the same staff only. */
  readonly staffKey: string;
}

/** Recognised records: the first ones, and the number of all. */
export interface RecognitionResult {
  readonly records: readonly RecognisedRecord[];
  readonly total: number;
}

/** Records that one paste shows; more of them are a matter of importing a file. */
const maxRecordsPerPaste = 100;
/** Characters of an answer. A paper of a large collaboration, with 5,000 authors, takes a million. */
const maxAnswerLength = 4_000_000;

/** The index that the last paste was read with: it takes a quarter of a second for 5,000 people. */
let last: { readonly key: string; readonly index: Promise<StaffIndex> } | undefined;

const indexOf = ({ staff, staffKey }: PastedText): Promise<StaffIndex> => {
  if (last?.key !== staffKey) last = { key: staffKey, index: indexStaff(staff) };
  return last.index;
};

/** Values that a record gives to the form of a kind; nothing where the form takes no such records. */
const givenTo = async (
  kind: string | undefined,
  work: Reference,
  { university }: PastedText,
  staff: StaffIndex,
): Promise<FormValues | undefined> => {
  const filled = await formFillers.get(kind ?? '')?.(work, staff, university);
  return filled && 'fill' in filled ? filled : undefined;
};

/** A record for the form it was pasted into, or for that of the page where it belongs. */
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
 * Reads a paste and matches its authors to the staff.
 * @throws Refused when it expands to too much, or its records together are too long.
 */
export const recognisePaste = async (paste: PastedText): Promise<RecognitionResult> => {
  const works = paste.works ?? parseReferences(paste.text);
  const index = await indexOf(paste);
  const records: RecognisedRecord[] = [];
  let length = 0;
  for (const work of works.slice(0, maxRecordsPerPaste)) {
    const record = await recognised(work, paste, index);
    // Measured as it is sent: it repeats people who match many authors.
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
