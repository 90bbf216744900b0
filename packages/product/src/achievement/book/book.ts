import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { isbn, normaliseIsbn } from '../../shared/formats/formats.ts';
import { bibliographyFiles } from '../bibliography/files.ts';
import { achievement, unlessSecret } from '../common/achievement.ts';
import { authorFields, isOurAuthor } from '../common/authors.ts';
import { awardLevel, publishLanguage } from '../common/dictionaries.ts';
import { registration } from '../common/registration.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { bookAuthorType, bookType, pressLevel } from './dictionaries.ts';

const ach = achievement({
  label: ['著作', 'Book'],
  plural: 'Books',
  code: 'book',
  type: 'bookType',
  path: '/achievement/book',
  register: '/achievement/bookReg',
  authors: {
    ...authorFields(bookAuthorType),
    wordCount: f
      .decimal(['撰写字数（万）', 'Words (10k)'], 2)
      .between(0, 100_000)
      .specimen((draw) => `${draw.int(6, 12)}.00`),
  },
  attachments: attachmentCategories('14*', '17', '99'),
  date: 'publishDate',
  duplicates: ['isbn'],
  authorRoles: ['02', '03'],
  scored: { as: 'book', words: { field: 'totalWords', of: 10_000 } },
  takenFor: ['writing'],
  citation: {
    type: 'book',
    texts: {
      'collection-title': 'seriesName',
      edition: 'edition',
      publisher: 'pressName',
      'publisher-place': 'publishPlace',
      ISBN: 'isbn',
      abstract: 'abstractText',
    },
    translators: ['07', '08'],
    // Reviewers of the manuscript are not authors.
    unnamed: ['09'],
  },
});

/** Returns whether a book is a textbook (`bookType` 03). */
const isTextbook = (row: RowLike): boolean => row.bookType === '03';

/** Decimals of word counts, whose unit is ten thousand words. */
const scale = 2;

const units = (words: string | null): bigint => {
  const decimal = words ? readDecimal(words) : null;
  return (decimal && decimalUnits(decimal, scale)) ?? 0n;
};

const fields = {
  bookNum: f.text(['著作编号', 'Book no.']).max(20).computed().searchable(),
  bookName: f.text(['著作名称', 'Title']).requiredInDraft().max(200).searchable(),
  bookNameEn: f.text(['外文名', 'Foreign title']).max(300).searchable(),
  bookType: f.dict(['著作类别', 'Type'], bookType).required().initial('01'),
  isbn: f.text(['ISBN', 'ISBN']).required().max(17).format(isbn).unique(normaliseIsbn).searchable(),
  cip: f.text(['CIP核字号', 'CIP']).max(30),
  pressName: f.text(['出版社', 'Publisher']).required().max(100).searchable(),
  pressLevel: f.dict(['出版社级别', 'Publisher level'], pressLevel).required(),
  publishPlace: f.text(['出版地', 'Place']).required().max(50),
  publishDate: f.date(['出版日期', 'Published']).required(),
  edition: f.text(['版次', 'Edition']).required().max(20).initial('第1版'),
  printNum: f.text(['印次', 'Printing']).max(20),
  language: f.dict(['语种', 'Language'], publishLanguage).required().initial('01'),
  totalWords: f
    .decimal(['总字数（万字）', 'Words (10k)'], scale)
    .required()
    .between(0.01, 100_000)
    .specimen((draw) => `${draw.int(12, 68)}.50`),
  // Words written by authors of the university.
  selfWords: f.decimal(['本校完成字数（万字）', 'Our words (10k)'], scale).computed(),
  seriesName: f.text(['丛书名', 'Series']).max(100),
  isTranslated: f.dict(['是否译成外文', 'Translated'], yesNo),
  textbookLevel: f.dict(['教材级别', 'Textbook level'], awardLevel).required().when(isTextbook),
  abstractText: f.note(['内容简介', 'Abstract']).max(2000).when(unlessSecret),
  ...ach.fields,
};

type BookRow = RowOf<typeof fields>;

/** 著作. Fields and rules shared by all achievements are in `../common/achievement.ts`. */
export const book = defineResource({
  key: 'bookapp',
  label: ['著作', 'Book'],
  table: 'book',
  path: 'kh-edu-research/bookreg',
  title: 'bookName',
  importFiles: bibliographyFiles,
  number: { field: 'bookNum', pattern: 'ZZ${yyyy}${seq4}' },
  fields,
  with: [ach],
  views: ach.views({
    audit: ['bookName', 'firstAuthor', 'fkDeptId', 'bookType', 'pressName', 'publishDate'],
    lib: ['bookNum', 'bookName', 'authorNames', 'fkDeptId', 'bookType', 'pressName', 'publishDate'],
  }),
  list: {
    columns: ['bookName', 'bookType', 'isbn', 'pressName', 'publishDate', 'totalWords'],
    filters: achievementFilters(
      'bookType',
      'publishDate',
      'pressName',
      'pressLevel',
      'isbn',
      'cip',
    ),
    sort: '-publishDate',
    keptTotals: outputTotals('publishDate'),
  },
  form: [
    {
      key: 'basic',
      title: ['基本信息', 'Basic information'],
      fields: ['bookName', 'bookNameEn', 'bookType', 'textbookLevel', 'language'],
    },
    {
      key: 'publishing',
      title: ['出版信息', 'Publishing'],
      fields: [
        'isbn',
        'pressName',
        'pressLevel',
        'publishPlace',
        'publishDate',
        'edition',
        'printNum',
        'totalWords',
        'cip',
        'seriesName',
        'isTranslated',
      ],
    },
    { ...ach.people, shown: ['selfWords'] },
    belongingSection,
    ...closingSections('abstractText'),
  ],
  validators: [
    ...notAfterToday(fields, 'publishDate'),
    {
      fields: ['totalWords'],
      check: (row: BookRow) =>
        row.totalWords !== null && units(row.selfWords) > units(row.totalWords)
          ? [
              '本校作者撰写字数合计不能超过【总字数】',
              'The words written by our authors must not exceed the total words of the book',
            ]
          : null,
    },
  ],
  compute: ({ authors }) => ({
    selfWords: decimalText(
      (authors ?? [])
        .filter((line) => isOurAuthor(line.personType))
        .reduce((sum, line) => sum + units(line.wordCount), 0n),
      scale,
    ),
  }),
  processes: registration(
    'bookapp',
    ['著作登记', 'Book registration'],
    4,
    'bookType',
    'pressLevel',
  ),
});
