import { readDate } from './date.ts';
import { joinPages, readDoi, readIsbn, readIssns } from './identifiers.ts';
import { readPeople } from './name.ts';
import { type Reference, reference } from './reference.ts';
import { cleanLine, keywordList } from './text.ts';
import { typeOfWords } from './type-words.ts';
import { readWosRow, wosTableStart } from './wos.ts';

/** Exports of databases as tables: Scopus with commas, Web of Science with tabs. */

type Row = ReadonlyMap<string, string>;

/** The rows of a text whose cells are parted by commas, with quotes around those that need them (RFC 4180). */
function* rowsOf(text: string): Generator<readonly string[]> {
  const part = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n?|\n|$)/gy;
  let cells: string[] = [];
  while (part.lastIndex < text.length) {
    const [, quoted, plain = '', end] = part.exec(text) ?? [];
    if (end === undefined) return;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    yield cells;
    cells = [];
  }
}

const named = (head: readonly string[], cells: readonly string[]): Row =>
  new Map(head.map((name, at) => [name.trim(), cells[at] ?? '']));

/** The head of a Scopus table, which begins with its authors. */
const scopusStart = /^"?Authors"?,/;
const scopusColumns = ['Title', 'Source title', 'EID'];

/** `Lin, Xiaolan (57201234567)`: the number is that of the database. */
const withoutNumber = (name: string): string => name.replace(/\s*\(\d+\)\s*$/, '');

const ofScopus = (row: Row): Reference => {
  const text = (...names: readonly string[]): string | undefined =>
    names.map((name) => cleanLine(row.get(name) ?? '')).find((value) => value !== '');
  const genre = text('Document Type');
  const serials = readIssns((text('ISSN') ?? '').replace(/\b(\d{4})(\d{3}[\dX])\b/g, '$1-$2'));
  return reference({
    type: typeOfWords(genre ?? '') ?? 'article',
    source: 'table',
    title: text('Title'),
    authors: (text('Author full names', 'Authors') ?? '')
      .split(';')
      .flatMap((name) => readPeople(withoutNumber(cleanLine(name)))),
    editors: [],
    container: text('Source title'),
    publisher: text('Publisher'),
    date: readDate(text('Year')),
    volume: text('Volume'),
    issue: text('Issue'),
    pages: joinPages(text('Page start'), text('Page end')),
    articleNo: text('Art. No.'),
    doi: readDoi(text('DOI')),
    issn: serials[0],
    eissn: serials[1],
    isbn: readIsbn(text('ISBN')),
    abstract: text('Abstract'),
    keywords: keywordList([text('Author Keywords') ?? '']),
    language: text('Language of Original Document'),
    url: text('Link'),
    accession: text('EID'),
    indexes: ['Scopus'],
    conference: { name: text('Conference name') },
    genre,
  });
};

/** The works of a table of Scopus or Web of Science; none for any other text. */
export const readTable = (text: string): Reference[] => {
  const head = text.slice(0, 2000).trimStart();
  if (wosTableStart.test(head)) {
    const [first = '', ...lines] = text.trimStart().split(/\r\n?|\n/);
    const tags = first.split('\t');
    return lines
      .filter((line) => line.trim() !== '')
      .map((line) => readWosRow(named(tags, line.split('\t'))));
  }
  if (!scopusStart.test(head)) return [];
  const [first = [], ...rows] = rowsOf(text.trimStart());
  if (!scopusColumns.every((name) => first.includes(name))) return [];
  return rows.filter((cells) => cells.length > 1).map((cells) => ofScopus(named(first, cells)));
};
