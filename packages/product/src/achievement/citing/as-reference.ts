import {
  type Author,
  type Reference,
  type ReferenceType,
  reference,
} from '../bibliography/reference.ts';
import type { WorkType } from '../common/citation.ts';
import type { Work, WorkDate } from './item.ts';
import type { WorkName } from './name.ts';

/** What each type is called by the readers and writers of files. */
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

/** A work as the writers of BibTeX and RIS take it. */
export const referenceOf = (work: Work): Reference => {
  const { author = [], translator = [], page = '' } = work;
  return reference({
    type: types[work.type],
    source: 'gbt7714',
    title: work.title,
    authors: (author.length > 0 ? author : translator).map(authorOf),
    container: work['container-title'],
    series: work['collection-title'],
    publisher: work.publisher,
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
