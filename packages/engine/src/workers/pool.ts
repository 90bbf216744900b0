import { availableParallelism } from 'node:os';
import { deserialize, serialize } from 'node:v8';
import type { Logger } from 'pino';
import {
  PoolClosed,
  replyOutput,
  type Task,
  TaskFailed,
  TooManyWaiting,
  WorkerNotReady,
  type WorkerReply,
} from './task.ts';
import { WorkerDied, WorkerProcess } from './worker.ts';

/** Maximum milliseconds in which a process must start and load the module of its task. */
const maxLoadMilliseconds = 60_000;

export interface PoolOptions {
  /** Maximum number of worker processes; by default the number of processors, 2 to 4. */
  readonly processes?: number;
  /** Maximum number of queued tasks per person, 8 by default; tasks of the system are not limited. */
  readonly mostWaiting?: number;
  /** Milliseconds after which an idle process ends; a minute by default. */
  readonly idle?: number;
  /** Log for failures of tasks. */
  readonly log?: Pick<Logger, 'warn'>;
}

export interface TaskRunOptions {
  /** Person in whose queue the task waits (`taskOwnerOf`). Tasks without a person share one queue. */
  readonly person?: string | undefined;
  /** Signal that removes the task from the queue, or ends its process. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly person: string;
  readonly task: Task<never, unknown>;
  readonly input: Buffer;
  readonly signal: AbortSignal | undefined;
  readonly output: PromiseWithResolvers<Uint8Array>;
}

/**
 * Runs tasks in worker processes, within their limits. Every upload that needs a parser goes through it, unless a limit
 * on the input makes parsing provably cheap. - A task that runs too long, uses too much memory or kills its process
 * fails only its own call: each process runs one task at a time. - Idle processes stay for a minute, so that the next
 * task starts at once (starting takes about 50 ms). They start on demand, and do not keep the program from ending. -
 * People take turns, one task each; with more than one process, a person does not use all of them. So a person with
 * many tasks does not delay others.
 */
export class WorkerPool {
  readonly #processes: number;
  readonly #mostWaiting: number;
  readonly #idleTime: number;
  readonly #log: PoolOptions['log'];
  /** Queue of each person, oldest first; the person whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** Number of running tasks per person. */
  readonly #running = new Map<string, number>();
  readonly #busy = new Set<WorkerProcess>();
  /** Idle processes, the last used at the end, with the timers that end them. */
  readonly #idle = new Map<WorkerProcess, NodeJS.Timeout>();
  #closed = false;

  constructor(options: PoolOptions = {}) {
    this.#processes = options.processes ?? Math.min(Math.max(availableParallelism(), 2), 4);
    this.#mostWaiting = options.mostWaiting ?? 8;
    this.#idleTime = options.idle ?? 60_000;
    this.#log = options.log;
  }

