/** Fields that a paper copies from its journal edition. */
export const fieldsOfEdition = [
  'journalLevel',
  'jcrZone',
  'casZone',
  'isTop',
  'impactFactor',
] as const;

export type FieldOfEdition = (typeof fieldsOfEdition)[number];

/** Field whose value in the catalogue differs from the paper's. */
export interface GradeDifference {
  readonly field: FieldOfEdition;
  /** Stored value; empty if the paper has none. */
  readonly now: string;
  readonly catalogue: string;
}

/** Reason why a paper cannot take over the catalogue's values. */
export type RegradeHindrance = 'inApproval' | 'locked' | '';

/** Paper whose values differ from those of its journal edition. */
export interface PaperToRegrade {
  readonly id: string;
  readonly version: number;
  readonly paperNum: string;
  readonly artName: string;
  readonly journalName: string;
  readonly publishDate: string;
  readonly hindrance: RegradeHindrance;
  /** True if the edition has the journal on the warning list. */
  readonly isWarning: boolean;
  readonly changes: readonly GradeDifference[];
}

export interface PapersToRegradeAnswer {
  readonly total: number;
  readonly papers: readonly PaperToRegrade[];
}

/** Result for the confirmed papers. */
export interface RegradeOutcome {
  readonly done: readonly string[];
  readonly refused: readonly { readonly id: string; readonly message: string }[];
}
