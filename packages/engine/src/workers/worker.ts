import { type ChildProcess, fork } from 'node:child_process';
import { type WorkerOrder, type WorkerReply, workerLoaded } from './task.ts';

/** Cause of the end of a worker process. */
export type WorkerDeath = 'memory' | 'crash';

/** Maximum number of characters stored of the last output of a process. */
const maxOutputStored = 4000;

/** Environment variables that a worker process gets: nothing secret. */
const passedOn = ['NODE_COMPILE_CACHE', 'TZ', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot'] as const;

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * True if the process ended for lack of memory: V8 aborts at its heap limit; the watching thread and the kernel kill.
 */
const isMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134;

/** Error: the process died while it worked. */
export class WorkerDied extends Error {
  readonly death: WorkerDeath;
  constructor(death: WorkerDeath, lastWords: string) {
    super(lastWords.trim() || 'the worker process ended');
    this.death = death;
  }
}

/** Worker process. Not a thread: a thread that runs out of memory usually ends the whole process (decision 0017). */
export class WorkerProcess {
  readonly megabytes: number;
  /** Module of its last task; another task of that module needs no loading. */
  module = '';
  readonly #child: ChildProcess;
  readonly #gone = Promise.withResolvers<void>();
  #running: PromiseWithResolvers<WorkerReply> | undefined;
  #onLoaded: () => void = () => undefined;
  #lastWords = '';
  #alive = true;

  /** @param megabytes limit of the JavaScript heap. */
  constructor(megabytes: number) {
    this.megabytes = megabytes;
    const mostResidentBytes = (2 * megabytes + 128) * 1024 ** 2;
    this.#child = fork(new URL('./process.ts', import.meta.url), [String(mostResidentBytes)], {
      execArgv: [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=4'],
      env: environment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString()).slice(0, maxOutputStored);
    });
    this.#child.on('message', (message: WorkerReply | typeof workerLoaded) => {
      if (message === workerLoaded) this.#onLoaded();
      else this.#settle()?.resolve(message);
    });
    // The event may come more than once, and an error without a listener would end the server.
    this.#child.on('error', (error) => this.#end('crash', error.message));
    this.#child.once('exit', (code, signal) =>
      this.#end(isMemory(code, signal) ? 'memory' : 'crash', this.#lastWords),
    );
    this.#hold(false);
  }

  /** True while the process runs. A dead process gets no further task. */
  get alive(): boolean {
    return this.#alive;
  }

  /**
   * Runs one task; the previous one must have ended.
   * @param onLoaded called when the module is loaded and the function begins.
   * @throws WorkerDied if the process dies or is killed.
   */
  run(order: WorkerOrder, onLoaded: () => void): Promise<WorkerReply> {
    this.#onLoaded = onLoaded;
    this.module = order.module;
    this.#lastWords = '';
    this.#running = Promise.withResolvers<WorkerReply>();
    const { promise } = this.#running;
    this.#hold(true);
    this.#child.send(order, (error) => {
      if (!error) return;
      this.#child.kill('SIGKILL');
      this.#end('crash', error.message);
    });
    return promise;
  }

  /** Ends the process at once; resolves when it has ended. */
  async kill(): Promise<void> {
    if (this.#alive) {
      this.#hold(true);
      this.#child.kill('SIGKILL');
    }
    await this.#gone.promise;
  }

  #settle(): PromiseWithResolvers<WorkerReply> | undefined {
    const running = this.#running;
    this.#running = undefined;
    this.#hold(false);
    return running;
  }

  #end(death: WorkerDeath, lastWords: string): void {
    this.#alive = false;
    this.#settle()?.reject(new WorkerDied(death, lastWords));
    this.#gone.resolve();
  }

  /** Sets whether the process keeps the server from ending: only a running task does. */
  #hold(held: boolean): void {
    const change = held ? 'ref' : 'unref';
    this.#child[change]();
    this.#child.channel?.[change]();
    (this.#child.stderr as (NodeJS.ReadableStream & { ref(): void; unref(): void }) | null)?.[
      change
    ]();
  }
}
