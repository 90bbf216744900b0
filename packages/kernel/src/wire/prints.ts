import type { Status } from '../access/status.ts';

/** A sheet that was just printed: what its code leads to. */
export interface PrintedSheet {
  readonly id: string;
  /** Leads to the public page that verifies the sheet; the server keeps only a hash of it. */
  readonly token: string;
  readonly printTime: string;
  readonly printedBy: string;
  readonly version: number;
}

/** A printed sheet, as those who may read the record see it. */
export interface PrintRow {
  readonly id: string;
  readonly printTime: string;
  readonly printedBy: string;
  readonly version: number;
  /** Empty while the code is good. */
  readonly revokeTime: string;
  readonly revokedBy: string;
  readonly revocable: boolean;
}

/** Change of the record since the sheet was printed; `outdated` of what it rests on. */
export type SheetState = 'same' | 'progressed' | 'changed' | 'removed' | 'revoked' | 'outdated';

/** A line of what a sheet rests on, as it was printed. */
export interface VerifiedLine {
  readonly texts: readonly string[];
  /** Does the record behind it still say so? */
  readonly isSame: boolean;
  /** How it stands now, in words. */
  readonly note: string;
}

/** Further answer of a kind about a sheet of its records. */
export interface VerifiedExtra {
  /** Overrules the state that follows from the record's own changes. */
  readonly state?: Extract<SheetState, 'revoked' | 'outdated'>;
  /** Labels with their values. */
  readonly about?: readonly (readonly [label: string, text: string])[];
  readonly heads?: readonly string[];
  readonly lines?: readonly VerifiedLine[];
}

/** Data that anybody who holds the sheet is told: its content, and whether that still holds. */
export interface VerifiedSheet extends Omit<VerifiedExtra, 'state'> {
  readonly state: SheetState;
  /** The institution. */
  readonly site: string;
  readonly kind: string;
  readonly number: string;
  readonly title: string;
  /** The writer's name, all but its first character masked. */
  readonly owner: string;
  readonly version: number;
  readonly printTime: string;
  /** At the time of printing. */
  readonly printedStatus: Status;
  /** The present status; left out where the record is gone or the code was revoked. */
  readonly status?: Status;
  /** When the record was last changed since; left out where it was not. */
  readonly changeTime?: string;
}
