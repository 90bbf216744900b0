import type { Label } from '@keyan/kernel/label.ts';
import { nearness } from '../../data/initials.ts';

/** One line of the palette. */
export interface Entry {
  readonly key: string;
  readonly text: string;
  /** Where it belongs: the menu above it, the kind of the record. */
  readonly note?: string;
  /** Other spellings by which it is found. */
  readonly also?: readonly string[];
  /** The page that it opens; an entry without one does something. */
  readonly path?: string;
  readonly run: () => void;
  /** One of many values of something: not offered before anything is typed. */
  readonly isChoice?: boolean;
}

export interface Group {
  readonly key: string;
  readonly label: Label;
  readonly entries: readonly Entry[];
}

/** Lines per group; whoever wants more types more. */
const most = 6;

/** The entries that match what was typed, the nearest first, in their own order among equals. */
export const nearest = (entries: readonly Entry[], typed: string): readonly Entry[] =>
  entries
    .flatMap((entry) => {
      const found = [entry.text, ...(entry.also ?? [])].flatMap(
        (text) => nearness(typed, text) ?? [],
      );
      return found.length > 0 ? [{ entry, near: Math.min(...found) }] : [];
    })
    .sort((a, b) => a.near - b.near)
    .slice(0, most)
    .map(({ entry }) => entry);

/** Groups with something in them. */
export const filled = (groups: readonly Group[]): readonly Group[] =>
  groups.filter(({ entries }) => entries.length > 0);
