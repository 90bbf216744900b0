import type { Status } from '../access/status.ts';

/** Sheet that was just printed, with the token for its code. */
export interface PrintedSheet {
  readonly id: string;
  /**
   * Token in the address of the public page that verifies the sheet; the server stores only its
   * hash.
   */
  readonly token: string;
  readonly printTime: string;
  readonly printedBy: string;
  readonly version: number;
}

/** Printed sheet, as readers of the record see it. */
export interface PrintRow {
  readonly id: string;
  readonly printTime: string;
  readonly printedBy: string;
  readonly version: number;
  /** Time at which the code was revoked; empty while it is valid. */
  readonly revokeTime: string;
  readonly revokedBy: string;
  readonly revocable: boolean;
}

/**
 * Change of the record since the sheet was printed; `outdated`: other records on which the sheet is
 * based have changed.
 */
export type SheetState = 'same' | 'progressed' | 'changed' | 'removed' | 'revoked' | 'outdated';

/** Line of data on which a sheet is based, as printed. */
export interface VerifiedLine {
  readonly texts: readonly string[];
  /** True if the underlying record still has this value. */
  readonly isSame: boolean;
  /** Current value, as text. */
  readonly note: string;
}

/** Additional verification data, supplied by the kind of record. */
export interface VerifiedExtra {
  /** State that replaces the one derived from the record's own changes. */
  readonly state?: Extract<SheetState, 'revoked' | 'outdated'>;
  /** Labels and texts of additional lines. */
  readonly about?: readonly (readonly [label: string, text: string])[];
  readonly heads?: readonly string[];
  readonly lines?: readonly VerifiedLine[];
}

/** Public result of verifying a sheet: its content, and whether it is still valid. */
export interface VerifiedSheet extends Omit<VerifiedExtra, 'state'> {
  readonly state: SheetState;
  /** Name of the institution. */
  readonly site: string;
  readonly kind: string;
  readonly number: string;
  readonly title: string;
  /**
   * Name of the writer, masked except for its first character; empty if the kind adds lines
   * (`about`).
   */
  readonly owner: string;
  readonly version: number;
  readonly printTime: string;
  /** Status of the record when printed. */
  readonly printedStatus: Status;
  /** Current status; omitted if the record was deleted or the code revoked. */
  readonly status?: Status;
  /** Time of the last change after printing; omitted without changes. */
  readonly changeTime?: string;
}
