import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language } from '@keyan/kernel/label.ts';

const readers = new AsyncLocalStorage<Language>();

/**
 * Works for somebody who reads this language: names that stand in the database in both languages come in
 * theirs, wherever a statement asks `said(…)` for one.
 */
export const readIn = <T>(language: Language, work: () => T): T => readers.run(language, work);

/** The language of whoever reads what comes of this work; Chinese where nobody is known to. */
export const readingLanguage = (): Language => readers.getStore() ?? 'zh';
