/** A record of the same kind, in approval or in the library, with the same value. */
export interface DuplicateMatch {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  /** Person who registered it. */
  readonly registrant: string;
  /** May the person who asks open it? */
  readonly open: boolean;
  /** Fields by whose values the two are different works, such as the DOI, though they have this value in common. */
  readonly apart: readonly string[];
}

/** The call that says which record a void one was merged into. */
export const mergedCall = 'kh-edu-research/quality/merged';

/** Record into which another was merged; empty where it was not merged, or the reader may not open that one. */
export interface MergedInto {
  /** Key of its kind. */
  readonly resource: string;
  readonly id: string;
  readonly title: string;
}
