import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeBibtex } from './bibtex.ts';
import { readDate } from './date.ts';
import { referenceToPaper } from './draft.ts';
import { readDoi, readIssns, readPages } from './identifiers.ts';
import { parsedAuthor } from './name.ts';
import { parseReferences } from './parse.ts';
import {
  type Author,
  canonicalReference,
  type Reference,
  type ReferenceType,
} from './reference.ts';
import { writeRis } from './ris.ts';
import { cleanLine, cleanText, withoutMarkup } from './text.ts';

// Real records and exports lie beside the project and are no part of it (ruling 36). Where the
// folder is missing the test passes and says that it did not run.

const folder = new URL('../../../../../../shared/data/real/', import.meta.url);

interface Creator {
  readonly firstName?: string;
  readonly lastName: string;
  readonly creatorType: string;
}

/** A work as a reference manager holds it. */
interface Item {
  readonly itemType: string;
  readonly title: string;
  readonly creators: readonly Creator[];
  readonly keywords: readonly string[];
  readonly publicationTitle?: string;
  readonly proceedingsTitle?: string;
  readonly conferenceName?: string;
  readonly bookTitle?: string;
  readonly date?: string;
  readonly issueDate?: string;
  readonly volume?: string | number;
  readonly issue?: string | number;
  readonly pages?: string;
  readonly DOI?: string;
  readonly ISSN?: string;
  readonly abstractNote?: string;
}

const types: Readonly<Record<string, ReferenceType>> = {
  journalArticle: 'article',
  conferencePaper: 'conferencePaper',
  book: 'book',
  bookSection: 'chapter',
  thesis: 'thesis',
  patent: 'patent',
  standard: 'standard',
  newspaperArticle: 'newspaper',
  report: 'report',
  artwork: 'artwork',
};

const authorRoles = new Set(['author', 'inventor']);

const peopleOf = (item: Item): Author[] =>
  item.creators
    .filter((creator) => authorRoles.has(creator.creatorType))
    .map(({ firstName, lastName }) =>
      parsedAuthor(cleanLine(lastName), cleanLine(firstName ?? '')),
    );

const hostOf = (item: Item): string | undefined =>
  item.publicationTitle ?? item.proceedingsTitle ?? item.conferenceName ?? item.bookTitle;

/** Zotero has one place for pages and the number of an article. */
const standing = ({ itemType, pages }: Item) => {
  const printed = pages && readPages(pages);
  return itemType === 'journalArticle' && /^\d{6}$/.test(printed ?? '')
    ? { pages: undefined, articleNo: printed }
    : { pages: printed, articleNo: undefined };
};

/** Values that the form must show of an item, in the spelling of the parser. */
function expectation(item: Item) {
  const date = readDate(item.date ?? item.issueDate);
  const [issn, eissn] = readIssns(item.ISSN);
  return {
    type: types[item.itemType],
    title: cleanLine(withoutMarkup(item.title)),
    // one record holds two people in one name, which RIS tells apart
    authors: peopleOf(item)
      .map((author) => author.name)
      .join('; '),
    container: hostOf(item),
    year: date?.slice(0, 4),
    date,
    volume: item.volume === undefined ? undefined : String(item.volume),
    issue: item.issue === undefined ? undefined : String(item.issue),
    ...standing(item),
    doi: readDoi(item.DOI),
    issn,
    eissn,
    abstract: cleanText(item.abstractNote ?? '') || undefined,
    keywords: item.keywords.map(cleanLine),
  };
}

const found = (work: Reference | undefined) =>
  work && {
    type: work.type,
    title: work.title,
    authors: work.authors.map((author) => author.name).join('; '),
    container: work.container,
    year: work.year,
    date: work.date,
    volume: work.volume,
    issue: work.issue,
    pages: work.pages,
    articleNo: work.articleNo,
    doi: work.doi,
    issn: work.issn,
    eissn: work.eissn,
    abstract: work.abstract,
    keywords: work.keywords,
  };

/** The item as our own writers take it. */
function asReference(item: Item): Reference {
  const { authors: _, ...fields } = expectation(item);
  return canonicalReference({
    source: 'ris',
    ...fields,
    type: fields.type ?? 'unknown',
    authors: peopleOf(item),
  });
}

