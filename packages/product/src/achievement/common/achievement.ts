import { everyone } from '@keyan/kernel/access/scope.ts';
import type { AttachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { type Fields, f } from '@keyan/kernel/definition/field/field.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import { defineMixin } from '@keyan/kernel/definition/mixin.ts';
import type { ResourceTexts } from '@keyan/kernel/definition/page/words.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import {
  dataSource,
  isStatistics,
  secretLevel,
  subjectClass,
  yesNo,
} from '../../shared/dictionaries.ts';
import { discipline, moeDiscipline } from '../../shared/formats/national.ts';
import { scoreFields, scoreLock } from '../../shared/mechanisms/scored.ts';
import { secretWarning } from '../../shared/mechanisms/secrecy.ts';
import { dept, programInfo } from '../../shared/references/refs.ts';
import { accessByAuthors, achievementAccess } from './access.ts';
import {
  type AuthorLine,
  authorLabel,
  authorsValidator,
  byRank,
  isOurAuthor,
  pluralLabel,
  soleAuthor,
} from './authors.ts';
import { achievementChecks } from './checks.ts';
import { type CitationRule, citedFields } from './citation.ts';
import { schoolSign } from './dictionaries.ts';
import { differenceField } from './namesake.ts';
import { achievementViews, type PagedKind, type ViewColumns } from './pages.ts';
import type { ScoredAchievement } from './scored.ts';
import { peopleSection } from './sections.ts';
import { inSentence } from './words.ts';

/** Returns whether a record is registered by name and number only, because of its secrecy level. */
export const isSecret = (row: RowLike): boolean =>
  row.secretLevel === '2' || row.secretLevel === '3';

/** Returns whether a record may be in exported lists: secret records may not. */
export const isCiteable = (row: RowLike): boolean => row.secretLevel === '0';

/** Condition for fields that secret records do not have. */
export const unlessSecret = (row: RowLike): boolean => !isSecret(row);

/** Field types of a record with authors. */
interface Authored<A extends Fields> {
  /** Fields of an author line, from `authorFields`. */
  readonly authors: A;
  readonly attachments: readonly AttachmentCategory[];
  readonly people?: Label;
}

/** Returns the fields of every record with authors. */
const authoredFields = <A extends Fields>({
  authors,
  attachments,
  people = authorLabel,
}: Authored<A>) => ({
  fkDeptId: f
    .ref(['所属部门', 'Department'], dept)
    .required()
    .initial((writer) => writer.departments[0] ?? null),
  firstAuthor: f.text(['第一完成人', 'First contributor']).max(100).computed().searchable('names'),
  authorNames: f.note(['全部作者', 'Authors']).computed().searchable('names'),
  authorNum: f.integer(['作者总数', 'Author count']).computed(),
  ourCount: f.integer(['本校作者数', 'Our authors']).computed(),
  ourFirst: f.dict(['第一作者为本校', 'First author is of this university'], yesNo).computed(),
  // One department for each university author in order, so that people are counted in their departments.
  authorDepts: f.refs(['本校作者部门', 'Departments of our authors'], dept).computed(),
  authors: f
    .rows(pluralLabel(people), authors)
    .required()
    .specimen(() => [soleAuthor]),
  attachments: f.files(['附件', 'Attachments'], attachments).when(unlessSecret),
});

/** Names of projects outside the ledger, for specimens. */
const outside: readonly Label[] = [
  ['省自然科学基金面上项目', 'Provincial science foundation, general project'],
  ['省教育厅科学研究计划项目', 'Research programme of the provincial education office'],
];

/**
 * Returns the fields of every achievement.
 * @param authors fields of an author line, from `authorFields`
 * @param attachments attachment categories of the resource
 */
export const achievementFields = <A extends Fields>(given: Authored<A>) => ({
  ...authoredFields(given),
  subjectClass: f.dict(['统计类别', 'Statistical category'], subjectClass).required().initial('01'),
  discipline: f.dict(['所属学科', 'Discipline'], discipline).required(),
  moeDiscipline: f.dict(['所属一级学科（教育部）', 'MOE discipline'], moeDiscipline),
  schoolSign: f
    .dict(['学校署名顺序', 'University author position'], schoolSign)
    .required()
    .initial('1'),
  statYear: f.year(['统计年度', 'Reporting year']).required(),
  isStatistics: f.dict(['是否统计', 'Include in statistics'], isStatistics).required().initial('1'),
  dataSource: f
    .dict(['数据来源', 'Source'], dataSource)
    .computed()
    .initial(({ imported }) => (imported ? '3' : '1')),
  // Specimens are open, as nearly all records.
  secretLevel: f
    .dict(['密级', 'Classification'], secretLevel)
    .required()
    .initial('0')
    .specimen(() => '0'),
  ...scoreFields,
  remarks: f.note(['备注', 'Remarks']).max(500),
  projects: f
    .rows(['依托项目', 'Supporting projects'], {
      // Any project may be acknowledged, also a colleague's.
      programId: f.ref(['项目', 'Project'], programInfo).among(everyone()),
      programNum: f.text(['项目编号（批准号）', 'Project no.']).required().max(50),
      programName: f.text(['项目名称', 'Title']).required().max(200),
      isMarked: f.dict(['是否标注', 'Acknowledged'], yesNo).required().initial('1'),
    })
    .specimen((draw) => [
      // Project that is not in the ledger.
      {
        programId: null,
        programNum: `2024AFB${draw.int(100, 999)}`,
        programName: draw.pick(outside)[0],
        isMarked: '1',
      },
    ]),
});