  /**
   * Runs a task.
   * @throws the `Fault` that the function of the task threw.
   * @throws TaskFailed (answered as 400) if it exceeded its limits, crashed or threw anything else.
   * @throws TooManyWaiting (429) if the person has too many queued tasks.
   * @throws WorkerNotReady (503) if its process does not start, and PoolClosed (503) if the server stops.
   * @throws the reason of the signal if it was aborted.
   */
  async run<I, O>(task: Task<I, O>, input: I, options: TaskRunOptions = {}): Promise<O> {
    if (this.#closed) throw new PoolClosed();
    const { signal, person = '' } = options;
    signal?.throwIfAborted();
    const own = this.#waiting.get(person) ?? [];
    const plain = task as Task<never, unknown>;
    if (person !== '' && this.#hasEnough(own, plain)) throw new TooManyWaiting();
    const serialised = serialize(input);
    if (serialised.length > task.bounds.inputBytes) throw new TaskFailed(plain, 'input');

    const output = Promise.withResolvers<Uint8Array>();
    const waiting: Waiting = { person, task: plain, input: serialised, signal, output };
    this.#waiting.set(person, [...own, waiting]);
    const leave = (): void => {
      if (this.#drop(waiting)) output.reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave);
    this.#next();
    try {
      return deserialize(await output.promise) as O;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Ends every process; queued and running tasks fail. Resolves when all processes have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of [...this.#waiting.values()].flat()) {
      waiting.output.reject(new PoolClosed());
    }
    this.#waiting.clear();
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#busy, ...this.#idle.keys()].map((worker) => worker.kill()));
    this.#idle.clear();
  }

  /** True if a person with these queued tasks may not queue another. */
  #hasEnough(own: readonly Waiting[], task: Task<never, unknown>): boolean {
    if (own.length >= this.#mostWaiting) return true;
    const { module, run, mostWaiting } = task;
    if (mostWaiting === undefined) return false;
    const same = own.filter((one) => one.task.run === run && one.task.module.href === module.href);
    return same.length >= mostWaiting;
  }

  /** Removes a task from the queue; false if it is no longer queued. */
  #drop(waiting: Waiting): boolean {
    const own = this.#waiting.get(waiting.person) ?? [];
    const others = own.filter((one) => one !== waiting);
    if (others.length === own.length) return false;
    if (others.length > 0) this.#waiting.set(waiting.person, others);
    else this.#waiting.delete(waiting.person);
    return true;
  }

  /** Starts the tasks that can be started. */
  #next(): void {
    while (this.#busy.size < this.#processes) {
      const waiting = this.#take();
      if (!waiting) return;
      void this.#start(waiting);
    }
  }

  /** Takes the next task; its person moves to the end of the order. */
  #take(): Waiting | undefined {
    const most = Math.max(1, this.#processes - 1);
    for (const [person, [first, ...others]] of this.#waiting) {
      if (!first || (this.#running.get(person) ?? 0) >= most) continue;
      this.#waiting.delete(person);
      if (others.length > 0) this.#waiting.set(person, others);
      return first;
    }
    return undefined;
  }

  async #start(waiting: Waiting): Promise<void> {
    const { person, task, output } = waiting;
    let worker: WorkerProcess;
    try {
      worker = this.#workerFor(task);
    } catch (error) {
      // The machine cannot start another process.
      output.reject(error);
      return;
    }
    this.#busy.add(worker);
    this.#running.set(person, (this.#running.get(person) ?? 0) + 1);
    try {
      output.resolve(replyOutput(task, await this.#runIn(worker, waiting)));
    } catch (error) {
      output.reject(error);
      if (error instanceof TaskFailed && error.reason !== 'output') {
        const { reason, cause } = error;
        const message = cause instanceof Error ? cause.message : cause;
        this.#log?.warn({ task: task.run, reason, cause: message }, 'a task failed in its worker');
      }
    }
    const left = (this.#running.get(person) ?? 1) - 1;
    if (left > 0) this.#running.set(person, left);
    else this.#running.delete(person);
    this.#busy.delete(worker);
    if (worker.alive && !this.#closed) this.#rest(worker);
    this.#next();
  }

  /**
   * Runs a task in a process.
   * @throws TaskFailed, WorkerNotReady, PoolClosed, or the reason of the signal; the process has ended then.
   */
  async #runIn(worker: WorkerProcess, { task, input, signal }: Waiting): Promise<WorkerReply> {
    let overdue: Error | undefined;
    const endAfter = (milliseconds: number, reason: Error): NodeJS.Timeout =>
      setTimeout(() => {
        overdue = reason;
        void worker.kill();
      }, milliseconds);
    let timer = endAfter(maxLoadMilliseconds, new WorkerNotReady());
    const onLoaded = (): void => {
      clearTimeout(timer);
      timer = endAfter(task.bounds.milliseconds, new TaskFailed(task, 'time'));
    };
    const abort = (): void => void worker.kill();
    signal?.addEventListener('abort', abort);
    try {
      const { module, run, bounds } = task;
      const order = { module: module.href, run, input, outputBytes: bounds.outputBytes };
      return await worker.run(order, onLoaded);
    } catch (error) {
      if (overdue) throw overdue;
      signal?.throwIfAborted();
      if (this.#closed) throw new PoolClosed();
      throw new TaskFailed(task, error instanceof WorkerDied ? error.death : 'crash', error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Returns an idle process with the memory limit of the task, preferably with its module loaded, or a new one. */
  #workerFor(task: Task<never, unknown>): WorkerProcess {
    const idle = [...this.#idle.keys()].filter((worker) => worker.alive).reverse();
    const fit = idle.filter((worker) => worker.megabytes === task.bounds.megabytes);
    const chosen = fit.find((worker) => worker.module === task.module.href) ?? fit[0];
    if (chosen) {
      clearTimeout(this.#idle.get(chosen));
      this.#idle.delete(chosen);
      return chosen;
    }
    const oldest = idle.at(-1);
    if (oldest && this.#busy.size + idle.length >= this.#processes) this.#dismiss(oldest);
    return new WorkerProcess(task.bounds.megabytes);
  }

  #rest(worker: WorkerProcess): void {
    this.#idle.set(worker, setTimeout(() => this.#dismiss(worker), this.#idleTime).unref());
  }

  #dismiss(worker: WorkerProcess): void {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    void worker.kill();
  }
}
