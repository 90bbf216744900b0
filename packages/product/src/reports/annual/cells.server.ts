import type { Session } from '@keyan/engine/store/connection/database.ts';
import { Invalid, Missing } from '@keyan/kernel/errors.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { CellDetail, CountedRecord } from './answers.ts';
import { changeReport, openReport } from './changing.server.ts';
import { cellKey, isEnterable, measureAt, tableValuesOf } from './fill.ts';
import type { FactKind } from './form.ts';
import { type AnnualTable, type FillSource, hasCell, type SummaryTable } from './form.ts';
import {
  type AnnualReader,
  isReportOpen,
  mayDoToReports,
  readReport,
  readReportStanding,
  reportPartOf,
} from './reading.server.ts';
import {
  addEntry,
  checkEntriesTable,
  entriesOfCell,
  storedCells,
  storedLines,
  valuesByTable,
} from './store.server.ts';

/** Position of a cell in a report. */
export interface CellPlace {
  readonly table: string;
  /** Code of the row, or id of a register’s record. */
  readonly row: string;
  readonly column: string;
}

/** Maximum number of records in a response. */
const pageSize = 100;

const countedAs: Readonly<Record<string, Label>> = {
  people: [
    '统计时点在职、计入统计的科研人员',
    'researchers in service on the reporting date and counted in statistics',
  ],
  projects: [
    '当年有经费或有人员投入、计入统计的项目',
    'counted projects with funds or staff effort in the year',
  ],
  money: [
    '计入统计的项目当年的到账与支出',
    'funds received and spent by counted projects in the year',
  ],
  outputs: [
    '统计年度为当年、已入库、计入统计的成果',
    'approved, counted outputs whose reporting year is this year',
  ],
  patents: [
    '已入库、计入统计的专利，按申请日、授权日',
    'approved, counted patents by filing and grant date',
  ],
  transfers: ['当年签订的成果转化合同', 'technology transfer contracts signed in the year'],
  activities: [
    '统计年度为当年、已通过的学术活动',
    'approved activities whose reporting year is this year',
  ],
  institutions: [
    '已批准、年末仍在的团队和平台',
    'approved teams and platforms still existing at year-end',
  ],
} satisfies Readonly<Partial<Record<FactKind, Label>>>;

const filledByOfficeText: Label = ['由科研处填写', 'Filled in by the research office'];

const fillText = (fill: FillSource): Label | null => {
  if (fill.by === 'sum') {
    const less = fill.less?.length ? ` − ${fill.less.join('、')}` : '';
    return [`由 ${fill.of.join(' + ')}${less} 栏相加`, `Sum of ${fill.of.join(', ')}${less}`];
  }
  if (fill.by === 'last') return [`上年年报第 ${fill.row} 栏`, `Line ${fill.row} of last year`];
  return fill.by === 'hand' ? filledByOfficeText : null;
};

/** Definition of a cell in one sentence. */
const caliberOf = (table: AnnualTable, row: string, column: string): Label => {
  if (table.shape === 'register') return countedAs[table.of] ?? filledByOfficeText;
  const [line, head] = [
    table.rows.find(({ code }) => code === row),
    table.columns.find(({ code }) => code === column),
  ];
  const said = head && line ? (fillText(head.fill) ?? fillText(line.fill)) : null;
  if (said) return said;
  const of = line && head ? measureAt(line.fill, head.fill)?.of : undefined;
  return of ? (countedAs[of] ?? ['', '']) : ['', ''];
};

/** Measured cells behind a cell: the cell itself, or the addends of its sums. */
const leavesBelow = (
  table: SummaryTable,
  row: string,
  column: string,
  depth = 0,
): readonly (readonly [row: string, column: string])[] => {
  const line = table.rows.find(({ code }) => code === row);
  const head = table.columns.find(({ code }) => code === column);
  if (!(line && head && hasCell(line, head)) || depth > 20) return [];
  if (head.fill.by === 'sum')
    return head.fill.of.flatMap((code) => leavesBelow(table, row, code, depth + 1));
  if (line.fill.by === 'sum')
    return line.fill.of.flatMap((code) => leavesBelow(table, code, column, depth + 1));
  return [[row, column]];
};

