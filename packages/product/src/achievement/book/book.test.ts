import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { describe, expect, test } from 'vitest';
import { supplyNationalDictionaries } from '../../shared/formats/national.server.ts';
import { book } from './book.ts';

supplyNationalDictionaries();

const author = (over: object = {}) => ({
  sort: 1,
  personType: '02',
  name: '阮若谷',
  unit: '文学院',
  authorType: '01',
  contributionRate: '100',
  wordCount: '12.50',
  ...over,
});

const complete = {
  bookName: '江汉平原湿地志',
  bookType: '01',
  isbn: '978-7-115-54608-1',
  pressName: '科学出版社',
  pressLevel: '01',
  publishPlace: '北京',
  publishDate: '2026-08-01',
  edition: '第1版',
  language: '01',
  totalWords: '12.5',
  fkDeptId: '10',
  discipline: '18044',
  schoolSign: '1',
  subjectClass: '01',
  isStatistics: '1',
  secretLevel: '0',
  authors: [author()],
};

const judge = (input: object) => {
  const { row, faults } = validate(
    untypedResource(book),
    {},
    input as Record<string, unknown>,
    'complete',
    { today: '2026-11-21' },
  );
  return { row, faults: faults.map(({ path, message }) => `${path}: ${message[0]}`) };
};

describe('a book', () => {
  test('is complete with what its form marks as required', () => {
    expect(judge(complete).faults).toEqual([]);
    expect(judge(complete).row).toMatchObject({
      statYear: 2026,
      firstAuthor: '阮若谷',
      selfWords: '12.50',
    });
  });

  test('counts the words of our authors only, which are at most those of the book', () => {
    const authors = [
      author({ contributionRate: '50' }),
      author({
        sort: 2,
        personType: '03',
        name: '徐怀瑾',
        contributionRate: '50',
        authorType: '03',
      }),
    ];
    expect(judge({ ...complete, authors }).row.selfWords).toBe('12.50');
    expect(judge({ ...complete, totalWords: '12.49' }).faults).toEqual([
      'totalWords: 本校作者撰写字数合计不能超过【总字数】',
    ]);
  });

  test('has a level where it is a textbook', () => {
    expect(judge({ ...complete, bookType: '03' }).faults).toEqual([
      expect.stringMatching(/^textbookLevel: /),
    ]);
    expect(judge({ ...complete, bookType: '03', textbookLevel: '02' }).faults).toEqual([]);
  });

  test('starts as a first edition in Chinese', () => {
    const writer = { id: '1', name: '林晓岚', departments: ['10'], imported: false };
    expect(initialRow(book.fields, writer)).toMatchObject({ edition: '第1版', language: '01' });
  });
});
