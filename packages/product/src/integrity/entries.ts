import { normaliseDoi, normaliseTitle } from '../shared/formats/formats.ts';
import { type EntryColumn, entryColumns, harmlessNature, watchListHeadings } from './headings.ts';

// Parses lists of retractions and of journals in the formats of their publishers.

/** Entry of a list; missing texts are empty. */
export interface WatchEntry {
  /** Row number in the file, from 1. */
  readonly row: number;
  readonly doi: string;
  readonly title: string;
  readonly journal: string;
  /** ISSN without the hyphen. */
  readonly issn: string;
  readonly year: number | null;
  readonly date: string | null;
  readonly noticeDoi: string;
  readonly reason: string;
}

const cellText = (cell: unknown): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell === null || cell === undefined ? '' : String(cell).trim();
};

const headingOf = (cell: unknown): string =>
  cellText(cell)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_（(].*[)）]$|[\s_*：:]/g, '');

/** Column indexes found in a heading row; null if the row is no heading row. */
export const columnsIn = (
  row: readonly unknown[],
): Readonly<Partial<Record<EntryColumn, number>>> | null => {
  const said = row.map(headingOf);
  const found: Partial<Record<EntryColumn, number>> = {};
  for (const column of entryColumns) {
    const place = watchListHeadings[column]
      .map((word) => said.indexOf(word))
      .find((at) => at >= 0 && !Object.values(found).includes(at));
    if (place !== undefined) found[column] = place;
  }
  const names = found.doi !== undefined || found.title !== undefined || found.journal !== undefined;
  return names && Object.keys(found).length >= 2 ? found : null;
};

const pad = (text: string): string => text.padStart(2, '0');

/** Day in a cell: ISO, Chinese, or month first as in Retraction Watch; null if none. */
export const dayIn = (text: string): string | null => {
  const first = /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?/.exec(text);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text);
  const [year, month, day] = first
    ? [first[1], first[2], first[3] ?? '1']
    : american
      ? [american[3], american[1], american[2]]
      : [];
  if (!year || !month || !day) return null;
  const found = `${year}-${pad(month)}-${pad(day)}`;
  const date = new Date(`${found}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== found ? null : found;
};

const yearIn = (text: string): number | null => {
  const year = Number(/(?:19|20)\d{2}/.exec(text)?.[0]);
  return year || null;
};

/** Reasons from the notation of Retraction Watch: `+Fake Peer Review;+Paper Mill;`. */
const reasonOf = (text: string): string =>
  text
    .split(';')
    .map((one) => one.trim().replace(/^\+/, ''))
    .filter(Boolean)
    .join('；')
    .slice(0, 1000);

/** DOI in a cell or in a DOI address; empty if the cell has none. */
const doiOf = (text: string): string =>
  normaliseDoi(/10\.\d{4,}\S*/.exec(text)?.[0] ?? '').slice(0, 200);

/** Number of first rows in which headings are searched, below titles and notes. */
const headingWithin = 20;

/** Entries of a table; null if it has no headings of a watch list. */
export const entriesIn = (rows: readonly (readonly unknown[])[]): readonly WatchEntry[] | null => {
  for (const [at, row] of rows.slice(0, headingWithin).entries()) {
    const columns = columnsIn(row);
    if (!columns) continue;
    return rows.slice(at + 1).flatMap((cells, index): readonly WatchEntry[] => {
      const text = (column: EntryColumn): string => {
        const place = columns[column];
        return place === undefined ? '' : cellText(cells[place]);
      };
      if (harmlessNature.test(text('nature'))) return [];
      const entry: WatchEntry = {
        row: at + index + 2,
        doi: doiOf(text('doi')),
        title: text('title').slice(0, 500),
        journal: text('journal').slice(0, 300),
        issn: text('issn')
          .replace(/[^\dxX]/g, '')
          .toUpperCase()
          .slice(0, 8),
        year: yearIn(text('year')),
        date: dayIn(text('date')),
        noticeDoi: doiOf(text('noticeDoi')).slice(0, 120),
        reason: reasonOf([text('reason'), text('nature')].filter(Boolean).join(';')),
      };
      return entry.doi || entry.title || entry.journal ? [entry] : [];
    });
  }
  return null;
};

/** Normalised title or journal name, equal for spelling variants. */
export const keyOfName = (name: string): string => normaliseTitle(name).slice(0, 300);

/** Properties in which an entry and a paper agree. */
export interface Likeness {
  readonly doi: boolean;
  readonly title: boolean;
  readonly journal: boolean;
  readonly year: boolean;
}

/** Minimum points to match an entry with a paper. */
export const matchFromPoints = 75;

/**
 * Points of a match: a DOI suffices; a title additionally needs the journal or the year, since
 * titles repeat.
 */
export const matchPointsOf = ({ doi, title, journal, year }: Likeness): number =>
  doi ? 100 : (title ? 60 : 0) + (journal ? 25 : 0) + (year ? 15 : 0);
