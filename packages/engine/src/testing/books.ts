import type { BookMaker } from '../workbooks/book.ts';
import { type Grid, gridsOf } from '../workbooks/grids.ts';
import { read } from '../workbooks/grids-task.ts';

/** Content of a workbook that a test got, read without a worker. */
export const gridsIn = async (content: Buffer): Promise<ReadonlyMap<string, Grid>> =>
  gridsOf(await read(content));

/** Runs the work of workbooks in the process of the test. */
export const maker: BookMaker = {
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
