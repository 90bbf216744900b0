/** Journal of the catalogue with all its names. */
interface Named {
  readonly id: string;
  readonly name: string;
  readonly en: string | null;
  readonly abbr: string | null;
  readonly issn: string;
}

export interface LikelyJournal {
  readonly id: string;
  readonly name: string;
  readonly issn: string;
  /** Similarity from 0 to 100. */
  readonly score: number;
}

const maxSuggestions = 3;
const alikeFrom = 45;

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the pairs of adjacent letters; a single letter is its own pair. */
const pairsOf = (text: string): ReadonlySet<string> => {
  const all = [...letters(text)];
  if (all.length < 2) return new Set(all);
  return new Set(all.slice(1).map((letter, place) => `${all[place]}${letter}`));
};

/** Returns the Dice coefficient of two sets of pairs, 0 to 100. */
const alike = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  if (one.size + other.size === 0) return 0;
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return Math.round((200 * shared) / (one.size + other.size));
};

/** Returns the journals most similar to a printed name, the most similar first. */
export const journalLikeness = (
  journals: readonly Named[],
): ((text: string) => readonly LikelyJournal[]) => {
  const known = journals.map(({ id, name, en, abbr, issn }) => ({
    journal: { id, name, issn },
    names: [name, en, abbr]
      .filter((one) => one !== null && one !== '')
      .map((one) => pairsOf(one ?? '')),
  }));
  return (text) => {
    const asked = pairsOf(text);
    return known
      .map(({ journal, names }) => ({
        ...journal,
        score: Math.max(0, ...names.map((name) => alike(asked, name))),
      }))
      .filter(({ score }) => score >= alikeFrom)
      .toSorted((one, other) => other.score - one.score || one.name.localeCompare(other.name))
      .slice(0, maxSuggestions);
  };
};
