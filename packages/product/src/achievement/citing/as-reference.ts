import {
  type Author,
  canonicalReference,
  type Reference,
  type ReferenceType,
} from '../bibliography/reference.ts';
import type { WorkType } from '../common/citation.ts';
import type { Work, WorkDate } from './item.ts';
import type { WorkName } from './name.ts';

/** Reference type of each CSL type. */
const types: Readonly<Record<WorkType, ReferenceType>> = {
  'article-journal': 'article',
  'article-newspaper': 'newspaper',
  'paper-conference': 'conferencePaper',
  book: 'book',
  chapter: 'chapter',
  thesis: 'thesis',
  patent: 'patent',
  standard: 'standard',
  report: 'report',
  software: 'software',
  webpage: 'webpage',
  graphic: 'artwork',
  musical_score: 'artwork',
  document: 'unknown',
};

const authorOf = (name: WorkName): Author => {
  if ('literal' in name) return { name: name.literal };
  const { family, given } = name;
  return given ? { name: `${family}, ${given}`, family, given } : { name: family };
};

const dateText = (date: WorkDate | undefined): string | undefined =>
  date?.['date-parts'][0].map((part) => String(part).padStart(2, '0')).join('-');

/**
 * Converts a work to a reference for the BibTeX and RIS writers. Both formats have people and a responsible body:
 * inventors of a patent become authors, applicants become holders.
 */
export const referenceOfWork = (work: Work): Reference => {
  const { author = [], translator = [], contributor = [], page = '' } = work;
  const [people = []] = [contributor, author, translator].filter(({ length }) => length > 0);
  const bodies = contributor.length > 0 ? author.map((name) => authorOf(name).name) : [];
  return canonicalReference({
    type: types[work.type],
    source: 'gbt7714',
    title: work.title,
    authors: people.map(authorOf),
    container: work['container-title'],
    series: work['collection-title'],
    publisher: work.publisher ?? bodies.join(', '),
    place: work['publisher-place'],
    date: dateText(work.issued),
    volume: work.volume,
    issue: work.issue,
    pages: page,
    doi: work.DOI,
    issn: work.ISSN,
    isbn: work.ISBN,
    abstract: work.abstract,
    language: work.language,
    url: work.URL,
    conference: {
      name: work['event-title'],
      place: work['event-place'],
      date: dateText(work['event-date']),
    },
    number: work.number,
    genre: work.genre,
  });
};
