import type { Label } from '@keyan/kernel/label.ts';

/** The page 数据质量 and what may be done there. */
export const qualityCode = 'quality';
export const qualityPath = '/achievement/quality';
export const mergeCode = 'quality_merge';
export const settleFindingsCode = 'quality_settle';
export const exportCode = 'quality_export';
/** Path of its calls. */
export const qualityService = 'kh-edu-research/quality';

/** Topics of the desk's findings. */
export const qualityTopics = ['duplicate', 'author', 'journal', 'report'] as const;
export type QualityTopic = (typeof qualityTopics)[number];
/** A part of the page: a topic, or what was decided. */
export type QualityPart = QualityTopic | 'settled';

export const topicLabels: Readonly<Record<QualityPart, Label>> = {
  duplicate: ['疑似重复', 'Possible duplicates'],
  author: ['作者未匹配', 'Unmatched authors'],
  journal: ['期刊不在库', 'Journals not in catalogue'],
  report: ['统计上报问题', 'Reporting problems'],
  settled: ['已处理', 'Settled'],
};

/** Why two records may be one, or an author one of us. */
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

/** A record as the desk names it. */
export interface DeskRecord {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  /** Status of its approval; empty for records that have none. */
  readonly status: string;
  readonly statusName: string;
  readonly department: string;
  readonly year: number | null;
  readonly people: string;
}

/** A person whom an author may be. */
export interface PersonSuggestion {
  readonly userId: string;
  readonly name: string;
  readonly department: string;
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly string[];
}

/** One line of the list of a topic. */
export interface FindingRow {
  readonly id: string;
  readonly topic: QualityTopic;
  /** Key and label of the kind. */
  readonly resource: string;
  readonly kind: string;
  readonly record: DeskRecord;
  /** The other record of a suspected duplicate, which may be of another kind. */
  readonly other: DeskRecord | null;
  readonly otherResource: string;
  readonly otherKind: string;
  readonly score: number;
  readonly reasons: readonly string[];
  /** Line of an author, or field of the report. */
  readonly subject: string;
  /** Fault as the desk shows it: the author's name as printed, or the reason why the report refuses the record. */
  readonly text: string;
  readonly unit: string;
  /** Fields by which a finding of the report is corrected; none where only the record's own page can correct it. */
  readonly fields: readonly string[];
  readonly suggestions: readonly PersonSuggestion[];
}

/** A journal text that no edition of the catalogue has, with what it may be. */
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

/** Open findings by topic, as far as the reader may read the records. */
export type OpenFindingCounts = Readonly<Record<QualityTopic, number>>;

/** Data at the start of the page: the counts, and the values to filter by. */
export interface QualityOverview extends OpenFindingCounts {
  readonly kinds: readonly { readonly key: string; readonly label: string }[];
  readonly departments: readonly { readonly id: string; readonly name: string }[];
  readonly years: readonly number[];
  /** The end of the last check; empty while the first one runs. */
  readonly checkedAt: string;
}

/** Outcome for records whose journal was set. */
export interface JournalSetOutcome {
  readonly done: readonly string[];
  readonly refused: readonly { readonly id: string; readonly message: string }[];
}

/** Field of a comparison with the values of its sides. */
export interface ComparedField {
  readonly name: string;
  /** Name in the kind of the other record. */
  readonly otherName: string;
  readonly label: string;
  /** Values as people read them; lines of a sub-table one by one. */
  readonly one: readonly string[];
  readonly other: readonly string[];
  readonly differs: boolean;
  /** A value that is worked out, and no choice. */
  readonly isFixed: boolean;
  /** A sub-table, of which the lines of both may be kept. */
  readonly isList: boolean;
}

/** One side of a comparison. */
export interface ComparedRecord extends DeskRecord {
  /** Key and label of its kind. */
  readonly resource: string;
  readonly kind: string;
  readonly version: number;
  /** May this record be the one that stays? */
  readonly mayStay: boolean;
  readonly registrant: string;
  readonly submitTime: string;
  readonly step: string;
  readonly files: readonly { readonly id: string; readonly name: string; readonly link: string }[];
  /** The page of the record. */
  readonly link: string;
  /** Why it may not be merged now; empty where it may. */
  readonly hindrance: string;
}

export interface RecordComparison {
  readonly one: ComparedRecord;
  readonly other: ComparedRecord;
  readonly fields: readonly ComparedField[];
}

/** Side whose value the kept record gets: the other, or the lines of both. */
export type SideChoice = 'other' | 'both';

/** A decision of the desk that is kept. */
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
