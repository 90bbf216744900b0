import type { Label } from '@keyan/kernel/label.ts';

/** Permission code of 经费汇总; 经费查询 is a list page with its own code. */
export const summaryCode = 'fsum';
/** Path prefix of the calls. */
export const fundsQueryService = 'kh-edu-research/fundsQuery';

/** Path of the call that converts a chart to a workbook. */
export const chartWorkbook = '/kh-edu-research/wel/index/v1/exportTable';

/**
 * Figures of funds in yuan, used by all pages; stored figures are measures of the ledger `funds`.
 */
export const moneyFigures = {
  budget: ['预算', 'Budget'],
  arrived: ['累计到账', 'Received (gross)'],
  carried: ['结转转入', 'Carried over'],
  taxed: ['税金', 'Tax'],
  overhead: ['管理费', 'Overhead'],
  indirect: ['间接费用', 'Indirect costs'],
  net: ['直接经费', 'Direct funds'],
  pending: ['待入账', 'To be booked'],
  booked: ['已入账', 'Booked'],
  held: ['在途', 'In process'],
  spent: ['已支出', 'Spent'],
  settled: ['已处理结余', 'Surplus settled'],
  available: ['可用余额', 'Available'],
} as const satisfies Readonly<Record<string, Label>>;

export type Figure = keyof typeof moneyFigures;
export const figureKeys = Object.keys(moneyFigures) as readonly Figure[];

/** Formulas of derived figures, for the explanation beside each. */
export const figureFormulas: Readonly<
  Partial<Record<Figure, { plus: readonly Figure[]; minus: readonly Figure[] }>>
> = {
  available: { plus: ['booked'], minus: ['held', 'spent', 'settled'] },
  net: { plus: ['booked', 'overhead'], minus: ['indirect'] },
};

/** Groupings of the summary. */
export const sumGroupings = {
  project: ['项目', 'Project'],
  person: ['负责人', 'Organiser'],
  college: ['承担单位', 'Department'],
  nature: ['项目性质', 'Project kind'],
  source: ['项目来源', 'Source'],
  item: ['科目', 'Budget item'],
  year: ['年度', 'Year'],
} as const satisfies Readonly<Record<string, Label>>;

export type SumGrouping = keyof typeof sumGroupings;
export const sumGroupingKeys = Object.keys(sumGroupings) as readonly SumGrouping[];

/** Figures in yuan; null if a figure is undefined, such as the budget of a year. */
export type FigureSums = Readonly<Record<Figure, string | null>>;

/** Line of a summary: a project, person, year etc. */
export interface SummaryLine {
  /** Id or code of the line’s group. */
  readonly key: string;
  readonly name: string;
  /** Number of the project; empty for other groupings. */
  readonly note: string;
  readonly projects: number;
  readonly sums: FigureSums;
  /** 执行率: spent ÷ net amount in percent (ruling 76); empty if nothing was booked. */
  readonly rate: string;
  /** Elapsed part of the project term in percent; empty for other groupings. */
  readonly elapsed: string;
}

export interface SummaryAnswer {
  readonly lines: readonly SummaryLine[];
  readonly total: SummaryLine;
  /** True if further lines exist. */
  readonly more: boolean;
}

/** Month of a project (its first day) with booked and spent amounts cumulated to its end. */
export interface SpendingMonth {
  readonly month: string;
  readonly arrived: string;
  readonly booked: string;
  readonly spent: string;
}

/** Funds of one project. */
export interface Book {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly leader: string;
  readonly department: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly fundMode: string;
  /**
   * True if the budget limits each item; otherwise only the total is limited and items have no
   * available amount.
   */
  readonly isByItem: boolean;
  readonly sums: FigureSums;
  readonly rate: string;
  readonly elapsed: string;
  /** Figures by budget item, in the order of items. */
  readonly items: readonly {
    readonly code: string;
    readonly name: string;
    readonly sums: FigureSums;
  }[];
  readonly months: readonly SpendingMonth[];
  /** True if the reader may see entries; project members see sums only. */
  readonly opens: boolean;
}

/** Record behind an entry, with files and approvers. */
export interface EntrySource {
  readonly kind: string;
  readonly number: string;
  readonly state: string;
  /** Address of the record; empty if the reader may not open it. */
  readonly link: string;
  readonly files: readonly { readonly id: string; readonly name: string; readonly link: string }[];
  readonly approvals: readonly {
    readonly step: string;
    readonly name: string;
    readonly time: string;
  }[];
}

/** Ledger entry of a project. */
export interface EntryLine {
  readonly id: string;
  readonly day: string;
  readonly time: string;
  readonly item: string;
  readonly action: string;
  readonly actor: string;
  /** Changed amounts by stored figure; unchanged figures are left out. */
  readonly amounts: Readonly<Partial<Record<Figure, string>>>;
  /** Value of the chosen figure after the entry; of the available amount if none is chosen. */
  readonly balance: string;
  readonly source: EntrySource;
}

export interface ProjectEntriesAnswer {
  readonly lines: readonly EntryLine[];
  readonly total: number;
  /** Sum of the chosen figure over all matching entries. */
  readonly sum: string;
}
