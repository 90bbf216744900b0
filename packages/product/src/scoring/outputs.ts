import { statuses } from '@keyan/kernel/access/status.ts';
import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import {
  type Condition as Asked,
  anyOf,
  equals,
  type Question,
} from '@keyan/kernel/records/query.ts';
import { times } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { isOurAuthor } from '../achievement/common/authors.ts';
import { correspondingAuthorCodes } from '../achievement/common/dictionaries.ts';
import { isStudent } from '../shared/dictionaries.ts';
import type { NamedRule, ScoredOutput, ScoredPerson } from './compute.ts';
import { askedField, type ScoredKind } from './objects.ts';
import type { scoreBatch } from './score-batch.ts';
import type { scoreProject } from './score-project.ts';
import type { CoefficientTable, OutputContributor } from './scoring.ts';

// Input of the computation: scored records of a batch and their values.

/** Conditions of a batch on its outputs. */
export type BatchRange = Pick<
  RowOf<typeof scoreBatch.fields>,
  'batchYear' | 'subjectClass' | 'startDate' | 'endDate' | 'countsLate' | 'lateFrom'
>;

type StoredRule = RowOf<typeof scoreProject.fields> & { readonly id: string };

/** Fields of a rule that the computation reads. */
const ruleFields = [
  'itemName',
  'scoreObject',
  'scoreUnit',
  'baseScore',
  'minScore',
  'maxScore',
  'allotMode',
  'templateId',
  'normalised',
  'corrAsFirst',
  'onlySchool',
  'priority',
  'exclusive',
  'conditions',
  'unitCoef',
] as const satisfies readonly (keyof StoredRule)[];

/** Query for the enabled rules of a batch’s norm. */
export const rulesInUse = ({ normId }: { readonly normId: string | null }) => ({
  where: [equals('normId', normId), equals('status', '1')],
  fields: ruleFields,
});

/** Coefficient tables by template id. */
export type CoefficientTables = ReadonlyMap<string, CoefficientTable>;

/** Coefficients of a template, by number of people and position. */
export const tableIn = (
  lines:
    | readonly {
        readonly memberNum: number | null;
        readonly sort: number | null;
        readonly coef: string | null;
      }[]
    | null,
): CoefficientTable => {
  const table = new Map<number, string[]>();
  for (const { memberNum, sort, coef } of lines ?? []) {
    const places = table.get(memberNum ?? 0) ?? [];
    places[(sort ?? 1) - 1] = coef ?? '0';
    table.set(memberNum ?? 0, places);
  }
  return table;
};

/** Rule as input of the computation. */
const ruleIn = (
  row: Pick<StoredRule, 'id' | (typeof ruleFields)[number]>,
  tables: CoefficientTables,
): NamedRule => ({
  id: row.id,
  name: row.itemName ?? '',
  object: row.scoreObject ?? '',
  unit: row.scoreUnit ?? '',
  base: row.baseScore ?? '0',
  least: row.minScore,
  most: row.maxScore,
  mode: row.allotMode ?? '',
  table: tables.get(row.templateId ?? '') ?? null,
  normalised: row.normalised !== '0',
  corrAsFirst: row.corrAsFirst === '1',
  ownOnly: row.onlySchool === '1',
  priority: row.priority ?? 0,
  group: row.exclusive?.trim() || null,
  conditions: (row.conditions ?? []).map(({ field, operator, value }) => ({
    field: askedField(field)?.name ?? '',
    operator: operator ?? 'eq',
    value: value ?? '',
  })),
  coefficients: new Map(
    (row.unitCoef ?? []).map(({ schoolSign, coef }) => [schoolSign ?? '', coef ?? '0']),
  ),
});

/**
 * Rules of a norm.
 * @throws Refused for a norm without enabled rules
 */
export const rulesIn = (
  rows: readonly Parameters<typeof ruleIn>[0][],
  tables: CoefficientTables,
): readonly NamedRule[] => {
  if (rows.length > 0) return rows.map((row) => ruleIn(row, tables));
  throw new Refused(['该计分标准没有启用的规则', 'The norm has no enabled rules']);
};

/** Options for loading the outputs of a batch. */
export interface OutputQuery {
  readonly range: BatchRange;
  readonly rules: readonly NamedRule[];
  /** True if a teacher may count as first author instead of a student. */
  readonly favoursMentor: boolean;
  /** Ids of the outputs to score; undefined for all. */
  readonly only?: readonly string[] | undefined;
}

/**
 * First year of the outputs considered; earlier than the batch’s year if late entries count
 * (R-608).
 */
const firstYearOf = ({ batchYear, countsLate, lateFrom }: BatchRange): number =>
  Math.min(batchYear ?? 0, (countsLate === '1' ? lateFrom : null) ?? batchYear ?? 0);

const ofYears = (
  { year, dates: [day = ''] }: ScoredKind,
  from: number,
  to: number,
): readonly Asked[] => {
  if (year && from === to) return [equals(year, to)];
  const [field, first, last] = year ? [year, from, to] : [day, `${from}-01-01`, `${to}-12-31`];
  return [
    { field, operator: 'atLeast', value: first },
    { field, operator: 'atMost', value: last },
  ];
};

