import { typeOfCollection } from './collection.ts';
import { readDate } from './date.ts';
import { readCn, readDoi, readIsbn, readIssns, readPages } from './identifiers.ts';
import { readAuthors, withAffiliations } from './name.ts';
import { type Reference, type ReferenceType, reference } from './reference.ts';
import {
  allTagValues,
  firstParagraphsOfTags,
  line,
  linesOfTags,
  pagesLine,
  readTagged,
  type TagReader,
} from './tagged.ts';
import { keywordList, splitSemicolons } from './text.ts';
import { typeOfWords } from './type-words.ts';

/** Refer tagged text, the "EndNote" export of CNKI, Wanfang and Google Scholar: `%0`, `%T`, `%A`. */

export const referStart = /^\s*%0\s+\p{L}/u;

/** `PageCount-页码 0` is printed by CNKI without a tag of its own and belongs to no field. */
const readTag: TagReader = (text) => {
  const [, tag = '', value = ''] = text.match(/^\s*%(\S)(?:\s(.*))?$/s) ?? [];
  if (tag) return [tag, value];
  return /^PageCount-页码/.test(text) ? ['PageCount', text] : undefined;
};

const types: Readonly<Record<string, ReferenceType>> = {
  'journal article': 'article',
  'electronic article': 'article',
  'magazine article': 'article',
  'conference paper': 'conferencePaper',
  'conference proceedings': 'conferencePaper',
  'conference proceeding': 'conferencePaper',
  book: 'book',
  'edited book': 'book',
  'electronic book': 'book',
  'classical work': 'book',
  'book section': 'chapter',
  'electronic book section': 'chapter',
  thesis: 'thesis',
  dissertation: 'thesis',
  patent: 'patent',
  standard: 'standard',
  'newspaper article': 'newspaper',
  report: 'report',
  'government document': 'report',
  'web page': 'webpage',
  blog: 'webpage',
  'online database': 'webpage',
  'online multimedia': 'webpage',
  dataset: 'dataset',
  'aggregated database': 'dataset',
  'computer program': 'software',
  artwork: 'artwork',
  'audiovisual material': 'artwork',
  'film or broadcast': 'artwork',
  music: 'artwork',
  map: 'artwork',
  manuscript: 'manuscript',
  'unpublished work': 'manuscript',
};

const numbered: ReadonlySet<ReferenceType> = new Set(['patent', 'standard', 'report']);

/** Reads one record. */
export function readRefer(text: readonly string[]): Reference {
  const fields = readTagged(text, readTag);
  const word = line(fields, '0')?.toLowerCase() ?? '';
  const stated = types[word] ?? typeOfWords(word) ?? 'unknown';
  const type = typeOfCollection(line(fields, '~'), line(fields, '9')) ?? stated;
  const meeting = type === 'conferencePaper';
  const serialText = allTagValues(fields, '@').join(' ');
  const serials = readIssns(serialText);
  return reference({
    type,
    source: 'refer',
    title: line(fields, 'T'),
    authors: withAffiliations(
      readAuthors(linesOfTags(fields, 'A')),
      linesOfTags(fields, '+').flatMap(splitSemicolons),
    ),
    editors: readAuthors(linesOfTags(fields, 'E')),
    container: line(fields, 'J', 'B'),
    series: line(fields, 'S'),
    publisher: line(fields, 'I'),
    // of a paper at a meeting, the place is the meeting's
    place: meeting ? undefined : line(fields, 'C'),
    conference: meeting ? { place: line(fields, 'C') } : undefined,
    date: dateOf(line(fields, '8'), line(fields, 'D')),
    volume: line(fields, 'V'),
    issue: line(fields, 'N'),
    pages: readPages(pagesLine(fields, 'P')),
    doi: readDoi(line(fields, 'R')) ?? readDoi(line(fields, 'U')),
    issn: serials[0],
    eissn: serials[1],
    isbn: readIsbn(serialText),
    cn: readCn(line(fields, 'L')),
    abstract: firstParagraphsOfTags(fields, 'X'),
    keywords: keywordList(linesOfTags(fields, 'K')),
    language: line(fields, 'G'),
    url: line(fields, 'U'),
    accession: line(fields, 'M'),
    number: numbered.has(type) ? line(fields, '@', '1') : undefined,
    genre: line(fields, '9'),
  });
}

/** `%8` is the full date and `%D` the year; a `%8` of another year (a date of access) is ignored. */
function dateOf(full: string | undefined, yearOnly: string | undefined): string | undefined {
  const date = readDate(full);
  const year = readDate(yearOnly);
  return date && (!year || date.startsWith(year)) ? date : year;
}
