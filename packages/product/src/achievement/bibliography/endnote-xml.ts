import { joinDate } from './date.ts';
import { contentsOfElements } from './elements.ts';
import { readDoi, readIsbn, readIssns, readPages } from './identifiers.ts';
import { readAuthors, withAffiliations } from './name.ts';
import { canonicalReference, type Reference } from './reference.ts';
import { cleanLine, cleanText, keywordList } from './text.ts';
import { typeByName } from './type-words.ts';

/**
 * EndNote XML: flat records of named elements with styled text runs. Elements are found by name in linear time;
 * entities are not expanded and nothing is fetched.
 */

export const endnoteXmlStart = /<records>\s*<record>/;

/** Returns the text of an element without style runs. */
const plain = (content: string): string => content.replace(/<\/?style(?:\s[^<>]{0,500})?>/g, '');

const texts = (record: string, name: string): string[] =>
  contentsOfElements(record, name).map(plain);

const first = (record: string, ...names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => texts(record, name))
    .map(cleanLine)
    .find(Boolean);

function readRecord(record: string): Reference {
  const [kind] = record.match(/<ref-type name="([^"]{0,60})"/)?.slice(1) ?? [];
  const type = typeByName(kind ?? '') ?? 'unknown';
  const serialText = first(record, 'isbn') ?? '';
  const serials = readIssns(serialText);
  const people = (group: string): string[] =>
    contentsOfElements(record, group).flatMap((some) => texts(some, 'author'));
  const abstract = contentsOfElements(record, 'abstract')[0];
  return canonicalReference({
    type,
    source: 'endnotexml',
    title: first(record, 'title'),
    authors: withAffiliations(
      readAuthors(people('authors')),
      texts(record, 'auth-address').slice(0, 1),
    ),
    editors: readAuthors(people('secondary-authors')),
    container: first(record, 'secondary-title', 'full-title'),
    publisher: first(record, 'publisher'),
    place: first(record, 'pub-location'),
    date: joinDate(
      first(record, 'year'),
      first(contentsOfElements(record, 'pub-dates')[0] ?? '', 'date'),
    ),
    volume: first(record, 'volume'),
    issue: first(record, 'number'),
    pages: readPages(first(record, 'pages')),
    doi: readDoi(first(record, 'electronic-resource-num')),
    issn: serials[0],
    eissn: serials[1],
    isbn: readIsbn(serialText),
    abstract: abstract && cleanText(plain(abstract).replace(/&#x?[dD];|\r\n?/g, '\n')),
    keywords: keywordList(texts(record, 'keyword')),
    language: first(record, 'language'),
    url: first(contentsOfElements(record, 'related-urls')[0] ?? '', 'url'),
    accession: first(record, 'accession-num'),
    genre: first(record, 'work-type'),
  });
}

/** Reads every record of the text. */
export const readEndnoteXml = (text: string): Reference[] =>
  contentsOfElements(text, 'record').map(readRecord);