/**
 * Query for the records of a kind that a batch scores, with the fields to read; null if no rule
 * applies.
 */
export const outputQuestion = (
  kind: ScoredKind,
  { range, rules, only }: OutputQuery,
): Question | null => {
  const { batchYear, subjectClass } = range;
  const { resource, people, sign, category, yuan, words, dates, year } = kind;
  const asked = rules.filter(({ object }) => object === kind.as);
  // A batch of one category excludes kinds without categories.
  if (asked.length === 0 || batchYear === null || (subjectClass && !category)) return null;
  const fields = [
    resource.title,
    'rows' in people ? people.rows : people.field,
    ...[sign, yuan, words?.field, year, resource.secrecy?.open.field],
    ...dates,
    ...asked.flatMap(({ conditions }) => conditions.map(({ field }) => field)),
  ];
  return {
    where: [
      ...(only ? [anyOf('id', only)] : []),
      equals('auditStatus', statuses.approved),
      ...ofYears(kind, firstYearOf(range), batchYear),
      ...(subjectClass && category ? [equals(category, subjectClass)] : []),
    ],
    fields: fields.flatMap((name) => (name ? [name] : [])),
  };
};

/**
 * Quantities of an output by code of `scoreUnit`; each member of the university counts as one
 * person.
 */
const quantitiesOf = (
  { yuan, words }: ScoredKind,
  row: RowLike,
  contributors: readonly OutputContributor[],
): Readonly<Record<string, string>> => {
  const amount = (field: string | undefined, part: string): string =>
    times(String((field && row[field]) ?? '0'), part);
  return {
    '1': '1',
    '2': amount(yuan, '0.0001'),
    '3': amount(words?.field, words?.of === 1_000 ? '0.1' : '1'),
    '4': String(contributors.filter((one) => one.isOurs).length),
  };
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** People of a record: its lines, or the single person of a field, who gets the whole score. */
const contributorsOf = ({ people }: ScoredKind, row: RowLike): readonly OutputContributor[] => {
  if ('field' in people) {
    const person = textOf(row[people.field]);
    return person ? [{ rank: 1, person, isOurs: true, contribution: '100' }] : [];
  }
  const { share = '', role = '' } = people;
  return ((row[people.rows] ?? []) as readonly RowLike[]).map((line) => ({
    rank: typeof line.sort === 'number' ? line.sort : 0,
    person: textOf(line.userId),
    isOurs: isOurAuthor(line.personType),
    contribution: textOf(line[share]),
    isStudent: isStudent(line.personType),
    isCorresponding: correspondingAuthorCodes.has(String(line[role])),
  }));
};

/** Code of `schoolSign` for the university as first affiliation. */
const firstSign = '1';

const dayOf = ({ dates }: ScoredKind, row: RowLike): string | undefined =>
  dates.map((name) => textOf(row[name])).find((one) => one !== null) ?? undefined;

/** Year for which a record counts. */
const yearOf = (kind: ScoredKind, row: RowLike): number =>
  Number((kind.year ? row[kind.year] : dayOf(kind, row)?.slice(0, 4)) ?? 0);

/**
 * True if the record’s day lies in the batch’s part of the year; late entries belong to other
 * years.
 */
const isWithin = (
  kind: ScoredKind,
  row: RowLike,
  { startDate, endDate, batchYear }: BatchRange,
): boolean => {
  if (yearOf(kind, row) < (batchYear ?? 0)) return true;
  const day = dayOf(kind, row);
  return (
    (startDate === null || (day !== undefined && day >= startDate)) &&
    (endDate === null || (day !== undefined && day <= endDate))
  );
};

/** Records found by `outputQuestion`, as input of the computation. */
export const outputsIn = (
  kind: ScoredKind,
  rows: readonly (RowLike & { readonly id: string })[],
  { range, favoursMentor }: Pick<OutputQuery, 'range' | 'favoursMentor'>,
): readonly ScoredOutput[] =>
  rows
    .filter((row) => isWithin(kind, row, range))
    .map((row) => {
      const contributors = contributorsOf(kind, row);
      return { row, contributors, quantities: quantitiesOf(kind, row, contributors) };
    })
    .map(({ row, ...counted }) => ({
      ...counted,
      object: kind.as,
      id: row.id,
      year: yearOf(kind, row),
      title: textOf(row[kind.resource.title]) ?? '',
      isSecret: !isNotSecret(kind.resource, row),
      sign: kind.sign ? textOf(row[kind.sign]) : firstSign,
      values: row,
      favoursMentor: kind.byMentor === true && favoursMentor,
    }));

/** Query for people scored by a batch: all, or members of departments with their descendants. */
export const peopleOf = ({ deptIds }: { readonly deptIds: readonly string[] | null }) => ({
  where:
    (deptIds ?? []).length > 0
      ? [{ field: 'deptId', operator: 'inTree', value: deptIds } as const]
      : [],
  fields: ['realName', 'code', 'deptId'],
});

/** Account as input of the computation. */
export const personIn = ({
  id,
  realName,
  code,
  deptId,
}: Readonly<Record<'realName' | 'code' | 'deptId', string | null>> & {
  readonly id: string;
}): ScoredPerson => ({ id, name: realName ?? '', jobNum: code, department: deptId });
