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

/** Rows of a table at most: longer ones are exports. */
export const mostFillRows = 1000;

const untabled: ReadonlySet<FieldType> = new Set(['rows', 'files', 'rich']);

/** The page whose records fill a table. @throws Invalid where there is none, Denied where the actor lacks it */
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

/** The fields of a resource that a table may show to this reader: none that is hidden, masked or open in some rows. */
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

/** Fields that name the person who knows about a record, the surest first. */
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

/** The person who knows about a record: who leads or holds it, else the first whom it concerns, else its writer. */
const personOf = (resource: Resource, row: RowLike, named: readonly string[]): string | null => {
  const [first] = concernedBy(resource, row);
  return idIn(row, named) ?? first ?? idIn(row, ['createUser']);
};

/** A record that fills a row. */
export interface FillRecord {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly person: string | null;
  readonly dept: string | null;
  readonly row: RowLike;
}

/** Records among which the rows of a file are looked for. */
export const mostLookedThrough = 10_000;

const tooMany = (most: number) =>
  fill(
    [
      '选中的记录超过 {most} 条，请用视图或筛选缩小范围',
      'More than {most} records: narrow them down with a view or filters',
    ],
    { most },
  );

/** Records to be read: the first of them, or all, which are refused beyond a bound. */
export type RecordBound = { readonly first: number } | { readonly atMost: number };

/** The records that fill a table, in the order of their page, with these fields. @throws Refused beyond the bound */
export const recordsFor = async (
  { engine, actor }: { readonly engine: Engine; readonly actor: Actor },
  { resource, view }: ReportPage,
  conditions: string,
  fields: readonly string[],
  bound: RecordBound = { atMost: mostFillRows },
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

/** A code as people say it: entries of trees stand in sheets with their numbers, in tables of others without. */
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
  // A record whose name nobody tells stands in no table by its id.
  if (spec.target) return '';
  return plainCode(
    writeCell(row[name], spec, language, () => undefined),
    spec,
  );
};

/** Value of a field as a column of this heading shows it; null where the record has none. */
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
