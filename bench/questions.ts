import { chanceOf } from '@keyan/product/demo/random.server.ts';
import type pg from 'pg';
import { tenant } from './people.ts';

/** Columns by filter field of the list; the baseline server uses them, too. */
export const filterColumns = {
  statYear: 'stat_year',
  journalLevel: 'journal_level',
  discipline: 'discipline',
  paperType: 'paper_type',
  jcrZone: 'jcr_zone',
  casZone: 'cas_zone',
  subjectClass: 'subject_class',
  schoolSign: 'school_sign',
  firstAuthorRole: 'first_author_role',
  fkDeptId: 'fk_dept_id',
} as const;
type Field = keyof typeof filterColumns;

/** Values of a paper, so that every question finds at least one row for readers of everything. */
type Sample = Readonly<Record<Field | 'artName' | 'authorNames' | 'paperNum', string | null>>;

export const readSamples = async (admin: pg.Client): Promise<readonly Sample[]> => {
  const columns = Object.entries({
    ...filterColumns,
    artName: 'art_name',
    authorNames: 'author_names',
    paperNum: 'paper_num',
  });
  const { rows } = await admin.query<Sample>(
    `select ${columns.map(([name, column]) => `${column}::text as "${name}"`).join(', ')}
       from paper tablesample system (least(100, 400000.0 / greatest(1, (
         select reltuples from pg_class where relname = 'paper')))::real)
      where tenant_id = $1 and audit_status = '2' and is_deleted = 0 limit 4000`,
    [tenant],
  );
  return rows;
};

/** Returns a question not used before in this run; undefined when none is left. */
export type Questions = () => string | undefined;

export const shuffled = <T>(from: T[], seed: number): T[] => {
  const random = chanceOf(seed);
  for (let last = from.length - 1; last > 0; last -= 1) {
    const other = random.int(0, last);
    [from[last], from[other]] = [from[other] as T, from[last] as T];
  }
  return from;
};

const pagesEach = 3;

/**
 * Returns questions for lists: every pair of filters with values of one paper, each on its first
 * pages, shuffled. No question is repeated.
 */
export const listQuestions = (samples: readonly Sample[], size = 10): Questions => {
  const fields = Object.keys(filterColumns) as Field[];
  const seen = new Set<string>();
  for (const sample of samples) {
    for (const [index, first] of fields.entries()) {
      for (const second of fields.slice(index + 1)) {
        const [one, other] = [sample[first], sample[second]];
        if (one === null || other === null) continue;
        for (let page = 1; page <= pagesEach; page += 1) {
          seen.add(`${first}=${one}&${second}=${other}&current=${page}&size=${size}`);
        }
      }
    }
  }
  const questions = shuffled([...seen], 1);
  return () => questions.pop();
};

/** Returns questions for pages deep in the whole list: from the middle to nine tenths. */
export const deepQuestions = (rows: number, size = 10): Questions => {
  const pages = Math.floor(rows / size);
  const from = Math.floor(pages / 2);
  const count = Math.min(5000, Math.floor(pages * 0.4));
  const step = (pages * 0.4) / Math.max(1, count);
  const questions = shuffled(
    Array.from(
      { length: count },
      (_, index) => `current=${from + Math.floor(index * step)}&size=${size}`,
    ),
    2,
  );
  return () => questions.pop();
};

/** Returns questions for pages of different sizes at the beginning of a list. */
export const pageQuestions = (): Questions => {
  const questions: string[] = [];
  for (let page = 1; page <= 40; page += 1) {
    for (let size = 10; size <= 30; size += 1) questions.push(`current=${page}&size=${size}`);
  }
  shuffled(questions, 6);
  return () => questions.pop();
};

/** Returns search texts: two to six letters of a title, an author, a number. */
export const searchQuestions = (samples: readonly Sample[]): Questions => {
  const random = chanceOf(3);
  const seen = new Set<string>();
  for (const { artName, authorNames, paperNum } of samples) {
    const letters = [...(artName ?? '').replace(/\P{L}/gu, '')];
    const length = random.int(2, 6);
    const start = random.int(0, Math.max(0, letters.length - length));
    seen.add(letters.slice(start, start + length).join(''));
    seen.add(authorNames?.split('、')[0] ?? '');
    seen.add(paperNum ?? '');
  }
  seen.delete('');
  const questions = shuffled([...seen], 4);
  return () => questions.pop();
};

/** Returns questions for records, in random order. */
export const recordQuestions = (ids: readonly string[]): Questions => {
  const questions = shuffled([...ids], 5);
  return () => questions.pop();
};
