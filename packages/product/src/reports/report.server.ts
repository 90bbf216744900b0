import { maxCountedGroups } from '@keyan/engine/commands/group-counts.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { type Behaviour, defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { parseQuery } from '@keyan/engine/wire/query.ts';
import { groupCountToWire, toWire } from '@keyan/engine/wire/rows.ts';
import { bookMakerOf } from '@keyan/engine/workbooks/book.ts';
import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { pdfOf } from '../shared/paper/pdf.server.ts';
import {
  checkFigures,
  figureResult,
  figureSourceLabel,
  subjectOfSource,
} from './figure-source.server.ts';
import { inGroups } from './group-order.ts';
import {
  maxGroups,
  type ReportField,
  type ReportQuestion,
  type ReportResult,
  type ReportSource,
  report,
} from './report.ts';
import { type ReportPage, sourceName } from './source-name.ts';

/** Maximum number of rows in a report; longer lists are exports. */
const maxReportRows = 200;
/** Maximum number of rows in the workbook. */
const maxWorkbookLines = 5000;

const countable: ReadonlySet<FieldType> = new Set(['year', 'dict', 'dicts', 'ref', 'refs']);
const summable: ReadonlySet<FieldType> = new Set(['integer', 'decimal', 'money']);
const unlisted: ReadonlySet<FieldType> = new Set(['rows', 'files', 'rich']);

/** View with a given code. */
export const pageOfReport = (
  engine: Pick<Engine, 'resources'>,
  code: string,
): ReportPage | undefined => {
  for (const resource of engine.resources.values()) {
    const view = Object.entries(resource.views).find(([, each]) => each.code === code);
    if (view) return { resource, view: view[0] };
  }
  return undefined;
};

/** Fields of a resource that reports may query; secret fields are excluded. */
const fieldsFor = (resource: Resource) => {
  const fields = Object.entries(listFields(resource)).filter(
    ([, { spec }]) => spec.secret === undefined,
  );
  const named = (fits: (type: FieldType, name: string) => boolean): readonly string[] =>
    fields.filter(([name, { spec }]) => fits(spec.type, name)).map(([name]) => name);
  return {
    groups: named((type, name) => countable.has(type) && resource.list.filters.includes(name)),
    sums: named((type, name) => summable.has(type) && Object.hasOwn(resource.fields, name)),
    columns: named((type) => !unlisted.has(type)),
  };
};

/** Source of a page with the fields that reports may use. */
export const reportSourceOf = (
  code: string,
  page: ReportPage,
  language: Language,
): ReportSource => {
  const all = listFields(page.resource);
  const labelled = (names: readonly string[]): readonly ReportField[] =>
    names.map((name) => ({ name, label: say(all[name]?.spec.label ?? [name, name], language) }));
  const { groups, sums, columns } = fieldsFor(page.resource);
  return {
    page: code,
    label: say(sourceName(page), language),
    resource: page.resource.key,
    groups: labelled(groups),
    sums: labelled(sums),
    columns: labelled(columns),
  };
};

const listOf = (text: string | null | undefined): readonly string[] =>
  (text ?? '').split(',').filter(Boolean);

const pageMissingText: Label = ['来源页面不存在', 'There is no such page'];
const fieldMissingText: Label = ['字段不属于该来源', 'The field does not belong to the source'];

/**
 * View of a question after checking its fields.
 * @throws Invalid at the faulty field
 */
const settled = (engine: Pick<Engine, 'resources'>, question: ReportQuestion): ReportPage => {
  const page = pageOfReport(engine, question.page);
  if (!page) throw new Invalid([{ path: 'page', message: pageMissingText }]);
  const known = fieldsFor(page.resource);
  const faults = (
    [
      ['groupBy', known.groups],
      ['sums', known.sums],
      ['columns', known.columns],
    ] as const
  ).flatMap(([path, names]) =>
    question[path].every((name) => names.includes(name))
      ? []
      : [{ path, message: fieldMissingText }],
  );
  if (faults.length > 0) throw new Invalid(faults);
  return page;
};

interface Row {
  readonly page: string | null;
  readonly conditions: string | null;
  readonly groupBy: string | null;
  readonly sums: string | null;
  readonly columns: string | null;
}

