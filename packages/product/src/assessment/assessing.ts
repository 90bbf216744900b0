import { fill, joinLabels, joinSentences, type Label } from '@keyan/kernel/label.ts';
import { atLeast, equal, isZero, minus, plus, sum } from '@keyan/kernel/values/amounts.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { jobCategory } from '../people/dictionaries.ts';
import { rankLevel } from '../project/declaration/leader-rule.ts';
import { workingValues } from '../shared/mechanisms/working.ts';
import { assessGradeCodes, exemptReason, firstYearReasonCode } from './dictionaries.ts';
import {
  calendarYearsOf,
  countedMonths,
  countedShareOf,
  finishRate,
  type MonthSpan,
  type ReasonFactors,
  type ReducedMonths,
  requiredPointsOf,
} from './folding.ts';
import {
  type DepartmentTerm,
  type GradedPerson,
  type GradeRule,
  gradePeople,
  type MapItems,
  type PersonPerformance,
} from './grading.ts';

// Results of an assessment, computed from the records that were read. Pure
// functions.

/** Target line of an assessment scheme. */
export interface ProgramTarget {
  readonly rankLevel: string | null;
  readonly jobCategory: string | null;
  readonly subjectClass: string | null;
  readonly requiredScore: string | null;
}

/** Required output (a must), with the number of times each person met the requirement. */
export interface Requirement {
  readonly name: string;
  readonly rankLevel: string | null;
  readonly jobCategory: string | null;
  readonly least: number;
  /** Number of matching outputs, by id of the person. */
  readonly met: ReadonlyMap<string, number>;
}

/** Assessed person, with data of the personnel file and the scores. */
export interface AssessedPerson {
  readonly userId: string;
  readonly name: string;
  readonly jobNum: string | null;
  readonly department: string | null;
  /** Code of the dictionary `ranks`. */
  readonly rank: string | null;
  readonly jobCategory: string | null;
  readonly subjectClass: string | null;
  readonly appointed: string | null;
  readonly absences: readonly ReducedMonths[];
  /** Final scores of the counted scoring batches, with the names of the batches. */
  readonly scores: readonly { readonly batch: string; readonly score: string }[];
}

/** Assessment scheme and batch, as the computation reads them. */
export interface Program {
  readonly object: string;
  readonly targets: readonly ProgramTarget[];
  readonly musts: readonly Requirement[];
  readonly rules: readonly GradeRule[];
  readonly excellentRate: string | null;
  readonly terms: readonly DepartmentTerm[];
  readonly span: MonthSpan;
  readonly factors: ReasonFactors;
}

/**
 * Department with its values of the assessed terms; the completion rate per head follows
 * from its people.
 */
export interface AssessedDepartment {
  readonly id: string;
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
}

/** Line of a result by field name: a criterion of a team, or a member. */
export type ResultLine = Readonly<Record<string, string | null>>;

/** Computed fields of a result, by field name. */
export type ComputedResult = Readonly<Record<string, string | null | readonly ResultLine[]>>;

export const targetLabelOf = (
  dictionary: Parameters<typeof entryOf>[0],
  code: string | null,
): Label => entryOf(dictionary, code ?? '')?.label ?? ['未填', 'not filled in'];

/** Level of a rank of GB/T 8561: the last digit of its code. */
const levelOf = (rank: string | null): string | null => rank?.at(-1) ?? null;

/**
 * Target line that applies to a person; a line of the person’s own category precedes a general line
 * (R-701).
 */
export const targetFor = (
  targets: readonly ProgramTarget[],
  person: AssessedPerson,
): ProgramTarget | undefined =>
  targets
    .filter(
      (one) =>
        one.rankLevel === levelOf(person.rank) &&
        one.jobCategory === person.jobCategory &&
        (one.subjectClass === null || one.subjectClass === person.subjectClass),
    )
    .toSorted((a, b) => Number(a.subjectClass === null) - Number(b.subjectClass === null))[0];

/** Required and actual values of a person, not graded yet. */
export interface MeasuredPerson {
  readonly person: AssessedPerson;
  readonly annual: string | null;
  readonly monthRate: string;
  readonly required: string;
  readonly actual: string;
  readonly lacking: readonly Label[];
  readonly fixed?: string;
  readonly notes: readonly Label[];
}

const actualOf = ({ scores }: AssessedPerson, actual: string): Label =>
  scores.length > 0
    ? fill(['实际：{parts} = {actual}', 'Actual: {parts} = {actual}'], {
        parts: scores.map(({ batch, score }) => `${batch} ${score}`).join(' + '),
        actual,
      })
    : ['实际：所选计分批次中没有得分', 'Actual: nothing scored in the chosen batches'];

