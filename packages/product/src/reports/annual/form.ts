import type { Label } from '@keyan/kernel/label.ts';

/**
 * The forms of an annual report as data: tables with rows and columns, the measure behind each cell, and the checks
 * between them. A report keeps its own copy, so that a form of another year changes none before (ruling 72).
 */

/** The two reports of the ministry: 科技统计年报 and 社科统计年报. */
export type ReportKind = 'keji' | 'sheke';

/** The source of a form: published by the ministry, customary in handbooks of schools, or entered by the office. */
export type FormTrust = 'public' | 'customary' | 'office';

export type FormUnit = 'piece' | 'person' | 'personYear' | 'kiloYuan';

/** Kinds of facts that cells count; `facts.server.ts` finds them. */
export type FactKind =
  | 'people'
  | 'projects'
  | 'money'
  | 'outputs'
  | 'patents'
  | 'transfers'
  | 'activities'
  | 'institutions'
  /** Rows that the office enters: nothing of the system counts them. */
  | 'hand';

/** Codes that a fact must have, by the names of its dimensions; a code that ends in `*` is a beginning. */
export type FactCondition = Readonly<Record<string, readonly string[]>>;

/** The counted part of a row or a column; a cell joins those of both. Without `value` it counts facts. */
export interface CellMeasure {
  readonly of?: FactKind;
  readonly value?: string;
  readonly where?: FactCondition;
}

/** The source of the numbers of a row or a column. */
export type FillSource =
  | ({ readonly by: 'measure' } & CellMeasure)
  /** A sum of other rows, or columns, of the table, less some of them. */
  | { readonly by: 'sum'; readonly of: readonly string[]; readonly less?: readonly string[] }
  /** The value of this row in the report of last year. */
  | { readonly by: 'last'; readonly row: string }
  /** Entered by the office. */
  | { readonly by: 'hand' };

export interface FormLine {
  readonly code: string;
  /** The code in the form of the year, where it is another one. */
  readonly shown?: string;
  readonly label: Label;
  readonly indent?: number;
  readonly fill: FillSource;
  /** Another unit than that of the table; that of a column comes first. */
  readonly unit?: FormUnit;
  /** Columns that a row has; all if left out. */
  readonly only?: readonly string[];
}

/** A column of a register: a text or a number of each fact. */
export interface RegisterColumn {
  readonly code: string;
  /** The code in the form of the year, where it is another one. */
  readonly shown?: string;
  readonly label: Label;
  /** The name of a text or a number of the fact; empty where the office fills it in. */
  readonly at: string;
  readonly is: 'text' | 'number';
  readonly unit?: FormUnit;
  /** A record without it lacks something for the report. */
  readonly required?: true;
}

interface TableBase {
  readonly code: string;
  readonly label: Label;
  readonly unit: FormUnit;
  readonly trust: FormTrust;
  readonly remark?: Label;
}

export interface SummaryTable extends TableBase {
  readonly shape: 'summary';
  readonly rows: readonly FormLine[];
  readonly columns: readonly FormLine[];
}

export interface RegisterTable extends TableBase {
  readonly shape: 'register';
  readonly of: FactKind;
  readonly where?: FactCondition;
  readonly columns: readonly RegisterColumn[];
  /** The name of the text by which rows are sorted. */
  readonly sort: string;
}

export type AnnualTable = SummaryTable | RegisterTable;

/**
 * A cell as checks name it: `2/02/1` is table 2, row 02, column 1; `4/all/L3` the sum of column L3 of a register;
 * `last:2/37/1` the value in the report of last year.
 */
export type CellName = string;

/** A sum of cells, less some of them. */
export interface CellSum {
  readonly plus: readonly CellName[];
  readonly minus?: readonly CellName[];
}

export interface FormCheck {
  readonly code: string;
  readonly level: 'error' | 'warn';
  readonly say: Label;
  readonly is: 'equal' | 'atMost' | 'near';
  readonly left: CellSum;
  readonly right: CellSum;
}

export interface AnnualForm {
  readonly report: ReportKind;
  readonly tables: readonly AnnualTable[];
  readonly checks: readonly FormCheck[];
}

/** Units in words. */
export const unitNames: Readonly<Record<FormUnit, Label>> = {
  piece: ['项', 'items'],
  person: ['人', 'people'],
  personYear: ['人年', 'person-years'],
  kiloYuan: ['千元', 'thousand yuan'],
};

/** The trust in a form, in words (ruling 79). */
export const trustNames: Readonly<Record<FormTrust, Label>> = {
  public: ['编号与口径来自公开的报表制度', 'Codes and definitions come from the published forms'],
  customary: [
    '按通行内容预设，未能由公开来源核实，请对照当年报表调整',
    'Preset from common practice, not confirmed by public sources; please check against this year’s form',
  ],
  office: ['由科研处填写', 'Filled in by the research office'],
};

/** Decimals of the values of a unit. */
export const decimalsOf: Readonly<Record<FormUnit, number>> = {
  piece: 0,
  person: 0,
  personYear: 1,
  kiloYuan: 0,
};

export const measuredLine = (of: FactKind, where?: FactCondition, value?: string): FillSource => ({
  by: 'measure',
  of,
  ...(where ? { where } : {}),
  ...(value ? { value } : {}),
});

/** The part of a measure that a column narrows. */
export const narrowedColumn = (where: FactCondition, value?: string): FillSource => ({
  by: 'measure',
  where,
  ...(value ? { value } : {}),
});

/** A column that takes what its row counts. */
export const wholeColumn: FillSource = { by: 'measure' };

/** Another number of the facts that a row counts. */
export const valueColumn = (value: string): FillSource => ({ by: 'measure', value });

export const sumLine = (...of: readonly string[]): FillSource => ({ by: 'sum', of });

export const handFilledLine: FillSource = { by: 'hand' };

interface LineMore extends Pick<FormLine, 'unit' | 'only'> {
  readonly indent?: number;
}

export const formLine = (
  code: string,
  label: Label,
  fill: FillSource,
  more: LineMore = {},
): FormLine => ({
  code,
  label,
  fill,
  ...more,
});

/** The unit of a cell. */
export const unitOfCell = ({ unit }: SummaryTable, row: FormLine, column: FormLine): FormUnit =>
  column.unit ?? row.unit ?? unit;

export const hasCell = ({ only }: FormLine, column: FormLine): boolean =>
  only === undefined || only.includes(column.code);
