import type { Label } from '@keyan/kernel/label.ts';
import { type AuthorRoleOf, type AuthorRow, authorNotes, authorRows } from './author-rows.ts';
import { type AcceptedTypes, destinationOf } from './belonging.ts';
import { fullDayOf, moreAuthorsNote, publishLanguageOf, yearOnlyNote } from './draft.ts';
import type { Filler } from './filler.ts';
import { type TextLimits, withinFieldLimits, withoutUndefined } from './limits.ts';
import { matchAuthors } from './staff.ts';

/** Conversion of a reference to the form of a book (wire names). */

/** Form fields that a reference can fill. */
interface BookFill {
  readonly bookName?: string | undefined;
  readonly isbn?: string | undefined;
  readonly pressName?: string | undefined;
  readonly publishPlace?: string | undefined;
  readonly publishDate?: string | undefined;
  readonly language?: string | undefined;
  readonly seriesName?: string | undefined;
  readonly abstractText?: string | undefined;
  readonly authors?: readonly AuthorRow[];
}

const books: AcceptedTypes = { types: new Set(['book']), as: ['著作', 'a book'] };

const limits = {
  bookName: { label: ['书名', 'title'], max: 200, cut: true },
  pressName: { label: ['出版社', 'publisher'], max: 100, cut: true },
  publishPlace: { label: ['出版地', 'place'], max: 50, cut: true },
  seriesName: { label: ['丛书名', 'series'], max: 100, cut: true },
  abstractText: { label: ['内容简介', 'abstract'], max: 2000, cut: true },
} as const satisfies TextLimits<BookFill>;

/** Returns the code of `bookAuthorType`: 独著 for a single author, else 合著(第一) or 合著(参与). */
const writerRole: AuthorRoleOf = (_author, index, count) =>
  count === 1 ? '01' : index === 0 ? '02' : '03';

/** Role 主编, for sources that name only editors. */
const editorRole: AuthorRoleOf = () => '04';

const fromEditors: Label = [
  '题录只有编者，已按“主编”带入，请核对。',
  'The record names editors only; they were filled in as chief editors, please check.',
];

/** Fills the form of a book; for another type of work returns where it belongs. */
export const referenceToBook: Filler = async (work, staff, university) => {
  const belongs = destinationOf(work, books);
  if (belongs) return { belongs };
  const onlyEditors = work.authors.length === 0 && work.editors.length > 0;
  const matches = await matchAuthors(onlyEditors ? work.editors : work.authors, staff, university);
  const { fill, notes } = withinFieldLimits<BookFill>(
    {
      bookName: work.title,
      isbn: work.isbn,
      pressName: work.publisher,
      publishPlace: work.place,
      publishDate: fullDayOf(work.date),
      language: publishLanguageOf(work),
      seriesName: work.series,
      abstractText: work.abstract,
      authors: authorRows(matches, onlyEditors ? editorRole : writerRole),
    },
    limits,
  );
  return {
    fill: { ...withoutUndefined(fill) },
    matches,
    notes: [
      ...(work.date?.length === 4 ? [yearOnlyNote] : []),
      ...(work.moreAuthors ? [moreAuthorsNote] : []),
      ...(onlyEditors ? [fromEditors] : []),
      ...authorNotes(matches),
      ...notes,
    ],
  };
};
