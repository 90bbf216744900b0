/** The call by which an arrival is divided in one step. */
export const divideCall = 'kh-edu-research/fundingArrive/divide';

/** A part of an arrival for a project that nobody claimed it for. */
export interface UnclaimedShare {
  readonly programId: string;
  readonly divideAmount: string;
  /** The year for which it is meant; left out, that of the arrival. */
  readonly useYear?: number;
}

/** Decision on a claim: granted, perhaps with another amount, or turned down with a reason. */
export interface ClaimRuling {
  readonly id: string;
  readonly version: number;
  readonly granted: boolean;
  readonly divideAmount?: string;
  readonly reason?: string;
}

/** Outcome of the division. */
export interface DivisionOutcome {
  readonly granted: number;
  readonly refused: number;
}
