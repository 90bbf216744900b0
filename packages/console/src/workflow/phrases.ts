import { opinionLength } from '@keyan/kernel/values/opinion.ts';
import type { Text } from '../i18n/language.ts';
import { preferences } from '../storage/preferences.ts';

/** 常用意见 as they come; everybody may keep their own instead. */
export const usualPhrases: readonly Text[] = [
  ['同意', 'Approved'],
  ['情况属实，同意', 'Verified, approved'],
  ['材料不全，请补充', 'Please add the missing documents'],
];

/** Longest comment, in characters. */
export const longestComment = opinionLength.max;

/** The reader's own, or the usual ones. */
export const phrasesOf = (): readonly Text[] =>
  preferences.get<readonly string[]>('phrases') ?? usualPhrases;

/** Keeps a person's own; none brings the usual ones back. */
export const keepPhrases = (phrases: readonly string[]): void =>
  preferences.set('phrases', phrases.length === 0 ? undefined : phrases);

/** 办完打开下一条 */
export const opensNextTask = (): boolean => preferences.get<boolean>('open-next') ?? true;
export const keepOpensNextTask = (on: boolean): void => preferences.set('open-next', on);
