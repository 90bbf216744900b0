import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { decodeText } from '@keyan/kernel/values/encoding.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { OtherDestination } from './belonging.ts';
import type { Filler } from './filler.ts';
import { formFillers } from './fillers.ts';
import { parseReferences } from './parse.ts';
import { isBareNumber } from './reference.ts';
import { indexStaff, type StaffIndex, type StaffMember } from './staff.ts';

// Runs in a worker process: see `file.server.ts`.

/** File of references, and the staff among whom authors are searched. */
export interface ReferenceFile {
  readonly content: Uint8Array;
  /** Key of the resource that the references are converted to. */
  readonly kind: string;
  readonly staff: readonly StaffMember[];
  /** Names of the university in its languages. */
  readonly university: readonly string[];
}

/** Reference as a draft of the resource, or the reason why it is not one. */
export interface ReadRecord {
  readonly title: string;
  readonly input: RowLike;
  readonly notes: readonly Label[];
  readonly refused?: Label;
  /** Where a record of another type belongs. */
  readonly belongs?: OtherDestination;
}

/** Maximum number of references per file. */
const maxReferencesPerFile = 2000;

const nothingRead: Label = [
  '没有识别出题录，请选择数据库导出的题录文件或导入模板（.xlsx）',
  'No reference was recognised: choose a file that a database exported, or the template (.xlsx)',
];
const numbersAlone: Label = [
  '文件中只有 DOI 或专利号，没有题名，不能批量导入；请在新增页面粘贴编号，由系统带入',
  'The file has only DOIs or patent numbers and no titles: paste a number into a new record instead',
];
const tooMany: Label = [
  '文件中有 {count} 条题录，一次最多导入 {most} 条，请分批导入',
  'The file has {count} references; import at most {most} at a time',
];

const recordOf = async (
  filler: Filler,
  work: ReturnType<typeof parseReferences>[number],
  staff: StaffIndex,
  university: readonly string[],
): Promise<ReadRecord> => {
  const { title } = work;
  const filled = await filler(work, staff, university);
  return 'belongs' in filled
    ? {
        title,
        input: {},
        notes: [],
        refused: filled.belongs.message,
        belongs: filled.belongs,
      }
    : { title, input: { ...filled.fill }, notes: filled.notes };
};

/**
 * Reads a file of references into drafts.
 * @throws Refused for a file without references, or with more than `maxReferencesPerFile`
 */
export const readReferences = async (file: ReferenceFile): Promise<readonly ReadRecord[]> => {
  const filler = formFillers.get(file.kind);
  if (!filler) throw new Error(`no references become records of ${file.kind}`);
  const read = parseReferences(decodeText(file.content, TextDecoder));
  const works = read.filter((work) => !isBareNumber(work));
  if (works.length === 0) throw new Refused(read.length > 0 ? numbersAlone : nothingRead);
  if (works.length > maxReferencesPerFile) {
    throw new Refused(fill(tooMany, { count: works.length, most: maxReferencesPerFile }));
  }
  const staff = await indexStaff(file.staff);
  const records: ReadRecord[] = [];
  for (const work of works) {
    records.push(await recordOf(filler, work, staff, file.university));
  }
  return records;
};
