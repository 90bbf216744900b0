import type { OtherKindCount } from '@keyan/kernel/wire/workbooks.ts';
import { destinationOf, type OtherDestination } from '../bibliography/belonging.ts';
import { indexingProofOf } from '../bibliography/draft.ts';
import type { Author, Reference } from '../bibliography/reference.ts';
import type { ThesisRow } from './thesis.ts';

/** Collected record converted from a file, or the reason why it is not accepted. */
export type Draft = Partial<
  Pick<
    ThesisRow,
    | 'title'
    | 'authorsText'
    | 'addresses'
    | 'reprintAuthor'
    | 'source'
    | 'issn'
    | 'doi'
    | 'publishYear'
    | 'volume'
    | 'issue'
    | 'pages'
    | 'accessionNum'
    | 'docType'
  >
> & {
  readonly indexType?: string | undefined;
};

export interface ReadCollection {
  readonly draft: Draft;
  /** Page on which a record of another kind belongs. */
  readonly belongs?: OtherDestination | undefined;
}

/** Result for a record of a file; `elsewhere`: another page accepts the record. */
export type CollectState = 'new' | 'saved' | 'duplicate' | 'elsewhere' | 'faulty';

/** Result for a record of a file, in the dry run and after confirmation. */
export interface CollectedLine {
  /** Position in the file, from 1. */
  readonly at: number;
  readonly title: string;
  readonly source: string;
  readonly state: CollectState;
  readonly message: string;
  /** Names of the matching people, with points. */
  readonly matches: string;
}

export interface CollectOutcome {
  readonly total: number;
  readonly batchNo: string;
  readonly counts: Readonly<Record<CollectState, number>>;
  /** Number of records that belong to each other page. */
  readonly elsewhere: readonly OtherKindCount[];
  readonly lines: readonly CollectedLine[];
}

/** Truncates a text to the length of its field; a list of names is cut between names. */
const within = (text: string, max: number, parted = ''): string => {
  const letters = [...text];
  if (letters.length <= max) return text;
  const cut = letters.slice(0, max).join('');
  const end = parted === '' ? -1 : cut.lastIndexOf(parted);
  return end > 0 ? cut.slice(0, end) : cut;
};

/** Formats the authors by address: `[Lin, Xiaolan; Wu, Qi] Demo Univ`. */
const addressesOf = (authors: readonly Author[]): string => {
  const byPlace = new Map<string, string[]>();
  for (const { name, affiliation } of authors) {
    if (affiliation) byPlace.set(affiliation, [...(byPlace.get(affiliation) ?? []), name]);
  }
  return [...byPlace].map(([place, names]) => `[${names.join('; ')}] ${place}`).join('\n');
};

/** Formats corresponding authors with address, and ids of authors. */
const reprintOf = ({ authors, contacts }: Reference): string =>
  [
    ...authors
      .filter(({ corresponding }) => corresponding)
      .map(({ name, affiliation }) => [name, affiliation].filter(Boolean).join(', ')),
    contacts ?? '',
  ]
    .filter(Boolean)
    .join('\n');

const withoutEmpty = (draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(([, value]) => value !== undefined && value !== ''),
  );

/** Converts a reference to the fields of a collected record. */
export const toDraft = (work: Reference): ReadCollection => {
  const { codes } = indexingProofOf(work);
  return {
    draft: withoutEmpty({
      title: within(work.title, 500),
      authorsText: within(work.authors.map(({ name }) => name).join('; '), 2000, '; '),
      addresses: within(addressesOf(work.authors), 4000, '\n'),
      reprintAuthor: within(reprintOf(work), 1000),
      source: within(work.container ?? '', 200),
      issn: work.issn ?? work.eissn,
      doi: work.doi,
      publishYear: work.year ? Number(work.year) : undefined,
      volume: within(work.volume ?? '', 20),
      issue: within(work.issue ?? '', 20),
      pages: within(work.pages ?? work.articleNo ?? '', 50),
      indexType: codes[0],
      accessionNum: within(work.accession ?? '', 50),
      docType: within(work.genre ?? '', 50),
    }),
    belongs: destinationOf(work),
  };
};
