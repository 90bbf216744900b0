import { fieldOf } from '@keyan/kernel/definition/field/builders.ts';
import type { Field, Fields } from '@keyan/kernel/definition/field/field.ts';
import { pickSpec } from '@keyan/kernel/definition/field/spec.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { honorary } from './honorary.ts';
import { academicPartTime } from './part-time.ts';
import { personnel } from './personnel.ts';

/**
 * Scalar fields of a personnel file, whose changes are recorded item by item; lines and attachments
 * have only history.
 */
const flat = Object.entries(personnel.fields as Fields).filter(
  ([, { spec }]) => !spec.readonly && spec.type !== 'rows' && spec.type !== 'files',
);

/** Items of a personnel file whose changes are recorded; codes are field names. */
export const personnelItem = dictionary(
  'personnelItem',
  ['变更事项', 'Changed item'],
  flat.map(([name, { spec }]) => [name, ...spec.label] as const),
);

/** Items that the office changes without a request: account, statistics, employment status. */
const ofTheOffice = new Set(['account', 'isStatistics', 'zzzt']);

/**
 * Items that people must request to change, maintained by the office; other items they edit in
 * their file.
 */
export const requestableItems: ReadonlySet<string> = new Set(
  flat.flatMap(([name, { spec }]) => (spec.kept && !ofTheOffice.has(name) ? [name] : [])),
);

/** Subjects of a change with their resources, by prefix of the wire fields. */
export const changeSubjects = {
  jbxx: { code: '1', fields: personnel.fields as Fields, names: flat.map(([name]) => name) },
  rych: {
    code: '2',
    fields: honorary.fields as Fields,
    names: ['honorName', 'honorLevel', 'awardUnit', 'awardTime', 'certNum'],
  },
  xsjz: {
    code: '3',
    fields: academicPartTime.fields as Fields,
    names: [
      'partTimeType',
      'orgName',
      'orgType',
      'post',
      'otherPost',
      'startDate',
      'endDate',
      'location',
    ],
  },
} as const;

export type ChangeSubject = keyof typeof changeSubjects;

/** Names of the fields with values before and after a change. */
export type ChangeSideName = `${
  | `jbxx${Capitalize<keyof typeof personnel.fields>}`
  | `rych${Capitalize<keyof typeof honorary.fields>}`
  | `xsjz${Capitalize<keyof typeof academicPartTime.fields>}`}${'' | 'Before'}`;

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export const afterFieldName = (subject: ChangeSubject, name: string): ChangeSideName =>
  `${subject}${capital(name)}` as ChangeSideName;

export const beforeFieldName = (subject: ChangeSubject, name: string): ChangeSideName =>
  `${subject}${capital(name)}Before` as ChangeSideName;

/**
 * Properties of a field that its before and after fields copy: type, limits, labels, and masking.
 */
const valueParts = [
  'type',
  'label',
  'max',
  'least',
  'most',
  'scale',
  'format',
  'personName',
  'dictionary',
  'target',
  'secret',
  'masked',
] as const;

/** True if the item is selected in a change record. */
const isTicked =
  (name: string) =>
  ({ ywlx, changeItems }: RowLike): boolean =>
    ywlx === '1' && Array.isArray(changeItems) && changeItems.includes(name);

const pair = (
  subject: ChangeSubject,
  name: string,
): readonly (readonly [string, Field<unknown>])[] => {
  const { fields, code } = changeSubjects[subject];
  const field = fields[name];
  if (!field) throw new Error(`${subject}: there is no field ${name}`);
  const value = fieldOf(pickSpec(field.spec, valueParts));
  const [zh, en] = field.spec.label;
  const when = subject === 'jbxx' ? isTicked(name) : ({ ywlx }: RowLike) => ywlx === code;
  const isAsked = subject === 'jbxx' && requestableItems.has(name);
  return [
    [
      beforeFieldName(subject, name),
      value.with({
        label: [`${zh}（变更前）`, `${en} (before)`],
        when,
        readonly: true,
        byApprover: true,
      }),
    ],
    [
      afterFieldName(subject, name),
      value.with({
        label: [`${zh}（变更后）`, `${en} (after)`],
        when,
        ...(isAsked ? { required: true } : { readonly: true, byApprover: true }),
      }),
    ],
  ];
};

/** Fields before and after for every item, in order of the definitions. */
export const fieldsBeforeAndAfter = Object.fromEntries(
  (Object.keys(changeSubjects) as ChangeSubject[]).flatMap((subject) =>
    changeSubjects[subject].names.flatMap((name) => pair(subject, name)),
  ),
) as { readonly [Name in ChangeSideName]: Field<unknown> };

/** Before and after fields of one subject, for the form. */
export const sideFieldsOf = (subject: ChangeSubject): readonly ChangeSideName[] =>
  changeSubjects[subject].names.flatMap((name) => [
    beforeFieldName(subject, name),
    afterFieldName(subject, name),
  ]);

/** True if two scalar values differ. */
const differ = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) !== JSON.stringify(b ?? null);

/** Names of fields that differ between two rows. */
export const changedItems = (
  subject: ChangeSubject,
  before: RowLike | null,
  after: RowLike | null,
): readonly string[] =>
  changeSubjects[subject].names.filter((name) => differ(before?.[name], after?.[name]));

/** Values of the named fields before and after a change. */
export const sideValues = (
  subject: ChangeSubject,
  names: readonly string[],
  before: RowLike | null,
  after: RowLike | null,
): RowLike =>
  Object.fromEntries(
    names.flatMap((name) => [
      [beforeFieldName(subject, name), before?.[name] ?? null],
      [afterFieldName(subject, name), after?.[name] ?? null],
    ]),
  );

/** Requested values of the file. */
export const requestedValues = (row: RowLike): RowLike =>
  Object.fromEntries(
    ((row.changeItems as readonly string[] | null) ?? []).map((name) => [
      name,
      row[afterFieldName('jbxx', name)] ?? null,
    ]),
  );