interface Counted {
  readonly resource: string;
  readonly id: string;
  readonly dept: string | null;
  readonly value: string;
  readonly total: number;
}

const countedIn = (
  session: Session,
  id: string,
  table: string,
  leaves: readonly (readonly [string, string])[],
  departments: readonly string[] | null,
  current: number,
): Promise<readonly Counted[]> =>
  session.query<Counted>(
    `select resource, record_id::text as id, said(d.dept_name, d.dept_name_en) as dept, sum(value)::text as value,
            count(*) over ()::int as total
       from annual_row a left join dept d on d.tenant_id = a.tenant_id and d.id = a.dept_id
      where a.tenant_id = $1 and report_id = $2 and table_code = $3
        and (row_code, column_code) in (select * from unnest($4::text[], $5::text[]))
        and ($6::bigint[] is null or dept_id = any($6))
      group by resource, record_id, d.dept_name, d.dept_name_en order by resource, sum(value) desc, record_id
      limit $7 offset $8`,
    [
      session.tenantId,
      id,
      table,
      leaves.map(([row]) => row),
      leaves.map(([, column]) => column),
      departments,
      pageSize,
      (current - 1) * pageSize,
    ],
  );

/** Titles of records that the reader may open. */
export const titlesOf = async (
  { engine, actor }: AnnualReader,
  records: readonly { readonly resource: string; readonly id: string }[],
): Promise<ReadonlyMap<string, RowLike>> => {
  const found = new Map<string, RowLike>();
  for (const [key, own] of Map.groupBy(records, ({ resource }) => resource)) {
    const resource = engine.resources.get(key);
    if (!resource) continue;
    for (const row of await engine.as(actor).readAll(
      resource,
      own.map(({ id }) => id),
    )) {
      found.set(`${key}/${row.id}`, row as RowLike);
    }
  }
  return found;
};

/** Details of a cell with the counted records that the reader may open. */
export const cellDetail = async (
  asking: AnnualReader,
  id: string,
  { table: code, row, column }: CellPlace,
  current: number,
): Promise<CellDetail> => {
  const { engine, actor, language } = asking;
  const found = await readReport(asking, id);
  const part = reportPartOf(asking);
  const { form, values, last } = await readReportStanding(asking, found);
  const table = tableValuesOf(form, code);
  if (!table) throw new Missing();
  const key = cellKey(row, column);
  const at = await engine.database.read(actor.tenantId, async (session) => ({
    entries: part === null ? await entriesOfCell(session, id, { table: code, row, column }) : [],
    computed:
      valuesByTable(await storedCells(session, id), (cell) => cell.computed)
        .get(code)
        ?.get(key) ?? '',
    counted:
      table.shape === 'summary'
        ? await countedIn(session, id, code, leavesBelow(table, row, column), part, current)
        : (await storedLines(session, id, code, part))
            .filter((line) => line.id === row)
            .map((line) => ({ ...line, value: line.cells[column] ?? '', total: 1 })),
  }));
  const rows = await titlesOf(asking, at.counted);
  const records = at.counted.flatMap((one): readonly CountedRecord[] => {
    const seen = rows.get(`${one.resource}/${one.id}`);
    const title = engine.resources.get(one.resource)?.title;
    if (!seen || !title) return [];
    const { resource, id: recordId, dept, value } = one;
    return [{ resource, id: recordId, dept: dept ?? '', value, title: String(seen[title] ?? '') }];
  });
  const [line] = table.shape === 'register' ? at.counted : [];
  return {
    row,
    column,
    caliber: say(caliberOf(table, row, column), language),
    value:
      table.shape === 'register'
        ? (at.entries[0]?.value ?? line?.value ?? '')
        : (values.get(code)?.get(key) ?? ''),
    computed: table.shape === 'register' ? (line?.value ?? '') : at.computed,
    last: last.get(code)?.get(key) ?? '',
    enterable:
      mayDoToReports(asking, found, 'edit') &&
      isReportOpen(found) &&
      part === null &&
      (table.shape === 'register' || isEnterable(table, row, column)),
    entries: at.entries.map(({ value, reason, seen, by, time }) => ({
      value: value ?? '',
      reason,
      seen: seen ?? '',
      by,
      time: timeText(time),
    })),
    records,
    total: at.counted[0]?.total ?? 0,
    hidden: at.counted.length - records.length,
  };
};

