import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** Permission code of 申报大厅: open and upcoming calls for proposals. */
export const openCallsCode = 'programOpen';
export const openCallsPath = '/program/open';
export const openCallsService = 'kh-edu-research/program/open';

/**
 * Resource key of declarations; a constant, so that the home page need not import the definition.
 */
export const declarationKey = 'declareInfo';

/** Obstacle or warning for taking a role in a call. */
export interface CallFinding {
  readonly rule: string;
  readonly level: 'error' | 'warn';
  readonly message: Label;
  /** First day on which the obstacle no longer applies; empty if no day removes it. */
  readonly until: string;
  readonly free: Label | null;
}

/** Eligibility for a role in a call; only errors forbid it. */
export interface CallPart {
  readonly may: boolean;
  readonly findings: readonly CallFinding[];
}

/** Reader’s declaration under a call. */
export interface OwnDeclaration {
  readonly id: string;
  readonly programName: string;
  readonly declareStatus: string;
  readonly declareStatusName: string;
}

/** Window of a call for the reader: open, open by extension, or upcoming. */
export type CallWindow = 'open' | 'extended' | 'coming';

/** Call for proposals, as shown on the page. */
export interface OpenCall {
  readonly id: string;
  readonly planName: string;
  readonly programKind: string;
  readonly programKindName: string;
  readonly planYear: number | null;
  readonly resource: string;
  readonly resourceName: string;
  readonly level: string;
  readonly levelName: string;
  readonly fundMode: string;
  readonly startTime: string;
  readonly endTime: string;
  /** End of the window for the reader: the deadline, or the reader’s extension. */
  readonly openUntil: string;
  readonly window: CallWindow;
  /** True if the call invites the reader’s college. */
  readonly invited: boolean;
  readonly lead: CallPart;
  readonly join: CallPart;
  readonly quota: { readonly most: number; readonly used: number } | null;
  readonly guide: string;
  readonly files: readonly AttachedFile[];
  readonly mine: readonly OwnDeclaration[];
}
