import type { Sheet } from '../sheet.ts';

/** Paths of the calls behind a link; all but the first three require a visit token. */
export const externalReviewCalls = {
  open: 'kh-edu-research/externalReview/open',
  code: 'kh-edu-research/externalReview/code',
  enter: 'kh-edu-research/externalReview/enter',
  works: 'kh-edu-research/externalReview/works',
  sheet: 'kh-edu-research/externalReview/sheet',
  pledge: 'kh-edu-research/externalReview/pledge',
  keep: 'kh-edu-research/externalReview/keep',
  handIn: 'kh-edu-research/externalReview/handIn',
  decline: 'kh-edu-research/externalReview/decline',
  file: 'kh-edu-research/externalReview/file',
  content: 'kh-edu-research/externalReview/content',
  leave: 'kh-edu-research/externalReview/leave',
} as const;

/** Request header with the visit token, which URLs and bodies might expose in logs. */
export const passHeader = 'Review-Pass';

/** Path of the call with which the office hands over link and code. */
export const handOverCall = 'kh-edu-research/reviewInvitation/handOver';

/** Data shown to the holder of a link before the code is entered. */
export interface LinkDoor {
  /** Name of the reviewing university. */
  readonly site: string;
  /** Masked name of the expert. */
  readonly name: string;
  /** Masked addresses to which a code can be sent; empty if no message service is available. */
  readonly ways: readonly { readonly way: 'phone' | 'mail'; readonly to: string }[];
}

/** Record that an external expert judges or judged. */
export interface ReviewWork {
  readonly id: string;
  readonly title: string;
  /** Code of `reviewStatus`. */
  readonly status: string;
  readonly endTime: string;
  readonly applicant: string;
  readonly unit: string;
  readonly isOpen: boolean;
  readonly isPledged: boolean;
}

export interface ReviewWorks {
  readonly site: string;
  readonly name: string;
  readonly setName: string;
  readonly guide: string;
  readonly works: readonly ReviewWork[];
}

/** Field of the record in words. */
export interface RecordFact {
  readonly label: string;
  readonly text: string;
  /** True for sanitised HTML. */
  readonly isHtml: boolean;
}

/** Sub-table of the record in words. */
export interface FactTable {
  readonly label: string;
  readonly head: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

/** Sheet for an external expert: the record in words, without its definition. */
export interface ExternalSheet extends Omit<Sheet, 'record' | 'resource' | 'next'> {
  readonly facts: readonly RecordFact[];
  readonly tables: readonly FactTable[];
  readonly files: readonly { readonly id: string; readonly name: string; readonly size: number }[];
}

/** Link and code for handing over in person. */
export interface LinkHandedOver {
  readonly name: string;
  readonly token: string;
  readonly code: string;
  /** Expiry time of the code. */
  readonly until: string;
}
