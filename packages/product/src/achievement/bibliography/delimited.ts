import { readDate } from './date.ts';
import { joinPages, readDoi, readIsbn, readIssns } from './identifiers.ts';
import { readPeople } from './name.ts';
import { type Author, canonicalReference, type Reference } from './reference.ts';
import { cleanLine, keywordList } from './text.ts';
import { typeByName } from './type-words.ts';
import { readWosRow, wosTableStart } from './wos.ts';

/** Tables exported by Scopus (comma-separated) and Web of Science (tab-separated). */

type Row = ReadonlyMap<string, string>;

/** Yields the rows of a CSV text (RFC 4180). */
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

/** First column of a Scopus table. */
const scopusStart = /^"?Authors"?,/;
const scopusColumns = ['Title', 'Source title', 'EID'];

/** Removes the database's author id from `Lin, Xiaolan (57201234567)`. */
const withoutNumber = (name: string): string => name.replace(/\s*\(\d+\)\s*$/, '');

const partsOf = (text = ''): string[] => text.split(';').map(cleanLine).filter(Boolean);

/** Returns a key of a name that ignores the order of its parts: `Zhou Q.` equals `Q. Zhou`. */
const anyOrder = (name: string): string =>
  name
    .toLowerCase()
    .split(/[\s,]+/)
    .map((part) => part.replace(/[^\p{L}]/gu, ''))
    .sort()
    .join(' ');

/**
 * Returns addresses by author name; the name before the address may contain a comma: `Zhou Q., School B` or `Zhou,
 * Qiming, School B`.
 */
const addressesOf = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    texts.flatMap((text) => {
      const [first = '', second = '', ...rest] = text.split(', ');
      return [
        [first, [second, ...rest].join(', ')],
        [`${first}, ${second}`, rest.join(', ')],
      ] as const;
    }),
  );

/** Reads the authors with full names, addresses, and the mark of the corresponding author from the other columns. */
const scopusAuthors = (row: Row): Author[] => {
  const short = partsOf(row.get('Authors'));
  const full = partsOf(row.get('Author full names')).map(withoutNumber);
  const printed = full.length > 0 ? full : short;
  const addresses = addressesOf(partsOf(row.get('Authors with affiliations')));
  const reprint = new Set(partsOf(row.get('Correspondence Address')).map(anyOrder));
  return printed.flatMap((name, index) => {
    const names = [name, short.length === printed.length ? (short[index] ?? name) : name];
    const affiliation = names.map((one) => addresses.get(one)).find(Boolean);
    const isCorresponding = names.some((one) => reprint.has(anyOrder(one)));
    return readPeople(name).map((author) => ({
      ...author,
      ...(isCorresponding && { corresponding: true }),
      ...(affiliation && { affiliation }),
    }));
  });
};

const ofScopus = (row: Row): Reference => {
  const text = (...names: readonly string[]): string | undefined =>
    names.map((name) => cleanLine(row.get(name) ?? '')).find((value) => value !== '');
  const genre = text('Document Type');
  const serials = readIssns((text('ISSN') ?? '').replace(/\b(\d{4})(\d{3}[\dX])\b/g, '$1-$2'));
  return canonicalReference({
    type: typeByName(genre ?? '') ?? 'article',
    source: 'table',
    title: text('Title'),
    authors: scopusAuthors(row),
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

/** Reads the works of a Scopus or Web of Science table; returns none for any other text. */
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
