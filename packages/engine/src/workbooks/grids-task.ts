import { Refused } from '@keyan/kernel/errors.ts';
import readXlsx from 'read-excel-file/node';
import yauzl from 'yauzl';
import { isBomb } from '../files/types.ts';
import { isCompound } from './compound.ts';
import { SheetMeasure } from './measure.ts';
import type { RawCell } from './raw-cell.ts';
import {
  readOldWorkbook,
  readText,
  type SheetTable,
  tooManyRows,
  unreadableFile,
} from './tables.ts';

// Task of a worker process: see `grids.ts`.

/** Maximum unpacked size of a workbook in bytes; five thousand records stay far below. */
const maxUnpackedBytes = 256 * 1024 ** 2;

/** True if the entry of the archive may be a sheet and must be measured. */
const mayBeSheet = (name: string): boolean => name.toLowerCase().endsWith('.xml');

/**
 * Measures the sheets while unpacking, without storing them, and stops at the first that is longer than any import: a
 * million rows are recognised in milliseconds, where reading them would take half a minute.
 * @throws Refused for a sheet that is too long; other errors for a damaged archive.
 */
const measureSheets = async (content: Buffer): Promise<void> => {
  const archive = await yauzl.fromBufferPromise(content, { lazyEntries: true });
  try {
    for await (const entry of archive.eachEntry()) {
      if (!mayBeSheet(entry.fileName)) continue;
      const stream = await archive.openReadStreamPromise(entry);
      const measure = new SheetMeasure();
      for await (const chunk of stream) {
        if (measure.exceeds(chunk as Buffer)) throw new Refused(tooManyRows);
      }
    }
  } finally {
    archive.close();
  }
};

/** Sheet sent to the server: its rows as JSON, in pieces that are parsed quickly. */
export interface SheetPieces {
  readonly name: string;
  readonly rows: readonly Uint8Array[];
}

/** Encodes a time for JSON as a list of one number. */
const packed = (cell: RawCell): unknown => (cell instanceof Date ? [cell.getTime()] : cell);

const rowsPerPiece = 200;

const piecesOf = (name: string, data: readonly (readonly RawCell[])[]): SheetPieces => ({
  name,
  rows: Array.from({ length: Math.ceil(data.length / rowsPerPiece) }, (_, index) => {
    const some = data.slice(index * rowsPerPiece, (index + 1) * rowsPerPiece);
    return Buffer.from(JSON.stringify(some.map((row) => row.map(packed))));
  }),
});

/**
 * Reads an archive as a current workbook.
 * @throws Refused, or any error for a damaged one.
 */
const readArchive = async (file: Buffer): Promise<readonly SheetTable[]> => {
  if (await isBomb(file, maxUnpackedBytes)) throw new Refused(unreadableFile);
  await measureSheets(file);
  const sheets = await readXlsx(file);
  return sheets.map(({ sheet, data }) => ({ name: sheet, data: data as RawCell[][] }));
};

const tablesOf = async (file: Buffer): Promise<readonly SheetTable[]> => {
  if (file.subarray(0, 2).toString('latin1') === 'PK') return readArchive(file);
  return isCompound(file) ? readOldWorkbook(file) : readText(file);
};

/**
 * Returns the cells of every sheet of a workbook: .xlsx, .xls, or the table of a text file (.csv).
 * @throws Refused for a file that is no workbook, has a password, unpacks to too many bytes, or has too many rows.
 */
export const readSheets = async (content: Uint8Array): Promise<readonly SheetPieces[]> => {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    return (await tablesOf(file)).map(({ name, data }) => piecesOf(name, data));
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(unreadableFile);
  }
};
