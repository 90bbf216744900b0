/** A journal of the catalogue under its names. */
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
  /** 0 to 100. */
  readonly score: number;
}

const mostShown = 3;
const alikeFrom = 45;

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Two letters each; a name of one letter is itself. */
const pairsOf = (text: string): ReadonlySet<string> => {
  const all = [...letters(text)];
  if (all.length < 2) return new Set(all);
  return new Set(all.slice(1).map((letter, place) => `${all[place]}${letter}`));
};

/** The share of pairs of letters that both have (Dice), 0 to 100. */
const alike = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  if (one.size + other.size === 0) return 0;
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return Math.round((200 * shared) / (one.size + other.size));
};

/** Finds the journals that a text most likely means, the likeliest first. */
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
      .slice(0, mostShown);
  };
};
