import { type ChildProcess, fork } from 'node:child_process';
import { type WorkerOrder, type WorkerReply, workerLoaded } from './task.ts';

/** How a worker process ended: of its memory, or of anything else. */
export type WorkerDeath = 'memory' | 'crash';

/** Characters kept of what a dying process says. */
const mostLastWords = 4000;

/** Variables of the environment that a worker process gets: nothing secret. */
const passedOn = ['NODE_COMPILE_CACHE', 'TZ', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot'] as const;

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** V8 aborts at its heap limit; the watch, and the kernel out of memory, kill. */
const isMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134;

/** The process died while it worked. */
export class WorkerDied extends Error {
  readonly death: WorkerDeath;
  constructor(death: WorkerDeath, lastWords: string) {
    super(lastWords.trim() || 'the worker process ended');
    this.death = death;
  }
}

/**
 * One worker process. A process and not a thread: a thread that runs out of memory ends, with most
 * ways of filling it, the whole process (decision 0017).
 */
export class WorkerProcess {
  readonly megabytes: number;
  /** The module of its last task; the next task of that module finds it loaded. */
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
      this.#lastWords = (this.#lastWords + chunk.toString()).slice(0, mostLastWords);
    });
    this.#child.on('message', (message: WorkerReply | typeof workerLoaded) => {
      if (message === workerLoaded) this.#onLoaded();
      else this.#settle()?.resolve(message);
    });
    // It may come more than once, and an error without a listener would end the server.
    this.#child.on('error', (error) => this.#end('crash', error.message));
    this.#child.once('exit', (code, signal) =>
      this.#end(isMemory(code, signal) ? 'memory' : 'crash', this.#lastWords),
    );
    this.#hold(false);
  }

  /** The process is there. One that died takes no further task. */
  get alive(): boolean {
    return this.#alive;
  }

  /**
   * Runs one task; the last one must have ended.
   * @param onLoaded called when the module is there and the function begins.
   * @throws WorkerDied when the process dies of it, or is killed.
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

  /** Ends the process at once, whatever it does; fulfilled when it is gone. */
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

  /** Only a running task keeps the server's process from ending. */
  #hold(held: boolean): void {
    const change = held ? 'ref' : 'unref';
    this.#child[change]();
    this.#child.channel?.[change]();
    (this.#child.stderr as (NodeJS.ReadableStream & { ref(): void; unref(): void }) | null)?.[
      change
    ]();
  }
}
