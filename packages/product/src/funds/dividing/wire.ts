/** Path of the call that divides an arrival. */
export const divideCall = 'kh-edu-research/fundingArrive/divide';

/** Part of an arrival for a project without a claim. */
export interface UnclaimedShare {
  readonly programId: string;
  readonly divideAmount: string;
  /** Year for which the funds are meant; undefined for the year of the arrival. */
  readonly useYear?: number;
}

/** Decision on a claim: granted, optionally with another amount, or rejected with a reason. */
export interface ClaimRuling {
  readonly id: string;
  readonly version: number;
  readonly granted: boolean;
  readonly divideAmount?: string;
  readonly reason?: string;
}

/** Result of the division. */
export interface DivisionOutcome {
  readonly granted: number;
  readonly refused: number;
}