/** Question of a stored report. */
export const reportQuestionOf = (row: Row): ReportQuestion => ({
  page: row.page ?? '',
  conditions: row.conditions ?? '',
  groupBy: listOf(row.groupBy).slice(0, maxGroups),
  sums: listOf(row.sums),
  columns: listOf(row.columns),
});

/** Checks that a report uses only fields of its source. */
export const reportBehaviour: Behaviour = defineBehaviour(report, {
  complete: async (row, { engine }) => {
    const subject = subjectOfSource(row.page ?? '');
    if (subject) {
      checkFigures(subject, reportQuestionOf(row));
      return { pageName: figureSourceLabel(subject)[0], sourceKey: null };
    }
    const page = settled(engine, reportQuestionOf(row));
    return { pageName: sourceName(page)[0], sourceKey: page.resource.key };
  },
});

export interface ReportReader {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
  readonly dictionaries: Dictionaries;
}

/** Query of the list page for a question. */
const queryOf = ({ view, resource }: ReportPage, question: ReportQuestion, more: object) => {
  const conditions = Object.fromEntries(new URLSearchParams(question.conditions));
  return parseQuery(resource, { ...conditions, ...more, view });
};

const linkTo = (
  { resource, view }: ReportPage,
  conditions: Readonly<Record<string, string>>,
): string => {
  const query = new URLSearchParams(conditions).toString();
  return `${resource.views[view]?.path}${query && `?${query}`}`;
};

const cellText = (value: unknown): string =>
  Array.isArray(value) ? value.join('、') : String(value ?? '');

const grouped = async (
  asking: ReportReader,
  page: ReportPage,
  question: ReportQuestion,
): Promise<ReportResult> => {
  const { engine, actor, language } = asking;
  const { resource } = page;
  const found = await engine
    .as(actor)
    .groupCounts(resource, queryOf(page, question, {}), question.groupBy, question.sums);
  const fields = listFields(resource);
  const counted = found.map((one) => groupCountToWire(resource, question.groupBy, one, asking));
  const rows = inGroups(
    counted.map((row) => ({ ...row, value: String(row.total) })),
    question.groupBy.map((name) => fields[name]?.spec.type === 'year'),
  );
  const isCut = found.length >= maxCountedGroups;
  const sums = question.sums.filter((name) => rows.every((row) => row.sums?.[name] !== undefined));
  const head = (name: string) => ({
    name,
    label: say(fields[name]?.spec.label ?? [name, name], language),
  });
  const given = Object.fromEntries(new URLSearchParams(question.conditions));
  const none = say(['未填写', 'Not given'], language);
  return {
    heads: [
      ...question.groupBy.map(head),
      { name: 'total', label: say(['记录数', 'Records'], language) },
      ...sums.map(head),
    ],
    groups: question.groupBy.length,
    lines: rows.map(({ keys, names, total, sums: values = {} }) => [
      ...keys.map((key, index) => (key === '' ? none : names[index] || key)),
      String(total),
      ...sums.map((name) => String(values[name])),
    ]),
    links: rows.map(({ keys }) => {
      const own = question.groupBy.map((name, index) => [name, keys[index] ?? '']);
      const link = keys.includes('') ? '' : linkTo(page, { ...given, ...Object.fromEntries(own) });
      return ['total', ...sums].map(() => link);
    }),
    // A chart draws the first sum, otherwise the number of records.
    drawn: question.groupBy.length + (sums.length > 0 ? 1 : 0),
    // Total is null if cut off; a record with several codes counts in each group.
    total: isCut ? null : rows.reduce((sum, { total }) => sum + total, 0),
    more: isCut,
  };
};

const listed = async (
  asking: ReportReader,
  page: ReportPage,
  question: ReportQuestion,
  most: number,
): Promise<ReportResult> => {
  const { engine, actor, language } = asking;
  const { resource } = page;
  const fields = listFields(resource);
  const records: RowLike[] = [];
  let answer = { total: 0, more: false };
  for (let current = 1; records.length < most; current += 1) {
    const asked = queryOf(page, question, {
      fields: question.columns.join(','),
      current: String(current),
      size: String(maxReportRows),
    });
    const part = await engine.as(actor).list(resource, asked);
    answer = { total: part.total, more: part.more };
    records.push(...part.records.map((row) => toWire(resource, row, asking)));
    if (part.records.length < maxReportRows) break;
  }
  const shown = question.columns.filter((name) => records.every((row) => Object.hasOwn(row, name)));
  return {
    heads: shown.map((name) => ({
      name,
      label: say(fields[name]?.spec.label ?? [name, name], language),
    })),
    groups: 0,
    lines: records.map((row) => shown.map((name) => cellText(row[`${name}Name`] ?? row[name]))),
    links: [],
    drawn: 0,
    total: answer.total,
    more: answer.more || answer.total > records.length,
  };
};

