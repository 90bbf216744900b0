import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { preferences } from '../storage/preferences.ts';

/**
 * Reads the language of the page. Uses no i18next, so that the sign-in page stays within its script
 * budget.
 */
const readLanguage = (): Language => (preferences.get<Language>('language') === 'en' ? 'en' : 'zh');

let current = readLanguage();
const listeners = new Set<() => void>();

const announce = (): void => {
  document.documentElement.lang = current === 'zh' ? 'zh-CN' : 'en';
  for (const listener of listeners) listener();
};

/** Returns the language of the page; Chinese unless the reader chose English. */
export const currentLanguage = (): Language => current;

/** Switches the language of the whole page, stores the choice, and sets `<html lang>`. */
export const setLanguage = (next: Language): void => preferences.set('language', next);

preferences.subscribe('language', () => {
  const next = readLanguage();
  if (next === current) return;
  current = next;
  announce();
});

/** Calls back after each switch. Returns a function that unsubscribes. */
export const onLanguageChange = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
};

/** Returns the language of the page; renders again on change. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguageChange, currentLanguage);

/** A label as written in a definition, or a text in one language only. */
export type Text = Label | string;

/** Returns the text in a language. */
export const inLanguage = (text: Text, chosen: Language = current): string =>
  typeof text === 'string' ? text : say(text, chosen);

/**
 * Returns a function that translates labels into the reader's language; the function changes only
 * with the language.
 */
export const useLabel = (): ((text: Text) => string) => {
  const chosen = useLanguage();
  return useCallback((text: Text) => inLanguage(text, chosen), [chosen]);
};
