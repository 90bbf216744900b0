import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** 申报大厅: the calls that are open or to come, with what one may declare under each. */
export const openCallsCode = 'programOpen';
export const openCallsPath = '/program/open';
export const openCallsService = 'kh-edu-research/program/open';

/** Key of declarations: their definition is large, and a widget of the home page needs no more. */
export const declarationKey = 'declareInfo';

/** Something that speaks against a part in a call, or that one ought to know. */
export interface CallFinding {
  readonly rule: string;
  readonly level: 'error' | 'warn';
  readonly message: Label;
  /** The first day on which it no longer does; empty where no day frees one. */
  readonly until: string;
  readonly free: Label | null;
}

/** May somebody take a part in a call? Only errors forbid it. */
export interface CallPart {
  readonly may: boolean;
  readonly findings: readonly CallFinding[];
}

/** Declaration of the reader under a call. */
export interface OwnDeclaration {
  readonly id: string;
  readonly programName: string;
  readonly declareStatus: string;
  readonly declareStatusName: string;
}

/** State of the submission window of a call for the reader. */
export type CallWindow = 'open' | 'extended' | 'coming';

/** A call as the page shows it. */
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
  /** Time until which it is open for the reader: the deadline, or their extension. */
  readonly openUntil: string;
  readonly window: CallWindow;
  /** Is it for the reader's college? */
  readonly invited: boolean;
  readonly lead: CallPart;
  readonly join: CallPart;
  readonly quota: { readonly most: number; readonly used: number } | null;
  readonly guide: string;
  readonly files: readonly AttachedFile[];
  readonly mine: readonly OwnDeclaration[];
}
