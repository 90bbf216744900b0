import { maxWorkbook } from '@keyan/engine/workbooks/grids.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';

const bounds = {
  inputBytes: maxWorkbook + 16 * 1024 ** 2,
  outputBytes: 64 * 1024 ** 2,
  milliseconds: 30_000,
  megabytes: 512,
} as const;

/** Worker task that reads the tables of a file. */
export const tablesOfFile = defineTask<typeof import('./table-task.server.ts'), 'readTables'>({
  what: ['空表', 'The table'],
  module: new URL('./table-task.server.ts', import.meta.url),
  run: 'readTables',
  bounds,
});

/** Worker task that fills a table of a file. */
export const filledFile = defineTask<typeof import('./table-task.server.ts'), 'fillTable'>({
  what: ['空表', 'The table'],
  module: new URL('./table-task.server.ts', import.meta.url),
  run: 'fillTable',
  bounds,
});
