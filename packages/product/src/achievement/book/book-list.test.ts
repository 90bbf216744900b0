import { describe, expect, test } from 'vitest';
import { bookTables } from './book-list.server.ts';

const reader = { language: 'zh', dictionaries: (one: never) => one } as never;

const line = (sort: number, name: string, authorType: string, wordCount: string | null) => ({
  sort,
  name,
  authorType,
  wordCount,
  personType: '01',
  unit: '文学院',
  jobNum: `2014000${sort}`,
  contributionRate: '50.00',
});

const row = {
  bookNum: 'ZZ20260001',
  bookName: '江汉平原湿地志',
  bookType: '01',
  isbn: '978-7-115-54608-1',
  publishDate: '2026-08-01',
  totalWords: '32.50',
  selfWords: '20.00',
  fkDeptId: '10',
  fkDeptIdName: '文学与新闻传播学院',
  statYear: 2026,
  // As they came in, not by their rank.
  authors: [line(2, '周启明', '05', null), line(1, '林晓岚', '04', '12.00')],
};

describe('the list of books that the office sends on', () => {
  const [books, people] = bookTables([row, { ...row, totalWords: '10.25', authors: null }], reader);
  const cell = (head: string, at = 0) => books?.lines[at]?.[books.heads.indexOf(head)];

  test('has a line for each book, with who did what in the order of their rank', () => {
    expect(cell('著作类别')).toBe('学术专著');
    expect(cell('所属部门')).toBe('文学与新闻传播学院');
    expect(cell('作者分工')).toBe('主编：林晓岚（12 万字）；副主编：周启明');
    expect(cell('作者分工', 1)).toBe('');
  });
  test('adds up the words below', () => {
    expect(books?.lines).toHaveLength(3);
    expect([cell('序号', 2), cell('总字数（万字）', 2), cell('本校完成字数（万字）', 2)]).toEqual([
      '合计',
      42.75,
      40,
    ]);
  });
  test('has a line for each person', () => {
    expect(people?.lines.map(([number, , , rank, name]) => [number, rank, name])).toEqual([
      [1, '1', '林晓岚'],
      [1, '2', '周启明'],
    ]);
    for (const { heads, lines } of [books, people].flatMap((one) => one ?? [])) {
      for (const each of lines.slice(0, 1)) expect(each).toHaveLength(heads.length);
    }
  });
  test('is empty of nothing', () => {
    expect(bookTables([], reader).map(({ lines }) => lines)).toEqual([[], []]);
  });
});
