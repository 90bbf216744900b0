import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** 部门缺项: what the records of a department lack, for its secretary, or of every college for the office. */
export const missingCode = 'missing';
export const missingRemindCode = 'missing_remind';
/** Fills in what approved records lack, which nobody's form opens any more. */
export const missingFillCode = 'missing_fill';

/** 待我补全: what one's own records lack. Reminders lead there. */
export const ownMissingCode = 'mymissing';

/** Path of the calls. */
export const missingService = 'kh-edu-research/missing';

/** Matters that may be missing, in the order of the page. */
export const missingTopics = ['files', 'people', 'reports', 'statistics'] as const;
export type MissingTopic = (typeof missingTopics)[number];

interface TopicWords {
  readonly label: Label;
  /** Criterion by which a record is listed. */
  readonly note: Label;
  /** Sentence of a reminder that asks for the missing data. */
  readonly ask: Label;
}

export const missingWords: Readonly<Record<MissingTopic, TopicWords>> = {
  files: {
    label: ['缺附件', 'Attachments'],
    note: ['已通过的记录没有必传的附件', 'Approved records without a required attachment'],
    ask: ['请补传附件', 'Please attach the missing files'],
  },
  people: {
    label: ['人员资料', 'Profiles'],
    note: [
      '在职人员的档案缺统计和联系需要的资料',
      'Files of staff lacking data needed for statistics and contact',
    ],
    ask: ['请补全个人资料', 'Please complete your personal data'],
  },
  reports: {
    label: ['项目报告', 'Project reports'],
    note: [
      '项目没有交应交的检查报告或结题材料',
      'Projects whose progress report or closeout is due and not submitted',
    ],
    ask: ['请提交项目报告', 'Please submit your project report'],
  },
  statistics: {
    label: ['统计上报', 'Annual report'],
    note: [
      '已通过的记录缺年报和上报需要的字段',
      'Approved records lacking fields required for the annual report',
    ],
    ask: ['请补填统计字段', 'Please fill in the statistical fields'],
  },
};

/** A category of attachments that holds no file. */
export interface MissingFile {
  readonly code: string;
  readonly label: string;
}

/** A record that lacks something, and the fields by which that is put right. */
export interface GapRow {
  readonly resource: string;
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly dept: string;
  /** Account of the person asked: the person of the file, the leader of the project; empty where nobody can be asked. */
  readonly person: string;
  readonly personName: string;
  /** Fields that a grid takes. */
  readonly fields: readonly string[];
  /** Groups of these fields of which one is enough. */
  readonly oneOf?: readonly (readonly string[])[];
  /** Gaps that no grid takes, such as the members of a project, in words. */
  readonly others: readonly string[];
  readonly files?: readonly MissingFile[];
  /** Name of the field with its attachments. */
  readonly filesField?: string;
  /** Name of its kind, in a list of several. */
  readonly kind?: string;
  /** Reason why the reader cannot fill it in; empty where they can. */
  readonly why?: string;
  /** Time of the last reminder; empty for none. */
  readonly reminded?: string;
}

/** Values for what one record lacks. */
export interface GapFilling {
  readonly resource: string;
  readonly id: string;
  readonly version: number;
  readonly values: RowLike;
}

/** Outcome of a filling, by its record. */
export interface FillingOutcome {
  readonly resource: string;
  readonly id: string;
  readonly fault: { readonly path: string; readonly message: string } | null;
}

/** Counts of a college by topic. */
export interface CollegeGaps {
  readonly id: string;
  readonly name: string;
  readonly counts: Readonly<Record<MissingTopic, number>>;
}

/** Start of the page: the number of records that lack something, by topic and college. */
export interface MissingOverview {
  readonly counts: Readonly<Record<MissingTopic, number>>;
  /** Topics of which only the first records were examined. */
  readonly cut: readonly MissingTopic[];
  readonly colleges: readonly CollegeGaps[];
  /** Kinds of records that lack something, by topic. */
  readonly kinds: Readonly<
    Record<MissingTopic, readonly { readonly key: string; readonly label: string }[]>
  >;
}

/** Records of one topic, a page of them. */
export interface MissingRows {
  readonly records: readonly GapRow[];
  readonly total: number;
}

/** Outcome of reminders: people with a message, and records of which nobody could be asked now. */
export interface RemindedAnswer {
  readonly people: number;
  readonly records: number;
  /** Reminded today already. */
  readonly today: number;
  /** Without an account in use. */
  readonly nobody: number;
}
