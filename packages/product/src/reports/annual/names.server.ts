import { type Dictionary, flattenEntries } from '@keyan/kernel/values/dictionary.ts';

/** Function from codes to Chinese names, the language of reports to the ministry. */
export type Entries = (code: string | null) => string;

/** Names of a dictionary’s entries; unknown codes are returned unchanged. */
export const entryNames = ({ entries }: Pick<Dictionary, 'entries'>): Entries => {
  const names = new Map(flattenEntries(entries).map(({ code, label }) => [code, label[0]]));
  return (code) => (code === null || code === '' ? '' : (names.get(code) ?? code));
};

/** Month of a day in the notation of the form: 202603. */
export const monthText = (day: string | null): string =>
  day === null ? '' : `${day.slice(0, 4)}${day.slice(5, 7)}`;
