import type { Label } from '@keyan/kernel/label.ts';

/**
 * Forms of an annual report as data: tables, measures of cells, and checks. Each report stores a
 * copy of its form, so that later forms do not change it (ruling 72).
 */

/** Reports to the ministry: 科技统计年报 and 社科统计年报. */
export type ReportKind = 'keji' | 'sheke';

/**
 * Origin of a form: published by the ministry, from handbooks of universities, or entered by the
 * office.
 */
export type FormTrust = 'public' | 'customary' | 'office';

export type FormUnit = 'piece' | 'person' | 'personYear' | 'kiloYuan';

/** Kinds of facts that cells count; see `facts.server.ts`. */
export type FactKind =
  | 'people'
  | 'projects'
  | 'money'
  | 'outputs'
  | 'patents'
  | 'transfers'
  | 'activities'
  | 'institutions'
  /** Rows entered by the office. */
  | 'hand';

/** Required codes by dimension; a code ending in `*` is a prefix. */
export type FactCondition = Readonly<Record<string, readonly string[]>>;

/** Measure of a row or column; a cell combines both. Without `value`, facts are counted. */
export interface CellMeasure {
  readonly of?: FactKind;
  readonly value?: string;
  readonly where?: FactCondition;
}

/** Origin of the numbers in a row or column. */
export type FillSource =
  | ({ readonly by: 'measure' } & CellMeasure)
  /** Sum of other rows or columns, minus those in `less`. */
  | { readonly by: 'sum'; readonly of: readonly string[]; readonly less?: readonly string[] }
  /** Value of a row in last year’s report. */
  | { readonly by: 'last'; readonly row: string }
  /** Entered by the office. */
  | { readonly by: 'hand' };

export interface FormLine {
  readonly code: string;
  /** Code in the form of the year, if different. */
  readonly shown?: string;
  readonly label: Label;
  readonly indent?: number;
  readonly fill: FillSource;
  /** Unit if different from the table’s; the unit of a column precedes. */
  readonly unit?: FormUnit;
  /** Codes of the columns that the row has; all if undefined. */
  readonly only?: readonly string[];
}

/** Column of a register: a text or number of each fact. */
export interface RegisterColumn {
  readonly code: string;
  /** Code in the form of the year, if different. */
  readonly shown?: string;
  readonly label: Label;
  /** Name of the fact’s text or number; empty if the office fills it in. */
  readonly at: string;
  readonly is: 'text' | 'number';
  readonly unit?: FormUnit;
  /** True if records without a value are incomplete. */
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
  /** Name of the text by which rows are sorted. */
  readonly sort: string;
}

export type AnnualTable = SummaryTable | RegisterTable;

/**
 * Reference to a cell: `2/02/1` is table 2, row 02, column 1; `4/all/L3` the sum of column L3 of a
 * register; `last:2/37/1` the value in last year’s report.
 */
export type CellName = string;

/** Sum of cells, minus those in `minus`. */
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

/** Labels of units. */
export const unitNames: Readonly<Record<FormUnit, Label>> = {
  piece: ['项', 'items'],
  person: ['人', 'people'],
  personYear: ['人年', 'person-years'],
  kiloYuan: ['千元', 'thousand yuan'],
};

/** Labels of form origins (ruling 79). */
export const trustNames: Readonly<Record<FormTrust, Label>> = {
  public: ['编号与口径来自公开的报表制度', 'Codes and definitions come from the published forms'],
  customary: [
    '按通行内容预设，未能由公开来源核实，请对照当年报表调整',
    'Preset from common practice, not confirmed by public sources; please check against this year’s form',
  ],
  office: ['由科研处填写', 'Filled in by the research office'],
};

/** Number of decimals by unit. */
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

/** Column that narrows the measure of its rows by a condition. */
export const narrowedColumn = (where: FactCondition, value?: string): FillSource => ({
  by: 'measure',
  where,
  ...(value ? { value } : {}),
});

/** Column that shows the measure of its rows unchanged. */
export const wholeColumn: FillSource = { by: 'measure' };

/** Column that shows another number of the facts that its rows count. */
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

/** Unit of a cell. */
export const unitOfCell = ({ unit }: SummaryTable, row: FormLine, column: FormLine): FormUnit =>
  column.unit ?? row.unit ?? unit;

export const hasCell = ({ only }: FormLine, column: FormLine): boolean =>
  only === undefined || only.includes(column.code);
