import { normaliseDoi, normaliseTitle } from '../shared/formats/formats.ts';
import { type EntryColumn, entryColumns, harmlessNature, watchListHeadings } from './headings.ts';

// Lists of retractions and of journals as their publishers write them, read into entries.

/** An entry of a list; texts that it does not have are empty. */
export interface WatchEntry {
  /** Number of the row in the file, from 1. */
  readonly row: number;
  readonly doi: string;
  readonly title: string;
  readonly journal: string;
  /** Digits of the ISSN alone. */
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

/** Place of each column in a row of headings; null for a row that is none. */
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

/** The day in a cell: ISO, Chinese, or month first as Retraction Watch has it; null where there is none. */
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

/** Reasons as Retraction Watch writes them: `+Fake Peer Review;+Paper Mill;`. */
const reasonOf = (text: string): string =>
  text
    .split(';')
    .map((one) => one.trim().replace(/^\+/, ''))
    .filter(Boolean)
    .join('；')
    .slice(0, 1000);

/** The DOI in a cell, also of an address that leads to it; empty for a word that says that there is none. */
const doiOf = (text: string): string =>
  normaliseDoi(/10\.\d{4,}\S*/.exec(text)?.[0] ?? '').slice(0, 200);

/** Rows above the headings: a title, a note of the publisher. */
const headingWithin = 20;

/** The entries of a table; null for one without headings of such a list. */
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

/** A key by which equal titles, or equal names of journals, meet. */
export const keyOfName = (name: string): string => normaliseTitle(name).slice(0, 300);

/** Properties that an entry and a paper have in common. */
export interface Likeness {
  readonly doi: boolean;
  readonly title: boolean;
  readonly journal: boolean;
  readonly year: boolean;
}

/** Points from which an entry is taken to be the paper. */
export const matchFromPoints = 75;

/**
 * Points of a match: the DOI alone is enough; a title needs the journal or the year beside it, since titles repeat.
 */
export const matchPointsOf = ({ doi, title, journal, year }: Likeness): number =>
  doi ? 100 : (title ? 60 : 0) + (journal ? 25 : 0) + (year ? 15 : 0);
