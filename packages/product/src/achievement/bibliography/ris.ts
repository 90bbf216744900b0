import { readDate } from './date.ts';
import { joinPages, readCn, readDoi, readIsbn, readIssns } from './identifiers.ts';
import { readAuthors } from './name.ts';
import { canonicalReference, type Reference, type ReferenceType } from './reference.ts';
import {
  allTagValues,
  firstParagraphsOfTags,
  firstTagValue,
  linesOfTags,
  pagesLine,
  readTaggedRecord,
  type TagReader,
} from './tagged.ts';
import { keywordList } from './text.ts';

/** RIS: `TY  - JOUR` … `ER  -`, with the tags of EndNote, Zotero, Scopus, Wanfang and VIP. */

export const risStart = /^\s*TY( {1,3})[-–—]/;

/**
 * Returns a function that splits tag lines. RIS separates tags by two blanks and a hyphen; files with one or three
 * blanks use them throughout, so the first line decides. Otherwise `T1 - weighted images …` in an abstract would be
 * read as a tag.
 */
function tagReader(firstLine: string): TagReader {
  const gap = firstLine.match(risStart)?.[1] ?? '  ';
  const pattern = new RegExp(`^\\s*([A-Z][A-Z0-9])${gap}[-–—](?:\\s(.*))?$`, 's');
  return (text) => {
    const [, tag = '', value = ''] = text.match(pattern) ?? [];
    return tag ? [tag, value] : undefined;
  };
}

/** Type word that {@link writeRis} writes for each type. */
const written: Readonly<Record<ReferenceType, string>> = {
  article: 'JOUR',
  conferencePaper: 'CPAPER',
  book: 'BOOK',
  chapter: 'CHAP',
  thesis: 'THES',
  patent: 'PAT',
  standard: 'STAND',
  legalText: 'STAT',
  yearbook: 'ENCYC',
  newspaper: 'NEWS',
  report: 'RPRT',
  achievement: 'RPRT',
  webpage: 'ELEC',
  dataset: 'DATA',
  software: 'COMP',
  artwork: 'ART',
  manuscript: 'UNPB',
  unknown: 'GEN',
};

/** Genre of scientific achievements, which RIS writes as reports. */
const achievementGenre = '科技成果';

const types: ReadonlyMap<string, ReferenceType> = new Map<string, ReferenceType>([
  ...Object.entries(written)
    .filter(([type]) => type !== 'achievement')
    .map(([type, word]) => [word, type as ReferenceType] as const),
  ['EJOUR', 'article'],
  ['JFULL', 'article'],
  ['MGZN', 'article'],
  ['ABST', 'article'],
  ['INPR', 'article'],
  ['CONF', 'conferencePaper'],
  ['EBOOK', 'book'],
  ['EDBOOK', 'book'],
  ['SER', 'book'],
  ['ECHAP', 'chapter'],
  ['GOVDOC', 'report'],
  ['BILL', 'legalText'],
  ['LEGAL', 'legalText'],
  ['BLOG', 'webpage'],
  ['ICOMM', 'webpage'],
  ['WEB', 'webpage'],
  ['AGGR', 'dataset'],
  ['DBASE', 'dataset'],
  ['ADVS', 'artwork'],
  ['FIGURE', 'artwork'],
  ['MAP', 'artwork'],
  ['MPCT', 'artwork'],
  ['MUSIC', 'artwork'],
  ['SOUND', 'artwork'],
  ['VIDEO', 'artwork'],
  ['MANSCPT', 'manuscript'],
]);

/** Types for which `M1` is the article number (Scopus). */
const inSerial: ReadonlySet<ReferenceType> = new Set(['article', 'conferencePaper']);

