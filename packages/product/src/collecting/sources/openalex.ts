import { readJsonWorks } from '../../achievement/bibliography/json-works.ts';
import { readPeople } from '../../achievement/bibliography/name.ts';
import type { Author, Reference } from '../../achievement/bibliography/reference.ts';
import { type JsonObject, objectInside, objectsOf, readJson, textIn } from './json.ts';
import {
  addressWithParameters,
  type CollectingSource,
  type HarvestedItem,
  rawText,
  Unread,
} from './source.ts';

/** Works per page. */
const pageSize = 100;

const textsIn = (from: JsonObject, name: string): readonly string[] =>
  (Array.isArray(from[name]) ? (from[name] as readonly unknown[]) : []).filter(
    (one): one is string => typeof one === 'string',
  );

/** Authors as printed in the paper, with affiliations and ORCIDs. */
const authorsOf = (work: JsonObject): Pick<Reference, 'authors' | 'contacts'> => {
  const contacts: string[] = [];
  const authors = objectsOf(work.authorships).flatMap((given): Author[] => {
    const shown = textIn(objectInside(given, 'author'), 'display_name');
    const [author] = readPeople(textIn(given, 'raw_author_name') || shown);
    if (!author) return [];
    const printed = textsIn(given, 'raw_affiliation_strings');
    const institutions = objectsOf(given.institutions).map((one) => textIn(one, 'display_name'));
    const affiliation = (printed.length > 0 ? printed : institutions).filter(Boolean).join('; ');
    const orcid = /[\dX-]{19}$/.exec(textIn(objectInside(given, 'author'), 'orcid'))?.[0];
    if (orcid) contacts.push(`${author.name}/${orcid}`);
    return [
      {
        ...author,
        ...(affiliation ? { affiliation } : {}),
        ...(given.is_corresponding === true ? { corresponding: true } : {}),
      },
    ];
  });
  return { authors, ...(contacts.length > 0 ? { contacts: contacts.join('; ') } : {}) };
};

/** Work of OpenAlex, with a retraction if it was retracted. */
export const openAlexItems = (work: JsonObject): readonly HarvestedItem[] => {
  const id = /W\d+$/.exec(textIn(work, 'id'))?.[0];
  const [read] = readJsonWorks(JSON.stringify(work));
  if (!id || !read) return [];
  const version = textIn(work, 'updated_date');
  const cited = work.cited_by_count;
  const open = textIn(objectInside(work, 'open_access'), 'oa_status');
  const raw = rawText(work);
  return [
    {
      id,
      version,
      work: { ...read, ...authorsOf(work) },
      facts: {
        ...(typeof cited === 'number' ? { citedNum: cited } : {}),
        ...(open ? { openAccess: open } : {}),
      },
      raw,
    },
    ...(work.is_retracted === true
      ? [
          {
            id: `${id}#retracted`,
            version,
            retraction: {
              doi: read.doi ?? '',
              title: read.title,
              year: read.year ?? '',
              noticeDoi: '',
              date: '',
              reason: '',
            },
            raw,
          },
        ]
      : []),
  ];
};

/** Syntax of a ROR: `https://ror.org/03yrm5c26`, or its last part. */
const ror = /^(?:https?:\/\/ror\.org\/)?(0[a-z0-9]{6}\d{2})$/i;
const author = /^(?:https?:\/\/orcid\.org\/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])$/i;

/**
 * Filter for a keyword: an institution by ROR, an author by ORCID, otherwise words of affiliations.
 */
const filterForKeyword = (keyword: string): string => {
  const [, institution] = ror.exec(keyword) ?? [];
  if (institution) return `institutions.ror:https://ror.org/${institution.toLowerCase()}`;
  if (/^A\d{4,12}$/.test(keyword)) return `author.id:${keyword}`;
  const [, person] = author.exec(keyword) ?? [];
  if (person) return `author.orcid:https://orcid.org/${person.toUpperCase()}`;
  return keyword === '' ? '' : `raw_affiliation_strings.search:${keyword.replaceAll(',', ' ')}`;
};

/** Source OpenAlex (https://docs.openalex.org). */
export const openalexSource: CollectingSource = {
  request: ({ base, keyword, yearFrom, yearTo, from, contact, dois, cursor }) => ({
    accept: 'application/json',
    url: addressWithParameters(base, '/works', {
      filter: [
        dois ? `doi:${dois.join('|')}` : filterForKeyword(keyword.trim()),
        from && `from_updated_date:${from}`,
        yearFrom && `from_publication_date:${yearFrom}-01-01`,
        yearTo && `to_publication_date:${yearTo}-12-31`,
      ]
        .filter(Boolean)
        .join(','),
      'per-page': String(pageSize),
      cursor: cursor ?? '*',
      mailto: contact,
    }),
  }),
  read: ({ text }) => {
    const answer = readJson(text);
    if (!Array.isArray(answer.results)) {
      throw new Unread([
        '应答不是 OpenAlex 的题录，请核对入口地址',
        'The response is not OpenAlex records: check the base URL',
      ]);
    }
    const meta = objectInside(answer, 'meta');
    const works = objectsOf(answer.results);
    const total = Number(meta.count);
    const next = works.length > 0 ? textIn(meta, 'next_cursor') : '';
    return {
      items: works.flatMap(openAlexItems),
      next: next || null,
      ...(Number.isFinite(total) ? { total } : {}),
      problems: [],
    };
  },
};
