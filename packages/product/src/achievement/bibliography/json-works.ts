import type { RowLike } from '@keyan/kernel/values/row.ts';
import { readDate } from './date.ts';
import { joinPages, readDoi, readIsbn, readIssns, readPages } from './identifiers.ts';
import { normalisedName, parsedAuthor, readPeople } from './name.ts';
import {
  type Author,
  canonicalReference,
  type Reference,
  type ReferenceType,
} from './reference.ts';
import { cleanLine, cleanText, keywordList, withoutMarkup } from './text.ts';
import { typeByName } from './type-words.ts';

/**
 * Works in JSON: CSL-JSON (Zotero, citation styles), and responses of Crossref, which has the same names, OpenAlex and
 * DataCite. Only the work is read, not its list of references.
 */

const isObject = (value: unknown): value is RowLike =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objects = (value: unknown): readonly RowLike[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Returns a text or number as text, of a list the first text. */
const textOf = (value: unknown): string | undefined => {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' || typeof one === 'number'
    ? cleanLine(withoutMarkup(String(one))) || undefined
    : undefined;
};

/** Returns the first non-empty text among the named properties. */
const pick = (from: RowLike, ...names: readonly string[]): string | undefined =>
  names
    .map((name) => (Object.hasOwn(from, name) ? textOf(from[name]) : undefined))
    .find((text) => text !== undefined);

/** Reference types by type names of CSL, Crossref and OpenAlex. */
const types: ReadonlyMap<string, ReferenceType> = new Map([
  ['article-journal', 'article'],
  ['journal-article', 'article'],
  ['article', 'article'],
  ['review', 'article'],
  ['letter', 'article'],
  ['editorial', 'article'],
  ['article-magazine', 'article'],
  ['article-newspaper', 'newspaper'],
  ['paper-conference', 'conferencePaper'],
  ['proceedings-article', 'conferencePaper'],
  ['book', 'book'],
  ['monograph', 'book'],
  ['edited-book', 'book'],
  ['reference-book', 'book'],
  ['chapter', 'chapter'],
  ['book-chapter', 'chapter'],
  ['thesis', 'thesis'],
  ['dissertation', 'thesis'],
  ['patent', 'patent'],
  ['standard', 'standard'],
  ['report', 'report'],
  ['webpage', 'webpage'],
  ['dataset', 'dataset'],
  ['software', 'software'],
  ['preprint', 'manuscript'],
  ['posted-content', 'manuscript'],
  ['manuscript', 'manuscript'],
]);

/** Reads `{"date-parts": [[2024, 3, 15]]}`, with numbers or texts. */
const dateOf = (value: unknown): string | undefined => {
  if (!isObject(value)) return undefined;
  const parts = Array.isArray(value['date-parts']) ? value['date-parts'][0] : undefined;
  const known = (Array.isArray(parts) ? parts : [])
    .slice(0, 3)
    .map((part) => textOf(part))
    .filter((part) => part !== undefined);
  return readDate(known.length > 0 ? known.join('-') : pick(value, 'raw', 'literal'));
};

/** Returns the most precise date of a work; of equally precise ones the first. */
const bestDate = (work: RowLike): string | undefined =>
  ['published-print', 'issued', 'published', 'published-online']
    .map((name) => dateOf(work[name]))
    .filter((date) => date !== undefined)
    .reduce<string | undefined>(
      (best, date) => (best === undefined || date.length > best.length ? date : best),
      undefined,
    );

const authorOf = (author: RowLike): Author[] => {
  const family = pick(author, 'family');
  const literal = pick(author, 'literal', 'name');
  if (family === undefined) return literal ? [{ name: normalisedName(literal) }] : [];
  const affiliation = objects(author.affiliation)
    .map((one) => pick(one, 'name'))
    .find((name) => name !== undefined);
  return [{ ...parsedAuthor(family, pick(author, 'given')), ...(affiliation && { affiliation }) }];
};

const ofCsl = (work: RowLike): Reference => {
  const serials = readIssns(
    (Array.isArray(work.ISSN) ? work.ISSN : [work.ISSN]).map(textOf).join(' '),
  );
  const type = types.get(pick(work, 'type') ?? '') ?? 'unknown';
  const abstract = typeof work.abstract === 'string' ? withoutMarkup(work.abstract) : undefined;
  return canonicalReference({
    type,
    source: 'json',
    title: pick(work, 'title'),
    authors: objects(work.author).flatMap(authorOf),
    editors: objects(work.editor).flatMap(authorOf),
    container: pick(work, 'container-title'),
    series: pick(work, 'collection-title'),
    publisher: pick(work, 'publisher'),
    place: pick(work, 'publisher-place', 'publisher-location'),
    date: bestDate(work),
    volume: pick(work, 'volume'),
    issue: pick(work, 'issue'),
    pages: readPages(pick(work, 'page')),
    articleNo: pick(work, 'article-number', ...(type === 'article' ? ['number'] : [])),
    doi: readDoi(pick(work, 'DOI')),
    issn: serials[0],
    eissn: serials[1],
    isbn: readIsbn(pick(work, 'ISBN')),
    abstract: abstract && cleanText(abstract),
    keywords: keywordList([pick(work, 'keyword') ?? '']),
    language: pick(work, 'language'),
    url: pick(work, 'URL'),
    conference: { name: pick(work, 'event-title', 'event') },
    number: type === 'article' ? undefined : pick(work, 'number'),
    genre: pick(work, 'genre'),
  });
};

const inside = (from: RowLike, name: string): RowLike => {
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  return isObject(value) ? value : {};
};

const ofOpenAlex = (work: RowLike): Reference => {
  const source = inside(inside(work, 'primary_location'), 'source');
  const extent = inside(work, 'biblio');
  const [first, last] = [pick(extent, 'first_page'), pick(extent, 'last_page')];
  const kind = pick(source, 'type') === 'conference' ? 'paper-conference' : pick(work, 'type');
  return canonicalReference({
    type: types.get(kind ?? '') ?? 'unknown',
    source: 'json',
    title: pick(work, 'title', 'display_name'),
    authors: objects(work.authorships).flatMap((authorship) => {
      const [author] = readPeople(
        pick(inside(authorship, 'author'), 'display_name') ??
          pick(authorship, 'raw_author_name') ??
          '',
      );
      const affiliation = pick(objects(authorship.institutions)[0] ?? {}, 'display_name');
      if (!author) return [];
      return [
        {
          ...author,
          ...(affiliation && { affiliation }),
          ...(authorship.is_corresponding === true && { corresponding: true }),
        },
      ];
    }),
    editors: [],
    container: pick(source, 'display_name'),
    publisher: pick(source, 'host_organization_name'),
    date: readDate(pick(work, 'publication_date', 'publication_year')),
    volume: pick(extent, 'volume'),
    issue: pick(extent, 'issue'),
    pages: readPages(first && last && first !== last ? `${first}-${last}` : first),
    doi: readDoi(pick(work, 'doi')),
    issn: readIssns(pick(source, 'issn_l'))[0],
    keywords: objects(work.keywords).flatMap((one) => pick(one, 'display_name') ?? []),
    language: pick(work, 'language'),
    accession: undefined,
  });
};

/** Reads a work from the attributes of a DataCite response. */
const ofDataCite = (work: RowLike): Reference => {
  const kinds = inside(work, 'types');
  const held = inside(work, 'container');
  const dates = objects(work.dates);
  const issued = dates.find((date) => pick(date, 'dateType') === 'Issued');
  const kind = pick(kinds, 'citeproc') ?? pick(kinds, 'resourceTypeGeneral')?.toLowerCase();
  return canonicalReference({
    type:
      types.get(kind ?? '') ?? typeByName(pick(kinds, 'resourceTypeGeneral') ?? '') ?? 'unknown',
    source: 'json',
    title: pick(objects(work.titles)[0] ?? {}, 'title'),
    authors: objects(work.creators).flatMap((creator) => {
      const family = pick(creator, 'familyName');
      const named = family
        ? parsedAuthor(family, pick(creator, 'givenName'))
        : readPeople(pick(creator, 'name') ?? '')[0];
      const affiliation = textOf(creator.affiliation);
      return named ? [{ ...named, ...(affiliation && { affiliation }) }] : [];
    }),
    container: pick(held, 'title'),
    publisher: pick(work, 'publisher') ?? pick(inside(work, 'publisher'), 'name'),
    date: readDate((issued && pick(issued, 'date')) ?? pick(work, 'publicationYear')),
    volume: pick(held, 'volume'),
    issue: pick(held, 'issue'),
    pages: joinPages(pick(held, 'firstPage'), pick(held, 'lastPage')),
    doi: readDoi(pick(work, 'doi')),
    keywords: objects(work.subjects).flatMap((one) => pick(one, 'subject') ?? []),
    language: pick(work, 'language'),
    url: pick(work, 'url'),
  });
};

/** Readers by a property name that only their source has. */
const sources: readonly (readonly [name: string, read: (work: RowLike) => Reference])[] = [
  ['authorships', ofOpenAlex],
  ['creators', ofDataCite],
];

/** Returns the works of a response: a list, a single work, or either in an envelope. */
const worksIn = (value: unknown): readonly RowLike[] => {
  if (Array.isArray(value)) {
    return objects(value).map((one) => (isObject(one.attributes) ? one.attributes : one));
  }
  if (!isObject(value)) return [];
  for (const name of ['message', 'data', 'attributes']) {
    if (typeof value[name] === 'object' && value[name] !== null) return worksIn(value[name]);
  }
  for (const name of ['items', 'results']) {
    if (Array.isArray(value[name])) return objects(value[name]);
  }
  return [value];
};

/** Reads the works of a JSON text; returns none for any other text. */
export const readJsonWorks = (text: string): Reference[] => {
  if (!/^\s*[[{]/.test(text)) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  return worksIn(value).map((work) => {
    const [, read = ofCsl] = sources.find(([name]) => Object.hasOwn(work, name)) ?? [];
    return read(work);
  });
};