/**
 * Result of a report with the actor’s rights.
 * @throws Denied without the source page
 */
export const runReport = async (
  asking: ReportReader,
  question: ReportQuestion,
  most = maxReportRows,
): Promise<ReportResult> => {
  const subject = subjectOfSource(question.page);
  if (subject) return figureResult(asking, subject, question);
  const page = settled(asking.engine, question);
  if (!asking.actor.permissions.has(question.page)) throw new Denied();
  return question.groupBy.length > 0
    ? grouped(asking, page, question)
    : listed(asking, page, question, most);
};

/** Number cell for numeric texts; other texts unchanged. */
const numeric = (text: string): string | number =>
  /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;

/**
 * True if the result may be exported; lists of single records need the export right of their page.
 */
export const mayLeaveSystem = (
  { groupBy, page }: Pick<ReportQuestion, 'groupBy' | 'page'>,
  { permissions }: Pick<Actor, 'permissions'>,
): boolean => groupBy.length > 0 || permissions.has(`${page}_export`);

/** Maximum number of lines in the PDF; the workbook contains all. */
const maxPdfLines = 500;

const onlyFirstLinesText: Label = [
  '共 {total} 条，以下为前 {shown} 条，其余请打开报表查看',
  '{total} records, of which the first {shown} follow; open the report for the others',
];

/** Note that the smallest groups are left out. */
const onlyLargestGroupsText: Label = [
  '分组过多，只列出数值最大的 {shown} 组；请减少分组字段或增加条件',
  'Too many groups: the {shown} largest are listed; group by fewer fields or set conditions',
];

/** Note on left-out lines; null if complete. */
const leftOut = (result: ReportResult, language: Language): string | null => {
  const { groups, lines, total, more } = result;
  if (!more) return null;
  const words = { total: total ?? lines.length, shown: lines.length };
  return say(fill(groups > 0 ? onlyLargestGroupsText : onlyFirstLinesText, words), language);
};

/**
 * Report as PDF with the actor’s rights.
 * @throws Denied without the right to export
 */
export const reportPdf = async (
  call: ReportReader,
  row: Row & { readonly name: string | null },
  foot: Label,
): Promise<Buffer> => {
  const { language, actor } = call;
  const question = reportQuestionOf(row);
  if (!mayLeaveSystem(question, actor)) throw new Denied();
  const result = await runReport(call, question, maxPdfLines);
  const { heads, groups, lines } = result;
  const notice = leftOut(result, language);
  return pdfOf({
    title: row.name ?? say(report.label, language),
    across: heads.length > 6,
    foot: say(foot, language),
    blocks: [
      ...(notice ? [{ is: 'text' as const, text: notice }] : []),
      {
        is: 'table',
        heads: heads.map(({ label }) => label),
        lines,
        right: new Set(groups > 0 ? heads.keys().filter((index) => index >= groups) : []),
      },
    ],
  });
};

/**
 * Report as workbook with the actor’s rights.
 * @throws Denied without the right to export
 */
export const reportWorkbookOf = async (
  call: ReportReader,
  row: Row & { readonly name: string | null },
): Promise<Buffer> => {
  const { engine, actor, language } = call;
  const question = reportQuestionOf(row);
  if (!mayLeaveSystem(question, actor)) throw new Denied();
  const result = await runReport(call, question, maxWorkbookLines);
  const { heads, groups, lines } = result;
  const notice = leftOut(result, language);
  return writeTable(
    bookMakerOf(engine, actor),
    row.name ?? report.label[0],
    heads.map(({ label }) => label),
    lines.map((line) =>
      line.map((cell, index) => (groups > 0 && index >= groups ? numeric(cell) : cell)),
    ),
    { name: say(['说明', 'Notes'], language), lines: notice ? [notice] : [] },
  );
};
