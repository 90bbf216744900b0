import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Split } from '@keyan/kernel/records/aggregate.ts';
import type { Condition } from '@keyan/kernel/records/query.ts';

/** Dimensions by which figures are split and narrowed. */
export type DimensionKey =
  | 'year'
  | 'month'
  | 'day'
  | 'college'
  | 'subjectClass'
  | 'kind'
  | 'level'
  | 'state'
  | 'type'
  | 'index'
  | 'rank'
  | 'degree'
  | 'sex'
  | 'sorter'
  | 'party'
  | 'region'
  | 'discipline'
  | 'source'
  | 'research'
  | 'batch'
  | 'person'
  | 'rule'
  | 'position'
  | 'plan';

/** Source of a figure: a page of a resource, with conditions for the counted rows. */
export interface FigureSource {
  readonly resource: Resource;
  readonly view: string;
  /** Conditions of the figure; the page’s scope additionally limits rows to readable ones. */
  readonly where: readonly Condition[];
  /** Year in which a row counts; a figure without it describes the current state. */
  readonly year?: Split;
  /**
   * Field with the date behind the year; a running year is compared with the same days of the
   * previous year.
   */
  readonly day?: string;
  /** Field with a due date; only rows due within `daysAhead` count. */
  readonly ahead?: string;
  /** Field to be summed; if undefined, rows are counted. */
  readonly sum?: string;
  /** Splits by dimension; for a figure over several pages, `kind` is the page. */
  readonly by: Readonly<Partial<Record<DimensionKey, Split>>>;
  /** Code and name of the source as a value of `kind`, for a figure with several sources. */
  readonly kind?: { readonly code: string; readonly label: Label };
  /** Conditions of switches; a source without a switch has no matching rows. */
  readonly switches?: Readonly<Partial<Record<Switch, readonly Condition[]>>>;
  /** Fields for counting people instead of works: their number, and their departments. */
  readonly times?: { readonly number: string; readonly departments: string };
  /** List field whose values are counted instead of rows, and by which rows are split. */
  readonly each?: string;
}

/**
 * Switches of outputs. 署名: only works with the university as first affiliation; 作者: only works
 * whose first author is a member; 人次: counts members among the authors instead of works.
 */
export type Switch = 'sign' | 'author' | 'times';

export type UnitKey =
  | 'piece'
  | 'person'
  | 'yuan'
  | 'times'
  | 'percent'
  | 'words'
  | 'share'
  | 'point'
  | 'hour';

interface FigureTexts {
  readonly key: string;
  readonly label: Label;
  readonly unit: UnitKey;
  /** 口径: definition of the figure in one sentence, shown below tables and in workbooks. */
  readonly caliber: Label;
}

/** Figure that counts or sums rows of pages. */
export interface CountedFigure extends FigureTexts {
  readonly sources: readonly FigureSource[];
}

/** Figure computed from other figures; neither stored nor summed. */
export interface DerivedFigure extends FigureTexts {
  /** Share of one figure in another in percent, or one figure divided by another. */
  readonly of: 'share' | 'each';
  readonly parts: readonly [string, string];
}

/** 指标: definition of a figure, identical on all pages. */
export type Figure = CountedFigure | DerivedFigure;

export const isDerived = (figure: Figure): figure is DerivedFigure => 'parts' in figure;

/** Unit text after a value. */
export const unitLabels: Readonly<Record<UnitKey, Label>> = {
  piece: ['项', 'items'],
  person: ['人', 'people'],
  yuan: ['元', 'yuan'],
  times: ['次', 'times'],
  percent: ['%', '%'],
  words: ['万字', '× 10,000 characters'],
  share: ['人次', 'person-times'],
  point: ['分', 'points'],
  hour: ['小时', 'hours'],
};

/** Singular of English units; units without an entry have one form. */
export const singleUnits: Readonly<Partial<Record<UnitKey, string>>> = {
  piece: 'item',
  person: 'person',
  times: 'time',
  share: 'person-time',
  point: 'point',
  hour: 'hour',
};

/** Label and order of a dimension’s values. */
export interface Dimension {
  readonly label: Label;
  /** True if values are ordered by code, such as years; otherwise by size. */
  readonly ordered?: true;
  /** True if a row may have several values; the parts may then exceed the total. */
  readonly several?: true;
  /** True if codes are grouped under their root, such as counties under provinces. */
  readonly top?: true;
}

