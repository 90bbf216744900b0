import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Engine } from '../engine.ts';
import { taskOwnerOf } from '../workers/person.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { defineTask } from '../workers/task.ts';
import type { BookLine, BookPlan } from './book-plan.ts';

/** Person for whom a workbook is read or written, and the pool of worker processes. */
export interface BookMaker {
  readonly workers: Pick<WorkerPool, 'run'>;
  /** Id of the person in whose queue the task waits. */
  readonly person: string | undefined;
}

export const bookMakerOf = ({ workers }: Engine, actor: Actor): BookMaker => ({
  workers,
  person: taskOwnerOf(actor),
});

/** Maximum size of the lines of a workbook in bytes; fifty thousand rows of twenty columns have some 20 MB. */
const maxBookBytes = 64 * 1024 ** 2;

const composeBook = defineTask<typeof import('./compose-task.ts'), 'composeWorkbook'>({
  what: ['导出的工作簿', 'The workbook'],
  module: new URL('./compose-task.ts', import.meta.url),
  run: 'composeWorkbook',
  bounds: {
    inputBytes: maxBookBytes + 4 * 1024 ** 2,
    outputBytes: maxBookBytes,
    milliseconds: 120_000,
    megabytes: 512,
  },
});

/** Number of lines per piece of text. */
const linesPerPiece = 200;

/**
 * Lines of a workbook in the making. They are stored as pieces of text, not as values: a worker process gets them
 * without another pass, and their size is known.
 */
export class WorkbookLines {
  readonly #pieces: Buffer[] = [];
  #open: string[] = [];
  #bytes = 0;

  /** @throws Refused if the workbook exceeds its maximum size. */
  add(...line: BookLine): void {
    this.#open.push(JSON.stringify(line));
    if (this.#open.length >= linesPerPiece) this.#close();
  }

  /** Returns all lines so far. */
  pieces(): readonly Buffer[] {
    this.#close();
    return this.#pieces;
  }

  #close(): void {
    if (this.#open.length === 0) return;
    const piece = Buffer.from(`[${this.#open.join(',')}]`);
    this.#open = [];
    this.#bytes += piece.length;
    if (this.#bytes > maxBookBytes) {
      throw new Refused([
        '导出内容过多，请减少列数或缩小范围',
        'Too much for one workbook; choose fewer columns or rows',
      ]);
    }
    this.#pieces.push(piece);
  }
}

/** Writes a workbook in a worker process. */
export const writeBook = async (
  { workers, person }: BookMaker,
  plan: BookPlan,
  lines: WorkbookLines,
): Promise<Buffer> => {
  const content = await workers.run(composeBook, { plan, lines: lines.pieces() }, { person });
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
};
