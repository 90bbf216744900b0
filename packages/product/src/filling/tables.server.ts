import { maxWorkbook } from '@keyan/engine/workbooks/grids.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';

const bounds = {
  inputBytes: maxWorkbook + 16 * 1024 ** 2,
  outputBytes: 64 * 1024 ** 2,
  milliseconds: 30_000,
  megabytes: 512,
} as const;

/** The tables of a foreign file. */
export const tablesOfFile = defineTask<typeof import('./table-task.server.ts'), 'readTables'>({
  what: ['空表', 'The table'],
  module: new URL('./table-task.server.ts', import.meta.url),
  run: 'readTables',
  bounds,
});

/** The same file, filled. */
export const filledFile = defineTask<typeof import('./table-task.server.ts'), 'fillTable'>({
  what: ['空表', 'The table'],
  module: new URL('./table-task.server.ts', import.meta.url),
  run: 'fillTable',
  bounds,
});
