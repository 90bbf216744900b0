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

// Input of the computation from records: those that a batch scores, and their role in it.

/** Conditions of a batch for the outputs that it scores. */
export type BatchRange = Pick<
  RowOf<typeof scoreBatch.fields>,
  'batchYear' | 'subjectClass' | 'startDate' | 'endDate' | 'countsLate' | 'lateFrom'
>;

type StoredRule = RowOf<typeof scoreProject.fields> & { readonly id: string };

/** The fields of a rule that the computation reads. */
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

/** The rules in use of the norm of a batch. */
export const rulesInUse = ({ normId }: { readonly normId: string | null }) => ({
  where: [equals('normId', normId), equals('status', '1')],
  fields: ruleFields,
});

/** Tables of coefficients, by the ids of their templates. */
export type CoefficientTables = ReadonlyMap<string, CoefficientTable>;

/** The coefficients of a template, by number of people and place. */
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

/** A rule as the computation takes it. */
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

/** The rules that were found. @throws Refused for a norm without any */
export const rulesIn = (
  rows: readonly Parameters<typeof ruleIn>[0][],
  tables: CoefficientTables,
): readonly NamedRule[] => {
  if (rows.length > 0) return rows.map((row) => ruleIn(row, tables));
  throw new Refused(['该计分标准没有启用的规则', 'The norm has no enabled rules']);
};

/** Query of a computation of a batch for the outputs. */
export interface OutputQuery {
  readonly range: BatchRange;
  readonly rules: readonly NamedRule[];
  /** May a teacher count as first author in the place of a student? */
  readonly favoursMentor: boolean;
  /** Ids of the outputs to score; all of them where it is left out. */
  readonly only?: readonly string[] | undefined;
}

/** The first year whose outputs a batch looks at: an earlier one where it counts late entries. */
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

/** Query for the records of a kind that a batch needs by its rules, and for the values to read; null for none. */
export const outputQuestion = (
  kind: ScoredKind,
  { range, rules, only }: OutputQuery,
): Question | null => {
  const { batchYear, subjectClass } = range;
  const { resource, people, sign, category, yuan, words, dates, year } = kind;
  const asked = rules.filter(({ object }) => object === kind.as);
  // A batch of one category leaves out what belongs to none.
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

/** Quantities of an output by codes of `scoreUnit`; each of our people is one occurrence. */
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

/** The people of a record: those of its lines, or the one that a field names, who has all of it. */
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

/** Code of `schoolSign` for the university as first signatory. */
const firstSign = '1';

const dayOf = ({ dates }: ScoredKind, row: RowLike): string | undefined =>
  dates.map((name) => textOf(row[name])).find((one) => one !== null) ?? undefined;

/** The year for which a record counts. */
const yearOf = (kind: ScoredKind, row: RowLike): number =>
  Number((kind.year ? row[kind.year] : dayOf(kind, row)?.slice(0, 4)) ?? 0);

/** Does the record's day lie in the part of the year that the batch scores? Late entries are of other years. */
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

/** Records of a kind that `outputQuestion` found, as the computation takes them. */
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

/** People whom a batch scores: everybody, or the members of some departments and of those below them. */
export const peopleOf = ({ deptIds }: { readonly deptIds: readonly string[] | null }) => ({
  where:
    (deptIds ?? []).length > 0
      ? [{ field: 'deptId', operator: 'inTree', value: deptIds } as const]
      : [],
  fields: ['realName', 'code', 'deptId'],
});

/** An account as the computation takes it. */
export const personIn = ({
  id,
  realName,
  code,
  deptId,
}: Readonly<Record<'realName' | 'code' | 'deptId', string | null>> & {
  readonly id: string;
}): ScoredPerson => ({ id, name: realName ?? '', jobNum: code, department: deptId });