const minReasonLength = 5;

/** Fault of an entered value. */
const faultIn = (
  table: AnnualTable,
  { row, column }: CellPlace,
  value: string | null,
  reason: string,
): Invalid | null => {
  const at = (path: string, message: Label) => new Invalid([{ path, message }]);
  const isHand =
    table.shape === 'summary'
      ? [table.rows, table.columns].some((lines, index) =>
          lines.some(({ code, fill }) => code === [row, column][index] && fill.by === 'hand'),
        )
      : table.columns.some(({ code, at: from }) => code === column && from === '');
  if (table.shape === 'summary' && !isEnterable(table, row, column)) {
    return at('value', [
      '合计由分项相加，不能直接更正',
      'Totals are the sum of their parts and cannot be corrected directly',
    ]);
  }
  if (table.shape === 'register' && !table.columns.some(({ code }) => code === column)) {
    return at('column', ['没有这一栏', 'There is no such column']);
  }
  const isNumber =
    table.shape === 'summary' ||
    table.columns.some(({ code, is }) => code === column && is === 'number');
  if (value !== null && isNumber && !/^-?\d{1,15}(\.\d{1,2})?$/.test(value)) {
    return at('value', ['请填写数字，最多两位小数', 'Enter a number with at most two decimals']);
  }
  return !isHand && [...reason.trim()].length < minReasonLength
    ? at('reason', [
        '请填写更正原因（至少 5 个字）',
        'Enter the reason for correction (at least 5 characters)',
      ])
    : null;
};

/** Corrects a cell or enters a value; null undoes the entry. Earlier entries are kept. */
export const enterCell = async (
  asking: AnnualReader,
  id: string,
  place: CellPlace,
  { value, reason }: { readonly value: string | null; readonly reason: string },
): Promise<void> => {
  const { engine, actor } = asking;
  const { form } = await readReportStanding(asking, await openReport(asking, id));
  const table = tableValuesOf(form, place.table);
  if (!table) throw new Missing();
  const fault = faultIn(table, place, value, reason);
  if (fault) throw fault;
  await changeReport(asking, id, async ({ tx }) => {
    const key = cellKey(place.row, place.column);
    const computed = valuesByTable(await storedCells(tx, id), (cell) => cell.computed);
    const line =
      table.shape === 'register'
        ? (await storedLines(tx, id, place.table)).find((one) => one.id === place.row)
        : undefined;
    if (table.shape === 'register' && !line) throw new Missing();
    await addEntry(tx, {
      ...place,
      id: engine.ids.next(),
      report: id,
      value,
      reason: reason.trim(),
      seen: line
        ? (line.cells[place.column] ?? null)
        : (computed.get(place.table)?.get(key) ?? null),
      user: actor.id,
      time: engine.clock(),
    });
  });
};

/** Stores the reason for a warning; an empty text deletes it. */
export const explainCheck = async (
  asking: AnnualReader,
  id: string,
  check: string,
  text: string,
): Promise<void> => {
  const { engine, actor } = asking;
  const { findings } = await readReportStanding(asking, await openReport(asking, id));
  if (!findings.some((one) => one.check.code === check && one.check.level === 'warn')) {
    throw new Missing();
  }
  await changeReport(asking, id, ({ tx }) =>
    addEntry(tx, {
      table: checkEntriesTable,
      row: check,
      column: '',
      id: engine.ids.next(),
      report: id,
      value: text.trim() || null,
      reason: '',
      seen: null,
      user: actor.id,
      time: engine.clock(),
    }),
  );
};
