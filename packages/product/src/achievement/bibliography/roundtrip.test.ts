import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeBibtex } from './bibtex.ts';
import { locatorOf } from './identifiers.ts';
import { parsedAuthor } from './name.ts';
import { parseReferences } from './parse.ts';
import {
  type Author,
  canonicalReference,
  type Reference,
  type ReferenceType,
} from './reference.ts';
import { writeRis } from './ris.ts';

// Whatever a reference holds, writing it and reading it back gives the same reference.

const hanCharacters = [...'林晓岚周启明吴思远潮汐薄膜吸附研究方法的与及'];
const latinCharacters = [...'abcdefgzABCDXYZéöüçñßøłŠ0123456789'];
const letters = latinCharacters.filter((one) => !/\d/.test(one));
const signs = [...'.,:!?()[]/+*=<>|@&%$#_{}~^\\`\'"–—“”‘’·《》：、α²₃'];

const word = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: fc.constantFrom(...latinCharacters), minLength: 1, maxLength: 9 }),
  },
  {
    weight: 3,
    arbitrary: fc.string({ unit: fc.constantFrom(...hanCharacters), minLength: 1, maxLength: 9 }),
  },
  {
    weight: 2,
    arbitrary: fc.string({
      unit: fc.constantFrom(...signs, ...latinCharacters),
      minLength: 1,
      maxLength: 6,
    }),
  },
);

const tag = /<\/?[a-z][^<>]*>/i;
const text = fc
  .array(word, { minLength: 1, maxLength: 8 })
  .map((words) => words.join(' '))
  .filter((value) => !tag.test(value));

/** A word that begins and ends with a letter, so that no separator stands at its ends. */
const plainWord = fc.string({
  unit: fc.constantFrom(...letters),
  minLength: 2,
  maxLength: 9,
});
const family = fc
  .tuple(fc.constantFrom('', 'van ', 'de la ', "O'", 'Smith-'), plainWord)
  .map(([head, tail]) => head + tail);
const han = fc.string({ unit: fc.constantFrom(...hanCharacters), minLength: 2, maxLength: 4 });
/** A line that begins with a tag would be one, so a paragraph begins with a Chinese word. */
const paragraph = fc.tuple(han, text).map((parts) => parts.join(' '));

const author: fc.Arbitrary<Author> = fc.oneof(
  fc.tuple(family, plainWord).map(([last, first]) => parsedAuthor(last, first)),
  fc.tuple(family, plainWord).map(([last, first]) => parsedAuthor(last, `${first} A., Jr.`)),
  han.map((name) => parsedAuthor(name)),
  fc.tuple(han, plainWord).map(([head, tail]) => parsedAuthor(`${head}·${tail}`)),
  fc
    .array(plainWord, { minLength: 2, maxLength: 4 })
    .map((words) => parsedAuthor(`${words.join(' and ')} Ltd`)),
);

const date = fc
  .date({
    min: new Date('1000-01-01T00:00:00Z'),
    max: new Date('2999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .chain((day) => fc.constantFrom(4, 7, 10).map((length) => day.toISOString().slice(0, length)));

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const issn = fc
  .tuple(digits(4), digits(3), fc.constantFrom(...'0123456789X'))
  .map(([a, b, c]) => `${a}-${b}${c}`);
const pages = fc.oneof(
  digits(3),
  fc
    .tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 401, max: 900 }))
    .map(([a, b]) => `${a}-${b}`),
  fc.constantFrom('S1-S9', '12-15+20', '1106-1111, 1117', '0209-0218', '121002-7', 'BRD'),
);
const doi = fc
  .tuple(digits(4), fc.string({ unit: fc.constantFrom(...'abcXYZ019.-_;()/:<>?#'), maxLength: 12 }))
  .map(([prefix, suffix]) => `10.${prefix}/${suffix}z`)
  .filter((value) => !tag.test(value))
  .filter((value) => !/[()]/.test(value) || value.split('(').length === value.split(')').length);
