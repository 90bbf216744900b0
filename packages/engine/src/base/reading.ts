import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language } from '@keyan/kernel/label.ts';

const readers = new AsyncLocalStorage<Language>();

/**
 * Runs work for a reader of this language: names stored in both languages are read in this language wherever a
 * statement calls `said(…)`.
 */
export const readIn = <T>(language: Language, work: () => T): T => readers.run(language, work);

/** Returns the language of the reader for whom the current work runs; Chinese if no reader is set. */
export const readingLanguage = (): Language => readers.getStore() ?? 'zh';
