import { createYielder } from '../base/yielding.ts';
import { defineTask } from '../workers/task.ts';
import type { BookMaker } from './book.ts';
import type { SheetPieces } from './grids-task.ts';
import type { RawCell } from './raw-cell.ts';

/** Cells of a sheet, row by row. */
export type Grid = readonly (readonly RawCell[])[];

/** Maximum size in bytes of a workbook, which is read into memory. */
export const maxWorkbook = 20 * 1024 ** 2;

/** Task with limits of memory and time for reading a workbook: a hostile file fails only its sender's import. */
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
  // One is read and one is queued: a person who sends more at once gets 429.
  mostWaiting: 1,
});

const unpacked = (cell: unknown): RawCell =>
  Array.isArray(cell) ? new Date(cell[0] as number) : (cell as RawCell);

/** Returns the sheets that a worker process read, by name. */
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
 * Reads the cells of a workbook, by sheet name, in a worker process.
 * @throws Refused for a file that is no workbook or is too large; TooManyWaiting if the person has one queued already.
 */
export const readGrids = async (
  { workers, person }: BookMaker,
  content: Buffer,
): Promise<ReadonlyMap<string, Grid>> =>
  sheetGrids(await workers.run(readBook, content, { person }));
