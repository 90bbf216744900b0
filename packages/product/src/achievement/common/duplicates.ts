/** Other record of the resource, in approval or approved, with the same value. */
export interface DuplicateMatch {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  /** Person who registered it. */
  readonly registrant: string;
  /** True if the user may read the record. */
  readonly open: boolean;
  /** Fields whose values prove that the two are different works, such as the DOI. */
  readonly apart: readonly string[];
}

/** Path of the call that returns into which record a void one was merged. */
export const mergedCall = 'kh-edu-research/quality/merged';

/** Record into which another was merged; empty if not merged or not readable. */
export interface MergedInto {
  /** Key of the resource. */
  readonly resource: string;
  readonly id: string;
  readonly title: string;
}