/** Reads one record. */
export function readRis(text: readonly string[]): Reference {
  const fields = readTaggedRecord(text, tagReader(text[0] ?? ''));
  const genre = firstTagValue(fields, 'M3');
  const stated = types.get(firstTagValue(fields, 'TY')?.toUpperCase() ?? '') ?? 'unknown';
  const type = stated === 'report' && genre === achievementGenre ? 'achievement' : stated;
  const serialText = allTagValues(fields, 'SN').join(' ');
  const serials = readIssns(serialText);
  const proceedings = type === 'conferencePaper' ? firstTagValue(fields, 'C3') : undefined;
  // The secondary title of a book is its series.
  const host = firstTagValue(fields, 'T2', 'JF', 'BT', 'JO', 'JA', 'J2');
  const container = type === 'book' ? undefined : host;
  const place = firstTagValue(fields, 'CY');
  const miscellaneous = firstTagValue(fields, 'M1');
  return canonicalReference({
    type,
    source: 'ris',
    title: firstTagValue(fields, 'TI', 'T1', 'CT', 'BT'),
    authors: readAuthors(linesOfTags(fields, 'AU', 'A1')),
    editors: readAuthors(linesOfTags(fields, 'ED', 'A2')),
    container: proceedings ?? container,
    series: firstTagValue(fields, 'T3', ...(type === 'book' ? ['T2'] : [])),
    publisher: firstTagValue(fields, 'PB'),
    place:
      type === 'conferencePaper'
        ? firstTagValue(fields, 'C1', 'PP')
        : (place ?? firstTagValue(fields, 'PP')),
    date: dateOf(['PY', 'DA', 'Y1'].map((tag) => readDate(firstTagValue(fields, tag)))),
    volume: firstTagValue(fields, 'VL', 'VO'),
    issue: firstTagValue(fields, 'IS'),
    pages: joinPages(pagesLine(fields, 'SP'), firstTagValue(fields, 'EP')),
    articleNo: firstTagValue(fields, 'C7') ?? (inSerial.has(type) ? miscellaneous : undefined),
    doi:
      readDoi(firstTagValue(fields, 'DO')) ??
      readDoi(firstTagValue(fields, 'M3')) ??
      doiOf(allTagValues(fields, 'UR', 'L3')),
    issn: serials[0],
    eissn: serials[1],
    isbn: readIsbn(serialText),
    cn: readCn(firstTagValue(fields, 'CN')),
    abstract: firstParagraphsOfTags(fields, 'AB', 'N2'),
    keywords: keywordList(linesOfTags(fields, 'KW')),
    language: firstTagValue(fields, 'LA'),
    url: firstTagValue(fields, 'UR', 'LK'),
    conference:
      type === 'conferencePaper'
        ? { name: proceedings && container, place, date: readDate(firstTagValue(fields, 'C6')) }
        : undefined,
    accession: firstTagValue(fields, 'AN'),
    indexes: keywordList(linesOfTags(fields, 'DB')),
    number: inSerial.has(type) ? undefined : miscellaneous,
    genre: type === 'achievement' || readDoi(genre) ? undefined : genre,
  });
}

const resolverAddress = /^https?:\/\/(?:dx\.)?doi\.org\//i;

const doiOf = (addresses: readonly string[]): string | undefined =>
  readDoi(addresses.find((address) => resolverAddress.test(address.trim())));

/** Returns the most precise of several dates with the same year; the first if the years differ. */
function dateOf(found: readonly (string | undefined)[]): string | undefined {
  const [first, ...others] = found.filter((date) => date !== undefined);
  return others.reduce(
    (best, date) => (best && date.length > best.length && date.startsWith(best) ? date : best),
    first,
  );
}

/** Returns first and last page of a plain range; any other pages are written as first page. */
function pageTags(pages = ''): [start: string, end: string] {
  const [start = '', end = '', ...more] = pages.split('-');
  return more.length === 0 && start && end && !/[,+]/.test(pages) ? [start, end] : [pages, ''];
}

function tagsOf(work: Reference): (readonly [tag: string, value: string | undefined])[] {
  const meeting = work.type === 'conferencePaper';
  const ownName = work.conference?.name;
  const [start, end] = pageTags(work.pages);
  const each = (tag: string, values: readonly string[]) =>
    values.map((value) => [tag, value] as const);
  return [
    ['TY', written[work.type]],
    ['TI', work.title],
    ...each(
      'AU',
      work.authors.map((author) => author.name),
    ),
    ...each(
      'ED',
      work.editors.map((editor) => editor.name),
    ),
    ['T2', meeting && ownName ? ownName : work.container],
    ['C3', meeting && ownName ? work.container : undefined],
    ['T3', work.series],
    ['PB', work.publisher],
    [meeting ? 'C1' : 'CY', work.place],
    ['CY', work.conference?.place],
    ['C6', work.conference?.date],
    ['PY', work.year],
    ['DA', work.date?.replaceAll('-', '/')],
    ['VL', work.volume],
    ['IS', work.issue],
    ['SP', start],
    ['EP', end],
    ['C7', work.articleNo],
    ['DO', work.doi],
    ['SN', work.issn],
    ['SN', work.eissn],
    ['SN', work.isbn],
    ['CN', work.cn],
    ['AB', work.abstract],
    ...each('KW', work.keywords),
    ['LA', work.language],
    ['UR', work.url],
    ['AN', work.accession],
    ...each('DB', work.indexes),
    ['M1', work.number],
    ['M3', work.type === 'achievement' ? achievementGenre : work.genre],
  ];
}

/**
 * Writes references as RIS with CR LF line ends. Affiliations and corresponding authors are omitted, since the format
 * has no field for them.
 */
export function writeRis(references: readonly Reference[]): string {
  const records = references.map((work) =>
    tagsOf(work)
      .filter(([, value]) => value)
      .map(([tag, value]) => `${tag}  - ${value}\r\n`)
      .join(''),
  );
  return records.map((record) => `${record}ER  - \r\n`).join('\r\n');
}