const lackingOf = (musts: readonly Requirement[], person: AssessedPerson): readonly Label[] =>
  musts
    .filter((one) => one.rankLevel === null || one.rankLevel === levelOf(person.rank))
    .filter((one) => one.jobCategory === null || one.jobCategory === person.jobCategory)
    .flatMap(({ name, least, met }) => {
      const count = met.get(person.userId) ?? 0;
      return count >= least
        ? []
        : [
            fill(
              [
                '必备条件「{name}」需 {least} 项，现有 {count} 项',
                'Requirement “{name}”: {least} needed, {count} found',
              ],
              { name, least, count },
            ),
          ];
    });

/** Requirement for one calendar year of the span. */
interface YearRequired {
  readonly year: string;
  readonly months: string;
  readonly required: string;
}

/** Sums the folded yearly targets of an assessment of several years. */
const requiredByYear = (
  { span, factors }: Program,
  person: AssessedPerson,
  annual: string,
): readonly YearRequired[] =>
  calendarYearsOf(span).map(({ year, ...months }) => {
    const counted = countedMonths(months, {
      ...person,
      factors,
      firstYear: firstYearReasonCode,
    }).months;
    return { year, months: counted, required: requiredPointsOf(annual, counted) };
  });

const requiredNote = (
  whose: Label,
  annual: string,
  years: readonly YearRequired[],
  { required, why }: { readonly required: string; readonly why: Label },
): Label => {
  const [first] = years;
  return years.length === 1 && first
    ? fill(
        [
          '应达：{whose}每年 {annual} 分 × {months} 个月 ÷ 12 = {required}{why}',
          'Required: {whose}, {annual} points a year × {months} months ÷ 12 = {required}{why}',
        ],
        { whose, annual, months: first.months, required, why },
      )
    : fill(
        [
          '应达：{whose}每年 {annual} 分，按在岗月数逐年折算 {parts} = {required}{why}',
          'Required: {whose}, {annual} points a year, prorated year by year: {parts} = {required}{why}',
        ],
        {
          whose,
          annual,
          parts: [
            years.map((one) => `${one.year} 年 ${one.months} 个月 ${one.required}`).join(' + '),
            years.map((one) => `${one.year} ${one.months} months ${one.required}`).join(' + '),
          ],
          required,
          why,
        },
      );
};

export const measuredPerson = (program: Program, person: AssessedPerson): MeasuredPerson => {
  const folded = countedMonths(program.span, {
    ...person,
    factors: program.factors,
    firstYear: firstYearReasonCode,
  });
  const target = targetFor(program.targets, person);
  const actual = plus('0.00', sum(person.scores, 'score'));
  const whose = fill(['{rank} / {post}', '{rank} / {post}'], {
    rank: targetLabelOf(rankLevel, levelOf(person.rank)),
    post: targetLabelOf(jobCategory, person.jobCategory),
  });
  const lacking = lackingOf(program.musts, person);
  const common = { person, monthRate: countedShareOf(folded), actual, lacking };
  const why = joinLabels(folded.reasons.map((code) => targetLabelOf(exemptReason, code)));
  const without = { ...common, annual: null, required: '0.00' };
  if (isZero(folded.months)) {
    const note = fill(
      ['考核期内没有应计月份（{why}），免考核', 'No month counts ({why}): exempt'],
      { why },
    );
    return { ...without, fixed: assessGradeCodes.exempt, notes: [note] };
  }
  if (!target) {
    const note = fill(
      [
        '未匹配到考核指标：{whose}，请补充方案或设为免考核',
        'No target matches {whose}: add one to the scheme, or exempt the person',
      ],
      { whose },
    );
    return { ...without, fixed: assessGradeCodes.none, notes: [note] };
  }
  const annual = target.requiredScore ?? '0';
  const years = requiredByYear(program, person, annual);
  const required = plus('0.00', sum(years, 'required'));
  const notes = [
    requiredNote(whose, annual, years, {
      required,
      why: why[0] ? fill(['（{why}）', ' ({why})'], { why }) : ['', ''],
    }),
    actualOf(person, actual),
    fill(
      ['完成率：{actual} ÷ {required} = {rate}%', 'Completion: {actual} ÷ {required} = {rate}%'],
      {
        actual,
        required,
        rate: finishRate(actual, required) ?? '—',
      },
    ),
    ...lacking,
  ];
  const nothing: Label = ['应达为 0，免考核', 'Nothing is required: exempt'];
  return equal(required, '0')
    ? { ...common, annual, required, fixed: assessGradeCodes.exempt, notes: [...notes, nothing] }
    : { ...common, annual, required, notes };
};

