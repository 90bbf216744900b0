import type { Label } from './label.ts';

/** One entry of a dictionary. `code` is stored, `label` is shown. */
export interface Entry<Code extends string = string> {
  readonly code: Code;
  readonly label: Label;
  readonly children?: readonly Entry[];
  /** A heading of a tree: shown, never chosen. */
  readonly heading?: boolean;
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
  /** The entries are too many to travel with the page and are supplied at run time (`supply`). */
  readonly supplied?: boolean;
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

/** A dictionary with children: codes are plain strings. */
export const treeDictionary = (
  key: string,
  label: Label,
  entries: readonly Entry[],
): Dictionary => ({ key, label, entries, tree: true });

const supplies = new WeakMap<Dictionary, readonly Entry[]>();

/**
 * A long dictionary, such as a national classification. It is empty until `supply` is called:
 * by the server when it starts, by the page when the first field that needs it is shown.
 */
export const suppliedDictionary = (key: string, label: Label, tree: boolean): Dictionary => {
  const dict: Dictionary = {
    key,
    label,
    tree,
    supplied: true,
    get entries() {
      return supplies.get(dict) ?? [];
    },
  };
  return dict;
};

/** Gives a supplied dictionary its entries; the last call counts. */
export const supply = (dict: Dictionary, entries: readonly Entry[]): void => {
  supplies.set(dict, entries);
  indexes.delete(dict);
};

/** False while a supplied dictionary still waits for its entries. */
export const isSupplied = (dict: Dictionary): boolean => !dict.supplied || supplies.has(dict);

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
