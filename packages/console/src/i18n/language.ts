import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { preferences } from '../storage/preferences.ts';

/**
 * The language of the page. It stands alone, without i18next, so that the sign-in page can use it
 * within its budget of script.
 */
const read = (): Language => (preferences.get<Language>('language') === 'en' ? 'en' : 'zh');

let current = read();
const listeners = new Set<() => void>();

const announce = (): void => {
  document.documentElement.lang = current === 'zh' ? 'zh-CN' : 'en';
  for (const listener of listeners) listener();
};

/** Chinese unless the reader chose English. */
export const currentLanguage = (): Language => current;

/** Switches the whole page, remembers the choice, and sets `<html lang>`. */
export const setLanguage = (next: Language): void => preferences.set('language', next);

preferences.subscribe('language', () => {
  const next = read();
  if (next === current) return;
  current = next;
  announce();
});

/** Calls back after each switch. Returns the undo. */
export const onLanguageChange = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
};

/** Renders again when the language is switched. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguageChange, currentLanguage);

/** A label as it is written in a definition, or a text that has no other language. */
export type Text = Label | string;

/** The text in a language. */
export const inLanguage = (text: Text, chosen: Language = current): string =>
  typeof text === 'string' ? text : say(text, chosen);

/** Turns labels into the reader's language; the function is new only when the language is. */
export const useLabel = (): ((text: Text) => string) => {
  const chosen = useLanguage();
  return useCallback((text: Text) => inLanguage(text, chosen), [chosen]);
};
