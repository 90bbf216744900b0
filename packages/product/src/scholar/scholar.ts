/** Data of the scholar page (学者主页). */

/** Path prefix of the calls of scholar pages. */
export const scholarCalls = 'kh-edu-research/scholar';

/** Maximum number of representative works. */
export const maxRepresentativeWorks = 10;
/** Maximum number of works per kind on a page. */
export const maxOutputs = 1000;
/** Maximum number of ticked works, so that their ids fit in an address. */
export const maxTickedWorks = 500;
/** Maximum number of co-authors shown. */
export const maxCoAuthors = 60;

/** Output of the person: a record of a kind of achievement. */
export interface Output {
  /** Resource key of the kind. */
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  /** Year of the output; 0 without a date. */
  readonly year: number;
  /** Date as precise as known: `2024-05-12`. */
  readonly date: string;
  readonly authors: string;
  /** Source in words: journal, publisher or awarding body. */
  readonly source: string;
  /** Position of the person among the authors from 1, and number of authors. */
  readonly place: number;
  readonly of: number;
  /** True for an approved output; pending outputs are shown on one’s own page only. */
  readonly approved: boolean;
}

/** Co-author of the person. */
export interface CoAuthor {
  /** Account id; empty without an account. */
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

/** Project of the person. */
export interface ScholarProject {
  readonly id: string;
  readonly title: string;
  readonly number: string;
  readonly level: string;
  readonly status: string;
  readonly start: string;
  readonly end: string;
  readonly leads: boolean;
}

/** Fact of the personnel file in words. */
export interface ScholarFact {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** Work chosen by the person. */
export interface ChosenWork {
  readonly kind: string;
  readonly id: string;
}

export interface Scholar {
  readonly id: string;
  readonly name: string;
  readonly department: string;
  readonly rank: string;
  readonly avatar: string;
  /** True for the reader’s own page. */
  readonly own: boolean;
  /** Id of the personnel file; empty if the reader may not open it. */
  readonly file: string;
  /** Facts that the reader may see, besides name, department and rank. */
  readonly facts: readonly ScholarFact[];
  readonly kinds: readonly {
    readonly key: string;
    readonly label: string;
    readonly count: number;
  }[];
  readonly outputs: readonly Output[];
  readonly coAuthors: readonly CoAuthor[];
  readonly projects: readonly ScholarProject[];
  /** Chosen works in order, limited to readable ones. */
  readonly chosen: readonly ChosenWork[];
  /** Version of the choice, sent with the next change; 0 before the first. */
  readonly version: number;
}
