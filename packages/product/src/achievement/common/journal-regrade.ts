/** Fields that a paper takes from its edition, and that are compared with it. */
export const fieldsOfEdition = [
  'journalLevel',
  'jcrZone',
  'casZone',
  'isTop',
  'impactFactor',
] as const;

export type FieldOfEdition = (typeof fieldsOfEdition)[number];

/** One value that the catalogue says otherwise than the paper. */
export interface GradeDifference {
  readonly field: FieldOfEdition;
  /** Stored value; empty where the paper has none. */
  readonly now: string;
  readonly catalogue: string;
}

/** Why a paper cannot take over what the catalogue says. */
export type RegradeHindrance = 'inApproval' | 'locked' | '';

/** A paper whose edition says otherwise than the paper does. */
export interface PaperToRegrade {
  readonly id: string;
  readonly version: number;
  readonly paperNum: string;
  readonly artName: string;
  readonly journalName: string;
  readonly publishDate: string;
  readonly hindrance: RegradeHindrance;
  /** The journal of the paper is on the warning list of that edition. */
  readonly isWarning: boolean;
  readonly changes: readonly GradeDifference[];
}

export interface PapersToRegradeAnswer {
  readonly total: number;
  readonly papers: readonly PaperToRegrade[];
}

/** Outcome for papers that were confirmed. */
export interface RegradeOutcome {
  readonly done: readonly string[];
  readonly refused: readonly { readonly id: string; readonly message: string }[];
}
