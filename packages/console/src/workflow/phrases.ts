import { opinionLength } from '@keyan/kernel/values/opinion.ts';
import type { Text } from '../i18n/language.ts';
import { preferences } from '../storage/preferences.ts';

/** 常用意见 as they come; everybody may keep their own instead. */
export const defaultPhrases: readonly Text[] = [
  ['同意', 'Approved'],
  ['情况属实，同意', 'Verified, approved'],
  ['材料不全，请补充', 'Please add the missing documents'],
];

/** Longest comment, in characters. */
export const longestComment = opinionLength.max;

/** The reader's own, or the usual ones. */
export const commonPhrases = (): readonly Text[] =>
  preferences.get<readonly string[]>('phrases') ?? defaultPhrases;

/** Keeps a person's own; none brings the usual ones back. */
export const savePhrases = (phrases: readonly string[]): void =>
  preferences.set('phrases', phrases.length === 0 ? undefined : phrases);

/** 办完打开下一条 */
export const isNextTaskOpened = (): boolean => preferences.get<boolean>('open-next') ?? true;
export const saveOpensNextTask = (on: boolean): void => preferences.set('open-next', on);
