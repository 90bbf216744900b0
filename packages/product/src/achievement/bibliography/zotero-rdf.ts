import { readDate } from './date.ts';
import { attributeOfTag, contentsOfElements } from './elements.ts';
import { readDoi, readIsbn, readIssns, readPages } from './identifiers.ts';
import { parsedAuthor } from './name.ts';
import {
  type Author,
  canonicalReference,
  type Reference,
  type ReferenceType,
} from './reference.ts';
import { cleanLine, cleanText, decodeEntities } from './text.ts';

/** Zotero RDF: one element per work, named by its kind, with the journal or book inside. */

export const zoteroRdfStart = /<rdf:RDF[\s>]/;

/** Element names of works; a `z:itemType` inside is more precise. */
const elements = [
  'bib:Article',
  'bib:Book',
  'bib:BookSection',
  'bib:Thesis',
  'bib:Patent',
  'bib:Report',
  'bib:Document',
  'bib:Manuscript',
  'bib:Recording',
  'rdf:Description',
];

const types: ReadonlyMap<string, ReferenceType> = new Map([
  ['journalArticle', 'article'],
  ['magazineArticle', 'article'],
  ['newspaperArticle', 'newspaper'],
  ['conferencePaper', 'conferencePaper'],
  ['book', 'book'],
  ['bookSection', 'chapter'],
  ['thesis', 'thesis'],
  ['patent', 'patent'],
  ['report', 'report'],
  ['standard', 'standard'],
  ['dataset', 'dataset'],
  ['computerProgram', 'software'],
  ['preprint', 'manuscript'],
  ['manuscript', 'manuscript'],
  ['webpage', 'webpage'],
  ['artwork', 'artwork'],
]);

const textOf = (from: string, ...names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => contentsOfElements(from, name))
    .map((content) => cleanLine(decodeEntities(content)))
    .find((text) => text !== '' && !text.startsWith('<'));

const peopleOf = (from: string, group: string): Author[] =>
  contentsOfElements(contentsOfElements(from, group)[0] ?? '', 'foaf:Person').map((one) =>
    parsedAuthor(
      textOf(one, 'foaf:surname') ?? '',
      textOf(one, 'foaf:givenName', 'foaf:givenname'),
    ),
  );

const partStart = /<(bib:\w{1,40}) rdf:about="(urn:[^"<>]{1,200})"[^<>]{0,500}>/g;

/** Returns journals and books outside the works, by the id with which works refer to them: `urn:issn:0957-4174`. */
const namedParts = (text: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const start of text.matchAll(partStart)) {
    const [tag, element, name = ''] = start;
    const from = start.index + tag.length;
    const end = text.indexOf(`</${element}>`, from);
    // Stops if the end tag is missing, since each further search would read the whole text.
    if (end < 0) break;
    found.set(name, text.slice(from, end));
  }
  return found;
};

function readRecord(record: string, parts: ReadonlyMap<string, string>): Reference {
  const [inner = ''] = contentsOfElements(record, 'dcterms:isPartOf');
  const named = parts.get(attributeOfTag(record, 'dcterms:isPartOf', 'rdf:resource') ?? '');
  const held = inner || (named ?? '');
  const own = record.replace(inner, '');
  const identifiers = [
    ...contentsOfElements(record, 'dc:identifier'),
    ...contentsOfElements(held, 'dc:identifier'),
  ].join(' ');
  const serials = readIssns(identifiers);
  const abstract = textOf(own, 'dcterms:abstract');
  return canonicalReference({
    type: types.get(textOf(own, 'z:itemType') ?? '') ?? 'unknown',
    source: 'zoterordf',
    title: textOf(own.replace(/<dc:publisher>[\s\S]*?<\/dc:publisher>/, ''), 'dc:title'),
    authors: peopleOf(own, 'bib:authors'),
    editors: peopleOf(own, 'bib:editors'),
    container: textOf(held, 'dc:title'),
    publisher: textOf(contentsOfElements(own, 'dc:publisher')[0] ?? '', 'foaf:name'),
    date: readDate(textOf(own, 'dc:date')),
    volume: textOf(record, 'prism:volume') ?? textOf(held, 'prism:volume'),
    issue: textOf(record, 'prism:number') ?? textOf(held, 'prism:number'),
    pages: readPages(textOf(own, 'bib:pages')),
    doi: readDoi(/DOI\s+(10\.\S+?)(?=<|\s|$)/.exec(identifiers)?.[1]),
    issn: serials[0],
    eissn: serials[1],
    isbn: readIsbn(identifiers.replace(/ISBN\s*/g, '')),
    abstract: abstract && cleanText(abstract),
    language: textOf(own, 'z:language'),
    url: attributeOfTag(own, 'dcterms:URI', 'rdf:about') ?? textOf(own, 'rdf:value'),
  });
}

/** Reads the works with a title; attachments and notes are skipped. */
export const readZoteroRdf = (text: string): Reference[] => {
  const parts = namedParts(text);
  return elements
    .flatMap((name) => contentsOfElements(text, name))
    .filter(
      (record) => record.includes('<z:itemType>') && !record.includes('<z:itemType>attachment'),
    )
    .map((record) => readRecord(record, parts));
};
