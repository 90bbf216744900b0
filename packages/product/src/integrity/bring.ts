/** Path of the call that imports a watch list. */
export const importWatchListCall = 'kh-edu-research/watchList/bring';

/** Result of an import. */
export interface WatchListImportAnswer {
  readonly id: string;
  /** Number of entries in the file. */
  readonly entries: number;
  /** Number of opened cases. */
  readonly opened: number;
}
