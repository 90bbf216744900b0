/** Review status for a reader of a record. People whom the record names learn nothing of its experts. */
export interface ReviewStanding {
  /** Id of the reviewed record among those of reviews, for the office alone. */
  readonly item: string | null;
  /** Why the record waits and for whom, or what came of it; in the language of the reader. */
  readonly says: string;
  /** Id of the review where it is set up, for the office alone. */
  readonly set: string | null;
  /** May the reader still ask that somebody does not judge the record? */
  readonly mayAvoid: boolean;
  /** Experts whom the reader asked to leave out. */
  readonly avoided: readonly {
    readonly id: string;
    readonly name: string;
    readonly unit: string;
  }[];
  readonly feedback: ReviewFeedback | null;
}

/** Feedback to the people whom a record names, once its result is fed back. */
export interface ReviewFeedback {
  readonly conclusion: string;
  /** Empty where the review does not say. */
  readonly score: string;
  readonly rank: string;
  readonly comments: readonly string[];
  /** Time until which an objection may be raised; empty once that is over or one was raised. */
  readonly objectionEnd: string;
}

/** The call that answers it. */
export const standingCall = 'kh-edu-research/pssz/standing';

/** The call by which a party asks that somebody does not judge a record. */
export const avoidCall = 'kh-edu-research/reviewAvoidance/ask';

/** The call by which a party objects to the review of a record. */
export const objectCall = 'kh-edu-research/reviewObjection/raise';