const url = fc
  .string({ unit: fc.constantFrom(...'abc019.-_~%&=?#/'), maxLength: 20 })
  .map((tail) => `https://example.edu/${tail}`)
  .filter((value) => !/&[a-z]+;/.test(value));
const keyword = text.filter((value) => !/[;；]/.test(value) && !/^[,，\s]+$/.test(value));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const hosted: readonly ReferenceType[] = ['article', 'conferencePaper', 'chapter', 'newspaper'];
const inSerial: readonly ReferenceType[] = ['article', 'conferencePaper', 'newspaper'];
const withGenre: readonly ReferenceType[] = ['article', 'thesis', 'report', 'patent'];
const withNumber: readonly ReferenceType[] = ['patent', 'standard', 'report', 'achievement'];

const types: readonly ReferenceType[] = [
  'article',
  'conferencePaper',
  'book',
  'chapter',
  'thesis',
  'patent',
  'standard',
  'legalText',
  'yearbook',
  'newspaper',
  'report',
  'achievement',
  'webpage',
  'dataset',
  'software',
  'artwork',
  'manuscript',
  'unknown',
];

/** Only what the type can have: a book has no host, a thesis no issue. */
const work: fc.Arbitrary<Reference> = fc
  .record({
    type: fc.constantFrom(...types),
    title: text,
    authors: fc.array(author, { maxLength: 6 }),
    editors: fc.array(author, { maxLength: 2 }),
    container: text,
    series: optional(text),
    publisher: optional(text),
    place: optional(text),
    date: optional(date),
    volume: optional(plainWord),
    issue: optional(plainWord),
    pages: optional(pages),
    articleNo: optional(digits(6)),
    doi: optional(doi),
    issn: optional(issn),
    isbn: optional(fc.constantFrom('9787000000001', '978-7-00-000000-1', '700000000X')),
    abstract: optional(
      fc.array(paragraph, { minLength: 1, maxLength: 3 }).map((rows) => rows.join('\n')),
    ),
    keywords: fc.uniqueArray(keyword, { maxLength: 5 }),
    language: optional(fc.constantFrom('zh-CN', '中文', 'English')),
    url: optional(url),
    meeting: optional(
      fc.record({ name: optional(text), place: optional(text), date: optional(date) }),
    ),
    accession: optional(digits(9).map((number) => `WOS:${number}`)),
    number: optional(fc.constantFrom('GB/T 7714-2015', 'CN110000001-A')),
    genre: optional(fc.constantFrom('Review', '博士')),
  })
  .map(({ meeting, ...fields }) => {
    const { type } = fields;
    const only = <T>(kinds: readonly ReferenceType[], value: T): T | undefined =>
      kinds.includes(type) ? value : undefined;
    return canonicalReference({
      ...fields,
      source: 'ris',
      container: only(hosted, fields.container),
      issue: only(inSerial, fields.issue),
      articleNo: only(['article', 'conferencePaper'], fields.articleNo),
      number: only(withNumber, fields.number),
      genre: only(withGenre, fields.genre),
      conference: only(['conferencePaper'], meeting),
    });
  });

const sourceless = (works: readonly Reference[]) => works.map(({ source: _, ...fields }) => fields);

describe('writing and reading back', () => {
  it.each([
    ['BibTeX', writeBibtex],
    ['RIS', writeRis],
  ])('%s gives the same references', (_, write) => {
    fc.assert(
      fc.property(fc.array(work, { minLength: 1, maxLength: 3 }), (works) => {
        expect(sourceless(parseReferences(write(works)))).toEqual(sourceless(works));
      }),
      { numRuns: 400 },
    );
  });

  it('holds for every type by itself', () => {
    for (const type of types) {
      const one = canonicalReference({ type, source: 'ris', title: 'A' });
      expect(parseReferences(writeBibtex([one])).map((found) => found.type)).toEqual([type]);
      expect(parseReferences(writeRis([one])).map((found) => found.type)).toEqual([type]);
    }
  });
});

