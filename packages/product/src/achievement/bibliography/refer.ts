import { typeOfCollection } from './collection.ts';
import { readDate } from './date.ts';
import { readCn, readDoi, readIsbn, readIssns, readPages } from './identifiers.ts';
import { readAuthors, withAffiliations } from './name.ts';
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
import { keywordList, splitSemicolons } from './text.ts';
import { typeByName } from './type-words.ts';

/** Refer tagged text, the "EndNote" export of CNKI, Wanfang and Google Scholar: `%0`, `%T`, `%A`. */

export const referStart = /^\s*%0\s+\p{L}/u;

/** Reads a tag line; ignores `PageCount-页码 0`, which CNKI prints without a tag. */
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
  const fields = readTaggedRecord(text, readTag);
  const word = firstTagValue(fields, '0')?.toLowerCase() ?? '';
  const stated = types[word] ?? typeByName(word) ?? 'unknown';
  const type = typeOfCollection(firstTagValue(fields, '~'), firstTagValue(fields, '9')) ?? stated;
  const meeting = type === 'conferencePaper';
  const serialText = allTagValues(fields, '@').join(' ');
  const serials = readIssns(serialText);
  return canonicalReference({
    type,
    source: 'refer',
    title: firstTagValue(fields, 'T'),
    authors: withAffiliations(
      readAuthors(linesOfTags(fields, 'A')),
      linesOfTags(fields, '+').flatMap(splitSemicolons),
    ),
    editors: readAuthors(linesOfTags(fields, 'E')),
    container: firstTagValue(fields, 'J', 'B'),
    series: firstTagValue(fields, 'S'),
    publisher: firstTagValue(fields, 'I'),
    // For conference papers the place is that of the conference.
    place: meeting ? undefined : firstTagValue(fields, 'C'),
    conference: meeting ? { place: firstTagValue(fields, 'C') } : undefined,
    date: dateOf(firstTagValue(fields, '8'), firstTagValue(fields, 'D')),
    volume: firstTagValue(fields, 'V'),
    issue: firstTagValue(fields, 'N'),
    pages: readPages(pagesLine(fields, 'P')),
    doi: readDoi(firstTagValue(fields, 'R')) ?? readDoi(firstTagValue(fields, 'U')),
    issn: serials[0],
    eissn: serials[1],
    isbn: readIsbn(serialText),
    cn: readCn(firstTagValue(fields, 'L')),
    abstract: firstParagraphsOfTags(fields, 'X'),
    keywords: keywordList(linesOfTags(fields, 'K')),
    language: firstTagValue(fields, 'G'),
    url: firstTagValue(fields, 'U'),
    accession: firstTagValue(fields, 'M'),
    number: numbered.has(type) ? firstTagValue(fields, '@', '1') : undefined,
    genre: firstTagValue(fields, '9'),
  });
}

/** Returns the date from `%8` (full date) and `%D` (year); a `%8` of another year is a date of access and ignored. */
function dateOf(full: string | undefined, yearOnly: string | undefined): string | undefined {
  const date = readDate(full);
  const year = readDate(yearOnly);
  return date && (!year || date.startsWith(year)) ? date : year;
}
