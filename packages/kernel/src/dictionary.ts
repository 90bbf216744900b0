import type { Label } from './label.ts';

/** One entry of a dictionary. `code` is stored, `label` is shown. */
export interface Entry<Code extends string = string> {
  readonly code: Code;
  readonly label: Label;
  readonly children?: readonly Entry[];
}

/**
 * A closed list of codes. Codes are typed in code; labels, order and sealing can be edited
 * in the database by administrators. `tree` dictionaries have children, any level may be chosen.
 */
export interface Dictionary<Code extends string = string> {
  readonly key: string;
  readonly label: Label;
  readonly entries: readonly Entry<Code>[];
  readonly tree: boolean;
}

/** A flat dictionary: `dictionary('yesNo', ['是否', 'Yes or no'], [['1', '是', 'Yes'], ['0', '否', 'No']])`. */
export const dictionary = <const Code extends string>(
  key: string,
  label: Label,
  rows: readonly (readonly [code: Code, zh: string, en: string])[],
): Dictionary<Code> => ({
  key,
  label,
  entries: rows.map(([code, zh, en]) => ({ code, label: [zh, en] as const })),
  tree: false,
});

/** A dictionary with children (disciplines, ranks): codes are plain strings. */
export const treeDictionary = (
  key: string,
  label: Label,
  entries: readonly Entry[],
): Dictionary => ({ key, label, entries, tree: true });

/** Every entry, parents before children. */
export const flatten = (entries: readonly Entry[]): readonly Entry[] =>
  entries.flatMap((entry) => [entry, ...flatten(entry.children ?? [])]);

const indexes = new WeakMap<Dictionary, ReadonlyMap<string, Entry>>();

/** Looks a code up, or undefined. */
export const entryOf = (dict: Dictionary, code: string): Entry | undefined => {
  let index = indexes.get(dict);
  if (!index) {
    index = new Map(flatten(dict.entries).map((entry) => [entry.code, entry]));
    indexes.set(dict, index);
  }
  return index.get(code);
};
