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

// Runs in a worker process: see `grids.ts`.

/** Bytes that a workbook may unpack to; five thousand records stay far below. */
const mostUnpacked = 256 * 1024 ** 2;

/** True if the entry may be a sheet: it is measured then. Other entries tell which of them are sheets. */
const mayBeSheet = (name: string): boolean => name.toLowerCase().endsWith('.xml');

/**
 * Walks through the sheets as they unpack, without keeping them, and stops at the first that is
 * longer than any import: a million rows are distinguished from five thousand in milliseconds, where reading
 * them would take half a minute.
 * @throws Refused for a sheet that is too long; any other error for an archive that is damaged.
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

/** A sheet on its way to the server: its rows as JSON, in pieces that each take a moment to parse. */
export interface SheetPieces {
  readonly name: string;
  readonly rows: readonly Uint8Array[];
}

/** JSON knows no moments: they travel as a list of one number. */
const packed = (cell: RawCell): unknown => (cell instanceof Date ? [cell.getTime()] : cell);

const rowsPerPiece = 200;

const piecesOf = (name: string, data: readonly (readonly RawCell[])[]): SheetPieces => ({
  name,
  rows: Array.from({ length: Math.ceil(data.length / rowsPerPiece) }, (_, index) => {
    const some = data.slice(index * rowsPerPiece, (index + 1) * rowsPerPiece);
    return Buffer.from(JSON.stringify(some.map((row) => row.map(packed))));
  }),
});

/** An archive is a workbook of today. @throws Refused, or any error for a damaged one. */
const readArchive = async (file: Buffer): Promise<readonly SheetTable[]> => {
  if (await isBomb(file, mostUnpacked)) throw new Refused(unreadableFile);
  await measureSheets(file);
  const sheets = await readXlsx(file);
  return sheets.map(({ sheet, data }) => ({ name: sheet, data: data as RawCell[][] }));
};

const tablesOf = async (file: Buffer): Promise<readonly SheetTable[]> => {
  if (file.subarray(0, 2).toString('latin1') === 'PK') return readArchive(file);
  return isCompound(file) ? readOldWorkbook(file) : readText(file);
};

/**
 * The cells of every sheet of a workbook: .xlsx, .xls, or the table of a text file (.csv).
 * @throws Refused for a file that is none, has a password, unpacks to more than any honest one, or has
 *   too many rows.
 */
export const readSheets = async (content: Uint8Array): Promise<readonly SheetPieces[]> => {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    return (await tablesOf(file)).map(({ name, data }) => piecesOf(name, data));
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(unreadableFile);
  }
};
