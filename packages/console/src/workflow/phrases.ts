import type { Text } from '../i18n/language.ts';
import { store } from '../storage/store.ts';

/** 常用意见 as they come (domain §3.5); everybody may keep their own instead. */
export const usualPhrases: readonly Text[] = [
  ['同意', 'Agreed'],
  ['情况属实，同意', 'The facts are right; agreed'],
  ['材料不全，请补充', 'Material is missing; please complete it'],
];

/** Longest opinion, in characters (domain §5.8 auditRecord). */
export const longestOpinion = 500;

const key = (userId: string): string => `phrases-${userId}`;

export const phrasesOf = (userId: string): readonly Text[] =>
  store.get<readonly string[]>(key(userId)) ?? usualPhrases;

/** Keeps a person's own; none brings the usual ones back. */
export const keepPhrases = (userId: string, phrases: readonly string[]): void =>
  phrases.length === 0 ? store.remove(key(userId)) : store.set(key(userId), phrases);

const nextKey = 'open-next';

/** 办完打开下一条 */
export const opensNext = (): boolean => store.get<boolean>(nextKey) ?? true;
export const keepOpensNext = (on: boolean): void => store.set(nextKey, on);
