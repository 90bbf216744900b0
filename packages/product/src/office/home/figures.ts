import type { Label } from '@keyan/kernel/label.ts';
import type { Claimable } from '../../achievement/collection/claims.ts';
import type { AuthorshipQuestion } from '../../achievement/common/asked.ts';
import type { Question } from '../../figures/figure.ts';
import type { OwnReviews } from '../../review/sheet.ts';
import type { Profile } from './profiles.ts';

/**
 * A number of things with their unit.
 * @param one what English calls a single one
 */
export const countWithUnit =
  (units: Label, one: string) =>
  (value: number): { readonly value: number; readonly unit: Label } => ({
    value,
    unit: [units[0], value === 1 ? one : units[1]],
  });

/** Question about deadlines of the next 90 days, day by day: asked by the greeting and by the card below it. */
export const dueQuestion: Question = { figure: 'due.count', by: ['day', 'kind'] };

/** One figure of the strip on the home page, in the reader's language. */
export interface Card {
  readonly code: string;
  readonly label: string;
  /** 口径: what it counts, and in which years; empty for what is no figure of the catalogue. */
  readonly caliber: string;
  /** A count, or a decimal text; empty where nothing is known, as a share of nothing. */
  readonly value: number | string;
  readonly unit: string;
  /** Change against the same days of the year before, in percent: `+12`; empty where there is none. */
  readonly yoy: string;
  /** The list whose total is the value; empty where no page lists the rows yet. */
  readonly link: string;
  /** The question about it by the pages that it counts, where it has no list of its own. */
  readonly parts?: Question;
  readonly note: string;
  /** `warning` where the note asks for something to be done. */
  readonly tone: '' | 'warning';
}

/** A project that the reader leads. */
export interface OwnProject {
  readonly id: string;
  readonly programName: string;
  readonly programNum: string;
  readonly statusName: string;
  readonly endDate: string;
  /** Gross arrivals, spending and what is available, in yuan with two decimals; empty where nothing is known. */
  readonly arrived: string;
  readonly spent: string;
  readonly balance: string;
  /** Spent of what is net, in percent; empty where nothing arrived. */
  readonly rate: string;
  /** How much of the time has gone by, in percent. */
  readonly elapsed: number;
  readonly state: '' | 'due' | 'overdue';
}

/** Data of its reader that the home page has (`queryMyInfo`). */
export interface MyInfo {
  readonly userId: string;
  /** Profiles of the reader for the home page, the weightiest first. */
  readonly profiles: readonly Profile[];
  /** Aliases of the reader's roles, from which the widgets follow. */
  readonly roles: readonly string[];
  /** Empty where no personnel file belongs to the account. */
  readonly personelId: string;
  readonly realName: string;
  readonly deptName: string;
  readonly rankName: string;
  readonly jobNum: string;
  readonly avatar: string;
  /** Percent of the personnel file that is filled; empty without one. */
  readonly profileRate: number | '';
  /** The fields that it lacks, by name. */
  readonly missing: readonly { readonly field: string; readonly label: string }[];
  readonly cards: readonly Card[];
  readonly todoCount: number;
  readonly confirmCount: number;
  /** The first of them. */
  readonly confirmations: readonly AuthorshipQuestion[];
  /** Collected papers that may be the reader's and wait for an answer. */
  readonly claimCount: number;
  /** The first of them. */
  readonly claimable: readonly Claimable[];
  /** Reviews that the reader is to judge as an expert. */
  readonly reviews: OwnReviews;
  readonly projects: readonly OwnProject[];
  /** Warnings that hold today, of those that the reader reads. */
  readonly warnCount: number;
}

/** A value and how many have it. */
export interface Share {
  /** Code or id; empty where the field is. */
  readonly code: string;
  readonly name: string;
  readonly value: number;
}

/** Figures of whatever the reader's roles open: the university, departments, or own (`querySchoolInfo`). */
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
  /** Amounts that arrived and were spent in each year, in yuan. */
  readonly fundsTrend: readonly {
    readonly year: number;
    readonly arrive: string;
    readonly expend: string;
  }[];
  readonly deptRank: readonly { readonly deptName: string; readonly score: string }[];
}

/** How long a step of approval takes (`queryStepTimes`). */
export interface StepTime {
  readonly kind: string;
  readonly kindName: string;
  readonly node: string;
  readonly nodeName: string;
  /** Tasks that were dealt with in the span, and how long they took on average and at most. */
  readonly finished: number;
  readonly meanHours: number;
  readonly longestHours: number;
  /** Tasks that wait now, and the hours of the oldest. */
  readonly waiting: number;
  readonly oldestHours: number;
}

/** Items that wait at a step for a department (`queryBacklog`). */
export interface Backlog {
  readonly kind: string;
  readonly kindName: string;
  readonly node: string;
  readonly nodeName: string;
  /** Empty for processes of nobody's department, and so is the name. */
  readonly deptId: string;
  readonly deptName: string;
  readonly waiting: number;
  /** Number of them that have waited for more than seven days. */
  readonly overdue: number;
  readonly oldestDays: number;
}

/** Statuses of a project that is under way: 在研, 延期在研, 逾期. */
export const projectStatusesUnderWay: readonly string[] = ['20', '21', '22'];