/** Returns values computed from the authors, for `compute`. */
const fromAuthors = <Line extends AuthorLine>(authors: readonly Line[] | null) => {
  const lines = byRank(authors);
  const names = lines.map((line) => line.name ?? '');
  return {
    firstAuthor: names[0] || null,
    authorNames: names.filter((name) => name !== '').join('、') || null,
    authorNum: names.length,
    ourCount: lines.filter(({ personType }) => isOurAuthor(personType)).length,
    ourFirst: lines[0] && isOurAuthor(lines[0].personType) ? '1' : '0',
  };
};

const yearOf = (date: string | null | undefined): number | null =>
  date ? Number(date.slice(0, 4)) : null;

/**
 * Returns the reporting year: that of the record's date, until an editor sets another year.
 * @param before the row before this change, if any
 */
export const followReportingYear = (
  now: { readonly statYear?: number | null; readonly date?: string | null },
  before?: { readonly statYear?: number | null; readonly date?: string | null },
): number | null => {
  const followed = before?.statYear != null && before.statYear === yearOf(before.date);
  const untouched = followed && now.statYear === before?.statYear;
  const year = now.statYear ?? null;
  return year === null || untouched ? (yearOf(now.date) ?? year) : year;
};

/** refuses files in secret records. */
const secretValidator = (): Validator<never, 'secretLevel'> => ({
  fields: ['secretLevel'],
  check: (row) => {
    const { attachments: files } = row as Record<string, unknown>;
    return isSecret(row) && Array.isArray(files) && files.length > 0 ? secretWarning : null;
  },
});

/** Refuses a reporting year after the next year. */
const yearValidator = (): Validator<never, 'statYear'> => ({
  fields: ['statYear'],
  check: (row, { today }) =>
    Number((row as { readonly statYear?: number | null }).statYear ?? 0) >
    Number(today.slice(0, 4)) + 1
      ? ['【统计年度】不能晚于明年', 'The reporting year is next year at the latest']
      : null,
});

/** Returns the texts of an achievement. */
const achievementWords = ({
  label,
  plural,
  words,
}: Pick<PagedKind, 'label' | 'plural'> & {
  readonly words?: Partial<ResourceTexts>;
}): ResourceTexts => {
  const [zh, en] = inSentence(label);
  return {
    // Appends 成果 unless the name begins with 成果 or ends in 成果, 作品 or 报告.
    plural: [/^成果|(?:成果|作品|报告)$/.test(zh) ? zh : `${zh}成果`, plural],
    add: [`登记${zh}`, `Register ${en}`],
    edit: [`编辑${zh}`, `Edit ${en}`],
    approved: ['已入库', 'In library'],
    end: ['入库', 'In library'],
    ...words,
  };
};

