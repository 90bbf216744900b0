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

/** Records at these levels are registered by name and number only. */
export const isSecret = (row: RowLike): boolean =>
  row.secretLevel === '2' || row.secretLevel === '3';

/** Tells whether a record may be in lists that leave the system: none under secrecy is. */
export const isCiteable = (row: RowLike): boolean => row.secretLevel === '0';

/** A field that records under secrecy do not have. */
export const unlessSecret = (row: RowLike): boolean => !isSecret(row);

/** Types of the fields of a record with authors. */
interface Authored<A extends Fields> {
  /** The fields of an author's line, from `authorFields`. */
  readonly authors: A;
  readonly attachments: readonly AttachmentCategory[];
  readonly people?: Label;
}

/** The fields of every record that names authors. */
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
  // One for each of our authors in their order, so that people can be counted under their own departments.
  authorDepts: f.refs(['本校作者部门', 'Departments of our authors'], dept).computed(),
  authors: f
    .rows(pluralLabel(people), authors)
    .required()
    .specimen(() => [soleAuthor]),
  attachments: f.files(['附件', 'Attachments'], attachments).when(unlessSecret),
});

/** Projects that the ledger does not have, for specimens. */
const outside: readonly Label[] = [
  ['省自然科学基金面上项目', 'Provincial science foundation, general project'],
  ['省教育厅科学研究计划项目', 'Research programme of the provincial education office'],
];

/**
 * The fields that every kind of achievement has.
 * @param authors the fields of an author's line, from `authorFields`
 * @param attachments the attachment categories of this kind
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
  // Nearly all records are open; examples are.
  secretLevel: f
    .dict(['密级', 'Classification'], secretLevel)
    .required()
    .initial('0')
    .specimen(() => '0'),
  ...scoreFields,
  remarks: f.note(['备注', 'Remarks']).max(500),
  projects: f
    .rows(['依托项目', 'Supporting projects'], {
      // Colleagues' projects are acknowledged as well as one's own.
      programId: f.ref(['项目', 'Project'], programInfo).among(everyone()),
      programNum: f.text(['项目编号（批准号）', 'Project no.']).required().max(50),
      programName: f.text(['项目名称', 'Title']).required().max(200),
      isMarked: f.dict(['是否标注', 'Acknowledged'], yesNo).required().initial('1'),
    })
    .specimen((draw) => [
      // One that the ledger does not have.
      {
        programId: null,
        programNum: `2024AFB${draw.int(100, 999)}`,
        programName: draw.pick(outside)[0],
        isMarked: '1',
      },
    ]),
});

/** Values that follow from the authors, for `compute`. */
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
 * The reporting year follows the date of a record until an editor sets another one.
 * @param before the row before this change, when there was one
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

/** a record under secrecy carries no files. */
const secretValidator = (): Validator<never, 'secretLevel'> => ({
  fields: ['secretLevel'],
  check: (row) => {
    const { attachments: files } = row as Record<string, unknown>;
    return isSecret(row) && Array.isArray(files) && files.length > 0 ? secretWarning : null;
  },
});

/** No record is reported for a year that is further away than the next. */
const yearValidator = (): Validator<never, 'statYear'> => ({
  fields: ['statYear'],
  check: (row, { today }) =>
    Number((row as { readonly statYear?: number | null }).statYear ?? 0) >
    Number(today.slice(0, 4)) + 1
      ? ['【统计年度】不能晚于明年', 'The reporting year is next year at the latest']
      : null,
});

/** Other names of a kind of achievement. */
const achievementWords = ({
  label,
  plural,
  words,
}: Pick<PagedKind, 'label' | 'plural'> & {
  readonly words?: Partial<ResourceTexts>;
}): ResourceTexts => {
  const [zh, en] = inSentence(label);
  return {
    // Some are called a result or a work themselves.
    plural: [/^成果|(?:成果|作品|报告)$/.test(zh) ? zh : `${zh}成果`, plural],
    add: [`登记${zh}`, `Register ${en}`],
    edit: [`编辑${zh}`, `Edit ${en}`],
    approved: ['已入库', 'In library'],
    end: ['入库', 'In library'],
    ...words,
  };
};

