import { Fault, Invalid, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** Limits of one run of a task. A run beyond them is refused or ended. */
export interface TaskBounds {
  /** Maximum size of the serialised input in bytes. */
  readonly inputBytes: number;
  /** Maximum size of the serialised result in bytes. */
  readonly outputBytes: number;
  /**
   * Maximum milliseconds from the call of the function to its result. Queueing, starting and loading do not count: they
   * depend on the machine and not on the input.
   */
  readonly milliseconds: number;
  /**
   * Maximum megabytes of JavaScript heap. The whole process, with buffers, may use twice that and 128 MB more. Tasks
   * with the same number share processes: prefer a number that other tasks use.
   */
  readonly megabytes: number;
}

/**
 * Work that runs in a worker process: a function of a module, and its limits. Input and result are values that
 * `structuredClone` accepts (texts, lists, maps, buffers). They are copied through a pipe (5 MB block the server for 3
 * ms): pass the path of a large file instead of its bytes.
 */
export interface Task<I, O> {
  /** Label of the input, for messages: `['工作簿', 'The workbook']`. */
  readonly what: Label;
  /** Address of the module: `new URL('./x-task.ts', import.meta.url)`. Only the worker process loads it. */
  readonly module: URL;
  /** Name of the exported function, which gets the input and returns the result or a promise. */
  readonly run: string;
  readonly bounds: TaskBounds;
  /** Maximum number of queued runs of this task per person, besides the limit over all tasks. */
  readonly mostWaiting?: number;
  /** Never set; it links the types of input and result to the value. */
  readonly types?: (input: I) => O;
}

/**
 * Defines a task. The module is named by its type and its address, so that it is not loaded here:
 *
 *     const readBoats = defineTask<typeof import('./boats-task.ts'), 'read'>({
 *       what: ['船只清单', 'List of boats'],
 *       module: new URL('./boats-task.ts', import.meta.url),
 *       run: 'read',
 *       bounds: { inputBytes: 1e6, outputBytes: 4e6, milliseconds: 10_000, megabytes: 128 },
 *     });
 *     const boats = await engine.workers.run(readBoats, text, { person: personOf(actor) });
 */
export const defineTask = <M, K extends keyof M & string>(
  task: Omit<Task<never, never>, 'types' | 'run'> & { readonly run: K },
): M[K] extends (input: infer I) => infer O ? Task<I, Awaited<O>> : never => task as never;

/** Reason why a task gave no result: a limit that it exceeded, or the death of its process. */
export type TaskFailureReason = 'input' | 'output' | 'time' | 'memory' | 'crash';

const texts: { readonly [R in TaskFailureReason]: (what: Label, bounds: TaskBounds) => Label } = {
  input: (what, { inputBytes }) => [
    `${what[0]}过大（上限 ${size(inputBytes)}），请分批处理`,
    `${what[1]}: too large (at most ${size(inputBytes)}); process it in parts`,
  ],
  output: (what, { outputBytes }) => [
    `${what[0]}展开后过大（上限 ${size(outputBytes)}），请分批处理`,
    `${what[1]}: its expanded content is too large (at most ${size(outputBytes)}); process it in parts`,
  ],
  time: (what, { milliseconds }) => [
    `${what[0]}过于复杂，${milliseconds / 1000} 秒内未能处理完，请减少内容后重试`,
    `${what[1]}: too complex to process within ${milliseconds / 1000} seconds; send less at a time`,
  ],
  memory: (what) => [
    `${what[0]}过于复杂，处理所需内存超出上限，请减少内容后重试`,
    `${what[1]}: too complex to process in the memory allowed; send less at a time`,
  ],
  crash: (what) => [
    `${what[0]}无法处理，请检查内容后重试`,
    `${what[1]}: cannot be processed; check the content and try again`,
  ],
};

const size = (bytes: number): string =>
  bytes >= 1024 ** 2 ? `${Math.floor(bytes / 1024 ** 2)} MB` : `${Math.floor(bytes / 1024)} KB`;

/**
 * Refusal of a task that exceeded its limits or killed its process. Answered as 400 with a text that names the input;
 * catch it for another text.
 */
export class TaskFailed extends Refused {
  readonly reason: TaskFailureReason;
  constructor(task: Task<never, unknown>, reason: TaskFailureReason, cause?: unknown) {
    super(texts[reason](task.what, task.bounds));
    this.reason = reason;
    this.cause = cause;
  }
}

/** Error: a person has the maximum number of queued tasks (429). */
export class TooManyWaiting extends Error {
  readonly label: Label = [
    '您有多项处理任务正在排队，请等待完成后再试',
    'Several of your tasks are waiting already; try again when they are done',
  ];
  constructor() {
    super('too many tasks of one person are waiting');
    this.name = 'TooManyWaiting';
  }
}

/** Error: a worker process was not ready in time, because the machine is busy (503). */
export class WorkerNotReady extends Error {
  readonly label: Label = ['服务器繁忙，请稍后重试', 'The server is busy; try again later'];
  constructor() {
    super('a worker process was not ready in time');
    this.name = 'WorkerNotReady';
  }
}

/** Error: the pool is closed, because the server stops (503). */
export class PoolClosed extends Error {
  constructor() {
    super('the worker pool is closed');
    this.name = 'PoolClosed';
  }
}

/** Message of the pool to a worker. */
export interface WorkerOrder {
  readonly module: string;
  readonly run: string;
  /** Serialised. */
  readonly input: Uint8Array;
  readonly outputBytes: number;
}

/** Message of a worker process that is ready: it runs, and the module is loaded. */
export const workerLoaded = 'loaded';

/** Answer of a worker process. */
export type WorkerReply =
  /** Serialised. */
  | { readonly kind: 'result'; readonly output: Uint8Array }
  | { readonly kind: 'overlong' }
  /** Fault that the function threw intentionally; thrown again to the caller. */
  | { readonly kind: 'refused'; readonly label: Label; readonly lists: Refused['lists'] }
  | { readonly kind: 'invalid'; readonly faults: Invalid['faults'] }
  /** Stack of any other error. */
  | { readonly kind: 'error'; readonly stack: string };

/** Converts an error to a reply. */
export const errorReply = (error: unknown): WorkerReply => {
  if (error instanceof Invalid) return { kind: 'invalid', faults: error.faults };
  if (error instanceof Refused) return { kind: 'refused', label: error.label, lists: error.lists };
  if (error instanceof Fault) return { kind: 'refused', label: error.label, lists: {} };
  return { kind: 'error', stack: error instanceof Error ? (error.stack ?? '') : String(error) };
};

/**
 * Returns the serialised result of a reply.
 * @throws the fault of the function, or TaskFailed.
 */
export const replyOutput = (task: Task<never, unknown>, reply: WorkerReply): Uint8Array => {
  switch (reply.kind) {
    case 'result':
      return reply.output;
    case 'overlong':
      throw new TaskFailed(task, 'output');
    case 'refused':
      throw new Refused(reply.label, reply.lists);
    case 'invalid':
      throw new Invalid(reply.faults);
    case 'error':
      throw new TaskFailed(task, 'crash', reply.stack);
  }
};
