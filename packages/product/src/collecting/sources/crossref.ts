import { readJsonWorks } from '../../achievement/bibliography/json-works.ts';
import type { Author, Reference } from '../../achievement/bibliography/reference.ts';
import { isObject, type JsonObject, objectInside, objectsOf, readJson, textIn } from './json.ts';
import {
  addressWithParameters,
  type CollectingSource,
  type HarvestedItem,
  type Retraction,
  rawText,
  Unread,
} from './source.ts';

/** Works per page. */
const pageSize = 100;

const orcidIn = (text: string): string =>
  /\d{4}-\d{4}-\d{4}-\d{3}[\dX]/i.exec(text)?.[0].toUpperCase() ?? '';

/** Date from `{"date-parts": [[2026, 3, 2]]}`: `2026-03-02`, as precise as given. */
export const dayIn = (value: JsonObject): string => {
  const parts: unknown = Array.isArray(value['date-parts']) ? value['date-parts'][0] : undefined;
  return (Array.isArray(parts) ? parts : [])
    .filter((part) => typeof part === 'number')
    .map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0'))
    .join('-');
};

/** Authors with all their affiliations, and ORCIDs of those that have one. */
const authorsOf = (work: JsonObject, read: Reference): Pick<Reference, 'authors' | 'contacts'> => {
  const given = objectsOf(work.author).filter(
    (one) => textIn(one, 'family') || textIn(one, 'name'),
  );
  if (given.length !== read.authors.length) return { authors: read.authors };
  const authors = read.authors.map((author, index): Author => {
    const affiliation = objectsOf(given[index]?.affiliation)
      .map((one) => textIn(one, 'name'))
      .filter(Boolean)
      .join('; ');
    return affiliation ? { ...author, affiliation } : author;
  });
  const contacts = read.authors
    .flatMap(({ name }, index) => {
      const orcid = orcidIn(textIn(given[index] ?? {}, 'ORCID'));
      return orcid ? [`${name}/${orcid}`] : [];
    })
    .join('; ');
  return { authors, ...(contacts ? { contacts } : {}) };
};

/**
 * Types of update notices that retract a work (https://www.crossref.org/documentation/crossmark).
 */
const retracting = /^(?:retraction|withdrawal|removal)$/;

const retractionOf = (entry: JsonObject, doi: string, noticeDoi: string): Retraction => ({
  doi,
  title: '',
  year: '',
  noticeDoi,
  date: dayIn(objectInside(entry, 'updated')),
  reason: textIn(entry, 'label') || textIn(entry, 'type'),
});

/**
 * Retractions in a work’s metadata: of another work if it is a notice (`update-to`), or of the work
 * itself (`updated-by`).
 */
export const retractionsIn = (work: JsonObject): readonly Retraction[] => {
  const own = textIn(work, 'DOI');
  const named = (name: string) =>
    objectsOf(work[name]).filter((entry) => retracting.test(textIn(entry, 'type')));
  return [
    ...named('update-to').map((entry) => retractionOf(entry, textIn(entry, 'DOI'), own)),
    ...named('updated-by').map((entry) => retractionOf(entry, own, textIn(entry, 'DOI'))),
  ];
};

/** Work of Crossref, and retractions that its metadata reports. */
export const crossrefItems = (work: JsonObject): readonly HarvestedItem[] => {
  const doi = textIn(work, 'DOI').toLowerCase();
  const [read] = readJsonWorks(JSON.stringify(work));
  if (doi === '' || !read) return [];
  const version =
    textIn(objectInside(work, 'indexed'), 'date-time') || dayIn(objectInside(work, 'indexed'));
  const cited = work['is-referenced-by-count'];
  const raw = rawText(work);
  const isNotice = objectsOf(work['update-to']).length > 0;
  return [
    ...(isNotice
      ? []
      : [
          {
            id: doi,
            version,
            work: { ...read, ...authorsOf(work, read) },
            facts: typeof cited === 'number' ? { citedNum: cited } : {},
            raw,
          },
        ]),
    ...retractionsIn(work).map((retraction) => ({
      id: `${doi}#${retraction.doi}`,
      version,
      retraction,
      raw,
    })),
  ];
};

/** Source Crossref, searched by affiliation (https://api.crossref.org). */
export const crossrefSource: CollectingSource = {
  request: ({ base, keyword, yearFrom, yearTo, from, until, contact, dois, cursor }) => ({
    accept: 'application/json',
    url: addressWithParameters(base, '/works', {
      'query.affiliation': keyword,
      filter: [
        ...(dois ?? []).map((doi) => `doi:${doi}`),
        from && `from-index-date:${from}`,
        until && `until-index-date:${until}`,
        yearFrom && `from-pub-date:${yearFrom}`,
        yearTo && `until-pub-date:${yearTo}`,
      ]
        .filter(Boolean)
        .join(','),
      rows: String(pageSize),
      cursor: cursor ?? '*',
      mailto: contact,
    }),
  }),
  read: ({ text }) => {
    const answer = readJson(text);
    const { message } = answer;
    if (!isObject(message) || !Array.isArray(message.items)) {
      throw new Unread([
        '应答不是 Crossref 的题录，请核对入口地址',
        'The response is not Crossref records: check the base URL',
      ]);
    }
    const works = objectsOf(message.items);
    const total = Number(message['total-results']);
    // Crossref returns a cursor on the last page too, so an empty page ends the walk.
    const next = works.length > 0 ? textIn(message, 'next-cursor') : '';
    return {
      items: works.flatMap(crossrefItems),
      next: next || null,
      ...(Number.isFinite(total) ? { total } : {}),
      problems: [],
    };
  },
};
