import type { Format } from '@keyan/kernel/definition/field/format.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import {
  type AchievementOptions,
  achievementMixin,
  type ReportNeed,
  type ReportRule,
} from '../common/achievement.ts';

/** Reason why the ministry's report refuses a value. */
export type ReportFault = 'missing' | 'anyOf' | 'malformed' | 'year' | 'unit';

/** Fault of a record for the report, with the field that corrects it. */
export interface ReportFinding {
  readonly field: string;
  readonly fault: ReportFault;
}

interface Rule extends ReportFinding {
  readonly fails: (row: RowLike) => boolean;
  /** Fields of which one must be filled; if omitted, only `field`. */
  readonly fields?: readonly string[];
}

/** Formats that the report requires but the form does not. */
const forms: Readonly<Record<'cn', Pick<Format, 'test'>>> = {
  // Place and serial, a slash and the class: 42-1234/TP.
  cn: {
    test: (text) =>
      /^(?:CN\s?)?\d{2}-\d{4}(?:\/[A-Z][A-Z0-9-]{0,3})?$/.test(text.trim().toUpperCase()),
  },
};

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** Returns whether each field of the row has one of its codes. */
export const codesApply = (
  when: Readonly<Record<string, readonly string[]>> | undefined,
  row: RowLike,
): boolean =>
  Object.entries(when ?? {}).every(([field, codes]) => codes.includes(String(row[field] ?? '')));

const malformed = (field: string, format: Pick<Format, 'test'>): Rule => ({
  field,
  fault: 'malformed',
  fails: (row) => !isEmpty(row[field]) && !format.test(String(row[field])),
});

/** rule that the reporting year is that of the date. */
const otherYear = (dates: readonly string[]): Rule => ({
  field: 'statYear',
  fault: 'year',
  fails: (row) => {
    const date = dates.map((name) => row[name]).find((value) => !isEmpty(value));
    if (typeof date !== 'string' || isEmpty(row.statYear)) return false;
    return date.slice(0, 4) !== String(row.statYear);
  },
});

/** Returns whether a unit name has at least two letters, unlike `-`. */
const isUnit = (unit: unknown): boolean => /\p{L}{2}/u.test(String(unit ?? ''));

const noUnit: Rule = {
  field: 'authors',
  fault: 'unit',
  fails: ({ authors }) =>
    Array.isArray(authors) && authors.some((line: { unit?: unknown }) => !isUnit(line.unit)),
};

const ownRule = (rule: ReportRule): Rule => {
  if ('form' in rule) return malformed(rule.field, forms[rule.form]);
  const { anyOf, when } = rule;
  return {
    field: anyOf[0],
    fault: anyOf.length > 1 ? 'anyOf' : 'missing',
    fields: anyOf,
    fails: (row) => codesApply(when, row) && anyOf.every((name) => isEmpty(row[name])),
  };
};

/** Fields that the report requires of every achievement. */
const general = ['discipline', 'subjectClass', 'moeDiscipline', 'fkDeptId', 'statYear'];

/** Returns whether a record enters the report: counted, and not secret. */
const isCounted = ({ isStatistics, secretLevel }: RowLike): boolean =>
  isStatistics !== '0' && (isEmpty(secretLevel) || secretLevel === '0');

const known = new WeakMap<Resource, readonly Rule[]>();

/** Returns the rules of a resource: common rules, formats of its fields, and its own rules. */
const rulesOf = (
  kind: Resource,
  { dates, quality }: Pick<AchievementOptions, 'dates' | 'quality'>,
): readonly Rule[] => {
  const found = known.get(kind) ?? [
    ...general
      .filter((name) => Object.hasOwn(kind.fields, name))
      .map((name) => ownRule({ anyOf: [name] })),
    ...Object.entries(kind.fields).flatMap(([name, { spec }]) =>
      spec.format ? [malformed(name, spec.format)] : [],
    ),
    ...(dates.length > 0 ? [otherYear(dates)] : []),
    noUnit,
    ...(quality?.report ?? []).map(ownRule),
  ];
  known.set(kind, found);
  return found;
};