/** One article, with `at` where each format has its pages. */
const formats: Readonly<Record<string, (at: string) => string>> = {
  BibTeX: (at) => `@article{a, title={Films}, journal={Demo Letters}, year={2024}, pages={${at}}}`,
  RIS: (at) => `TY  - JOUR\nTI  - Films\nJO  - Demo Letters\nPY  - 2024\nSP  - ${at}\nER  - `,
  'CSL-JSON': (at) =>
    JSON.stringify([
      { type: 'article-journal', title: 'Films', 'container-title': 'Demo Letters', page: at },
    ]),
  OpenAlex: (at) =>
    JSON.stringify({
      type: 'article',
      title: 'Films',
      authorships: [],
      biblio: { first_page: at, last_page: at },
      primary_location: { source: { display_name: 'Demo Letters', type: 'journal' } },
    }),
  'EndNote XML': (at) =>
    `<xml><records><record><ref-type name="Journal Article">17</ref-type><titles><title>Films</title><secondary-title>Demo Letters</secondary-title></titles><pages>${at}</pages></record></records></xml>`,
  'Zotero RDF': (at) =>
    `<rdf:RDF><bib:Article rdf:about="#1"><z:itemType>journalArticle</z:itemType><dcterms:isPartOf><bib:Journal><dc:title>Demo Letters</dc:title></bib:Journal></dcterms:isPartOf><dc:title>Films</dc:title><bib:pages>${at}</bib:pages></bib:Article></rdf:RDF>`,
  RefWorks: (at) => `RT Journal Article\nT1 Films\nJF Demo Letters\nYR 2024\nSP ${at}\n`,
  Refer: (at) => `%0 Journal Article\n%T Films\n%J Demo Letters\n%D 2024\n%P ${at}\n`,
  NoteExpress: (at) =>
    `{Reference Type}: Journal Article\n{Title}: Films\n{Journal}: Demo Letters\n{Year}: 2024\n{Pages}: ${at}\n`,
  'Web of Science': (at) =>
    `FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nTI Films\nSO DEMO LETTERS\nBP ${at}\nPY 2024\nER\n\nEF`,
  'GB/T 7714': (at) => `[1] LIN X. Films[J]. Demo Letters, 2024, 238: ${at}.`,
  MLA: (at) => `Lin, Xiaolan. "Films." Demo Letters 238 (2024): ${at}.`,
};

describe.each(Object.entries(formats))('%s', (_name, write) => {
  it('the number of an article in the place of pages is one', () => {
    const [work] = parseReferences(write('121904'));
    expect(work).toMatchObject({ type: 'article', articleNo: '121904' });
    expect(work).not.toHaveProperty('pages');
  });

  it('pages stay pages', () => {
    for (const pages of ['1021-1037', '170']) {
      const [work] = parseReferences(write(pages));
      expect(work).toMatchObject({ pages });
      expect(work).not.toHaveProperty('articleNo');
    }
  });
});

it('numbers of articles, in the shapes that journals print', () => {
  for (const number of ['12345', '121904', 'e0123456', 'e123', 'L021301', 'P05012', 'eabc1234']) {
    expect(locatorOf({ pages: number })).toEqual({ pages: undefined, articleNo: number });
  }
  for (const pages of [
    '1-7',
    '1021',
    'S12',
    'S12345',
    'A1024',
    '12-15+20',
    '121002-7',
    'BRD',
    '',
  ]) {
    expect(locatorOf({ pages })).toEqual({ pages, articleNo: undefined });
  }
  expect(locatorOf({ pages: '121904', articleNo: '121904' })).toEqual({ articleNo: '121904' });
  expect(locatorOf({ pages: '12345', articleNo: 'e7' })).toEqual({
    pages: '12345',
    articleNo: 'e7',
  });
});
