import { opinionLength } from '@keyan/kernel/values/opinion.ts';
import type { Text } from '../i18n/language.ts';
import { preferences } from '../storage/preferences.ts';

/** Default 常用意见; each user may store others instead. */
export const defaultPhrases: readonly Text[] = [
  ['同意', 'Approved'],
  ['情况属实，同意', 'Verified, approved'],
  ['材料不全，请补充', 'Please add the missing documents'],
];

/** Maximum length of a comment, in characters. */
export const maxCommentLength = opinionLength.max;

/** Returns the reader's own phrases, or the default ones. */
export const commonPhrases = (): readonly Text[] =>
  preferences.get<readonly string[]>('phrases') ?? defaultPhrases;

/** Stores a user's own phrases; an empty list restores the default ones. */
export const savePhrases = (phrases: readonly string[]): void =>
  preferences.set('phrases', phrases.length === 0 ? undefined : phrases);

/** Returns the setting 办完打开下一条. */
export const isNextTaskOpened = (): boolean => preferences.get<boolean>('open-next') ?? true;
export const saveOpensNextTask = (on: boolean): void => preferences.set('open-next', on);
