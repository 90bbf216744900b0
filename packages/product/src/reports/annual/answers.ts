import type { GapRow } from '../../missing/missing.ts';
import type { FormCheck, FormTrust, FormUnit } from './form.ts';

/** Answers of the calls about annual reports, as the page reads them; texts are in the language of the reader. */

export const annualService = 'kh-edu-research/statistics/annual';

export interface CheckAnswer {
  readonly code: string;
  readonly level: 'error' | 'warn';
  readonly is: FormCheck['is'];
  readonly text: string;
  readonly left: string;
  readonly right: string;
  readonly difference: string;
  /** The reason that the office gave. */
  readonly explained: string;
}

export interface SignatureAnswer {
  readonly dept: string;
  readonly name: string;
  readonly records: number;
  readonly state: 'open' | 'signed' | 'lapsed';
  readonly by: string;
  readonly at: string;
  readonly changed: number;
  /** Tells what the report counts of it now; signing names what was seen. */
  readonly digest: string;
  /** May the reader sign for it now? */
  readonly mine: boolean;
}

export interface OverviewAnswer {
  readonly id: string;
  readonly report: string;
  readonly year: number;
  readonly status: string;
  readonly version: number;
  readonly calcTime: string;
  readonly whole: boolean;
  readonly tables: readonly {
    readonly code: string;
    readonly label: string;
    readonly trust: FormTrust;
    readonly faults: number;
  }[];
  readonly checks: readonly CheckAnswer[];
  readonly signatures: readonly SignatureAnswer[];
  readonly gaps: number;
  readonly may: { readonly edit: boolean; readonly fill: boolean; readonly export: boolean };
}

/** A report that is being made: what is missing, and who has signed. */
export interface ProgressAnswer {
  readonly id: string;
  readonly name: string;
  /** The page of its kind. */
  readonly path: string;
  readonly status: string;
  /** Records that lack something, by their kinds. */
  readonly gaps: GapsAnswer['groups'];
  readonly colleges: number;
  readonly signed: number;
  /** Signatures that no longer hold, as something changed. */
  readonly lapsed: number;
  /** Failed checks, and warnings without a reason; nothing to a college. */
  readonly errors: number;
  readonly unexplained: number;
  readonly may: { readonly fill: boolean; readonly sign: boolean };
}

export interface CellAnswer {
  readonly value: string;
  /** True for a correction or a value entered by hand. */
  readonly entered?: true;
  /** The records were counted anew since the correction, with another result. */
  readonly stale?: true;
  readonly blank?: true;
  readonly total?: true;
}

export interface LineAnswer {
  readonly code: string;
  /** The code in the form of the year. */
  readonly shown: string;
  readonly label: string;
  readonly indent: number;
  readonly unit: string;
}

export interface SummaryAnswer {
  readonly shape: 'summary';
  readonly code: string;
  readonly label: string;
  readonly unit: FormUnit;
  readonly unitName: string;
  readonly trust: FormTrust;
  readonly trustName: string;
  readonly remark: string;
  readonly rows: readonly LineAnswer[];
  readonly columns: readonly LineAnswer[];
  /** By row, then by column. */
  readonly cells: readonly (readonly CellAnswer[])[];
}

export interface RegisterAnswer extends Omit<SummaryAnswer, 'shape' | 'rows' | 'cells'> {
  readonly shape: 'register';
  readonly total: number;
  /** Rows are entered by the office. */
  readonly byHand: boolean;
  readonly rows: readonly {
    readonly id: string;
    readonly resource: string;
    readonly cells: readonly (CellAnswer & { readonly lacking?: true })[];
  }[];
}

export type TableAnswer = SummaryAnswer | RegisterAnswer;

/** A record that a cell counts, as far as the reader may open it. */
export interface CountedRecord {
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly dept: string;
  readonly value: string;
}

export interface CellDetail {
  readonly row: string;
  readonly column: string;
  /** The caliber: of what the cell is the sum or count. */
  readonly caliber: string;
  readonly value: string;
  readonly computed: string;
  readonly last: string;
  readonly enterable: boolean;
  readonly entries: readonly {
    readonly value: string;
    readonly reason: string;
    readonly seen: string;
    readonly by: string;
    readonly time: string;
  }[];
  readonly records: readonly CountedRecord[];
  readonly total: number;
  /** Records that are counted and that the reader may not open. */
  readonly hidden: number;
}

export interface GapsAnswer {
  readonly groups: readonly {
    readonly resource: string;
    readonly label: string;
    readonly count: number;
  }[];
  readonly records: readonly GapRow[];
  readonly total: number;
}

/** Amounts of records in a cell are shown in the unit of the facts. */
export const factUnit: Readonly<Record<FormUnit, readonly [string, string]>> = {
  piece: ['', ''],
  person: ['', ''],
  personYear: ['人年', 'person-years'],
  kiloYuan: ['元', 'yuan'],
};
