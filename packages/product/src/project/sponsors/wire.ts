import type { SponsorListMapping } from './columns.ts';
import type { AmountUnit, CellFixes, GrantFault, GrantLine } from './list.ts';
import type {
  DeclarationMatch,
  GrantVerdict,
  LeaderNamesake,
  RegisteredNumber,
} from './matching.ts';

/** Paths of the calls that read a sponsor’s list and import its lines. */
export const sponsorListCalls = {
  read: 'kh-edu-research/declareInfo/readSponsorList',
  take: 'kh-edu-research/declareInfo/takeSponsorList',
} as const;

/** Permission code for registering a sponsor’s approvals. */
export const sponsorListRight = 'v_program_approveListed';

/** Line with its matches. */
export interface GrantLineMatch extends GrantLine {
  readonly verdict: GrantVerdict;
  readonly registered: RegisteredNumber | null;
  readonly differs: boolean;
  readonly matches: readonly DeclarationMatch[];
  readonly people: readonly LeaderNamesake[];
}

/** Pending declaration to the sponsor that the list does not contain. */
export interface UnlistedDeclaration {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly leader: string;
}

/** Parsed list, as returned to the page. */
export interface ReadSponsorList {
  readonly headings: readonly string[];
  readonly mapping: SponsorListMapping;
  readonly source: string | null;
  readonly unit: AmountUnit;
  readonly lines: readonly GrantLineMatch[];
  readonly faults: readonly GrantFault[];
  readonly left: readonly UnlistedDeclaration[];
}

/** Parameters of reading a list, besides the file. */
export interface ListQuestion {
  readonly source: string | null;
  readonly mapping: SponsorListMapping | null;
  readonly fixes: CellFixes;
}

/**
 * Decision on a line: approve a declaration, or create a draft for a person without a declaration.
 */
export interface GrantDecision {
  readonly row: number;
  readonly declareId?: string;
  readonly leaderId?: string;
}

/** Result of an import. */
export interface SponsorListImportResult {
  /** Number of approved declarations, with project and number. */
  readonly approved: number;
  /** Number of draft approvals to be completed. */
  readonly drafted: number;
  readonly faults: readonly { readonly row: number; readonly message: GrantFault['message'] }[];
}
