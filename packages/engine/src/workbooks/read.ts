import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { isConcealedText } from '@keyan/kernel/values/mask.ts';
import type { CellFault } from '@keyan/kernel/wire/workbooks.ts';
import { createYielder } from '../base/yielding.ts';
import { cellText, type IdLookup, readCell, spellingsIn } from './cell.ts';
import type { Grid } from './grids.ts';
import { type Column, keyHeader, type SheetPlan, type SheetReader, sheetPlans } from './plan.ts';
import type { RawCell } from './raw-cell.ts';
import { maxImportRows } from './read-limits.ts';

/** Record read from a workbook: its row on the first sheet, wire input, and unreadable values. */
export interface SheetRecord {
  readonly row: number;
  readonly input: Record<string, unknown>;
  readonly faults: CellFault[];
  /** Row numbers of its sub-table lines, to locate faults. */
  readonly lines: Readonly<Record<string, number[]>>;
}

const headText = (cell: RawCell): string => cellText(cell).replace(/\*$/, '').trim();

/** Full-width brackets and blanks make no other column. */
export const plainHead = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');

type Placed = ReadonlyMap<number, Column>;

/** Returns a label without its unit: 转化金额 of 转化金额（元）, as people write headers. */
const withoutUnit = (text: string): string => plainHead(text).replace(/\([^()]*\)$/, '');

const headsOf = (columns: readonly Column[]): ReadonlyMap<string, Column> => {
  const own = columns.flatMap((column) =>
    column.header.map((text) => [plainHead(text), column] as const),
  );
  const given = columns.flatMap((column) =>
    (column.spec.headers ?? []).flat().map((text) => [plainHead(text), column] as const),
  );
  const short = own.map(([text, column]) => [withoutUnit(text), column] as const);
  const isOne = ([text, column]: (typeof short)[number]): boolean =>
    short.every(([other, another]) => other !== text || another === column);
  // The label precedes a name of another source, which precedes a part of the label.
  return new Map([...short.filter(isOne), ...given, ...own]);
};

const placeIn = (line: readonly RawCell[], byHead: ReadonlyMap<string, Column>): Placed => {
  const taken = new Set<Column>();
  return new Map(
    line.flatMap((cell, index) => {
      const column = byHead.get(plainHead(headText(cell)));
      if (!column || taken.has(column)) return [];
      taken.add(column);
      return [[index, column] as const];
    }),
  );
};

/** Number of first rows searched for the header: lists have titles, dates and remarks above it. */
export const maxRowsBeforeHead = 20;

/** Header of a grid: its row, and the field of each column. */
interface Head {
  readonly at: number;
  readonly columns: Placed;
}

const noHead: Head = { at: 0, columns: new Map() };

/**
 * Returns the header: the row, among the first, with most known columns, in either language or under a foreign name, in
 * any order. Of two columns for one field the first counts.
 */
export const headIn = (grid: Grid, columns: readonly Column[]): Head => {
  const byHead = headsOf(columns);
  return grid
    .slice(0, maxRowsBeforeHead)
    .map((line, at): Head => ({ at, columns: placeIn(line, byHead) }))
    .reduce((best, one) => (one.columns.size > best.columns.size ? one : best), noHead);
};

/** Returns the columns of the grid, by field. */
export const placeColumns = (grid: Grid, columns: readonly Column[]): Placed =>
  headIn(grid, columns).columns;

const keyColumn = (line: readonly RawCell[] = []): number =>
  line.findIndex((cell) => keyHeader.includes(headText(cell)));

/** True for a row without content besides its number. */
const isBlank = (line: readonly RawCell[], key: number): boolean =>
  line.every((cell, index) => index === key || cellText(cell) === '');

/** True for the hint row of a template, which has no number in the key column and is skipped. */
const isHint = (line: readonly RawCell[], below: number, key: number): boolean =>
  below === 1 && key >= 0 && cellText(line[key]) === '';

interface Line {
  readonly key: string;
  readonly row: number;
  readonly values: Record<string, unknown>;
  readonly faults: CellFault[];
}

const readSheet = async (grid: Grid, plan: SheetPlan, ids: IdLookup): Promise<readonly Line[]> => {
  const { at: head, columns } = headIn(grid, plan.columns);
  const key = keyColumn(grid[head]);
  const lines: Line[] = [];
  const pace = createYielder();
  for (const [index, cells] of grid.entries()) {
    if (index <= head || isBlank(cells, key) || isHint(cells, index - head, key)) continue;
    const row = index + 1;
    const values: Record<string, unknown> = {};
    const faults: CellFault[] = [];
    for (const [at, { name, spec }] of columns) {
      const read = readCell(cells[at], spec, ids);
      if ('value' in read) {
        // Placeholder text of a hidden value, as exports contain it, is ignored.
        if (!isConcealedText(spec, read.value)) values[name] = read.value;
      } else {
        const sheet = plan.title[0];
        faults.push({ sheet, row, path: name, field: spec.label, message: read.fault });
      }
    }
    lines.push({ key: key < 0 ? String(row) : cellText(cells[key]), row, values, faults });
    await pace();
  }
  return lines;
};

/** Spellings of one reference, and its path in the definition: `projects.programId`. */
export interface SpelledRef {
  readonly path: string;
  readonly texts: ReadonlySet<string>;
}

const refused = (zh: string, en: string): Refused => new Refused([zh, en]);

