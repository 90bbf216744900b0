import type { Sheet } from '../sheet.ts';

/** The calls behind the link of an expert from outside; each but the first three needs the pass of a visit. */
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

/** The header that carries the pass of a visit: addresses and bodies end up in logs. */
export const passHeader = 'Review-Pass';

/** The call by which the office hands a link and a code over. */
export const handOverCall = 'kh-edu-research/reviewInvitation/handOver';

/** Data that the holder of a link reads before a code was entered. */
export interface LinkDoor {
  /** Name of the university whose review it is. */
  readonly site: string;
  /** The expert, as strangers may read it. */
  readonly name: string;
  /** Where a code may be sent, masked; empty where no service sends one. */
  readonly ways: readonly { readonly way: 'phone' | 'mail'; readonly to: string }[];
}

/** Record that an expert from outside has to judge or has judged. */
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

/** A field of the record in words. */
export interface RecordFact {
  readonly label: string;
  readonly text: string;
  /** Formatted text, which the server has cleaned. */
  readonly isHtml: boolean;
}

/** A sub-table of the record in words. */
export interface FactTable {
  readonly label: string;
  readonly head: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

/** A sheet as an expert from outside reads it: the record in words, without its definition. */
export interface ExternalSheet extends Omit<Sheet, 'record' | 'resource' | 'next'> {
  readonly facts: readonly RecordFact[];
  readonly tables: readonly FactTable[];
  readonly files: readonly { readonly id: string; readonly name: string; readonly size: number }[];
}

/** A link and a code for an expert who is met in person. */
export interface LinkHandedOver {
  readonly name: string;
  readonly token: string;
  readonly code: string;
  /** Time until which the code is valid. */
  readonly until: string;
}
