import { fieldOf } from '@keyan/kernel/definition/field/builders.ts';
import type { Field, Fields } from '@keyan/kernel/definition/field/field.ts';
import { pickSpec } from '@keyan/kernel/definition/field/spec.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { honorary } from './honorary.ts';
import { academicPartTime } from './part-time.ts';
import { personnel } from './personnel.ts';

/** The fields of a personnel file of which changes are recorded: lines and files have their history. */
const flat = Object.entries(personnel.fields as Fields).filter(
  ([, { spec }]) => !spec.readonly && spec.type !== 'rows' && spec.type !== 'files',
);

/** Items of a personnel file that changed, by the name of the field. */
export const personnelItem = dictionary(
  'personnelItem',
  ['变更事项', 'Changed item'],
  flat.map(([name, { spec }]) => [name, ...spec.label] as const),
);

/** Items that the office decides without being asked: presence, counting, and sign-in of a person. */
const ofTheOffice = new Set(['account', 'isStatistics', 'zzzt']);

/** Items that people ask to have changed: those that the office keeps. They change the rest in their file. */
export const requestableItems: ReadonlySet<string> = new Set(
  flat.flatMap(([name, { spec }]) => (spec.kept && !ofTheOffice.has(name) ? [name] : [])),
);

/** Subjects of a change, by the prefix of their fields on the wire. */
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

/** The names of the fields with the value after and before a change. */
export type ChangeSideName = `${
  | `jbxx${Capitalize<keyof typeof personnel.fields>}`
  | `rych${Capitalize<keyof typeof honorary.fields>}`
  | `xsjz${Capitalize<keyof typeof academicPartTime.fields>}`}${'' | 'Before'}`;

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export const afterFieldName = (subject: ChangeSubject, name: string): ChangeSideName =>
  `${subject}${capital(name)}` as ChangeSideName;

export const beforeFieldName = (subject: ChangeSubject, name: string): ChangeSideName =>
  `${subject}${capital(name)}Before` as ChangeSideName;

/** Properties that a field keeps beside a change of it: its kind, bounds and words, and the people who may see it. */
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

/** Is the field of a file among what this record changes? */
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

/** Every field before and after a change, in the order of the definitions. */
export const fieldsBeforeAndAfter = Object.fromEntries(
  (Object.keys(changeSubjects) as ChangeSubject[]).flatMap((subject) =>
    changeSubjects[subject].names.flatMap((name) => pair(subject, name)),
  ),
) as { readonly [Name in ChangeSideName]: Field<unknown> };

/** The fields of one subject on the form. */
export const sideFieldsOf = (subject: ChangeSubject): readonly ChangeSideName[] =>
  changeSubjects[subject].names.flatMap((name) => [
    beforeFieldName(subject, name),
    afterFieldName(subject, name),
  ]);

/** Do two values of a flat field differ? */
const differ = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) !== JSON.stringify(b ?? null);

/** Fields of a subject that differ between two rows of it. */
export const changedItems = (
  subject: ChangeSubject,
  before: RowLike | null,
  after: RowLike | null,
): readonly string[] =>
  changeSubjects[subject].names.filter((name) => differ(before?.[name], after?.[name]));

/** Both sides of a change: the named fields of the row before and after it. */
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

/** Values of the file that a request asks for. */
export const requestedValues = (row: RowLike): RowLike =>
  Object.fromEntries(
    ((row.changeItems as readonly string[] | null) ?? []).map((name) => [
      name,
      row[afterFieldName('jbxx', name)] ?? null,
    ]),
  );