/** Requirement of the ministry's report for a record, in addition to those of every achievement. */
export interface ReportNeed {
  /** Fields of which at least one must be filled; the report links to the first. */
  readonly anyOf: readonly [string, ...string[]];
  /** If set, the requirement applies only to records with these codes in these fields. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
}

/** Field whose values the report accepts in a stricter format than the form. */
export interface ReportForm {
  readonly field: string;
  readonly form: 'cn';
}

export type ReportRule = ReportNeed | ReportForm;

/** Fields with which records name a journal: reference, printed name and ISSN. */
export interface NamedJournal {
  readonly id: string;
  readonly name: string;
  readonly issn: string;
  /** If set, the printed name is a journal only in records with these codes in these fields. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Categories for finding works that were registered twice. A book may also be registered as a paper: resources with a
 * common category are compared. Patents and the software that they protect have none in common, since both are separate
 * achievements. Collected records (`indexed`) are compared with papers only.
 */
export type WorkCategory = 'writing' | 'artwork' | 'product' | 'indexed';

/** Data of a resource that the quality desk examines. */
export interface QualityOptions {
  readonly report: readonly ReportRule[];
  /** Categories; if empty, records are compared only within the resource. */
  readonly takenFor: readonly WorkCategory[];
  readonly journal?: NamedJournal;
}

/** Options of an achievement that its server half reads. */
export interface AchievementOptions {
  /**
   * Unique fields. Submitting is refused if another record in approval or approved has the same value; the message
   * names its registrant.
   */
  readonly duplicates: readonly string[];
  /**
   * Identifiers that differ between different works, for resources that allow equal titles with an explanation in
   * `differsBy`.
   */
  readonly identifiers?: readonly string[];
  /** Name for the people who made the achievement, if they are not called authors. */
  readonly people?: Label;
  /** Default roles of the first and of further authors. */
  readonly authorRoles: readonly [first: string, others: string];
  /** Date fields; the first non-empty one counts. */
  readonly dates: readonly string[];
  /** Citation rule; absent for records that are not outputs. */
  readonly citation?: CitationRule;
  /** Scoring options; absent if the record is not scored. */
  readonly scored?: ScoredAchievement;
  /** Quality options; absent if the quality desk ignores the resource. */
  readonly quality?: QualityOptions;
}

/** Mixin of all achievements; its server half is `achievement.server.ts`. */
export const achievementMixin = defineMixin<AchievementOptions>('achievement');

export interface AchievementGiven<A extends Fields>
  extends PagedKind,
    Partial<Omit<AchievementOptions, 'dates' | 'quality'>> {
  /** Fields of an author line, from `authorFields`. */
  readonly authors: A;
  readonly attachments: readonly AttachmentCategory[];
  /** Field with the type of the record (论文类型), which secret records also have. */
  readonly type?: string;
  /** Texts for records that enter no library. */
  readonly words?: Partial<ResourceTexts>;
  /** Date fields from which the reporting year follows; the first non-empty one counts. */
  readonly date?: string | readonly string[];
  /** Rules of the ministry's report, in addition to those of all achievements. */
  readonly report?: readonly ReportRule[];
  /** Fields with which the resource names a journal. */
  readonly journal?: NamedJournal;
  /** Further categories under which its records may have been registered. */
  readonly takenFor?: readonly WorkCategory[];
}

/**
 * Returns the mixin of achievements for one resource: `with: [ach]`, `fields: { …, ...ach.fields }`, `views:
 * ach.views()`. It adds authors and their confirmation, reporting year, supporting projects,
 * attachments, secrecy, duplicates, and access rules.
 */
export const achievement = <A extends Fields>(given: AchievementGiven<A>) => {
  const { date = [], duplicates = [], identifiers, authorRoles = ['01', '06'] } = given;
  const { citation, scored, people } = given;
  const dates = [date].flat();
  const compared = [...duplicates, ...(identifiers ? [...identifiers, differenceField] : [])];
  const { report = [], takenFor = [], journal } = given;
  const quality = { report, takenFor, ...(journal ? { journal } : {}) };
  const dated = (row: RowLike | undefined) => ({
    statYear: row?.statYear as number | null | undefined,
    date: dates.map((name) => row?.[name]).find(Boolean) as string | undefined,
  });
  return {
    ...achievementMixin.with(
      {
        duplicates,
        authorRoles,
        dates,
        quality,
        ...(identifiers && { identifiers }),
        ...(citation && { citation }),
        ...(scored && { scored }),
        ...(people && { people }),
      },
      {
        fields: achievementFields(given),
        reads: [...dates, ...compared, ...(citation ? citedFields(citation) : [])],
        validators: [authorsValidator(people), secretValidator(), yearValidator()],
        checks: achievementChecks({ ...given, dates, duplicates: compared }),
        compute: (row: RowLike, before?: typeof row) => ({
          ...fromAuthors(row.authors as readonly AuthorLine[] | null),
          statYear: followReportingYear(dated(row), dated(before)),
        }),
        once: {
          ...achievementAccess(given),
          attachable: unlessSecret,
          readByChange: true,
          fixed: scoreLock,
          words: achievementWords(given),
        },
      },
    ),
    /** Form section with the authors. */
    people: peopleSection(people),
    /** Returns the three pages, with columns that differ from the list's. */
    views: <Name extends string = never>(columns: ViewColumns<Name> = {}) =>
      achievementViews(given, columns),
  };
};

/**
 * Returns the mixin for other records with authors, such as prize declarations: authors and their confirmation (R-501,
 * R-503), attachments, the three pages, and access rules.
 */
export const authoredMixin = <A extends Fields>(
  given: Omit<
    AchievementGiven<A>,
    'date' | 'citation' | 'scored' | 'report' | 'journal' | 'takenFor'
  > & {
    readonly words: ResourceTexts;
  },
) => {
  const { people, words, duplicates = [], authorRoles = ['01', '06'] } = given;
  return {
    ...achievementMixin.with(
      { duplicates, authorRoles, dates: [], ...(people && { people }) },
      {
        fields: authoredFields(given),
        reads: duplicates,
        validators: [authorsValidator(people)],
        compute: (row: RowLike) => fromAuthors(row.authors as readonly AuthorLine[] | null),
        once: { ...accessByAuthors(given.code), readByChange: true, words },
      },
    ),
    /** Form section with the authors. */
    people: peopleSection(people),
    /** Returns the three pages, with columns that differ from the list's. */
    views: <Name extends string = never>(columns: ViewColumns<Name> = {}) =>
      achievementViews(given, columns),
  };
};
