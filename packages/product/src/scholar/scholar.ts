/** The outputs of a person, as the page of a scholar (学者主页) shows them. */

/** Address of the calls of scholar pages. */
export const scholarCalls = 'kh-edu-research/scholar';

/** Representative works that a person may choose. */
export const maxRepresentativeWorks = 10;
/** Works of one kind that a page shows. */
export const maxOutputs = 1000;
/** Works that may be ticked to be cited: their ids fit into an address. */
export const maxTickedWorks = 500;
/** Co-authors that a page names. */
export const maxCoAuthors = 60;

/** An output of the person: a record of a kind of achievement. */
export interface Output {
  /** The key of its kind. */
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  /** 0 where the record has no date. */
  readonly year: number;
  /** Date with the precision that is known: `2024-05-12`. */
  readonly date: string;
  readonly authors: string;
  /** Where it was published or who gave it, in words. */
  readonly source: string;
  /** The person's place among the authors, from 1, and their number. */
  readonly place: number;
  readonly of: number;
  /** In the library, or still in approval: the latter only on one's own page. */
  readonly approved: boolean;
}

/** Somebody who wrote with the person. */
export interface CoAuthor {
  /** Empty for somebody without an account. */
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

/** A project of the person. */
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

/** A fact of the person's file, in words. */
export interface ScholarFact {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** One of the works that the person chose. */
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
  /** Is it the reader's own page? */
  readonly own: boolean;
  /** The person's file, where the reader may open it. */
  readonly file: string;
  /** Facts of the file that the reader may see, beside name, department and rank. */
  readonly facts: readonly ScholarFact[];
  readonly kinds: readonly {
    readonly key: string;
    readonly label: string;
    readonly count: number;
  }[];
  readonly outputs: readonly Output[];
  readonly coAuthors: readonly CoAuthor[];
  readonly projects: readonly ScholarProject[];
  /** In the person's order; only those that the reader may read. */
  readonly chosen: readonly ChosenWork[];
  /** Version of the choice, for its next change; 0 before the first. */
  readonly version: number;
}
