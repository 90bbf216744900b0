import type { BookMaker } from '../workbooks/book.ts';
import { type Grid, sheetGrids } from '../workbooks/grids.ts';
import { readSheets } from '../workbooks/grids-task.ts';

/** Content of a workbook that a test got, read without a worker. */
export const gridsIn = async (content: Buffer): Promise<ReadonlyMap<string, Grid>> =>
  sheetGrids(await readSheets(content));

/** Runs the work of workbooks in the process of the test. */
export const inProcessBookMaker: BookMaker = {
  person: 'test',
  workers: {
    run: async (task, input) => {
      const module = (await import(task.module.href)) as Record<
        string,
        (given: unknown) => unknown
      >;
      return (await module[task.run]?.(input)) as never;
    },
  },
};
