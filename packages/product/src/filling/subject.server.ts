import type { Engine } from '@keyan/engine/engine.ts';
import { fieldsHiddenFrom } from '@keyan/engine/records/rights.ts';
import { concealedFields, openFields } from '@keyan/engine/store/schema/shape.ts';
import { parseQuery } from '@keyan/engine/wire/query.ts';
import { writeCell } from '@keyan/engine/workbooks/cell.ts';
import { valueCell } from '@keyan/engine/workbooks/value-cell.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import { specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Language, say } from '@keyan/kernel/label.ts';
import { concernedBy } from '@keyan/kernel/records/concerned.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { pageOfReport } from '../reports/report.server.ts';
import type { ReportPage } from '../reports/source-name.ts';
import type { OfferedField } from './answers.ts';
import type { FieldOption, MoneyUnit } from './matching.ts';
import { dayFormOf, dayValue, type FilledValue, inUnit, numberValue } from './values.ts';

/** Maximum number of rows of a table; longer lists are exports. */
export const maxFillRows = 1000;

const untabled: ReadonlySet<FieldType> = new Set(['rows', 'files', 'rich']);

/**
 * Page whose records fill a table.
 * @throws Invalid if it does not exist; Denied if the actor lacks it
 */
export const subjectOf = (
  engine: Pick<Engine, 'resources'>,
  actor: Actor,
  page: string | null,
): ReportPage => {
  const found = page === null ? undefined : pageOfReport(engine, page);
  if (!found) {
    throw new Invalid([{ path: 'page', message: ['来源页面不存在', 'There is no such page'] }]);
  }
  if (!actor.permissions.has(page ?? '')) throw new Denied();
  return found;
};

/**
 * Fields that a table may show to the reader: excludes fields that are hidden, masked or readable
 * in some rows only.
 */
export const fieldsFor = (resource: Resource, actor: Actor): ReadonlyMap<string, FieldSpec> => {
  const closed = new Set([
    ...fieldsHiddenFrom(resource, actor),
    ...concealedFields(resource),
    ...openFields(resource).keys(),
  ]);
  return new Map(
    Object.entries(listFields(resource)).flatMap(([name, { spec }]) =>
      untabled.has(spec.type) || closed.has(name) ? [] : [[name, spec] as const],
    ),
  );
};

const isMoney = ({ type }: FieldSpec): boolean => type === 'money';

export const optionsOf = (resource: Resource, actor: Actor): readonly FieldOption[] =>
  [...fieldsFor(resource, actor)].map(([name, spec]) => ({
    name,
    label: spec.label,
    isMoney: isMoney(spec),
  }));

export const offeredFields = (
  resource: Resource,
  actor: Actor,
  language: Language,
): readonly OfferedField[] =>
  optionsOf(resource, actor).map(({ label, ...one }) => ({ ...one, label: say(label, language) }));

/** Fields that may name the person to ask about a record, by preference. */
const personFields = ['programLeader', 'leaderId', 'userId', 'ownerId', 'applicantId'] as const;
const departmentFields = ['fkDeptId', 'departmentId', 'deptId', 'programDept'] as const;

const present = (resource: Resource, names: readonly string[]): readonly string[] =>
  names.filter((name) => resource.fields[name]?.spec.target !== undefined);

const idIn = (row: RowLike, names: readonly string[]): string | null => {
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'string' && /^[1-9]\d*$/.test(value)) return value;
  }
  return null;
};

/**
 * Id of the person to ask about a record: leader or holder, otherwise the first person concerned,
 * otherwise the writer.
 */
const personOf = (resource: Resource, row: RowLike, named: readonly string[]): string | null => {
  const [first] = concernedBy(resource, row);
  return idIn(row, named) ?? first ?? idIn(row, ['createUser']);
};

/** Record that fills a row. */
export interface FillRecord {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly person: string | null;
  readonly dept: string | null;
  readonly row: RowLike;
}

/** Maximum number of records searched for the named rows of a file. */
export const maxSearchedRecords = 10_000;

const tooMany = (most: number) =>
  fill(
    [
      '选中的记录超过 {most} 条，请用视图或筛选缩小范围',
      'More than {most} records: narrow them down with a view or filters',
    ],
    { most },
  );

/** Limit of records: read only the first, or refuse if there are more than `atMost`. */
export type RecordBound = { readonly first: number } | { readonly atMost: number };

/**
 * Records that fill a table, in the order of their page, with the given fields.
 * @throws Refused if more than `atMost`
 */
export const recordsFor = async (
  { engine, actor }: { readonly engine: Engine; readonly actor: Actor },
  { resource, view }: ReportPage,
  conditions: string,
  fields: readonly string[],
  bound: RecordBound = { atMost: maxFillRows },
): Promise<readonly FillRecord[]> => {
  const most = 'first' in bound ? bound.first : bound.atMost;
  const people = present(resource, personFields);
  const departments = present(resource, [resource.department ?? '', ...departmentFields]);
  const asked = [
    ...new Set([
      resource.title,
      ...fields,
      ...people,
      ...departments,
      'createUser',
      ...(resource.concerned ? [resource.concerned[0]] : []),
    ]),
  ];
  const given = Object.fromEntries(new URLSearchParams(conditions));
  const query: Query = parseQuery(resource, { ...given, view });
  const { page: _page, size: _size, after: _after, exact: _exact, ...question } = query;
  const found: FillRecord[] = [];
  const pages = engine.as(actor).pages(resource, { ...question, fields: asked }, most + 1);
  for await (const rows of pages) {
    for (const each of rows) {
      const row = each as RowLike;
      found.push({
        id: String(row.id),
        version: Number(row.version ?? 0),
        title: String(row[resource.title] ?? ''),
        person: personOf(resource, row, people),
        dept: idIn(row, departments),
        row,
      });
    }
  }
  if (found.length > most && 'atMost' in bound) throw new Refused(tooMany(most));
  return found.slice(0, most);
};

/** Names of dictionary entries; the leading number of entries of a numbered tree is removed. */
const plainCode = (text: string, { dictionary }: FieldSpec): string =>
  dictionary?.tree && !dictionary.path
    ? text
        .split('；')
        .map((one) => one.replace(/^\S+ (?=\S)/, ''))
        .join('；')
    : text;

const named = (row: RowLike, name: string, spec: FieldSpec, language: Language): string => {
  const given = spec.target ? row[`${name}Name`] : undefined;
  const text = Array.isArray(given) ? given.filter(Boolean).join('、') : given;
  if (typeof text === 'string' && text !== '') return text;
  // A reference without a name is left empty, instead of showing an id.
  if (spec.target) return '';
  return plainCode(
    writeCell(row[name], spec, language, () => undefined),
    spec,
  );
};

/** Value of a field for a column with this heading; null if the field is empty. */
export const filledValue = (
  row: RowLike,
  name: string,
  given: FieldSpec,
  about: {
    readonly heading: string;
    readonly unit: MoneyUnit;
    readonly language: Language;
    readonly dictionaries: Dictionaries;
  },
): FilledValue | null => {
  const spec = specIn(given, about.dictionaries);
  const text = named(row, name, spec, about.language);
  if (text === '') return null;
  const cell = valueCell(row[name], text, spec);
  if (typeof cell !== 'object') return { text, kind: 'text' };
  if (cell.is === 'moment') return dayValue(cell.value, dayFormOf(about.heading));
  return numberValue(isMoney(spec) ? inUnit(cell.value, about.unit) : cell.value);
};
