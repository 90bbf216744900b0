import type { Label } from '../label.ts';

/** One entry of a dictionary. `code` is stored, `label` is shown. */
export interface Entry<Code extends string = string> {
  readonly code: Code;
  readonly label: Label;
  readonly children?: readonly Entry[];
  /** A heading of a tree: shown, never chosen. */
  readonly heading?: boolean;
  /** Out of use: what holds it keeps it, nothing new may choose it. */
  readonly sealed?: boolean;
  /** Not used in the form at hand: what holds it keeps it, nothing new may choose it there. */
  readonly unused?: boolean;
  /** Text that programs read of it beside its name. */
  readonly remark?: string;
  /** Other names that people write for it, such as the short form of a standard: read, never shown. */
  readonly synonyms?: readonly string[];
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
  /** Entries of the dictionary are known by the whole path to them: province, city, county. What is found by one is also found by those above it. */
  readonly path?: boolean;
  /** The entries are too many to travel with the page and are supplied at run time (`supplyEntries`). */
  readonly supplied?: boolean;
}

/** The codes of a dictionary, for tables that have something for each: `Record<CodeOf<typeof warnTarget>, …>`. */
export type CodeOf<D extends Dictionary> = D extends Dictionary<infer Code> ? Code : never;

const supplies = new Map<string, readonly Entry[]>();

const define = <Code extends string>(
  given: Omit<Dictionary<Code>, 'entries'>,
  own: readonly Entry<Code>[],
): Dictionary<Code> => ({
  ...given,
  get entries() {
    return (supplies.get(given.key) as readonly Entry<Code>[] | undefined) ?? own;
  },
});

/** A flat dictionary: `dictionary('yesNo', ['是否', 'Yes or no'], [['1', '是', 'Yes'], ['0', '否', 'No']])`. */
export const dictionary = <const Code extends string>(
  key: string,
  label: Label,
  rows: readonly (readonly [code: Code, zh: string, en: string])[],
  synonyms: Readonly<Record<string, readonly string[]>> = {},
): Dictionary<Code> =>
  define(
    { key, label, tree: false },
    rows.map(([code, zh, en]) => ({
      code,
      label: [zh, en] as const,
      ...(synonyms[code] && { synonyms: synonyms[code] }),
    })),
  );

/** A dictionary with children: codes are plain strings. */
export const treeDictionary = (key: string, label: Label, entries: readonly Entry[]): Dictionary =>
  define({ key, label, tree: true }, entries);

/**
 * A long dictionary, such as a national classification. It is empty until `supplyEntries` is called:
 * by the server when it starts, by the page when the first field that needs it is shown.
 */
export const suppliedDictionary = (key: string, label: Label, tree: boolean | 'path'): Dictionary =>
  define(
    { key, label, tree: tree !== false, supplied: true, ...(tree === 'path' && { path: true }) },
    [],
  );

/**
 * Gives a dictionary other entries than it was defined with; the last call counts. A page, which
 * shows one tenant, so learns what administrators edited; a server hands `Dictionaries` around.
 */
export const supplyEntries = (key: string, entries: readonly Entry[]): void => {
  supplies.set(key, entries);
};

/** Takes back what was supplied: the entries are those of the definition again. */
export const withdrawEntries = (key: string): void => {
  supplies.delete(key);
};

/** False while a supplied dictionary still waits for its entries. */
export const isSupplied = (dict: Dictionary): boolean => !dict.supplied || supplies.has(dict.key);

/**
 * The dictionaries of a tenant: gives for one as defined the one as administrators left it, in the form of a kind of
 * record with the entries that they do not use there.
 */
export type Dictionaries = (dict: Dictionary, form?: string) => Dictionary;

/** The dictionaries as the form of a kind of record offers them. */
export const dictionariesInForm =
  (dictionaries: Dictionaries, form: string): Dictionaries =>
  (dict) =>
    dictionaries(dict, form);

