import { withoutSecrets } from '@keyan/kernel/values/redact.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { ApiFault } from '../../client/fault.ts';
import { type Store, store } from '../../storage/store.ts';

/** An entry of the error log, as shown and as uploaded. */
export interface ErrorLogEntry {
  /** Type of failure: `ChunkLoadError`, `TypeError`, `call`, `resource` … */
  readonly type: string;
  /** Place of the failure: path and names of the parameters, never their values. */
  readonly url: string;
  readonly message: string;
  readonly stack: string;
  readonly info: string;
  /** Time of the last occurrence, `yyyy-MM-dd HH:mm:ss`. */
  readonly time: string;
  /** Number of occurrences. */
  readonly count: number;
}

type Failure = Partial<Omit<ErrorLogEntry, 'time' | 'count'>> & Pick<ErrorLogEntry, 'type'>;

export interface ErrorLog {
  /** Adds a failure; a repeated failure only increases its count. */
  note(failure: Failure): void;
  list(): readonly ErrorLogEntry[];
  clear(): void;
  /**
   * Calls back after any change, also by another browser tab. Returns a function that unsubscribes.
   */
  subscribe(changed: () => void): () => void;
}

const name = 'error-log';
const maxEntries = 50;
/** Milliseconds that failures are collected before they are stored together. */
const storeDelay = 200;

/**
 * Creates an error log: stores the last 50 failures on this machine until the user uploads or
 * clears them.
 */
export const createErrorLog = (
  kept: Store = store,
  now: () => Date = () => new Date(),
): ErrorLog => {
  let list: readonly ErrorLogEntry[] | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting: ErrorLogEntry[] = [];
  const listeners = new Set<() => void>();
  const announce = () => {
    list = undefined;
    for (const listener of listeners) listener();
  };
  const read = (): readonly ErrorLogEntry[] => kept.get<readonly ErrorLogEntry[]>(name) ?? [];

  const isSame = (a: ErrorLogEntry, b: ErrorLogEntry): boolean =>
    a.type === b.type && a.message === b.message && a.url === b.url;
  const add = (all: readonly ErrorLogEntry[], entry: ErrorLogEntry): readonly ErrorLogEntry[] => {
    const before = all.find((each) => isSame(each, entry));
    const count = entry.count + (before?.count ?? 0);
    return [...all.filter((each) => each !== before), { ...entry, count }].slice(-maxEntries);
  };
  /** Stores the collected failures; returns false if there were none. */
  const write = (): boolean => {
    if (waiting.length === 0) return false;
    kept.set(name, waiting.splice(0).reduce(add, read()));
    list = undefined;
    return true;
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (write()) announce();
  };

  return {
    note({ type, url = location.pathname + location.search, message = '', stack = '', info = '' }) {
      waiting.push({
        type: type.slice(0, 100),
        url: withoutSecrets(url, 500),
        message: withoutSecrets(message, 500),
        stack: withoutSecrets(stack, 4000),
        info: withoutSecrets(info, 2000),
        time: timeText(now()),
        count: 1,
      });
      // A loop of failures must not fill the memory before they are stored.
      if (waiting.length >= maxEntries) flush();
      else timer ??= setTimeout(flush, storeDelay);
    },
    list() {
      // Called during rendering, when no subscriber may be notified.
      write();
      list ??= read();
      return list;
    },
    clear() {
      waiting.length = 0;
      kept.remove(name);
      announce();
    },
    subscribe(changed) {
      // Another tab may have stored entries while this one had no subscriber.
      if (listeners.size === 0) list = undefined;
      listeners.add(changed);
      const forget = kept.watch(name, announce);
      return () => {
        listeners.delete(changed);
        forget();
      };
    },
  };
};

/** Error log of the page. */
export const errorLog = createErrorLog();

/** Error: a chunk of code did not load within 120 s. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

const failedImport =
  /dynamically imported module|Importing a module script failed|Unable to preload/i;

/**
 * Returns true if a chunk of code was removed from the server or did not load: only a reload helps.
 */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkLoadError || (error instanceof Error && failedImport.test(error.message));

const asFailure = (thrown: unknown): Failure => {
  if (!(thrown instanceof Error)) return { type: 'Error', message: String(thrown) };
  return {
    type: isChunkFailure(thrown) ? 'ChunkLoadError' : thrown.name,
    message: thrown.message,
    stack: thrown.stack ?? '',
  };
};

/** Logs a crash of a page with its component stack. */
export const logCrash = (error: Error, info: string): void =>
  errorLog.note({ ...asFailure(error), info });

/**
 * Fault kinds whose message is technical and may be logged; messages of other kinds may name a
 * record or a person.
 */
const kindsWithTechnicalMessage: ReadonlySet<string> = new Set([
  'network',
  'timeout',
  'server',
  'busy',
  'missing',
]);

/** Logs a failed call. */
export const logCall = (fault: ApiFault, call: string): void =>
  errorLog.note({
    type: 'call',
    message: `${call}: ${kindsWithTechnicalMessage.has(fault.kind) ? fault.message : fault.kind}`,
    info: [`HTTP ${fault.status}`, `code ${fault.code}`, fault.requestId].filter(Boolean).join(' '),
  });

/** Returns the address of an element that loads a resource. */
const sourceOf = (target: EventTarget | null): string | undefined => {
  const element = target instanceof HTMLElement ? target : undefined;
  const source = element?.getAttribute('src') ?? element?.getAttribute('href');
  return source && !source.startsWith('data:') ? source : undefined;
};

/** Logs uncaught errors, rejected promises and resources that do not load. */
export const watchErrors = (): void => {
  const failed = (event: ErrorEvent) => {
    const source = sourceOf(event.target);
    // Resources only: errors of scripts have the window as target.
    if (source !== undefined) return errorLog.note({ type: 'resource', message: source });
    // ResizeObserver reports a late notification; nothing failed.
    if (/ResizeObserver loop/.test(event.message)) return;
    errorLog.note({ ...asFailure(event.error ?? event.message), info: event.filename });
  };
  const rejected = ({ reason }: PromiseRejectionEvent) => {
    // The client has logged failed calls already.
    if (!(reason instanceof ApiFault)) errorLog.note(asFailure(reason));
  };
  addEventListener('error', failed, true);
  addEventListener('unhandledrejection', rejected);
};
