import { readFileSync } from 'node:fs';
import { type Entry, isSupplied, supplyEntries } from '@keyan/kernel/values/dictionary.ts';
import { nationalDictionaries } from './national.ts';

/** An entry as the data files spell it. */
interface Line {
  readonly code: string;
  readonly zh: string;
  /** Left out where the standard names none: the Chinese name is shown instead. */
  readonly en?: string;
  readonly heading?: boolean;
  /** Other names that people write for it. */
  readonly synonyms?: readonly string[];
  readonly children?: readonly Line[];
}

const entry = ({ code, zh, en, heading, synonyms, children }: Line): Entry => ({
  code,
  label: [zh, en ?? zh],
  ...(heading ? { heading } : {}),
  ...(synonyms ? { synonyms } : {}),
  ...(children ? { children: children.map(entry) } : {}),
});

/** Gives the national classifications their entries; asked once, when the server starts. */
export const supplyNationalDictionaries = (): void => {
  for (const dict of nationalDictionaries) {
    if (isSupplied(dict)) continue;
    const file = new URL(`./data/${dict.key}.json`, import.meta.url);
    const lines = JSON.parse(readFileSync(file, 'utf8')) as readonly Line[];
    supplyEntries(dict.key, lines.map(entry));
  }
};
