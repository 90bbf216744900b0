import { bookMakerOf, WorkbookLines, writeBook } from '@keyan/engine/workbooks/book.ts';
import type { BookCell } from '@keyan/engine/workbooks/book-plan.ts';
import { ColumnWidths, tablePlan } from '@keyan/engine/workbooks/workbook.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { type Amount, minus } from '@keyan/kernel/values/amounts.ts';
import type { MovingKind } from './kinds.ts';
import { type Asking, progressOf, readBatch } from './moving.server.ts';
import {
  dimensions,
  type ReconciledLine,
  type Reconciliation,
  type RowState,
  reconcile,
  reconciledBy,
} from './reconcile.ts';
import { reconciledRows } from './reconciling.server.ts';
import type { ReconciliationAnswer, ShownDifference } from './wire.ts';

/** States of rows in words. */
export const rowStateWords: Readonly<Record<RowState, Label>> = {
  new: ['已导入', 'Imported'],
  standing: ['已存在', 'Already here'],
  faulty: ['有误', 'With errors'],
  failed: ['未导入', 'Not imported'],
  gone: ['已不在', 'Gone'],
  waiting: ['待导入', 'Waiting'],
};

const differs: Label = ['金额与文件不符', 'the amounts differ from the file'];

/** Differences that the page lists; the workbook has all. */
const mostShown = 200;

const asText = (amounts: Readonly<Record<string, Amount>>): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(amounts).map(([key, amount]) => [
      key,
      amount === null || amount === undefined || amount === '' ? null : String(amount),
    ]),
  );

const shown = ({ differences }: Reconciliation): readonly ShownDifference[] =>
  differences.map(({ row, name, state, recordId, reason, file, system }) => ({
    row,
    name,
    state,
    recordId,
    reason: reason ?? differs,
    file: asText(file),
    system: system && asText(system),
  }));

/** The comparison of a batch with the system, as it stands now. */
export const reconciliationOf = async (
  asking: Asking,
  id: string,
  language: Language,
): Promise<ReconciliationAnswer> => {
  const { kind, importBatch } = await readBatch(asking, id);
  const rows = await reconciledRows(asking.engine, asking.actor, kind, importBatch, language);
  const found = reconcile(
    rows,
    kind.measures.map(({ key }) => key),
  );
  return {
    resource: kind.resource.key,
    measures: kind.measures.map(({ key, label }) => ({ key, label })),
    total: found.total,
    by: found.by,
    differences: shown(found).slice(0, mostShown),
    differenceTotal: found.differences.length,
    progress: await progressOf(asking, id),
  };
};

const money = (value: string | null | undefined): BookCell =>
  value ? { is: 'number', value, format: '#,##0.00' } : '';
const count = (value: number): BookCell => ({ is: 'number', value: String(value), format: '0' });

const sumHeads = (kind: MovingKind, language: Language): readonly string[] => [
  say(['文件行数', 'Rows in the file'], language),
  say(['系统条数', 'Records'], language),
  ...kind.measures.flatMap(({ label }) => [
    `${say(label, language)}${say(['（文件）', ' (file)'], language)}`,
    `${say(label, language)}${say(['（系统）', ' (system)'], language)}`,
    `${say(label, language)}${say(['（差）', ' (difference)'], language)}`,
  ]),
  say(['结果', 'Result'], language),
];

const sumCells = (
  { file, system, agrees }: ReconciledLine,
  kind: MovingKind,
  language: Language,
): readonly BookCell[] => [
  count(file.count),
  count(system.count),
  ...kind.measures.flatMap(({ key }) => [
    money(file.amounts[key]),
    money(system.amounts[key]),
    money(minus(file.amounts[key], system.amounts[key])),
  ]),
  say(agrees ? ['一致', 'Agrees'] : ['有差异', 'Differs'], language),
];

/** 对账表 as a workbook: a sheet of sums, and one of all differing rows. */
export const reconciliationBook = async (
  asking: Asking,
  id: string,
  language: Language,
): Promise<{ readonly content: Buffer; readonly name: string }> => {
  const { row, kind, importBatch } = await readBatch(asking, id);
  const rows = await reconciledRows(asking.engine, asking.actor, kind, importBatch, language);
  const found = reconcile(
    rows,
    kind.measures.map(({ key }) => key),
  );
  const lines = new WorkbookLines();
  const text = (label: Label): string => say(label, language);
  const tables: readonly {
    readonly title: string;
    readonly heads: readonly string[];
    readonly body: readonly (readonly BookCell[])[];
  }[] = [
    {
      title: text(['对账表', 'Reconciliation']),
      heads: [text(['口径', 'By']), text(['名称', 'Name']), ...sumHeads(kind, language)],
      body: [
        [text(['合计', 'Total']), '', ...sumCells(found.total, kind, language)],
        ...dimensions.flatMap((dimension) =>
          found.by[dimension].map((line) => [
            text(reconciledBy[dimension]),
            line.name,
            ...sumCells(line, kind, language),
          ]),
        ),
      ],
    },
    {
      title: text(['差异明细', 'Differences']),
      heads: [
        text(['行', 'Row']),
        text(['记录', 'Record']),
        text(['状态', 'State']),
        text(['原因', 'Reason']),
        ...kind.measures.flatMap(({ label }) => [
          `${text(label)}${text(['（文件）', ' (file)'])}`,
          `${text(label)}${text(['（系统）', ' (system)'])}`,
        ]),
      ],
      body: shown(found).map((one) => [
        count(one.row),
        one.name,
        text(rowStateWords[one.state]),
        text(one.reason),
        ...kind.measures.flatMap(({ key }) => [money(one.file[key]), money(one.system?.[key])]),
      ]),
    },
  ];
  const sheets = tables.flatMap(({ title, heads, body }, sheet) => {
    const widths = new ColumnWidths();
    widths.add(heads);
    for (const line of body) {
      widths.add(line);
      lines.add(sheet, line);
    }
    return tablePlan(title, heads, widths).sheets;
  });
  const content = await writeBook(bookMakerOf(asking.engine, asking.actor), { sheets }, lines);
  return { content, name: `${text(['对账表', 'Reconciliation'])}-${row.batchNum}.xlsx` };
};