export const dimensions: Readonly<Record<DimensionKey, Dimension>> = {
  year: { label: ['年度', 'Year'], ordered: true },
  month: { label: ['月份', 'Month'], ordered: true },
  day: { label: ['日期', 'Day'], ordered: true },
  college: { label: ['院系', 'College'] },
  subjectClass: { label: ['科技/社科', 'Category'], ordered: true },
  kind: { label: ['类别', 'Kind'] },
  level: { label: ['级别', 'Level'], ordered: true },
  state: { label: ['状态', 'Status'], ordered: true },
  type: { label: ['类型', 'Type'] },
  index: { label: ['收录类别', 'Indexing'], several: true },
  rank: { label: ['职称', 'Rank'] },
  degree: { label: ['学位', 'Degree'] },
  sex: { label: ['性别', 'Sex'], ordered: true },
  sorter: { label: ['人员类别', 'Category of staff'], ordered: true },
  party: { label: ['甲方性质', 'Client type'] },
  region: { label: ['地区', 'Region'], top: true },
  discipline: { label: ['学科', 'Discipline'] },
  source: { label: ['来源', 'Source'] },
  research: { label: ['研究类别', 'Research type'], ordered: true },
  batch: { label: ['批次', 'Batch'] },
  person: { label: ['人员', 'Person'] },
  rule: { label: ['预警对象', 'Rule'] },
  position: { label: ['署名位次', 'Position'], ordered: true },
  plan: { label: ['申报计划', 'Call'] },
};

/** Question about a figure. */
export interface Question {
  readonly figure: string;
  /** Dimensions to split by, at most three. */
  readonly by?: readonly DimensionKey[];
  /** First and last year, both inclusive; only for figures with years. */
  readonly from?: number;
  readonly to?: number;
  /** Comma-separated departments; includes their descendants. */
  readonly department?: string;
  /** Comma-separated codes by dimension; only rows with one of the codes count. */
  readonly only?: Readonly<Partial<Record<DimensionKey, string>>>;
  readonly switches?: readonly Switch[];
  /**
   * True to compute the change against the previous year; a running year is compared with its same
   * days.
   */
  readonly change?: boolean;
}

/** Value of a figure with its rows. */
export interface Cell {
  /** Key in each dimension; empty if the field is empty. */
  readonly keys: readonly string[];
  readonly names: readonly string[];
  /** Decimal text; null if undefined, such as a share of nothing. */
  readonly value: string | null;
  /** Number of rows counted. */
  readonly rows: number;
  /** Address of the list with exactly these rows; empty if there is none. */
  readonly link: string;
  /**
   * Change in percent with sign, or in percentage points for a share; empty without an earlier
   * value.
   */
  readonly change?: string;
  /** Rank; equal values share a rank. */
  readonly rank?: number;
  /** Change of rank against the previous year; positive is better. */
  readonly moved?: number;
}

/** Answer to a question; without cells if the reader lacks the page or one of its fields. */
export interface FigureAnswer {
  readonly figure: string;
  readonly label: string;
  readonly unit: string;
  /** Singular of the unit. */
  readonly single: string;
  /** Label with unit, for column headings. */
  readonly head: string;
  readonly caliber: string;
  readonly by: readonly { readonly key: DimensionKey; readonly label: string }[];
  readonly cells: readonly Cell[];
  readonly total: Cell | null;
  /** True if the smallest cells were cut off; the total still includes them. */
  readonly cut?: true;
  /** True if the cells add up to the total. */
  readonly additive: boolean;
  /** True if the figure can be split by page. */
  readonly byKind: boolean;
  /** Unit of changes; percent if undefined. */
  readonly changesBy?: 'percent' | 'points';
  readonly refused?: 'page' | 'field';
}

/** Unit text for a value: 1 item, 2 items. */
export const unitLabelFor = (
  { unit, single }: Pick<FigureAnswer, 'unit' | 'single'>,
  value: string | null | undefined,
): string => (value === '1' ? single : unit);

/** Row counted by a figure. */
export interface NewestRow {
  readonly id: string;
  readonly title: string;
  /** Relevant day; empty if unknown. */
  readonly day: string;
  readonly kind: string;
  readonly link: string;
}

/** Figure that the reader may query, with its dimensions. */
export interface AskableFigure {
  readonly key: string;
  readonly subject: Subject;
  readonly label: string;
  readonly unit: string;
  readonly caliber: string;
  readonly by: readonly { readonly key: DimensionKey; readonly label: string }[];
  readonly switches: readonly Switch[];
  /** True if the figure has years. */
  readonly flows: boolean;
}

export type Subject = 'outputs' | 'projects' | 'funds' | 'people' | 'work';

/** Number of days that home pages and calendars look ahead. */
export const daysAhead = 90;
