import { hasHan, hasLatin } from '../bibliography/text.ts';

/** Name in CSL-JSON: of a person, or literal for an organisation. */
export type WorkName =
  | { readonly family: string; readonly given?: string }
  | { readonly literal: string };

/** Pinyin family names that are recognised at the front of a Latin name. */
const pinyinSurnames: ReadonlySet<string> = new Set(
  'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang deng han feng cao peng zeng xiao tian dong yuan pan yu jiang cai du ye cheng su wei lv lu ding ren shen yao cui zhong tan fan wen shi liao xia jia zou xiong qin bai jin meng yan hou long duan hao qiao kong shao mao wan gu lai kang qian ouyang'.split(
    ' ',
  ),
);

const isSurname = (word: string): boolean => pinyinSurnames.has(word.toLowerCase());
/** Returns whether a word consists of initials: `J.`, `J.-P.`, `XL`; not `WU` or `LIN`. */
const areInitials = (word: string): boolean =>
  /^(?:\p{Lu}\.-?){1,4}$|^\p{Lu}{1,2}$/u.test(word) && !isSurname(word);
const isCapital = (word: string): boolean => word.length > 1 && word === word.toUpperCase();

/** Returns whether the family name is first without a comma: `LIN X L`, `LIN Xiaolan`, `Lin Xiaolan`. */
const isFamilyFirst = (words: readonly string[]): boolean => {
  const [first = '', ...others] = words;
  const last = others.at(-1) ?? '';
  if (others.every(areInitials)) return true;
  if (areInitials(first)) return false;
  if (isCapital(first) !== isCapital(last)) return isCapital(first);
  return words.length === 2 && isSurname(first) && !isSurname(last);
};

/**
 * Splits the printed name of a person. A Chinese name is one word; in other names the last word is the family name,
 * unless the spelling shows another order.
 */
export const citedNameOf = (text: string): WorkName => {
  const name = text.trim().replace(/\s+/gu, ' ');
  if (hasHan(name) || !hasLatin(name)) return { family: name };
  const [family = '', given = ''] = name.split(/\s*[,，]\s*/u, 2);
  if (given) return { family, given };
  const words = name.split(' ');
  const [only = ''] = words;
  if (words.length === 1) return { family: only };
  return isFamilyFirst(words)
    ? { family: only, given: words.slice(1).join(' ') }
    : { family: words.at(-1) ?? '', given: words.slice(0, -1).join(' ') };
};
