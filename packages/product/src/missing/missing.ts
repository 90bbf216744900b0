import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/**
 * Permission code of 部门缺项: incomplete records of the secretary’s department, or of all colleges
 * for the office.
 */
export const missingCode = 'missing';
export const missingRemindCode = 'missing_remind';
/** Permission code for completing approved records, which can no longer be edited in a form. */
export const missingFillCode = 'missing_fill';

/** Permission code of 待我补全: incomplete records of the reader; target of reminders. */
export const ownMissingCode = 'mymissing';

/** Path prefix of the calls. */
export const missingService = 'kh-edu-research/missing';

/** Topics in page order. */
export const missingTopics = ['files', 'people', 'reports', 'statistics'] as const;
export type MissingTopic = (typeof missingTopics)[number];

interface TopicWords {
  readonly label: Label;
  /** Criterion of the topic. */
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

/** Attachment category without a file. */
export interface MissingFile {
  readonly code: string;
  readonly label: string;
}

/** Incomplete record with the fields that complete it. */
export interface GapRow {
  readonly resource: string;
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly dept: string;
  /** Name of the responsible person; empty if there is none. */
  readonly person: string;
  readonly personName: string;
  /** Missing fields that a grid can edit. */
  readonly fields: readonly string[];
  /** Groups of missing fields of which one suffices. */
  readonly oneOf?: readonly (readonly string[])[];
  /** Gaps that a grid cannot edit, in words, such as members of a project. */
  readonly others: readonly string[];
  readonly files?: readonly MissingFile[];
  /** Name of the attachment field. */
  readonly filesField?: string;
  /** Label of the resource, in mixed lists. */
  readonly kind?: string;
  /** Reason why the reader cannot complete the record; empty if possible. */
  readonly why?: string;
  /** Time of the last reminder; empty if none. */
  readonly reminded?: string;
}

/** Values for one incomplete record. */
export interface GapFilling {
  readonly resource: string;
  readonly id: string;
  readonly version: number;
  readonly values: RowLike;
}

/** Result for one record. */
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

/** Counts of incomplete records, by topic and college. */
export interface MissingOverview {
  readonly counts: Readonly<Record<MissingTopic, number>>;
  /** Topics with more records than were checked. */
  readonly cut: readonly MissingTopic[];
  readonly colleges: readonly CollegeGaps[];
  /** Resources with incomplete records, by topic. */
  readonly kinds: Readonly<
    Record<MissingTopic, readonly { readonly key: string; readonly label: string }[]>
  >;
}

/** Page of incomplete records of a topic. */
export interface MissingRows {
  readonly records: readonly GapRow[];
  readonly total: number;
}

/** Result of reminders: number of messages, and of records without anyone to remind. */
export interface RemindedAnswer {
  readonly people: number;
  readonly records: number;
  /** Number of records already reminded of today. */
  readonly today: number;
  /** Number of records without an active account. */
  readonly nobody: number;
}
