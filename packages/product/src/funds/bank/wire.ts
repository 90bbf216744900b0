import type { StatementMapping } from './columns.ts';
import type { LineVerdict } from './sameness.ts';
import type { StatementFault, StatementLine } from './statement.ts';

/** Calls that read a bank statement and import its lines. */
export const statementCalls = {
  read: 'kh-edu-research/fundingArrive/readStatement',
  take: 'kh-edu-research/fundingArrive/takeStatement',
} as const;

/** Line with its matching stored arrival. */
export interface StatementLineMatch extends StatementLine {
  readonly verdict: LineVerdict;
  readonly stored: {
    readonly id: string;
    readonly number: string;
    readonly date: string;
    readonly amount: string;
    readonly payer: string;
    readonly memo: string;
    readonly voucher: string;
    /** True if the import may still change the arrival. */
    readonly open: boolean;
  } | null;
}

/** Parsed statement, as returned to the page. */
export interface ReadStatement {
  readonly headings: readonly string[];
  readonly mapping: StatementMapping;
  /** True if the mapping of this bank was already stored. */
  readonly remembered: boolean;
  readonly lines: readonly StatementLineMatch[];
  readonly faults: readonly StatementFault[];
  readonly skipped: { readonly debits: number; readonly others: number };
  readonly gap: number | null;
}

/** Decision on a line: import as a new arrival, or into the matching arrival. */
export interface LineDecision {
  readonly row: number;
  readonly into: 'new' | 'stored';
}

/** Result of an import. */
export interface StatementImportResult {
  readonly added: number;
  readonly changed: number;
  readonly faults: readonly StatementFault[];
}

/** Default decision and permitted decisions, by result of the comparison. */
export const decisionChoices: Readonly<
  Record<
    LineVerdict,
    { readonly first: LineDecision['into'] | null; readonly all: readonly LineDecision['into'][] }
  >
> = {
  new: { first: 'new', all: ['new'] },
  known: { first: null, all: [] },
  changed: { first: null, all: ['stored'] },
  fill: { first: 'stored', all: ['stored', 'new'] },
  similar: { first: null, all: ['stored', 'new'] },
};
