import { typeOfCollection } from './collection.ts';
import { joinDate, readDate } from './date.ts';
import { readCn, readDoi, readIsbn, readIssns, readPages } from './identifiers.ts';
import { readAuthors, withAffiliations } from './name.ts';
import { type Reference, reference } from './reference.ts';
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

/** NoteExpress: `{Reference Type}: Journal Article`, `{Title}: …`, one tag a line. */

export const noteExpressStart = /^\s*\{Reference Type\}:/i;

const readTag: TagReader = (text) => {
  const [, tag = '', value = ''] = text.match(/^\s*\{([A-Za-z][A-Za-z /]{0,40})\}:\s?(.*)$/s) ?? [];
  return tag ? [tag, value] : undefined;
};

/** Reads one record. */
export function readNoteExpress(text: readonly string[]): Reference {
  const fields = readTagged(text, readTag);
  const serialText = allTagValues(fields, 'ISBN/ISSN', 'ISSN', 'ISBN').join(' ');
  const serials = readIssns(serialText);
  const type =
    typeOfCollection(line(fields, 'Database Provider'), line(fields, 'Type of Work')) ??
    typeOfWords(line(fields, 'Reference Type') ?? '') ??
    'unknown';
  const meeting = type === 'conferencePaper';
  return reference({
    type,
    source: 'noteexpress',
    title: line(fields, 'Title'),
    authors: withAffiliations(
      readAuthors(linesOfTags(fields, 'Author')),
      linesOfTags(fields, 'Author Address', 'Affiliation').flatMap(splitSemicolons),
    ),
    editors: readAuthors(linesOfTags(fields, 'Secondary Author', 'Editor')),
    container: line(fields, 'Journal', 'Secondary Title', 'Book Title', 'Conference Name'),
    publisher: line(fields, 'Publisher'),
    place: meeting ? undefined : line(fields, 'Place Published', 'Publish Place'),
    conference: meeting ? { place: line(fields, 'Conference Location') } : undefined,
    date: joinDate(line(fields, 'Year'), line(fields, 'Date')) ?? readDate(line(fields, 'Date')),
    volume: line(fields, 'Volume'),
    issue: line(fields, 'Issue', 'Number'),
    pages: readPages(pagesLine(fields, 'Pages')),
    doi: readDoi(line(fields, 'DOI')) ?? readDoi(line(fields, 'URL', 'Link')),
    issn: serials[0],
    eissn: serials[1],
    isbn: readIsbn(serialText),
    cn: readCn(line(fields, 'CN')),
    abstract: firstParagraphsOfTags(fields, 'Abstract'),
    keywords: keywordList(allTagValues(fields, 'Keywords')),
    language: line(fields, 'Language'),
    url: line(fields, 'URL', 'Link'),
    accession: line(fields, 'Accession Number'),
    number: line(fields, 'Patent Number', 'Standard Number', 'Report Number'),
  });
}
