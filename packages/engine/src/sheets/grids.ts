import { Worker } from 'node:worker_threads';
import { Refused } from '@keyan/kernel/errors.ts';
import { isBomb } from '../files/types.ts';
import type { RawCell } from './cell.ts';

/** The cells of a sheet, row by row. */
export type Grid = readonly (readonly RawCell[])[];

/** Bytes that a workbook may unpack to; five thousand records stay far below. */
const mostUnpacked = 256 * 1024 ** 2;
/**
 * Memory and time of the thread that reads a workbook: one cell at XFD1048576 makes a file of ten
 * kilobytes claim seventeen thousand million cells, and must not take the process down with it.
 */
const mostMegabytes = 512;
const mostSeconds = 30;

const unreadable = (): Refused =>
  new Refused([
    '无法读取此文件,请使用模板(.xlsx)',
    'This is no workbook; use the template (.xlsx)',
  ]);

const readApart = (content: Buffer): Promise<ReadonlyMap<string, Grid>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./grid-worker.ts', import.meta.url), {
      workerData: content,
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
      stderr: true,
    });
    const timer = setTimeout(() => void worker.terminate(), mostSeconds * 1000);
    worker.once('message', (sheets: [string, Grid][]) => resolve(new Map(sheets)));
    worker.once('error', () => reject(unreadable()));
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(unreadable());
    });
  });

let turn: Promise<unknown> = Promise.resolve();

/**
 * Reads the grids of a workbook, by sheet name; one workbook at a time.
 * @throws Refused for a file that is none, or that unpacks to more than any honest one.
 */
export const readGrids = async (content: Buffer): Promise<ReadonlyMap<string, Grid>> => {
  if (await isBomb(content, mostUnpacked)) throw unreadable();
  const mine = turn.then(() => readApart(content));
  turn = mine.catch(() => undefined);
  return mine;
};
