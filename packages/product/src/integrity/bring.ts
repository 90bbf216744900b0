/** The call that brings a watch list in. */
export const importWatchListCall = 'kh-edu-research/watchList/bring';

/** A list that was brought in, as the page is told. */
export interface WatchListImportAnswer {
  readonly id: string;
  /** Entries of the file. */
  readonly entries: number;
  /** Cases that it opened. */
  readonly opened: number;
}
