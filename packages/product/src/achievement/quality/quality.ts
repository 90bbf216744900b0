import type { Label } from '@keyan/kernel/label.ts';

/** Menu code of the page 数据质量. */
export const qualityCode = 'quality';
export const qualityPath = '/achievement/quality';
export const mergeCode = 'quality_merge';
export const settleFindingsCode = 'quality_settle';
export const exportCode = 'quality_export';
/** Path prefix of the quality desk's calls. */
export const qualityService = 'kh-edu-research/quality';

/** Topics of findings. */
export const qualityTopics = ['duplicate', 'author', 'journal', 'report'] as const;
export type QualityTopic = (typeof qualityTopics)[number];
/** Tab of the page: a topic, or `settled` for decisions. */
export type QualityPart = QualityTopic | 'settled';

export const topicLabels: Readonly<Record<QualityPart, Label>> = {
  duplicate: ['疑似重复', 'Possible duplicates'],
  author: ['作者未匹配', 'Unmatched authors'],
  journal: ['期刊不在库', 'Journals not in catalogue'],
  report: ['统计上报问题', 'Reporting problems'],
  settled: ['已处理', 'Settled'],
};

/** Labels of the reasons why two records, or an author and a person, may be the same. */
export const reasonLabels: Readonly<Record<string, Label>> = {
  key: ['唯一号相同', 'same number'],
  title: ['题名相同', 'same title'],
  similar: ['题名相近', 'similar title'],
  people: ['作者重合', 'shared authors'],
  year: ['年度相近', 'close years'],
  otherKey: ['唯一号不同', 'different numbers'],
  otherKind: ['登记为不同类别', 'registered as different kinds'],
  name: ['姓名相同', 'same name'],
  spelling: ['拼音相同', 'same pinyin'],
  unit: ['单位是本校', 'unit is this university'],
  department: ['院系相符', 'same college'],
  coauthor: ['曾合作', 'collaborated before'],
};

/** Record as the quality desk shows it. */
export interface DeskRecord {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  /** Status of the approval; empty for records without one. */
  readonly status: string;
  readonly statusName: string;
  readonly department: string;
  readonly year: number | null;
  readonly people: string;
}

/** Person who may be an author. */
export interface PersonSuggestion {
  readonly userId: string;
  readonly name: string;
  readonly department: string;
  /** Points from 0 to 100. */
  readonly score: number;
  readonly reasons: readonly string[];
}

/** Row of a topic's list. */
export interface FindingRow {
  readonly id: string;
  readonly topic: QualityTopic;
  /** Key and label of the resource. */
  readonly resource: string;
  readonly kind: string;
  readonly record: DeskRecord;
  /** Other record of a suspected duplicate, possibly of another resource. */
  readonly other: DeskRecord | null;
  readonly otherResource: string;
  readonly otherKind: string;
  readonly score: number;
  readonly reasons: readonly string[];
  /** Author line or report field concerned. */
  readonly subject: string;
  /** Text of the fault: the printed author name, or why the report refuses the record. */
  readonly text: string;
  readonly unit: string;
  /** Fields that correct a report finding; empty if only the record's page can. */
  readonly fields: readonly string[];
  readonly suggestions: readonly PersonSuggestion[];
}

/** Printed journal name without edition in the catalogue, with suggestions. */
export interface JournalRow {
  readonly id: string;
  readonly resource: string;
  readonly name: string;
  readonly issn: string;
  readonly records: number;
  readonly years: string;
  readonly suggestions: readonly {
    readonly id: string;
    readonly name: string;
    readonly issn: string;
    readonly score: number;
  }[];
}

/** Number of open findings by topic, in records that the reader may read. */
export type OpenFindingCounts = Readonly<Record<QualityTopic, number>>;

/** Initial data of the page: counts, and values of the filters. */
export interface QualityOverview extends OpenFindingCounts {
  readonly kinds: readonly { readonly key: string; readonly label: string }[];
  readonly departments: readonly { readonly id: string; readonly name: string }[];
  readonly years: readonly number[];
  /** End of the last check; empty during the first. */
  readonly checkedAt: string;
}

/** Result of setting the journal of records. */
export interface JournalSetOutcome {
  readonly done: readonly string[];
  readonly refused: readonly { readonly id: string; readonly message: string }[];
}

/** Compared field with the values of both sides. */
export interface ComparedField {
  readonly name: string;
  /** Name of the field in the other record's resource. */
  readonly otherName: string;
  readonly label: string;
  /** Display texts; for lines one text each. */
  readonly one: readonly string[];
  readonly other: readonly string[];
  readonly differs: boolean;
  /** True for a computed value, which cannot be chosen. */
  readonly isFixed: boolean;
  /** True for lines, of which both sides' can be kept. */
  readonly isList: boolean;
}

/** One side of a comparison. */
export interface ComparedRecord extends DeskRecord {
  /** Key and label of the resource. */
  readonly resource: string;
  readonly kind: string;
  readonly version: number;
  /** True if the record may be kept. */
  readonly mayStay: boolean;
  readonly registrant: string;
  readonly submitTime: string;
  readonly step: string;
  readonly files: readonly { readonly id: string; readonly name: string; readonly link: string }[];
  /** Path of the record's page. */
  readonly link: string;
  /** Reason why the record cannot be merged now; empty if it can. */
  readonly hindrance: string;
}

export interface RecordComparison {
  readonly one: ComparedRecord;
  readonly other: ComparedRecord;
  readonly fields: readonly ComparedField[];
}

/** Source of a kept record's value: the other record, or the lines of both. */
export type SideChoice = 'other' | 'both';

/** Stored decision of the quality desk. */
export interface DecisionRow {
  readonly id: string;
  readonly topic: 'duplicate' | 'author' | 'merged';
  readonly resource: string;
  readonly kind: string;
  readonly record: DeskRecord | null;
  readonly other: DeskRecord | null;
  readonly otherResource: string;
  readonly text: string;
  readonly by: string;
  readonly time: string;
  readonly reason: string;
}