/** RIS as another reference manager writes it: first-generation tags, dates with slashes. */
function foreignRis(item: Item): string {
  const words: Readonly<Record<string, string>> = {
    journalArticle: 'JOUR',
    conferencePaper: 'CONF',
    book: 'BOOK',
    bookSection: 'CHAP',
    thesis: 'THES',
    patent: 'PAT',
    standard: 'STAND',
    newspaperArticle: 'NEWS',
    report: 'RPRT',
    artwork: 'ART',
  };
  const rows: readonly (readonly [string, string | number | undefined])[] = [
    ['TY', words[item.itemType]],
    ['T1', item.title],
    ...item.creators
      .filter((creator) => authorRoles.has(creator.creatorType))
      .map(
        ({ firstName, lastName }) =>
          ['A1', firstName ? `${lastName}, ${firstName}` : lastName] as const,
      ),
    [item.itemType === 'journalArticle' ? 'JF' : 'T2', hostOf(item)],
    ['Y1', (item.date ?? item.issueDate)?.replace(/^(\d{4})-(\d\d)$/, '$1/$2//')],
    ['VL', item.volume],
    ['IS', item.issue],
    ['SP', item.pages],
    ['DO', item.DOI && `https://doi.org/${item.DOI}`],
    ['SN', item.ISSN],
    ['N2', item.abstractNote],
    ...item.keywords.map((keyword) => ['KW', keyword] as const),
  ];
  const body = rows.filter(([, value]) => value !== undefined && value !== '');
  return `${body.map(([tag, value]) => `${tag}  - ${value}`).join('\n')}\nER  - \n\n`;
}

