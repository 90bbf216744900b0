import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { describe, expect, test } from 'vitest';
import { achievements } from '../achievements.ts';
import { book as bookShape } from '../book/book.ts';
import { paper as paperShape } from '../paper/paper.ts';
import { inFieldsOfKind, mayTakeOver, pairFields } from './pairing.ts';
import { kindsComparedWith } from './records.server.ts';

const paper = untypedResource(paperShape);
const book = untypedResource(bookShape);

/** Every two kinds whose records may be one. */
const pairs = (achievements as readonly Resource[]).flatMap((one) =>
  kindsComparedWith(one, achievements as readonly Resource[]).map((other) => [one, other] as const),
);

describe('fields of two kinds side by side', () => {
  test.each(pairs.map(([one, other]) => [one.key, other.key, one, other] as const))(
    '%s and %s: each field stands once, the title beside the title',
    (_one, _other, one, other) => {
      const found = pairFields(one, other);
      const names = (side: 'one' | 'other') => found.flatMap((pair) => pair[side] ?? []).toSorted();
      expect(names('one')).toEqual(Object.keys(one.fields).toSorted());
      expect(names('other')).toEqual(Object.keys(other.fields).toSorted());
      expect(found).toContainEqual({ one: one.title, other: other.title });
      expect(found).toContainEqual({ one: 'authors', other: 'authors' });
    },
  );

  test('a book and a paper meet in what citations call the same', () => {
    const found = pairFields(book, paper);
    expect(found).toContainEqual({ one: 'publishDate', other: 'publishDate' });
    expect(found).toContainEqual({ one: 'discipline', other: 'discipline' });
    expect(found).toContainEqual({ one: 'isbn', other: null });
    expect(found).toContainEqual({ one: null, other: 'journalName' });
  });

  test('what the words of a dictionary mean in one kind only is not taken over', () => {
    expect(mayTakeOver(book, paper, { one: 'bookName', other: 'artName' })).toBe(true);
    expect(mayTakeOver(book, paper, { one: 'projects', other: 'projects' })).toBe(true);
    expect(mayTakeOver(book, paper, { one: 'isbn', other: null })).toBe(false);
    expect(mayTakeOver(book, paper, { one: 'bookType', other: 'paperType' })).toBe(false);
  });
});

test('what a paper says as a book: its title, and its authors in the roles of books', () => {
  const authors = [
    { id: '1', sort: 1, userId: '7', authorType: '01', confirmStatus: '1' },
    { id: '2', sort: 2, userId: '8', authorType: '02', confirmStatus: '0' },
  ];
  const row = { artName: '湿地生态学', journalName: '学报', remarks: '注', authors };
  const as = inFieldsOfKind(book, paper, row);
  expect(as).toMatchObject({ bookName: '湿地生态学', remarks: '注' });
  expect(as).not.toHaveProperty('journalName');
  expect(as.authors).toMatchObject([
    { userId: '7', authorType: '02', confirmStatus: '1' },
    { userId: '8', authorType: '03' },
  ]);
  expect(inFieldsOfKind(paper, paper, row)).toBe(row);
});
