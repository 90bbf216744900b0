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

/** The rows of a page: those that a figure counts, and those to which it leads. */
export interface FigureSource {
  readonly resource: Resource;
  readonly view: string;
  /** Conditions of the figure; the page decides which of its rows a reader may read. */
  readonly where: readonly Condition[];
  /** When it happened; a figure without it is of today. */
  readonly year?: Split;
  /** Field with the date behind the year: a year under way is compared with the same days of another. */
  readonly day?: string;
  /** The date that lies within the next days (`daysAhead`), of what is due. */
  readonly ahead?: string;
  /** The field that is added up; without it rows are counted. */
  readonly sum?: string;
  /** Where it is split and narrowed; `kind` of a figure over several pages is the page itself. */
  readonly by: Readonly<Partial<Record<DimensionKey, Split>>>;
  /** Code and name of the source as a value of `kind`, for a figure of several sources. */
  readonly kind?: { readonly code: string; readonly label: Label };
  /** Conditions of a switch; a source without them has no such rows. */
  readonly switches?: Readonly<Partial<Record<Switch, readonly Condition[]>>>;
  /** Fields by which people count and not works: their number, and the department of each of them. */
  readonly times?: { readonly number: string; readonly departments: string };
  /** The field by which rows are split and whose values are counted in place of rows. */
  readonly each?: string;
}

/**
 * 署名: works on which the university stands first; 作者: those whose first author is ours; 人次: each of our authors
 * counts in place of the work.
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

interface Said {
  readonly key: string;
  readonly label: Label;
  readonly unit: UnitKey;
  /** 口径: what is counted, in one sentence; it stands below tables and in workbooks. */
  readonly caliber: Label;
}

/** A figure that is counted or added up over rows of pages. */
export interface CountedFigure extends Said {
  readonly sources: readonly FigureSource[];
}

/** A figure that follows from others: never stored, never added up. */
export interface DerivedFigure extends Said {
  /** A share of two figures in percent, or one figure for each of another. */
  readonly of: 'share' | 'each';
  readonly parts: readonly [string, string];
}

/** 指标: what is counted, over which rows; the same on every page that shows it. */
export type Figure = CountedFigure | DerivedFigure;

export const isDerived = (figure: Figure): figure is DerivedFigure => 'parts' in figure;

/** Units as they stand behind a value. */
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

/** English of a unit behind a single one; the others have one form. */
export const singleUnits: Readonly<Partial<Record<UnitKey, string>>> = {
  piece: 'item',
  person: 'person',
  times: 'time',
  share: 'person-time',
  point: 'point',
  hour: 'hour',
};

/** How the values of a dimension are called and ordered. */
export interface Dimension {
  readonly label: Label;
  /** In the order of their codes, such as years; otherwise the largest first. */
  readonly ordered?: true;
  /** A row may stand under several values: its parts come to more than the total. */
  readonly several?: true;
  /** Codes stand together under the highest above them, as counties under their province. */
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

/** A question about a figure. */
export interface Question {
  readonly figure: string;
  /** At most three. */
  readonly by?: readonly DimensionKey[];
  /** First and last year of figures that happen, both included. */
  readonly from?: number;
  readonly to?: number;
  /** Only these departments, joined by commas, and those below them. */
  readonly department?: string;
  /** Only rows with one of these codes, joined by commas. */
  readonly only?: Readonly<Partial<Record<DimensionKey, string>>>;
  readonly switches?: readonly Switch[];
  /** The change against the year before: of a running year, against its same days. */
  readonly change?: boolean;
}

/** A value of a figure and the rows that it counts. */
export interface Cell {
  /** One per dimension; empty where the field is. */
  readonly keys: readonly string[];
  readonly names: readonly string[];
  /** A decimal text; null where nothing is known, as a share of nothing. */
  readonly value: string | null;
  /** How many rows it is made of. */
  readonly rows: number;
  /** The page that lists exactly these rows; empty where there are none. */
  readonly link: string;
  /** Percent with its sign, or points of a share; empty without a year before. */
  readonly change?: string;
  /** Equal values share a rank. */
  readonly rank?: number;
  /** Places gained against the year before. */
  readonly moved?: number;
}

/** An answer to a question; without the page or a field of it there are no cells. */
export interface Answer {
  readonly figure: string;
  readonly label: string;
  readonly unit: string;
  /** The unit behind a single one. */
  readonly single: string;
  /** Label with the unit, as heads of columns have it. */
  readonly head: string;
  readonly caliber: string;
  readonly by: readonly { readonly key: DimensionKey; readonly label: string }[];
  readonly cells: readonly Cell[];
  readonly total: Cell | null;
  /** Cells are left out, the smallest: the total is that of the others. */
  readonly cut?: true;
  /** Do the cells come to the total? */
  readonly additive: boolean;
  /** Can it be split by the pages that it counts? */
  readonly byKind: boolean;
  /** Unit of its changes, percent where it is left out. */
  readonly changesBy?: 'percent' | 'points';
  readonly refused?: 'page' | 'field';
}

/** The unit behind a value: 1 item, 2 items. */
export const unitLabelFor = (
  { unit, single }: Pick<Answer, 'unit' | 'single'>,
  value: string | null | undefined,
): string => (value === '1' ? single : unit);

/** A row that a figure counts. */
export interface NewestRow {
  readonly id: string;
  readonly title: string;
  /** The day that counts; empty where there is none. */
  readonly day: string;
  readonly kind: string;
  readonly link: string;
}

/** A figure that the reader may ask about, and by what. */
export interface AskableFigure {
  readonly key: string;
  readonly subject: Subject;
  readonly label: string;
  readonly unit: string;
  readonly caliber: string;
  readonly by: readonly { readonly key: DimensionKey; readonly label: string }[];
  readonly switches: readonly Switch[];
  /** Does it have years? */
  readonly flows: boolean;
}

export type Subject = 'outputs' | 'projects' | 'funds' | 'people' | 'work';

/** Days that homes and calendars look ahead. */
export const daysAhead = 90;