/** BibTeX as another reference manager writes it: every value in double braces. */
function foreignBibtex(item: Item): string {
  const words: Readonly<Record<string, string>> = {
    journalArticle: 'article',
    conferencePaper: 'inproceedings',
    book: 'book',
    bookSection: 'incollection',
    thesis: 'phdthesis',
    patent: 'patent',
    standard: 'standard',
    newspaperArticle: 'newspaperarticle',
    report: 'techreport',
    artwork: 'artwork',
  };
  const escaped = (value: string | number | undefined) =>
    value === undefined
      ? undefined
      : String(value)
          .replace(/[\\{}]/g, '')
          .replace(/[&%#_$]/g, '\\$&')
          .replace(/~/g, '{\\textasciitilde}')
          .replace(/\^/g, '{\\textasciicircum}')
          .replace(/-(?=-)/g, '-{}');
  const name = ({ firstName, lastName }: Creator) =>
    firstName ? `{${escaped(lastName)}}, {${escaped(firstName)}}` : `{{${escaped(lastName)}}}`;
  const authors = item.creators.filter((creator) => authorRoles.has(creator.creatorType));
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['author', authors.map(name).join(' and ')],
    ['title', `{${escaped(item.title)}}`],
    [/Paper|Section/.test(item.itemType) ? 'booktitle' : 'journal', escaped(hostOf(item))],
    ['date', item.date ?? item.issueDate],
    ['volume', escaped(item.volume)],
    ['number', escaped(item.issue)],
    ['pages', item.pages?.replace('-', '--')],
    ['doi', item.DOI?.replaceAll('_', '\\_')],
    ['issn', item.ISSN],
    [
      'keywords',
      item.keywords
        .map((word) => (word.includes(',') ? `{${escaped(word)}}` : escaped(word)))
        .join(', '),
    ],
    ['abstract', escaped(item.abstractNote)],
  ];
  const body = rows.filter(([, value]) => value).map(([field, value]) => `\t${field} = {${value}}`);
  return `@${words[item.itemType]}{key,\n${body.join(',\n')},\n}\n\n`;
}

const papers = new Set(['article', 'conferencePaper', 'chapter', 'newspaper', 'unknown']);

async function fillsOrBelongs(work: Reference): Promise<void> {
  const draft = await referenceToPaper(work, []);
  expect('fill' in draft).toBe(papers.has(work.type));
  if (!('fill' in draft)) return;
  expect(draft.fill.artName).toBe(work.title);
  expect(draft.fill.journalName).toBe(work.container);
  expect(draft.fill.authors?.map((row) => row.name) ?? []).toEqual(
    work.authors.map((author) => author.name),
  );
}

if (!existsSync(folder)) {
  it('did not run: the real records do not lie beside the project', () => {
    console.log(`real bibliographic records: not run, ${folder.pathname} does not exist`);
    expect(existsSync(folder)).toBe(false);
  });
} else {
  const items: readonly Item[] = JSON.parse(readFileSync(new URL('records.json', folder), 'utf8'));

  describe('real records written out', () => {
    const single = (text: string): Reference | undefined => {
      const works = parseReferences(text);
      expect(works).toHaveLength(1);
      return works[0];
    };

    it.each(items.map((item, index) => [index, item.itemType, item] as const))(
      '%i %s comes back from BibTeX and RIS',
      async (_, __, item) => {
        const wanted = expectation(item);
        expect(found(single(writeBibtex([asReference(item)])))).toEqual(wanted);
        expect(found(single(writeRis([asReference(item)])))).toEqual(wanted);
        expect(found(single(foreignRis(item)))).toEqual(
          // here the second title of a book is its series, and nothing else
          wanted.type === 'book' ? { ...wanted, container: undefined } : wanted,
        );
        expect(found(single(foreignBibtex(item)))).toEqual(wanted);
        await fillsOrBelongs(asReference(item));
      },
    );

    it('all of them come back from one file', () => {
      const works = items.map(asReference);
      for (const write of [writeBibtex, writeRis]) {
        expect(parseReferences(write(works)).map(found)).toEqual(items.map(expectation));
      }
    });
  });

  describe('real exports', () => {
    /** Another reading of the same file: the text behind a tag, taken by the eye. */
    const behind = (text: string, tag: string): string | undefined =>
      text
        .match(new RegExp(`^${tag}[ \\t]*((?:.*)(?:\\n {3}.*)*)`, 'm'))?.[1]
        ?.replace(/\s*\n {3}/g, ' ')
        .trim() || undefined;
    const first = (text: string, ...tags: readonly string[]) =>
      tags.map((tag) => behind(text, tag)).find(Boolean);
    const list = (text: string | undefined, separator: RegExp) =>
      (text ?? '')
        .split(separator)
        .map((part) => part.trim())
        .filter(Boolean);

    const readings = {
      cnki: (record: string) => ({
        title: first(record, 'T1', '%T'),
        authors: list(first(record, 'A1', '%A'), /[;,]/),
        container: first(record, 'JF', '%J'),
        volume: first(record, 'VO', '%V'),
        issue: first(record, 'IS', '%N'),
        pages: first(record, 'OP', '%P'),
        doi: first(record, 'DO', '%R'),
        issn: first(record, 'SN'),
        year: first(record, 'YR', '%D', 'FD', '%8')?.slice(0, 4),
        keywords: list(first(record, 'K1', '%K'), /;/),
        abstract: first(record, 'AB', '%X'),
      }),
      'web-of-science': (record: string) => {
        const names = record.match(/^A[FU] .*(?:\n {3}.*)*/gm)?.at(-1) ?? '';
        const last = first(record, 'EP');
        const start = first(record, 'BP', 'PS');
        return {
          title: first(record, 'TI'),
          authors: list(names.slice(3), /\n/),
          container: first(record, 'SO'),
          volume: first(record, 'VL'),
          issue: first(record, 'IS'),
          pages: start && last ? `${start}-${last}` : start,
          doi: first(record, 'DI'),
          issn: first(record, 'SN'),
          year: first(record, 'PY'),
          keywords: list(first(record, 'DE'), /;/),
          abstract: first(record, 'AB'),
        };
      },
    };

    const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));

    it.each(files)('%s', async (name) => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      const works = parseReferences(text);
      const wos = name.startsWith('web');
      const records = text
        .replaceAll('\ufeff', '')
        .split(wos ? /^(?=PT )/m : /^(?=RT |%0 )/m)
        .filter((record) => /^(?:PT|RT|%0) /.test(record));
      expect(works).toHaveLength(records.length);
      for (const [index, work] of works.entries()) {
        await fillsOrBelongs(work);
        if (work.type !== 'article') continue;
        expect({
          title: work.title,
          authors: work.authors.map((author) => author.name),
          container: work.container,
          volume: work.volume,
          issue: work.issue,
          pages: work.pages,
          doi: work.doi,
          issn: work.issn,
          year: work.year,
          keywords: work.keywords,
          abstract: work.abstract,
        }).toEqual(readings[wos ? 'web-of-science' : 'cnki'](records[index] ?? ''));
      }
    });

    it('recognises what is no paper', () => {
      const kinds = files.flatMap((name) =>
        parseReferences(readFileSync(new URL(name, folder), 'utf8')).map((work) => work.type),
      );
      expect(new Set(kinds)).toEqual(
        new Set(['article', 'thesis', 'patent', 'newspaper', 'standard', 'achievement', 'book']),
      );
    });
  });
}
