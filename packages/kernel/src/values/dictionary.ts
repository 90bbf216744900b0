import type { Label } from '../label.ts';

/** Entry of a dictionary: `code` is stored, `label` is shown. */
export interface Entry<Code extends string = string> {
  readonly code: Code;
  readonly label: Label;
  readonly children?: readonly Entry[];
  /** True for a heading of a tree: shown, but not selectable. */
  readonly heading?: boolean;
  /** True for an entry out of use: existing records retain it, but it cannot be chosen anew. */
  readonly sealed?: boolean;
  /**
   * True for an entry that the current form does not offer: existing records retain it, but it
   * cannot be chosen in this form.
   */
  readonly unused?: boolean;
  /** Text for programs, besides the name. */
  readonly remark?: string;
  /** Alternative names, such as the short form of a standard: accepted in imports, never shown. */
  readonly synonyms?: readonly string[];
}

/**
 * Closed list of codes. Codes are fixed in code; administrators edit labels, order and sealing in
 * the database. In `tree` dictionaries entries have children, and any level may be chosen.
 */
export interface Dictionary<Code extends string = string> {
  readonly key: string;
  readonly label: Label;
  readonly entries: readonly Entry<Code>[];
  readonly tree: boolean;
  /**
   * True if entries are shown with their whole path: province, city, county. Filtering by an entry
   * also finds its descendants.
   */
  readonly path?: boolean;
  /**
   * True if the entries are too many to be sent with the page and are loaded separately
   * (`supplyEntries`).
   */
  readonly supplied?: boolean;
}

/**
 * Union of the codes of a dictionary, for tables with an element per code: `Record<CodeOf<typeof
 * warnTarget>, …>`.
 */
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

/**
 * Declares a flat dictionary: `dictionary('yesNo', ['是否', 'Yes or no'], [['1', '是', 'Yes'], ['0',
 * '否', 'No']])`.
 */
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

/** Declares a dictionary whose entries have children; codes are plain strings. */
export const treeDictionary = (key: string, label: Label, entries: readonly Entry[]): Dictionary =>
  define({ key, label, tree: true }, entries);

/**
 * Declares a long dictionary, such as a national classification. Empty until `supplyEntries` is
 * called: by the server when it starts, by the page before it shows the first field with the
 * dictionary.
 */
export const suppliedDictionary = (key: string, label: Label, tree: boolean | 'path'): Dictionary =>
  define(
    { key, label, tree: tree !== false, supplied: true, ...(tree === 'path' && { path: true }) },
    [],
  );

/**
 * Replaces the entries of a dictionary globally; the last call counts. For pages, which show one
 * tenant's edited entries; servers pass `Dictionaries` instead.
 */
export const supplyEntries = (key: string, entries: readonly Entry[]): void => {
  supplies.set(key, entries);
};

/** Restores the entries of the definition. */
export const withdrawEntries = (key: string): void => {
  supplies.delete(key);
};

/** False while a long dictionary has no entries yet. */
export const isSupplied = (dict: Dictionary): boolean => !dict.supplied || supplies.has(dict.key);

/**
 * Dictionaries of a tenant: returns the edited version of a dictionary; with a kind of record as
 * `form`, entries unused there are marked.
 */
export type Dictionaries = (dict: Dictionary, form?: string) => Dictionary;

/** Returns the dictionaries as the form of a kind of record offers them. */
export const dictionariesInForm =
  (dictionaries: Dictionaries, form: string): Dictionaries =>
  (dict) =>
    dictionaries(dict, form);

/** Dictionaries of the definitions, without edits of a tenant. */
export const dictionariesAsDefined: Dictionaries = (dict) => dict;

/** Merges synonyms of the definition into a tenant's entries with equal codes. */
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

/** Returns a dictionary with the entries of a tenant. */
export const tenantEdition = (dict: Dictionary, entries: readonly Entry[]): Dictionary => ({
  key: dict.key,
  label: dict.label,
  tree: dict.tree,
  ...(dict.path && { path: true }),
  entries: withSynonyms(dict, entries),
});

/** Returns every entry, parents before children. */
export const flattenEntries = (entries: readonly Entry[]): readonly Entry[] =>
  entries.flatMap((entry) => [entry, ...flattenEntries(entry.children ?? [])]);

const indexes = new WeakMap<readonly Entry[], ReadonlyMap<string, Entry>>();

/** Returns the entry of a code, or undefined. */
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

/** Returns the entries from the top of a tree to this code; empty for an unknown code. */
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

/** True if this code is a descendant of the other in the tree. */
export const isEntryBelow = (dict: Dictionary, code: string, above: string): boolean =>
  entryPathOf(dict, code)
    .slice(0, -1)
    .some((entry) => entry.code === above);

/** Returns the code, or null if it is sealed; of several codes, those not sealed. */
export const withoutSealedCodes = (dict: Dictionary, value: unknown): unknown => {
  const isOpen = (code: unknown): boolean => !entryOf(dict, String(code))?.sealed;
  if (Array.isArray(value)) return value.filter(isOpen);
  return isOpen(value) ? value : null;
};

/**
 * Returns the entries that a new record may choose. In a tree, entries below a sealed one are left
 * out; an unused one remains as a heading if an entry below may be chosen.
 */
export const selectableEntries = (entries: readonly Entry[]): readonly Entry[] =>
  entries.flatMap((entry) => {
    if (entry.sealed) return [];
    if (entry.unused) {
      const children = selectableEntries(entry.children ?? []);
      return children.length > 0 ? [{ ...entry, heading: true, children }] : [];
    }
    return entry.children ? [{ ...entry, children: selectableEntries(entry.children) }] : [entry];
  });

/** Marks all entries as unused except those with these codes and their descendants. */
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
