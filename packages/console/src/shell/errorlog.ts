import { store } from '../storage/store.ts';

/** A failure of the page, as the log viewer and the upload of spec §3 have it. */
export interface ErrorLogEntry {
  readonly type: string;
  readonly url: string;
  readonly message: string;
  readonly stack: string;
  readonly info: string;
  /** `yyyy-MM-dd HH:mm:ss` of this machine's clock. */
  readonly time: string;
}

const name = 'error-log';
const limit = 50;

export const errorLog = (): readonly ErrorLogEntry[] =>
  store.get<readonly ErrorLogEntry[]>(name) ?? [];

/** Keeps the last 50 failures on this machine until somebody uploads or clears them. */
export const logCrash = (error: Error, info: string): void => {
  const entry = {
    type: error.name,
    url: location.href,
    message: error.message,
    stack: (error.stack ?? '').slice(0, 4000),
    info: info.slice(0, 2000),
    time: new Date().toLocaleString('sv-SE'),
  };
  store.set(name, [...errorLog(), entry].slice(-limit));
};