/** Need for which the ministry's report refuses a record, in addition to the needs of every achievement. */
export interface ReportNeed {
  /** Fields of which one has to be filled in; it is put right at the first. */
  readonly anyOf: readonly [string, ...string[]];
  /** Restricts the need to records with these codes in these fields. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
}

/** A field whose values the report takes in one form only, though the form of entry takes others. */
export interface ReportForm {
  readonly field: string;
  readonly form: 'cn';
}

export type ReportRule = ReportNeed | ReportForm;

/** How records of the kind name a journal of the catalogue: reference, printed name and ISSN. */
export interface NamedJournal {
  readonly id: string;
  readonly name: string;
  readonly issn: string;
  /** The printed name is that of a journal in records with these codes in these fields only. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Categories for which a work can be taken. One book may be registered as a book and again as a paper: kinds that
 * share a word here are searched for records that are one. A patent and the software that it protects share none,
 * because both are achievements in their own right. Records collected from databases (`indexed`) are compared with
 * papers alone.
 */
export type WorkCategory = 'writing' | 'artwork' | 'product' | 'indexed';

/** Data that the quality desk examines in records of a kind. */
export interface QualityOptions {
  readonly report: readonly ReportRule[];
  /** Empty where records of the kind are compared with one another only. */
  readonly takenFor: readonly WorkCategory[];
  readonly journal?: NamedJournal;
}

/** Options of a kind that the server half of an achievement needs. */
export interface AchievementOptions {
  /**
   * Unique fields. A submission is refused where another record in approval or in the library has
   * the same value; the message names who registered that one.
   */
  readonly duplicates: readonly string[];
  /**
   * Identifiers of which two different works have two different values; of a kind whose records may have one title
   * and say in `differsBy` how they differ.
   */
  readonly identifiers?: readonly string[];
  /** Name for the people who made it, where they are no authors. */
  readonly people?: Label;
  /** The roles that a form gives to the first author and to those after. */
  readonly authorRoles: readonly [first: string, others: string];
  /** The fields with the date of the achievement; of several the first that is filled in. */
  readonly dates: readonly string[];
  /** How it is cited; left out by what enters no library, which is nobody's output. */
  readonly citation?: CitationRule;
  /** Left out by what scores nothing. */
  readonly scored?: ScoredAchievement;
  /** Left out where the quality desk does not look at the kind. */
  readonly quality?: QualityOptions;
}

/** Parts that all kinds of achievement have in common; the server half is in `achievement.server.ts`. */
export const achievementMixin = defineMixin<AchievementOptions>('achievement');

export interface AchievementGiven<A extends Fields>
  extends PagedKind,
    Partial<Omit<AchievementOptions, 'dates' | 'quality'>> {
  /** The fields of an author's line, from `authorFields`. */
  readonly authors: A;
  readonly attachments: readonly AttachmentCategory[];
  /** The field with the sort of the record (论文类型): secret records hold it, too. */
  readonly type?: string;
  /** Other words for the record, where it is no entry of a library. */
  readonly words?: Partial<ResourceTexts>;
  /**
   * The field with the date of the achievement, which the reporting year follows; of several the
   * first that is filled in.
   */
  readonly date?: string | readonly string[];
  /** Rules of the ministry's report for this kind, in addition to the rules for all kinds. */
  readonly report?: readonly ReportRule[];
  /** Where the kind names a journal. */
  readonly journal?: NamedJournal;
  /** Other categories under which its records may have been registered. */
  readonly takenFor?: readonly WorkCategory[];
}

/**
 * The mixin of achievements for one kind: `with: [ach]`, `fields: { …, ...ach.fields }`,
 * `views: ach.views()`. It brings authors and their confirmation, the reporting year,
 * supporting projects, attachments, secrecy, duplicates, and who reads what.
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
    /** The section of its form with those who made it. */
    people: peopleSection(people),
    /** The three pages of the kind, with the columns that differ from those of its list. */
    views: <Name extends string = never>(columns: ViewColumns<Name> = {}) =>
      achievementViews(given, columns),
  };
};

/**
 * The part of achievements for other records that name authors, such as declarations for a prize:
 * authors and their confirmation, attachments, the three pages, and who reads what.
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
    /** The section of its form with those who made it. */
    people: peopleSection(people),
    /** The three pages of the kind, with the columns that differ from those of its list. */
    views: <Name extends string = never>(columns: ViewColumns<Name> = {}) =>
      achievementViews(given, columns),
  };
};
