import type { Label } from '@keyan/kernel/label.ts';
import type { FoundRecord } from '@keyan/kernel/wire/search.ts';
import { matchRank } from '../../data/initials.ts';

/** A record that the search found, with the name of its kind. */
export interface FoundRecordEntry {
  readonly kind: Label;
  readonly found: FoundRecord;
}

/** An entry of the palette. */
export interface PaletteEntry {
  readonly key: string;
  readonly text: string;
  /** Context of the entry: the menu above it. */
  readonly note?: string;
  /** Record shown instead of text and note. */
  readonly found?: FoundRecordEntry;
  /** Further texts that match the entry. */
  readonly also?: readonly string[];
  /** Address of the page that the entry opens; undefined for actions. */
  readonly path?: string;
  readonly run: () => void;
  /** True for one of many choices of an item, hidden before the user types. */
  readonly isChoice?: boolean;
}

export interface PaletteGroup {
  readonly key: string;
  readonly label: Label;
  readonly entries: readonly PaletteEntry[];
}

/** Maximum number of entries per group. */
const maxEntriesPerGroup = 6;

/** Returns the entries that match the typed text, best match first. */
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
    .slice(0, maxEntriesPerGroup)
    .map(({ entry }) => entry);

/** Returns the groups that have entries. */
export const groupsWithEntries = (groups: readonly PaletteGroup[]): readonly PaletteGroup[] =>
  groups.filter(({ entries }) => entries.length > 0);
