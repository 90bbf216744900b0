import { createYielder } from '../base/yielding.ts';
import { defineTask } from '../workers/task.ts';
import type { BookMaker } from './book.ts';
import type { SheetPieces } from './grids-task.ts';
import type { RawCell } from './raw-cell.ts';

/** The cells of a sheet, row by row. */
export type Grid = readonly (readonly RawCell[])[];

/** Bytes of a workbook that is read whole into memory. */
export const maxWorkbook = 20 * 1024 ** 2;

/**
 * Memory and time that reading a workbook may take: a hostile file costs its sender the import, and
 * other people nothing.
 */
const readBook = defineTask<typeof import('./grids-task.ts'), 'readSheets'>({
  what: ['工作簿', 'The workbook'],
  module: new URL('./grids-task.ts', import.meta.url),
  run: 'readSheets',
  bounds: {
    inputBytes: maxWorkbook + 1024,
    outputBytes: 128 * 1024 ** 2,
    milliseconds: 30_000,
    megabytes: 512,
  },
  // One is read and one waits: a person who sends more at once gets 429.
  mostWaiting: 1,
});

const unpacked = (cell: unknown): RawCell =>
  Array.isArray(cell) ? new Date(cell[0] as number) : (cell as RawCell);

/** The sheets that a worker read, by name. */
export const sheetGrids = async (
  sheets: readonly SheetPieces[],
): Promise<ReadonlyMap<string, Grid>> => {
  const grids = new Map<string, Grid>();
  const pace = createYielder();
  for (const { name, rows } of sheets) {
    const grid: RawCell[][] = [];
    for (const piece of rows) {
      const some = JSON.parse(Buffer.from(piece).toString()) as unknown[][];
      for (const row of some) grid.push(row.map(unpacked));
      await pace();
    }
    grids.set(name, grid);
  }
  return grids;
};

/**
 * Reads the grids of a workbook, by sheet name, in a worker.
 * @throws Refused for a file that is none, or that holds more than any honest one; TooManyWaiting
 *   when the person has one waiting already.
 */
export const readGrids = async (
  { workers, person }: BookMaker,
  content: Buffer,
): Promise<ReadonlyMap<string, Grid>> =>
  sheetGrids(await workers.run(readBook, content, { person }));
