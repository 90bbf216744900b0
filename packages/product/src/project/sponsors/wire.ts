import type { SponsorListMapping } from './columns.ts';
import type { AmountUnit, CellFixes, GrantFault, GrantLine } from './list.ts';
import type {
  DeclarationMatch,
  GrantVerdict,
  LeaderNamesake,
  RegisteredNumber,
} from './matching.ts';

/** The call that reads a sponsor's list, and the one that takes its lines. */
export const sponsorListCalls = {
  read: 'kh-edu-research/declareInfo/readSponsorList',
  take: 'kh-edu-research/declareInfo/takeSponsorList',
} as const;

/** The right to register what a sponsor approved. */
export const sponsorListRight = 'v_program_approveListed';

/** A line, with what it may be the result of. */
export interface GrantLineMatch extends GrantLine {
  readonly verdict: GrantVerdict;
  readonly registered: RegisteredNumber | null;
  readonly differs: boolean;
  readonly matches: readonly DeclarationMatch[];
  readonly people: readonly LeaderNamesake[];
}

/** A declaration to the same sponsor that waits and that the list does not name. */
export interface UnlistedDeclaration {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly leader: string;
}

/** Content of a list, line by line. */
export interface ReadSponsorList {
  readonly headings: readonly string[];
  readonly mapping: SponsorListMapping;
  readonly source: string | null;
  readonly unit: AmountUnit;
  readonly lines: readonly GrantLineMatch[];
  readonly faults: readonly GrantFault[];
  readonly left: readonly UnlistedDeclaration[];
}

/** Request about a list beside its file. */
export interface ListQuestion {
  readonly source: string | null;
  readonly mapping: SponsorListMapping | null;
  readonly fixes: CellFixes;
}

/** Decision about a line: the result of a declaration, or a project of somebody who did not declare it here. */
export interface GrantDecision {
  readonly row: number;
  readonly declareId?: string;
  readonly leaderId?: string;
}

/** Outcome for the lines that were decided on. */
export interface SponsorListImportResult {
  /** Approved, with project and number. */
  readonly approved: number;
  /** Drafts of approvals to be completed. */
  readonly drafted: number;
  readonly faults: readonly { readonly row: number; readonly message: GrantFault['message'] }[];
}
