import { type Dictionary, flattenEntries } from '@keyan/kernel/values/dictionary.ts';

/** Chinese names of entries by their codes; reports to the ministry are in Chinese. */
export type Entries = (code: string | null) => string;

/** The names of the entries of a dictionary; a code that it does not have stands for itself. */
export const entryNames = ({ entries }: Pick<Dictionary, 'entries'>): Entries => {
  const names = new Map(flattenEntries(entries).map(({ code, label }) => [code, label[0]]));
  return (code) => (code === null || code === '' ? '' : (names.get(code) ?? code));
};

/** A day as a month of the form: 202603. */
export const monthText = (day: string | null): string =>
  day === null ? '' : `${day.slice(0, 4)}${day.slice(5, 7)}`;
