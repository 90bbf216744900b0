/** Path of the call for public lists, readable during publication and for a month after. */
export const proposedService = 'kh-edu-research/program/proposed';

interface ProposedProject {
  readonly declareNum: string;
  readonly programName: string;
  readonly leader: string;
  readonly department: string;
  /** Amount in yuan with two decimals; empty if the call has no budget. */
  readonly amount: string;
}

/** Public list of a call. */
export interface ProposedList {
  readonly id: string;
  readonly planName: string;
  readonly shownFrom: string;
  readonly shownUntil: string;
  /** True while objections are accepted. */
  readonly isOpen: boolean;
  readonly projects: readonly ProposedProject[];
}