/** Dictionaries as their definitions have them, without edits of a tenant. */
export const dictionariesAsDefined: Dictionaries = (dict) => dict;

/** Entries of a tenant, with its other names of them and those that the definition gives the same codes. */
const withSynonyms = (dict: Dictionary, entries: readonly Entry[]): readonly Entry[] =>
  entries.map((entry) => {
    const shipped = entryOf(dict, entry.code)?.synonyms ?? [];
    const synonyms = [...new Set([...shipped, ...(entry.synonyms ?? [])])];
    return {
      ...entry,
      ...(synonyms.length > 0 && { synonyms }),
      ...(entry.children && { children: withSynonyms(dict, entry.children) }),
    };
  });

/** A dictionary as defined, with the entries that a tenant has. */
export const tenantEdition = (dict: Dictionary, entries: readonly Entry[]): Dictionary => ({
  key: dict.key,
  label: dict.label,
  tree: dict.tree,
  ...(dict.path && { path: true }),
  entries: withSynonyms(dict, entries),
});

/** Every entry, parents before children. */
export const flattenEntries = (entries: readonly Entry[]): readonly Entry[] =>
  entries.flatMap((entry) => [entry, ...flattenEntries(entry.children ?? [])]);

const indexes = new WeakMap<readonly Entry[], ReadonlyMap<string, Entry>>();

/** Looks a code up, or undefined. */
export const entryOf = (dict: Dictionary, code: string): Entry | undefined => {
  const { entries } = dict;
  let index = indexes.get(entries);
  if (!index) {
    index = new Map(flattenEntries(entries).map((entry) => [entry.code, entry]));
    indexes.set(entries, index);
  }
  return index.get(code);
};

const paths = new WeakMap<readonly Entry[], ReadonlyMap<string, readonly Entry[]>>();

const addPaths = (
  into: Map<string, readonly Entry[]>,
  entries: readonly Entry[],
  above: readonly Entry[],
): void => {
  for (const entry of entries) {
    const path = [...above, entry];
    into.set(entry.code, path);
    addPaths(into, entry.children ?? [], path);
  }
};

/** The entries from the top of a tree to this code; empty for a code that is none. */
export const entryPathOf = ({ entries }: Dictionary, code: string): readonly Entry[] => {
  let known = paths.get(entries);
  if (!known) {
    const made = new Map<string, readonly Entry[]>();
    addPaths(made, entries, []);
    known = made;
    paths.set(entries, known);
  }
  return known.get(code) ?? [];
};

/** Is this code below that one in the tree? */
export const isEntryBelow = (dict: Dictionary, code: string, above: string): boolean =>
  entryPathOf(dict, code)
    .slice(0, -1)
    .some((entry) => entry.code === above);

/** The code, or null where it is out of use; of several those that are not. */
export const withoutSealedCodes = (dict: Dictionary, value: unknown): unknown => {
  const isOpen = (code: unknown): boolean => !entryOf(dict, String(code))?.sealed;
  if (Array.isArray(value)) return value.filter(isOpen);
  return isOpen(value) ? value : null;
};

/** The entries that a new record may choose; of a tree those whose parents may be chosen as well. */
export const selectableEntries = (entries: readonly Entry[]): readonly Entry[] =>
  entries.flatMap((entry) => {
    if (entry.sealed) return [];
    if (entry.unused) {
      const children = selectableEntries(entry.children ?? []);
      return children.length > 0 ? [{ ...entry, heading: true, children }] : [];
    }
    return entry.children ? [{ ...entry, children: selectableEntries(entry.children) }] : [entry];
  });

/** Entries of which a form uses those with these codes and what is below them; the others are marked. */
export const narrowedEntries = (
  entries: readonly Entry[],
  used: ReadonlySet<string>,
): readonly Entry[] =>
  entries.map((entry) =>
    used.has(entry.code)
      ? entry
      : {
          ...entry,
          unused: true,
          ...(entry.children && { children: narrowedEntries(entry.children, used) }),
        },
  );
