import type { StatementMapping } from './columns.ts';
import type { LineVerdict } from './sameness.ts';
import type { StatementFault, StatementLine } from './statement.ts';

/** The call that reads a bank statement, and the one that takes its lines. */
export const statementCalls = {
  read: 'kh-edu-research/fundingArrive/readStatement',
  take: 'kh-edu-research/fundingArrive/takeStatement',
} as const;

/** A line, and the stored arrival beside it. */
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
    /** May the line still change it? */
    readonly open: boolean;
  } | null;
}

/** Content of a file, line by line. */
export interface ReadStatement {
  readonly headings: readonly string[];
  readonly mapping: StatementMapping;
  /** The headings of this bank were mapped before. */
  readonly remembered: boolean;
  readonly lines: readonly StatementLineMatch[];
  readonly faults: readonly StatementFault[];
  readonly skipped: { readonly debits: number; readonly others: number };
  readonly gap: number | null;
}

/** Decision about a line: taken as new, or into the stored arrival beside it. */
export interface LineDecision {
  readonly row: number;
  readonly into: 'new' | 'stored';
}

/** Outcome for the lines. */
export interface StatementImportResult {
  readonly added: number;
  readonly changed: number;
  readonly faults: readonly StatementFault[];
}

/** Decision that a line begins with, and the others that it allows. */
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
