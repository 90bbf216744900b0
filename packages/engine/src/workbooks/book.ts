import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Engine } from '../engine.ts';
import { taskOwnerOf } from '../workers/person.ts';
import type { WorkerPool } from '../workers/pool.ts';
import { defineTask } from '../workers/task.ts';
import type { BookLine, BookPlan } from './book-plan.ts';

/** Person who has a workbook read or written, and the pool that does it. */
export interface BookMaker {
  readonly workers: Pick<WorkerPool, 'run'>;
  /** Person whose turn it takes in the pool. */
  readonly person: string | undefined;
}

export const bookMakerOf = ({ workers }: Engine, actor: Actor): BookMaker => ({
  workers,
  person: taskOwnerOf(actor),
});

/** Bytes of lines that a workbook may have; fifty thousand rows of twenty columns have some 20 MB. */
const mostBytes = 64 * 1024 ** 2;

const composeBook = defineTask<typeof import('./compose-task.ts'), 'composeWorkbook'>({
  what: ['导出的工作簿', 'The workbook'],
  module: new URL('./compose-task.ts', import.meta.url),
  run: 'composeWorkbook',
  bounds: {
    inputBytes: mostBytes + 4 * 1024 ** 2,
    outputBytes: mostBytes,
    milliseconds: 120_000,
    megabytes: 512,
  },
});

/** Lines that are kept as one piece of text. */
const linesPerPiece = 200;

/**
 * The lines of a workbook that is being made. They are kept as text in pieces, not as values: a
 * worker takes them without the server walking through them again, and their size is known.
 */
export class WorkbookLines {
  readonly #pieces: Buffer[] = [];
  #open: string[] = [];
  #bytes = 0;

  /** @throws Refused when there are more than a workbook may have. */
  add(...line: BookLine): void {
    this.#open.push(JSON.stringify(line));
    if (this.#open.length >= linesPerPiece) this.#close();
  }

  /** Every line so far. */
  pieces(): readonly Buffer[] {
    this.#close();
    return this.#pieces;
  }

  #close(): void {
    if (this.#open.length === 0) return;
    const piece = Buffer.from(`[${this.#open.join(',')}]`);
    this.#open = [];
    this.#bytes += piece.length;
    if (this.#bytes > mostBytes) {
      throw new Refused([
        '导出内容过多，请减少列数或缩小范围',
        'Too much for one workbook; choose fewer columns or rows',
      ]);
    }
    this.#pieces.push(piece);
  }
}

/** Writes a workbook in a worker. */
export const writeBook = async (
  { workers, person }: BookMaker,
  plan: BookPlan,
  lines: WorkbookLines,
): Promise<Buffer> => {
  const content = await workers.run(composeBook, { plan, lines: lines.pieces() }, { person });
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
};
