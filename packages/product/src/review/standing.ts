/** Review status of a record for a reader. Parties learn nothing about the experts. */
export interface ReviewStanding {
  /** Id of the review item; null except for the office. */
  readonly item: string | null;
  /** Reason for waiting or outcome, in the reader’s language. */
  readonly says: string;
  /** Id of the review; null except for the office. */
  readonly set: string | null;
  /** True if the reader may still ask to exclude a person. */
  readonly mayAvoid: boolean;
  /** Experts whom the reader asked to exclude. */
  readonly avoided: readonly {
    readonly id: string;
    readonly name: string;
    readonly unit: string;
  }[];
  readonly feedback: ReviewFeedback | null;
}

/** Feedback to the parties of a record after its result is published. */
export interface ReviewFeedback {
  readonly conclusion: string;
  /** Score; empty if the review does not disclose it. */
  readonly score: string;
  readonly rank: string;
  readonly comments: readonly string[];
  /** End of the objection period; empty if it has ended or an objection exists. */
  readonly objectionEnd: string;
}

/** Path of the call that returns the status. */
export const standingCall = 'kh-edu-research/pssz/standing';

/** Path of the call by which a party asks to exclude a person. */
export const avoidCall = 'kh-edu-research/reviewAvoidance/ask';

/** Path of the call by which a party objects to a review. */
export const objectCall = 'kh-edu-research/reviewObjection/raise';
