import { readFileSync } from 'node:fs';
import { type Entry, isSupplied, supplyEntries } from '@keyan/kernel/values/dictionary.ts';
import { nationalDictionaries } from './national.ts';

/** Entry of a data file. */
interface NationalEntry {
  readonly code: string;
  readonly zh: string;
  /** English name; if undefined, the Chinese name is used. */
  readonly en?: string;
  readonly heading?: boolean;
  /** Synonyms accepted by imports. */
  readonly synonyms?: readonly string[];
  readonly children?: readonly NationalEntry[];
}

const entry = ({ code, zh, en, heading, synonyms, children }: NationalEntry): Entry => ({
  code,
  label: [zh, en ?? zh],
  ...(heading ? { heading } : {}),
  ...(synonyms ? { synonyms } : {}),
  ...(children ? { children: children.map(entry) } : {}),
});

/** Loads the entries of national classifications; called once on server start. */
export const supplyNationalDictionaries = (): void => {
  for (const dict of nationalDictionaries) {
    if (isSupplied(dict)) continue;
    const file = new URL(`./data/${dict.key}.json`, import.meta.url);
    const lines = JSON.parse(readFileSync(file, 'utf8')) as readonly NationalEntry[];
    supplyEntries(dict.key, lines.map(entry));
  }
};
