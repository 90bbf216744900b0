/** Lists of proposed projects for everybody who declares: while they are shown, and for a month after. */
export const proposedService = 'kh-edu-research/program/proposed';

interface ProposedProject {
  readonly declareNum: string;
  readonly programName: string;
  readonly leader: string;
  readonly department: string;
  /** Yuan with two digits; empty where the call has no budget. */
  readonly amount: string;
}

/** The list of a call. */
export interface ProposedList {
  readonly id: string;
  readonly planName: string;
  readonly shownFrom: string;
  readonly shownUntil: string;
  /** Objections may be made. */
  readonly isOpen: boolean;
  readonly projects: readonly ProposedProject[];
}
