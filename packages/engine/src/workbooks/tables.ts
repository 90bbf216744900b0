import { read, SSF, utils, type WorkSheet } from '@e965/xlsx';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { decodeText } from '@keyan/kernel/values/encoding.ts';
import { parse } from 'csv-parse/sync';
import type { RawCell } from './raw-cell.ts';
import { maxImportRows } from './read-limits.ts';

// Task of a worker process: see `grids.ts`.

/** Sheet with its cells, row by row. */
export interface SheetTable {
  readonly name: string;
  readonly data: readonly (readonly RawCell[])[];
}

export const unreadableFile: Label = [
  '无法读取此文件，请使用模板（.xlsx），或 .xls、.csv 文件',
  'The file cannot be read; use the template (.xlsx), or an .xls or .csv file',
];

const locked: Label = [
  '文件设有打开密码，请在 Excel 或 WPS 中取消密码后重新上传',
  'The file is protected by a password: remove it in Excel or WPS and upload the file again',
];

const isPage: Label = [
  '这是网页格式的表格（改名为 .xls），请用 Excel 或 WPS 打开后另存为 .xlsx',
  'This is a web page named .xls: open it in Excel or WPS and save it as .xlsx',
];

export const tooManyRows: Label = fill(
  [
    '工作簿的行数过多（包括空行），一次最多导入 {max} 条，请删除空行或分批导入',
    'The workbook has too many rows, empty ones included. At most {max} records at a time: remove empty rows, or import in parts',
  ],
  { max: maxImportRows },
);

/** Number of rows besides records that a table may have: titles, headers, sums, signatures. */
const spareRows = 50;

/** Maximum number of columns; a wider table was not filled in by people. */
const maxColumns = 1000;

const day = 86_400_000;
/** Day 0 of the two calendars of spreadsheets. */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;

/** Returns the time of a serial day number, to the second. */
export const dateOfSerial = (serial: number, calendar: keyof typeof epochs = 1900): Date =>
  new Date(epochs[calendar] + Math.round((serial * day) / 1000) * 1000);

const cellsOf = (sheet: WorkSheet, calendar: keyof typeof epochs): RawCell[][] => {
  if (!sheet['!ref']) return [];
  const { e: end } = utils.decode_range(sheet['!ref']);
  const columns = Math.min(end.c + 1, maxColumns);
  return Array.from({ length: end.r + 1 }, (_, r) =>
    Array.from({ length: columns }, (__, c): RawCell => {
      const cell = sheet['!data']?.[r]?.[c];
      if (!cell || cell.t === 'e' || cell.t === 'z') return null;
      if (typeof cell.v === 'number' && typeof cell.z === 'string' && SSF.is_date(cell.z)) {
        return dateOfSerial(cell.v, calendar);
      }
      return cell.v ?? null;
    }),
  );
};

/**
 * Reads the sheets of a workbook of Excel 97 to 2003, or of WPS.
 * @throws Refused for a workbook with a password, or with too many rows; other errors for a damaged one.
 */
export const readOldWorkbook = (content: Buffer): readonly SheetTable[] => {
  // An encrypted workbook is a compound file with a stream of this name.
  if (content.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new Refused(locked);
  const maxRows = maxImportRows + spareRows;
  let book: ReturnType<typeof read>;
  try {
    book = read(content, { type: 'buffer', dense: true, cellNF: true, sheetRows: maxRows + 1 });
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message);
    throw isLocked ? new Refused(locked) : error;
  }
  const calendar = book.Workbook?.WBProps?.date1904 ? 1904 : 1900;
  return book.SheetNames.map((name) => {
    const sheet = book.Sheets[name];
    const data = sheet ? cellsOf(sheet, calendar) : [];
    if (data.length > maxRows) throw new Refused(tooManyRows);
    return { name, data };
  });
};

/** Returns the separator of cells: the one most frequent in the first lines. */
const delimiterOf = (text: string): string => {
  const head = text.slice(0, 4096);
  const count = (mark: string): number => head.split(mark).length;
  return [',', '\t', ';'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
};

/** Removes `="…"`, as in `="00123"`, with which systems protect digits from spreadsheet programs. */
const plainCell = (text: string): string => /^="([^"]*)"$/.exec(text)?.[1] ?? text;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no text has
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/**
 * Reads the table of a text file whose cells are separated by commas, tabs or semicolons: UTF-8, GB18030 or UTF-16.
 * @throws Refused for a file that is no table, or with too many rows.
 */
export const readText = (content: Buffer): readonly SheetTable[] => {
  const text = decodeText(content, TextDecoder);
  if (/^\s*<(?:!doctype|html|table|meta|head|\?xml)/i.test(text)) throw new Refused(isPage);
  if (binary.test(text.slice(0, 65_536)) || text.startsWith('%PDF'))
    throw new Refused(unreadableFile);
  const maxRows = maxImportRows + spareRows;
  const data = parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    to: maxRows + 1,
  }) as string[][];
  if (data.length > maxRows) throw new Refused(tooManyRows);
  // A text without separators is no table.
  if (!data.some((line) => line.length > 1)) throw new Refused(unreadableFile);
  return [{ name: '', data: data.map((line) => line.map(plainCell)) }];
};
