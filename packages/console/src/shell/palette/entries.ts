import type { Label } from '@keyan/kernel/label.ts';
import type { FoundRecord } from '@keyan/kernel/wire/search.ts';
import { matchRank } from '../../data/initials.ts';

/** A record that the server found, and what its kind is called. */
export interface FoundRecordEntry {
  readonly kind: Label;
  readonly found: FoundRecord;
}

/** An entry of the palette. */
export interface PaletteEntry {
  readonly key: string;
  readonly text: string;
  /** Context: the menu above it. */
  readonly note?: string;
  /** Shown in place of text and note. */
  readonly found?: FoundRecordEntry;
  /** Other texts that find it. */
  readonly also?: readonly string[];
  /** The page that it opens; undefined for actions. */
  readonly path?: string;
  readonly run: () => void;
  /** One of many choices of an item: hidden before the user types. */
  readonly isChoice?: boolean;
}

export interface PaletteGroup {
  readonly key: string;
  readonly label: Label;
  readonly entries: readonly PaletteEntry[];
}

/** Most entries per group. */
const most = 6;

/** The entries that match the typed text, best match first. */
export const nearestEntries = (
  entries: readonly PaletteEntry[],
  typed: string,
): readonly PaletteEntry[] =>
  entries
    .flatMap((entry) => {
      const found = [entry.text, ...(entry.also ?? [])].flatMap(
        (text) => matchRank(typed, text) ?? [],
      );
      return found.length > 0 ? [{ entry, near: Math.min(...found) }] : [];
    })
    .sort((a, b) => a.near - b.near)
    .slice(0, most)
    .map(({ entry }) => entry);

/** Groups that have entries. */
export const groupsWithEntries = (groups: readonly PaletteGroup[]): readonly PaletteGroup[] =>
  groups.filter(({ entries }) => entries.length > 0);
