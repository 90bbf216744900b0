import { type Block, type HelpText, waysIn, wordsOf } from './text.ts';

/** A help page in both languages. */
export interface HelpEntry {
  readonly key: string;
  /** Aliases of the roles that it is written for. */
  readonly roles: readonly string[];
  /** Texts in the order of labels: Chinese, English. */
  readonly texts: readonly [zh: HelpText, en: HelpText];
}

/** A section of a help page. */
interface Section {
  /** Number of the section in its page; 0 is the text before the first heading. */
  readonly at: number;
  readonly heading: string;
  readonly words: string;
}

const sectionsOf = ({ title, blocks }: HelpText): readonly Section[] => {
  const sections: { heading: string; blocks: Block[] }[] = [{ heading: title, blocks: [] }];
  for (const block of blocks) {
    if (block.is === 'section') sections.push({ heading: block.text, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections.map(({ heading, blocks: own }, at) => ({
    at,
    heading,
    words: own.map(wordsOf).join(' '),
  }));
};

/** A section that a search found. */
export interface Found {
  readonly entry: HelpEntry;
  readonly at: number;
  /** Rank of the match; smaller is better. */
  readonly rank: number;
  /** Text around the match, in the language of the match. */
  readonly excerpt: string;
}

/** Number of characters shown before and after a match. */
const excerptMargins = [16, 60] as const;

const excerptOf = (words: string, term: string): string => {
  const at = Math.max(0, words.toLowerCase().indexOf(term));
  const from = Math.max(0, at - excerptMargins[0]);
  const to = at + excerptMargins[1];
  return `${from > 0 ? '…' : ''}${words.slice(from, to)}${to < words.length ? '…' : ''}`;
};

const han = /^\p{Script=Han}+$/u;

/**
 * Returns the rank of a term. A Chinese term also matches if each of its characters occurs: 认领论文
 * finds 论文认领.
 */
const rankOf = (term: string, places: readonly string[]): number | undefined => {
  const whole = places.findIndex((place) => place.includes(term));
  if (whole >= 0) return whole;
  const all = places.join(' ');
  return han.test(term) && [...term].every((one) => all.includes(one)) ? places.length : undefined;
};

const foundIn = (entry: HelpEntry, text: HelpText, terms: readonly string[]): readonly Found[] =>
  sectionsOf(text).flatMap(({ at, heading, words }) => {
    const places = [heading, text.title, words].map((place) => place.toLowerCase());
    const ranks = terms.map((term) => rankOf(term, places));
    if (ranks.includes(undefined)) return [];
    const rank = ranks.reduce<number>((sum, one = 0) => sum + one, 0);
    return [{ entry, at, rank, excerpt: excerptOf(words, terms[0] ?? '') }];
  });

/** Maximum number of sections shown. */
const maxResults = 20;

/**
 * Returns the sections that contain every typed word, in either language, best first. A section
 * that matches in both languages is listed once.
 */
export const findHelp = (entries: readonly HelpEntry[], typed: string): readonly Found[] => {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return [];
  const found = entries.flatMap((entry) =>
    entry.texts.flatMap((text) => foundIn(entry, text, terms)),
  );
  const best = new Map<string, Found>();
  for (const one of found.toSorted((a, b) => a.rank - b.rank)) {
    const key = `${one.entry.key} ${one.at}`;
    if (!best.has(key)) best.set(key, one);
  }
  return [...best.values()].slice(0, maxResults);
};

/** Returns true if the address is a menu page, or a page below it such as its form. */
const isBelow = (path: string, way: string): boolean => path === way || path.startsWith(`${way}/`);

const isFor = ({ roles }: HelpEntry, own: readonly string[]): boolean =>
  roles.some((role) => own.includes(role));

export interface HelpGroups {
  /** Pages about the visible page, those for the reader's roles first. */
  readonly here: readonly HelpEntry[];
  readonly own: readonly HelpEntry[];
  readonly others: readonly HelpEntry[];
}

/** Groups help pages: about the visible page, for the reader's roles, all others. */
export const groupHelp = (
  entries: readonly HelpEntry[],
  path: string,
  roles: readonly string[],
): HelpGroups => {
  const here = entries
    .filter(({ texts: [zh] }) => waysIn(zh).some(({ to }) => isBelow(path, to)))
    .toSorted((a, b) => Number(isFor(b, roles)) - Number(isFor(a, roles)));
  const rest = entries.filter((entry) => !here.includes(entry));
  return {
    here,
    own: rest.filter((entry) => isFor(entry, roles)),
    others: rest.filter((entry) => !isFor(entry, roles)),
  };
};
