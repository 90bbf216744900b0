import { joinDate, readDate } from './date.ts';
import { joinPages, readDoi, readIsbn, readIssns } from './identifiers.ts';
import { readPeople } from './name.ts';
import {
  type Author,
  canonicalReference,
  type Reference,
  type ReferenceType,
} from './reference.ts';
import {
  firstTagValue,
  linesOfTags,
  readTaggedRecord,
  type TagReader,
  type TagValues,
} from './tagged.ts';
import { cleanLine, keywordList } from './text.ts';

/** Web of Science tagged text: `PT J`, `AU …` with continuation lines indented by three blanks. */

export const wosStart = /^PT [A-Z]\s*$/;

const readTag: TagReader = (text) => {
  const [, tag = '', value = ''] = text.match(/^([A-Z][A-Z0-9])(?: (.*))?$/s) ?? [];
  return tag ? [tag, value] : undefined;
};

/** Reference types by `PT`: journal, series, book, patent. */
const types: Readonly<Record<string, ReferenceType>> = {
  J: 'article',
  S: 'article',
  B: 'book',
  P: 'patent',
  D: 'dataset',
};

/** Types by document type, which is more precise than `PT` for books and series. */
const documentTypes: readonly (readonly [pattern: RegExp, type: ReferenceType])[] = [
  [/proceedings paper|meeting/i, 'conferencePaper'],
  [/book chapter/i, 'chapter'],
  [/data set/i, 'dataset'],
  [/software/i, 'software'],
];

function typeOf(publication: string, documentType: string): ReferenceType {
  if (publication === 'J') return 'article';
  const refined = documentTypes.find(([pattern]) => pattern.test(documentType))?.[1];
  return refined ?? types[publication] ?? 'unknown';
}

/** Returns the names before each `(corresponding author)` of `RP`. */
function correspondingNames(text: string): Set<string> {
  const names = new Set<string>();
  let pending: string[] = [];
  for (const part of text.split(';')) {
    const [name = '', role] = part.split('(', 2);
    pending.push(cleanLine(name).toLowerCase());
    if (!role) continue;
    if (/^(?:corresponding|reprint) author/.test(role)) for (const one of pending) names.add(one);
    pending = [];
  }
  return names;
}

/** Returns the first address by author, from `C1` lines such as `[Lin, XL; Wu, Q] Demo Univ, Dept Phys, …`. */
function addresses(rows: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const row of rows) {
    const close = row.indexOf(']');
    const open = row.indexOf('[');
    if (open < 0 || close < open) continue;
    const address = cleanLine(row.slice(close + 1)).replace(/\.$/, '');
    for (const name of row.slice(open + 1, close).split(';')) {
      const key = cleanLine(name).toLowerCase();
      if (!found.has(key)) found.set(key, address);
    }
  }
  return found;
}

/** Returns the authors by full names (`AF`), otherwise by short ones (`AU`). */
function authorsOf(fields: TagValues): Author[] {
  const short = linesOfTags(fields, 'AU').map(cleanLine);
  const full = linesOfTags(fields, 'AF').map(cleanLine);
  const printed = full.length === short.length ? full : short;
  const corresponding = correspondingNames(firstTagValue(fields, 'RP') ?? '');
  const address = addresses(linesOfTags(fields, 'C1'));
  return printed.flatMap((name, index) => {
    const keys = [name, short[index] ?? ''].map((key) => key.toLowerCase());
    const affiliation = keys.map((key) => address.get(key)).find(Boolean);
    return readPeople(name).map((author) => ({
      ...author,
      ...(keys.some((key) => corresponding.has(key)) && { corresponding: true }),
      ...(affiliation && { affiliation }),
    }));
  });
}

/**
 * Reads one record. Keywords are the authors' (`DE`); Keywords Plus of the database (`ID`) are used only if the authors
 * gave none.
 */
export const readWos = (text: readonly string[]): Reference =>
  workOf(readTaggedRecord(text, readTag));

/** Separators of tab-delimited columns whose parts are lines in the tagged format. */
const listed: Readonly<Record<string, RegExp>> = {
  AU: /;\s*/,
  AF: /;\s*/,
  BE: /;\s*/,
  ED: /;\s*/,
  C1: /;\s*(?=\[)/,
};

/** Header of a tab-delimited export, whose columns are tags. */
export const wosTableStart = /^PT\tAU\t/;

/** Reads a row of the tab-delimited export by tag. */
export const readWosRow = (row: ReadonlyMap<string, string>): Reference =>
  workOf(
    new Map(
      [...row].map(([tag, value]) => {
        const parts = listed[tag];
        return [tag, [parts ? value.split(parts).join('\n') : value]] as const;
      }),
    ),
  );

function workOf(fields: TagValues): Reference {
  const genre = firstTagValue(fields, 'DT');
  const type = typeOf(firstTagValue(fields, 'PT') ?? '', genre ?? '');
  const keywords = keywordList([firstTagValue(fields, 'DE') ?? '']);
  return canonicalReference({
    type,
    source: 'wos',
    title: firstTagValue(fields, 'TI'),
    authors: authorsOf(fields),
    editors: linesOfTags(fields, 'BE', 'ED').flatMap(readPeople),
    // For a book the source is the book itself.
    container: type === 'book' ? undefined : firstTagValue(fields, 'SO'),
    series: firstTagValue(fields, 'SE'),
    publisher: firstTagValue(fields, 'PU'),
    place: firstTagValue(fields, 'PI'),
    // Works published online only have the month of early access.
    date:
      joinDate(firstTagValue(fields, 'PY'), firstTagValue(fields, 'PD')) ??
      readDate(firstTagValue(fields, 'EA')),
    volume: firstTagValue(fields, 'VL'),
    issue: firstTagValue(fields, 'IS'),
    pages: joinPages(firstTagValue(fields, 'BP', 'PS'), firstTagValue(fields, 'EP')),
    articleNo: firstTagValue(fields, 'AR'),
    doi: readDoi(firstTagValue(fields, 'DI')),
    issn: readIssns(firstTagValue(fields, 'SN'))[0],
    eissn: readIssns(firstTagValue(fields, 'EI'))[0],
    isbn: readIsbn(firstTagValue(fields, 'BN')),
    abstract: firstTagValue(fields, 'AB'),
    keywords: keywords.length > 0 ? keywords : keywordList([firstTagValue(fields, 'ID') ?? '']),
    language: firstTagValue(fields, 'LA'),
    conference: {
      name: firstTagValue(fields, 'CT'),
      place: firstTagValue(fields, 'CL'),
      date: readDate(firstTagValue(fields, 'CY')),
    },
    accession: firstTagValue(fields, 'UT'),
    contacts: ['EM', 'OI', 'RI']
      .map((tag) => firstTagValue(fields, tag) ?? '')
      .filter(Boolean)
      .join('; '),
    indexes: keywordList([firstTagValue(fields, 'WE') ?? '']),
    number: firstTagValue(fields, 'PN'),
    genre,
  });
}
