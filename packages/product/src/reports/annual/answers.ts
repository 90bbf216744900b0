import type { GapRow } from '../../missing/missing.ts';
import type { FormCheck, FormTrust, FormUnit } from './form.ts';

/** Results of the calls about annual reports; texts are in the reader’s language. */

export const annualService = 'kh-edu-research/statistics/annual';

export interface CheckAnswer {
  readonly code: string;
  readonly level: 'error' | 'warn';
  readonly is: FormCheck['is'];
  readonly text: string;
  readonly left: string;
  readonly right: string;
  readonly difference: string;
  /** Reason given by the office; empty if none. */
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
  /** Digest of the counted values; sent back with the signature. */
  readonly digest: string;
  /** True if the reader may sign for the college now. */
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

/** Report in preparation, with gaps and signatures. */
export interface ProgressAnswer {
  readonly id: string;
  readonly name: string;
  /** Path of the report’s page. */
  readonly path: string;
  readonly status: string;
  /** Number of incomplete records by kind. */
  readonly gaps: GapsAnswer['groups'];
  readonly colleges: number;
  readonly signed: number;
  /** Number of signatures that lapsed after changes. */
  readonly lapsed: number;
  /** Number of failed checks and unexplained warnings; 0 for colleges. */
  readonly errors: number;
  readonly unexplained: number;
  readonly may: { readonly fill: boolean; readonly sign: boolean };
}

export interface CellAnswer {
  readonly value: string;
  /** True for a corrected or manually entered value. */
  readonly entered?: true;
  /** True if the computed value changed after the correction. */
  readonly stale?: true;
  readonly blank?: true;
  readonly total?: true;
}

export interface LineAnswer {
  readonly code: string;
  /** Code in the form of the year. */
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
  /** Cells by row, then by column. */
  readonly cells: readonly (readonly CellAnswer[])[];
}

export interface RegisterAnswer extends Omit<SummaryAnswer, 'shape' | 'rows' | 'cells'> {
  readonly shape: 'register';
  readonly total: number;
  /** True if the office enters the rows. */
  readonly byHand: boolean;
  readonly rows: readonly {
    readonly id: string;
    readonly resource: string;
    readonly cells: readonly (CellAnswer & { readonly lacking?: true })[];
  }[];
}

export type TableAnswer = SummaryAnswer | RegisterAnswer;

/** Record counted by a cell, as far as the reader may open it. */
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
  /** Definition of the cell: what it sums or counts. */
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
  /** Number of counted records that the reader may not open. */
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

/** Unit in which the amounts of a cell’s records are shown. */
export const factUnit: Readonly<Record<FormUnit, readonly [string, string]>> = {
  piece: ['', ''],
  person: ['', ''],
  personYear: ['人年', 'person-years'],
  kiloYuan: ['元', 'yuan'],
};
