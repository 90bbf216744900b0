import { typeOfCollection } from './collection.ts';
import { joinDate, readDate } from './date.ts';
import { readCn, readDoi, readIsbn, readIssns, readPages } from './identifiers.ts';
import { readAuthors, withAffiliations } from './name.ts';
import { canonicalReference, type Reference } from './reference.ts';
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

/** NoteExpress: `{Reference Type}: Journal Article`, `{Title}: …`, one tag per line. */

export const noteExpressStart = /^\s*\{Reference Type\}:/i;

const readTag: TagReader = (text) => {
  const [, tag = '', value = ''] = text.match(/^\s*\{([A-Za-z][A-Za-z /]{0,40})\}:\s?(.*)$/s) ?? [];
  return tag ? [tag, value] : undefined;
};

/** Reads one record. */
export function readNoteExpress(text: readonly string[]): Reference {
  const fields = readTaggedRecord(text, readTag);
  const serialText = allTagValues(fields, 'ISBN/ISSN', 'ISSN', 'ISBN').join(' ');
  const serials = readIssns(serialText);
  const type =
    typeOfCollection(
      firstTagValue(fields, 'Database Provider'),
      firstTagValue(fields, 'Type of Work'),
    ) ??
    typeByName(firstTagValue(fields, 'Reference Type') ?? '') ??
    'unknown';
  const meeting = type === 'conferencePaper';
  return canonicalReference({
    type,
    source: 'noteexpress',
    title: firstTagValue(fields, 'Title'),
    authors: withAffiliations(
      readAuthors(linesOfTags(fields, 'Author')),
      linesOfTags(fields, 'Author Address', 'Affiliation').flatMap(splitSemicolons),
    ),
    editors: readAuthors(linesOfTags(fields, 'Secondary Author', 'Editor')),
    container: firstTagValue(fields, 'Journal', 'Secondary Title', 'Book Title', 'Conference Name'),
    publisher: firstTagValue(fields, 'Publisher'),
    place: meeting ? undefined : firstTagValue(fields, 'Place Published', 'Publish Place'),
    conference: meeting ? { place: firstTagValue(fields, 'Conference Location') } : undefined,
    date:
      joinDate(firstTagValue(fields, 'Year'), firstTagValue(fields, 'Date')) ??
      readDate(firstTagValue(fields, 'Date')),
    volume: firstTagValue(fields, 'Volume'),
    issue: firstTagValue(fields, 'Issue', 'Number'),
    pages: readPages(pagesLine(fields, 'Pages')),
    doi: readDoi(firstTagValue(fields, 'DOI')) ?? readDoi(firstTagValue(fields, 'URL', 'Link')),
    issn: serials[0],
    eissn: serials[1],
    isbn: readIsbn(serialText),
    cn: readCn(firstTagValue(fields, 'CN')),
    abstract: firstParagraphsOfTags(fields, 'Abstract'),
    keywords: keywordList(allTagValues(fields, 'Keywords')),
    language: firstTagValue(fields, 'Language'),
    url: firstTagValue(fields, 'URL', 'Link'),
    accession: firstTagValue(fields, 'Accession Number'),
    number: firstTagValue(fields, 'Patent Number', 'Standard Number', 'Report Number'),
  });
}