/** Identifying data of a result: the person, department or team. */
interface Subject {
  readonly key: string;
  readonly name: string;
  readonly userId?: string;
  readonly teamId?: string;
  readonly leader?: string | null;
  readonly department: string | null;
  readonly jobNum?: string | null;
  readonly rankLevel?: string | null;
  readonly jobCategory?: string | null;
  readonly annual?: string | null;
  readonly monthRate?: string | null;
}

export interface AssessedOutcome extends PersonPerformance {
  readonly subject: Subject;
  readonly lacking: readonly Label[];
  readonly notes: readonly Label[];
  /** Judgement of a team by criteria; undefined for people and departments. */
  readonly judged?: Readonly<
    Record<'criteria' | 'members', readonly ResultLine[]> & Record<'templateId', string | null>
  >;
}

const limit = 2000;

/**
 * Missing points and missing required outputs as a text in both languages; null if nothing is
 * missing.
 */
const missingOf = (lack: string, lacking: readonly Label[]) => {
  const points = fill(['尚缺 {lack} 分', '{lack} points short'], { lack });
  const [zh, en] = joinSentences([...(equal(lack, '0') ? [] : [points]), ...lacking]);
  return { shortOf: zh.slice(0, 500) || null, shortOfEn: en.slice(0, 500) || null };
};

/** Field values of a result, from outcome and grade. */
const valuesOf = (
  { subject, actual, required, lacking, suggested, fixed, notes, judged }: AssessedOutcome,
  graded: GradedPerson | undefined,
): ComputedResult => {
  const rate = fixed ? null : finishRate(actual, required);
  // Teams and departments get up to 100 points without a required value; only results of people can
  // fall short.
  const isEnough = subject.userId === undefined || atLeast(actual, required);
  const lack = fixed || isEnough ? '0.00' : minus(required, actual);
  return {
    subjectKey: subject.key,
    subjectName: subject.name.slice(0, 100),
    userId: subject.userId ?? null,
    teamId: subject.teamId ?? null,
    leaderId: subject.leader ?? null,
    fkDeptId: subject.department,
    jobNum: subject.jobNum ?? null,
    rankLevel: subject.rankLevel ?? null,
    jobCategory: subject.jobCategory ?? null,
    annualScore: subject.annual ?? null,
    monthRate: subject.monthRate ?? null,
    requiredScore: required,
    actualScore: actual,
    finishRate: rate,
    lackScore: lack,
    isShort: !fixed && (lacking.length > 0 || !equal(lack, '0')) ? '1' : '0',
    ...missingOf(lack, lacking),
    mustPassed: lacking.length === 0 ? '1' : '0',
    ...workingValues(joinSentences([...notes, ...(graded?.notes ?? [])]), limit),
    sysGrade: graded?.system ?? null,
    judgedGrade: suggested,
    proposedGrade: graded?.proposed ?? null,
    ...judged,
  };
};

/** Results of a batch, graded together. */
export const gradedResultsOf = async (
  outcomes: readonly AssessedOutcome[],
  { rules, excellentRate }: Pick<Program, 'rules' | 'excellentRate'>,
  mapping: MapItems,
): Promise<readonly ComputedResult[]> => {
  const graded = new Map(
    (await gradePeople(outcomes, rules, excellentRate, mapping)).map((one) => [one.id, one]),
  );
  return mapping(outcomes, (one) => valuesOf(one, graded.get(one.id)));
};

/** Grade that the college suggests, by key of the result. */
export type CollegeSuggestions = ReadonlyMap<string, string | null>;

/** Required and actual values of all assessed people. */
export const measuredPeople = (
  people: readonly MeasuredPerson[],
  suggestions: CollegeSuggestions,
): readonly AssessedOutcome[] =>
  people.map(({ person, annual, monthRate, required, actual, lacking, fixed, notes }) => {
    const key = `U${person.userId}`;
    return {
      id: key,
      subject: {
        key,
        name: person.name,
        userId: person.userId,
        department: person.department,
        jobNum: person.jobNum,
        rankLevel: levelOf(person.rank),
        jobCategory: person.jobCategory,
        annual,
        monthRate,
      },
      actual,
      required,
      mustsMet: lacking.length === 0,
      lacking,
      suggested: suggestions.get(key) ?? null,
      ...(fixed ? { fixed } : {}),
      notes,
    };
  });
