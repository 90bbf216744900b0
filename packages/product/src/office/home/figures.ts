import type { Label } from '@keyan/kernel/label.ts';
import type { Claimable } from '../../achievement/collection/claims.ts';
import type { AuthorshipQuestion } from '../../achievement/common/asked.ts';
import type { Question } from '../../figures/figure.ts';
import type { OwnReviews } from '../../review/sheet.ts';
import type { Profile } from './profiles.ts';

/**
 * Function that formats a number with its unit.
 * @param one English singular
 */
export const countWithUnit =
  (units: Label, one: string) =>
  (value: number): { readonly value: number; readonly unit: Label } => ({
    value,
    unit: [units[0], value === 1 ? one : units[1]],
  });

/** Question for deadlines of the next 90 days by day; used by the greeting and by the card. */
export const dueQuestion: Question = { figure: 'due.count', by: ['day', 'kind'] };

/** Card of the home page’s strip, in the reader’s language. */
export interface Card {
  readonly code: string;
  readonly label: string;
  /**
   * 口径: definition of the figure with its years; empty for cards that are not in the catalogue of
   * figures.
   */
  readonly caliber: string;
  /** Count or decimal text; empty if undefined, such as a share of nothing. */
  readonly value: number | string;
  readonly unit: string;
  /** Change against the same days of last year in percent: `+12`; empty if there is none. */
  readonly yoy: string;
  /** Address of the list with the counted rows; empty if no page lists them. */
  readonly link: string;
  /** Question that splits the value by page, if there is no single list. */
  readonly parts?: Question;
  readonly note: string;
  /** `warning` if the note requires action. */
  readonly tone: '' | 'warning';
}

/** Project led by the reader. */
export interface OwnProject {
  readonly id: string;
  readonly programName: string;
  readonly programNum: string;
  readonly statusName: string;
  readonly endDate: string;
  /** Arrived, spent and available funds in yuan with two decimals; empty if unknown. */
  readonly arrived: string;
  readonly spent: string;
  readonly balance: string;
  /** Spent ÷ net amount in percent; empty if nothing arrived. */
  readonly rate: string;
  /** Elapsed part of the term in percent. */
  readonly elapsed: number;
  readonly state: '' | 'due' | 'overdue';
}

/** Personal data of the home page (`queryMyInfo`). */
export interface MyInfo {
  readonly userId: string;
  /** Profiles of the reader, highest rank first. */
  readonly profiles: readonly Profile[];
  /** Aliases of the reader’s roles, which determine the widgets. */
  readonly roles: readonly string[];
  /** Id of the personnel file; empty if the account has none. */
  readonly personelId: string;
  readonly realName: string;
  readonly deptName: string;
  readonly rankName: string;
  readonly jobNum: string;
  readonly avatar: string;
  /** Completeness of the personnel file in percent; empty without a file. */
  readonly profileRate: number | '';
  /** Missing fields of the personnel file. */
  readonly missing: readonly { readonly field: string; readonly label: string }[];
  readonly cards: readonly Card[];
  readonly todoCount: number;
  readonly confirmCount: number;
  /** First of the pending confirmations. */
  readonly confirmations: readonly AuthorshipQuestion[];
  /** Number of collected papers that may belong to the reader and await an answer. */
  readonly claimCount: number;
  /** First of these papers. */
  readonly claimable: readonly Claimable[];
  /** Reviews assigned to the reader as an expert. */
  readonly reviews: OwnReviews;
  readonly projects: readonly OwnProject[];
  /** Number of current warnings that the reader may read. */
  readonly warnCount: number;
}

/** Value of a dimension with its count. */
export interface Share {
  /** Code or id; empty if the field is empty. */
  readonly code: string;
  readonly name: string;
  readonly value: number;
}

/** Figures within the reader’s data scope: university, departments or own (`querySchoolInfo`). */
export interface SchoolInfo {
  readonly year: number;
  readonly scope: 'school' | 'department' | 'own';
  readonly cards: readonly Card[];
  readonly projectByLevel: readonly Share[];
  readonly projectByDept: readonly Share[];
  readonly personByRank: readonly Share[];
  readonly paperByIndex: readonly Share[];
  readonly achievementTrend: readonly {
    readonly year: number;
    readonly paper: number;
    readonly book: number;
    readonly patent: number;
    readonly award: number;
  }[];
  /** Arrived and spent amounts by year, in yuan. */
  readonly fundsTrend: readonly {
    readonly year: number;
    readonly arrive: string;
    readonly expend: string;
  }[];
  readonly deptRank: readonly { readonly deptName: string; readonly score: string }[];
}

/** Duration of an approval step (`queryStepTimes`). */
export interface StepTime {
  readonly kind: string;
  readonly kindName: string;
  readonly node: string;
  readonly nodeName: string;
  /** Number of tasks finished in the span, with average and maximum duration in hours. */
  readonly finished: number;
  readonly meanHours: number;
  readonly longestHours: number;
  /** Number of open tasks, and waiting time of the oldest in hours. */
  readonly waiting: number;
  readonly oldestHours: number;
}

/** Pending tasks of a step in a department (`queryBacklog`). */
export interface Backlog {
  readonly kind: string;
  readonly kindName: string;
  readonly node: string;
  readonly nodeName: string;
  /** Id and name of the department; empty for processes without one. */
  readonly deptId: string;
  readonly deptName: string;
  readonly waiting: number;
  /** Number of tasks pending for more than seven days. */
  readonly overdue: number;
  readonly oldestDays: number;
}

/** Status codes of running projects: 在研, 延期在研, 逾期. */
export const projectStatusesUnderWay: readonly string[] = ['20', '21', '22'];