/** Returns the requirements of the report for a resource: one field of each must be filled if its condition applies. */
export const reportNeeds = (
  kind: Resource,
): readonly (Pick<ReportNeed, 'anyOf'> & Partial<Pick<ReportNeed, 'when'>>)[] => [
  ...general
    .filter((name) => Object.hasOwn(kind.fields, name))
    .map((name) => ({ anyOf: [name] as const })),
  ...(achievementMixin.optionsOf(kind)?.quality?.report ?? []).filter((rule) => 'anyOf' in rule),
];

/**
 * Returns whether a field noted as missing is still required: not if an alternative field is filled, or the condition
 * no longer applies.
 */
export const isStillNeeded = (kind: Resource, row: RowLike, field: string): boolean => {
  if (!isEmpty(row[field])) return false;
  const needs = reportNeeds(kind).filter(({ anyOf }) => anyOf.includes(field));
  return (
    needs.length === 0 ||
    needs.some(
      ({ anyOf, when }) => codesApply(when, row) && anyOf.every((name) => isEmpty(row[name])),
    )
  );
};

/** Returns the faults for which the ministry's report would refuse a record, at most one per field. */
export const reportFindings = (kind: Resource, row: RowLike): readonly ReportFinding[] => {
  const options = achievementMixin.optionsOf(kind);
  if (!options?.quality || !isCounted(row)) return [];
  const failed = rulesOf(kind, options).filter((rule) => rule.fails(row));
  return failed
    .filter((rule, place) => failed.findIndex(({ field }) => field === rule.field) === place)
    .map(({ field, fault }) => ({ field, fault }));
};

/** Returns the fields that correct a finding: the alternatives, or its own field. */
export const fieldsOfFinding = (
  kind: Resource,
  { field, fault }: ReportFinding,
): readonly string[] => {
  const options = achievementMixin.optionsOf(kind);
  const rule =
    options && rulesOf(kind, options).find((one) => one.field === field && one.fault === fault);
  return (rule?.fields ?? [field]).filter((name) => {
    const spec = kind.fields[name]?.spec;
    return spec !== undefined && spec.type !== 'rows' && !spec.readonly;
  });
};

/** The fields of a record by which what the report refuses is put right. */
export const correctableFields = (kind: Resource, row: RowLike): readonly string[] => [
  ...new Set(reportFindings(kind, row).flatMap((finding) => fieldsOfFinding(kind, finding))),
];

/** The fields that these rules look at. */
export const reportReads = (kind: Resource): readonly string[] => {
  const { dates = [], quality } = achievementMixin.optionsOf(kind) ?? {};
  const { report = [] } = quality ?? {};
  const own = report.flatMap((rule) =>
    'form' in rule ? [rule.field] : [...rule.anyOf, ...Object.keys(rule.when ?? {})],
  );
  const formed = Object.keys(kind.fields).filter((name) => kind.fields[name]?.spec.format);
  return [...general, ...formed, ...dates, ...own, 'isStatistics', 'secretLevel'];
};

const messages: Readonly<Record<ReportFault, Label>> = {
  missing: ['缺【{label}】', '{label} is missing'],
  anyOf: ['{labels}至少填一项', 'At least one of {labels} is required'],
  malformed: ['【{label}】格式不正确{example}', '{label} is malformed{example}'],
  year: ['统计年度与日期的年份不一致', 'The reporting year does not match the year of the date'],
  unit: ['有作者未填所在单位', 'An author has no unit'],
};

/** A finding in words. */
export const reportText = (kind: Resource, { field, fault }: ReportFinding): Label => {
  const labelOf = (name: string): Label => kind.fields[name]?.spec.label ?? [name, name];
  const options = achievementMixin.optionsOf(kind);
  const rule =
    options && rulesOf(kind, options).find((one) => one.field === field && one.fault === fault);
  const labels = (rule?.fields ?? [field]).map(labelOf);
  const example = kind.fields[field]?.spec.format?.example;
  return fill(messages[fault], {
    label: labelOf(field),
    example: example ? [`，如 ${example}`, `, such as ${example}`] : '',
    labels: [labels.map(([zh]) => `【${zh}】`).join(''), labels.map(([, en]) => en).join(', ')],
  });
};