/** Returns every spelling of a reference in the workbook, by field, so that they are looked up in one query. */
export const spelledRefs = async (
  resource: Resource,
  grids: ReadonlyMap<string, Grid>,
  reader: SheetReader,
): Promise<ReadonlyMap<FieldSpec, SpelledRef>> => {
  const pace = createYielder();
  const found = new Map<FieldSpec, SpelledRef>();
  for (const plan of sheetPlans(resource, reader)) {
    const grid = plan.rows === null ? mainGrid(grids, plan) : gridOf(grids, plan);
    const head = headIn(grid, plan.columns);
    for (const [at, { name, spec }] of head.columns) {
      if (!spec.target) continue;
      const texts = new Set(found.get(spec)?.texts);
      for (const line of grid.slice(head.at + 1)) {
        const text = cellText(line[at]);
        if (text) for (const one of spellingsIn(spec, text)) texts.add(one);
        await pace();
      }
      found.set(spec, { path: plan.rows ? `${plan.rows}.${name}` : name, texts });
    }
  }
  return found;
};

const gridOf = (grids: ReadonlyMap<string, Grid>, plan: SheetPlan): Grid =>
  grids.get(plan.title[0]) ?? grids.get(plan.title[1]) ?? [];

/** Returns the sheet with the records: by its name, else the first of those that match best. */
export const mainGrid = (grids: ReadonlyMap<string, Grid>, main: SheetPlan): Grid => {
  const named = gridOf(grids, main);
  if (named.length > 0) return named;
  const [first = [], ...others] = grids.values();
  const known = (grid: Grid): number => placeColumns(grid, main.columns).size;
  return others.reduce((best, one) => (known(one) > known(best) ? one : best), first);
};

/** True for a table with the header of the template, as people write it: numbered, or in Chinese. */
export const isOwnTable = (
  resource: Resource,
  grids: ReadonlyMap<string, Grid>,
  reader: SheetReader,
): boolean => {
  const [main] = sheetPlans(resource, reader);
  if (!main) return false;
  const grid = mainGrid(grids, main);
  const { at, columns } = headIn(grid, main.columns);
  const han = [...columns.keys()].filter((index) =>
    /\p{Script=Han}/u.test(cellText(grid[at]?.[index])),
  );
  return columns.size > 1 && (keyColumn(grid[at]) >= 0 || han.length > 1);
};

/** Returns the columns that every new record needs and that the header lacks. */
const lackedBy = ({ columns: placed }: Head, { columns }: SheetPlan): readonly Column[] => {
  const there = new Set([...placed.values()].map(({ name }) => name));
  return columns.filter(({ name, spec }) => spec.required && !spec.when && !there.has(name));
};

const named = (columns: readonly Column[]): Label => [
  columns.map(({ header }) => `【${header[0]}】`).join('、'),
  columns.map(({ header }) => header[1]).join(', '),
];

/** Returns the required columns that the sheet with the records lacks. */
export const missingColumns = (
  resource: Resource,
  grids: ReadonlyMap<string, Grid>,
  reader: SheetReader,
): readonly Label[] => {
  const [main] = sheetPlans(resource, reader);
  if (!main) return [];
  return lackedBy(headIn(mainGrid(grids, main), main.columns), main).map(({ header }) => header);
};

/**
 * Returns the records of a workbook.
 * @throws Refused if it is no workbook of this resource, empty, or too long.
 */
export const readRecords = async (
  resource: Resource,
  grids: ReadonlyMap<string, Grid>,
  ids: IdLookup,
  reader: SheetReader,
): Promise<readonly SheetRecord[]> => {
  const [main, ...subs] = sheetPlans(resource, reader);
  const grid = main ? mainGrid(grids, main) : [];
  if (!main || placeColumns(grid, main.columns).size === 0) {
    const wanted = main ? named(lackedBy(noHead, main)) : (['', ''] as const);
    throw new Refused(
      fill(
        [
          '表头与模板不符：前 {rows} 行中没有找到表头，缺少 {wanted} 等列，请使用模板填写',
          'The header row is not that of the template: no header in the first {rows} rows; columns such as {wanted} are missing',
        ],
        { rows: maxRowsBeforeHead, wanted },
      ),
    );
  }
  const lines = await readSheet(grid, main, ids);
  if (lines.length === 0) throw refused('文件中没有数据', 'The file has no rows');
  if (lines.length > maxImportRows) {
    throw new Refused(
      fill(['一次最多导入 {max} 条，请分批导入', 'At most {max} rows at a time'], {
        max: maxImportRows,
      }),
    );
  }
  const records = lines.map((line) => ({
    key: line.key,
    record: {
      row: line.row,
      input: line.values,
      faults: [...line.faults],
      lines: {} as Record<string, number[]>,
    },
  }));
  const pace = createYielder();
  const byKey = new Map(records.map(({ key, record }) => [key, record]));
  for (const plan of subs) {
    if (plan.rows === null) continue;
    for (const line of await readSheet(gridOf(grids, plan), plan, ids)) {
      const record = byKey.get(line.key);
      const owner = record ?? records[0]?.record;
      if (!record) {
        owner?.faults.push({
          sheet: plan.title[0],
          row: line.row,
          path: plan.rows,
          field: keyHeader,
          message: ['【序号】在主表中不存在', 'No row of the first sheet has this number'],
        });
        continue;
      }
      const list = (record.input[plan.rows] as unknown[] | undefined) ?? [];
      const at = list.length;
      const places = Object.fromEntries(plan.ordinals.map((name) => [name, at + 1]));
      list.push(Object.assign(line.values, places));
      record.input[plan.rows] = list;
      record.lines[plan.rows] = [...(record.lines[plan.rows] ?? []), line.row];
      for (const fault of line.faults) {
        record.faults.push({ ...fault, path: `${plan.rows}.${at}.${fault.path}` });
      }
      await pace();
    }
  }
  return records.map(({ record }) => record);
};
