import type { Label } from '@keyan/kernel/label.ts';

/** Whoever has this code reads 经费汇总; that of 经费查询 is asked of the list by itself. */
export const summaryCode = 'fsum';
export const summaryPath = '/funds/fundsSummary';
export const bookPath = '/funds/fundsBook';
/** The list of projects with their money. */
export const queryPath = '/funds/fundsQuery';
/** Path of the calls. */
export const fundsQueryService = 'kh-edu-research/fundsQuery';

/** The call that makes a workbook of a chart. */
export const chartWorkbook = '/kh-edu-research/wel/index/v1/exportTable';

/** The address of the money of one project. */
export const bookPage = (programId: string): string => `${bookPath}?id=${programId}`;

/** The figures of money in yuan, as every page of money shows them; the ledger of funds knows each by its key. */
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

/** How each figure that follows from others does, for the sentence beside it. */
export const figureFormulas: Readonly<
  Partial<Record<Figure, { plus: readonly Figure[]; minus: readonly Figure[] }>>
> = {
  available: { plus: ['booked'], minus: ['held', 'spent', 'settled'] },
  net: { plus: ['booked', 'overhead'], minus: ['indirect'] },
};

/** Dimensions that separate sums. */
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

/** Sums of the figures in yuan; null where a figure has no meaning, as a budget of a year. */
export type FigureSums = Readonly<Record<Figure, string | null>>;

/** One line of a summary: a project, a person, a year. */
export interface SummaryLine {
  /** Id or code of what it is about. */
  readonly key: string;
  readonly name: string;
  /** Number of the project. */
  readonly note: string;
  readonly projects: number;
  readonly sums: FigureSums;
  /** 执行率: spent of net, in percent (ruling 76); empty where nothing was booked. */
  readonly rate: string;
  /** How much of the term of a project is over, in percent; empty for anything else. */
  readonly elapsed: string;
}

export interface SummaryAnswer {
  readonly lines: readonly SummaryLine[];
  readonly total: SummaryLine;
  /** There are more lines than these. */
  readonly more: boolean;
}

/** A month of a project, as its first day: what was booked and spent until its end. */
export interface SpendingMonth {
  readonly month: string;
  readonly arrived: string;
  readonly booked: string;
  readonly spent: string;
}

/** The money of one project. */
export interface Book {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly leader: string;
  readonly department: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly fundMode: string;
  /** The budget of the project limits each item; else money is free among the items, and none has an amount of its own left. */
  readonly isByItem: boolean;
  readonly sums: FigureSums;
  readonly rate: string;
  readonly elapsed: string;
  /** By budget item, in the order of the items. */
  readonly items: readonly {
    readonly code: string;
    readonly name: string;
    readonly sums: FigureSums;
  }[];
  readonly months: readonly SpendingMonth[];
  /** Entries may be opened: members of a project read its sums alone. */
  readonly opens: boolean;
}

/** Source of an entry: the record, the files on it and its approvers. */
export interface EntrySource {
  readonly kind: string;
  readonly number: string;
  readonly state: string;
  /** Empty where the reader cannot open the record. */
  readonly link: string;
  readonly files: readonly { readonly id: string; readonly name: string; readonly link: string }[];
  readonly approvals: readonly {
    readonly step: string;
    readonly name: string;
    readonly time: string;
  }[];
}

/** One entry of a project's funds. */
export interface EntryLine {
  readonly id: string;
  readonly day: string;
  readonly time: string;
  readonly item: string;
  readonly action: string;
  readonly actor: string;
  /** Changed amounts: stored figures, without those that stayed. */
  readonly amounts: Readonly<Partial<Record<Figure, string>>>;
  /** The asked figure after this entry; the available amount where none is asked. */
  readonly balance: string;
  readonly source: EntrySource;
}

export interface ProjectEntriesAnswer {
  readonly lines: readonly EntryLine[];
  readonly total: number;
  /** Sum of the asked figure over all entries that were found. */
  readonly sum: string;
}
