import { readDate } from '../../achievement/bibliography/date.ts';
import { readDoi } from '../../achievement/bibliography/identifiers.ts';
import { readPeople } from '../../achievement/bibliography/name.ts';
import {
  canonicalReference,
  type Reference,
  type ReferenceType,
} from '../../achievement/bibliography/reference.ts';
import { isObject, type JsonObject, objectInside, objectsOf, readJson, textIn } from './json.ts';
import {
  addressWithParameters,
  type CollectingSource,
  type HarvestedItem,
  rawText,
  Unread,
} from './source.ts';

/** Maximum number of put-codes per request. */
const maxPutCodesPerRequest = 100;

/**
 * Reference types by ORCID work type
 * (https://info.orcid.org/documentation/integration-guide/work-types).
 */
const types: Readonly<Record<string, ReferenceType>> = {
  'journal-article': 'article',
  'conference-paper': 'conferencePaper',
  book: 'book',
  'book-chapter': 'chapter',
  dissertation: 'thesis',
  'dissertation-thesis': 'thesis',
  patent: 'patent',
  report: 'report',
  'data-set': 'dataset',
  software: 'software',
  preprint: 'manuscript',
  'newspaper-article': 'newspaper',
};

const valueIn = (from: JsonObject, ...names: readonly string[]): string =>
  textIn(objectInside(from, ...names), 'value');

/** Identifiers of a work by type, without identifiers of its container. */
const identifiers = (work: JsonObject): ReadonlyMap<string, string> =>
  new Map(
    objectsOf(objectInside(work, 'external-ids')['external-id'])
      .filter((one) => textIn(one, 'external-id-relationship') !== 'part-of')
      .map((one) => [textIn(one, 'external-id-type'), textIn(one, 'external-id-value')]),
  );

const dateOf = (work: JsonObject): string | undefined => {
  const date = objectInside(work, 'publication-date');
  const parts = ['year', 'month', 'day'].map((name) => valueIn(date, name)).filter(Boolean);
  return parts.length > 0 ? readDate(parts.join('-')) : undefined;
};

/** Reference from a full work or a work summary. */
const workOf = (work: JsonObject, owner: string): Reference => {
  const known = identifiers(work);
  const people = objectsOf(objectInside(work, 'contributors').contributor).flatMap((one) =>
    readPeople(valueIn(one, 'credit-name')),
  );
  const accession = known.get('wosuid') ? `WOS:${known.get('wosuid')?.replace(/^WOS:/i, '')}` : '';
  return canonicalReference({
    type: types[textIn(work, 'type')] ?? 'unknown',
    source: 'json',
    title: valueIn(work, 'title', 'title'),
    authors: people,
    container: valueIn(work, 'journal-title'),
    date: dateOf(work),
    doi: readDoi(known.get('doi')),
    url: valueIn(work, 'url'),
    ...(accession ? { accession } : {}),
    contacts: owner,
  });
};

/** Items of a response to `/works/{put-codes}`. */
export const orcidWorks = (answer: JsonObject, owner: string): readonly HarvestedItem[] =>
  objectsOf(answer.bulk).flatMap(({ work }) => {
    if (!isObject(work)) return [];
    return [
      {
        id: `${owner}/${textIn(work, 'put-code')}`,
        version: valueIn(work, 'last-modified-date'),
        work: workOf(work, owner),
        raw: rawText(work),
      },
    ];
  });

/** Put-codes of a record, one per work: the version that the person prefers. */
export const orcidPutCodes = (answer: JsonObject): readonly string[] =>
  objectsOf(answer.group).flatMap((group) => {
    const [first] = objectsOf(group['work-summary']);
    return first ? [textIn(first, 'put-code')] : [];
  });

const identifier = /\d{4}-\d{4}-\d{4}-\d{3}[\dX]/gi;

/** Cursor of a walk over several ORCID records: the current record and its remaining put-codes. */
interface Place {
  readonly person: number;
  readonly codes: readonly string[];
}

const placeOf = (cursor: string | null): Place => {
  const [person = '0', codes = ''] = (cursor ?? '').split('#');
  return { person: Number(person) || 0, codes: codes.split(',').filter(Boolean) };
};

const writtenPlace = ({ person, codes }: Place): string => `${person}#${codes.join(',')}`;

const idsIn = (keyword: string): readonly string[] =>
  (keyword.match(identifier) ?? []).map((one) => one.toUpperCase());

/** Source ORCID, public API 3.0; the keyword lists ORCID identifiers. */
export const orcidSource: CollectingSource = {
  request: ({ base, keyword, cursor }) => {
    const { person, codes } = placeOf(cursor);
    const id = idsIn(keyword)[person] ?? '0000-0000-0000-0000';
    const some = codes.slice(0, maxPutCodesPerRequest).join(',');
    return {
      accept: 'application/json',
      url: addressWithParameters(base, `/v3.0/${id}/works${some ? `/${some}` : ''}`, {}),
    };
  },
  read: ({ text, wanted }) => {
    const answer = readJson(text);
    const ids = idsIn(wanted.keyword);
    const { person, codes } = placeOf(wanted.cursor);
    const following =
      person + 1 < ids.length ? writtenPlace({ person: person + 1, codes: [] }) : null;
    if (codes.length === 0) {
      if (!Array.isArray(answer.group)) {
        throw new Unread([
          '应答不是 ORCID 的成果清单，请核对入口地址',
          'The response is not an ORCID works list: check the base URL',
        ]);
      }
      const all = orcidPutCodes(answer);
      return {
        items: [],
        next: all.length > 0 ? writtenPlace({ person, codes: all }) : following,
        total: all.length,
        problems: [],
      };
    }
    const left = codes.slice(maxPutCodesPerRequest);
    return {
      items: orcidWorks(answer, ids[person] ?? ''),
      next: left.length > 0 ? writtenPlace({ person, codes: left }) : following,
      problems: [],
    };
  },
};
