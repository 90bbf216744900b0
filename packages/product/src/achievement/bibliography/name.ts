import { trimEndCharacters } from '@keyan/kernel/values/pattern.ts';
import type { Author } from './reference.ts';
import { cleanLine, hasHan, hasLatin } from './text.ts';

/** Reading of personal names. A Chinese name is one word and is never split. */

const compoundSurnames = new Set(
  '欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 皇甫 令狐 慕容 尉迟 尉遲 长孙 長孫 宇文 司徒 司空 夏侯 端木 东方 東方 南宫 南宮 公孙 公孫 轩辕 軒轅 钟离 鍾離 呼延 独孤 獨孤 申屠 太史 闻人 聞人 澹台 澹臺 拓跋 百里 赫连 赫連 万俟 萬俟 东郭 東郭 西门 西門'.split(
    ' ',
  ),
);

/** Footnote marks after a name: `1,2`, `*`, `(1)`. */
const footnotes =
  /(?<=\p{L})\s?(?:[([（]\d{1,2}[)\]）]|[\d¹²³⁰-⁹*†‡§#¶]{1,3}(?:[,，][\d*†‡§#]{1,2})*)(?=$|[\s,，、;；])/gu;
/** Footnote marks after an initial: `X. L.†`. */
const signs = /(?<=\.)\s?[*†‡§#¶]{1,3}(?=$|[\s,，、;；])/gu;
const mail = /[(<]?[^\s<>()]{1,80}@[^\s<>()]{1,80}\.\w{2,10}[)>]?/g;
const titleBefore = /^(?:(?:dr|prof|professor|mr|mrs|ms)\.?\s+){1,3}(?=\p{L})/iu;
const titleBehind = /(?<=\p{Script=Han}{2})\s?(?:副?教授|副?研究员|博士|硕士|老师|先生|女士)$/u;
const runTogether = /^(\p{Lu}\p{Ll}+)(\p{Lu}\p{Ll}+)$/u;

/** Returns a name without footnote marks, e-mail address and academic title; splits `LinXiaolan` into two words. */
export const normalisedName = (text: string): string =>
  cleanLine(
    cleanLine(text.replace(mail, ' ').replace(footnotes, '').replace(signs, ''))
      .replace(titleBefore, '')
      .replace(titleBehind, '')
      .replace(runTogether, '$1 $2'),
  );

/** Returns whether a text is a Chinese family name: one character or a known compound one, such as `欧阳`. */
export const isHanSurname = (text: string): boolean =>
  [...text].length === 1 || compoundSurnames.has(text);

/** Returns whether a text consists of Chinese characters, middle dots and blanks only. */
const isHanName = (text: string): boolean => hasHan(text) && !hasLatin(text);

/** Returns an author from family and given name; without a given name the family name is the whole name. */
export function parsedAuthor(family: string, given = ''): Author {
  if (!given || !family) return { name: family || given };
  if (isHanName(family) && isHanName(given)) return { name: `${family}${given}` };
  return { name: `${family}, ${given}`, family, given };
}

/** Reads comma-separated Chinese names: `张三,李四` is two people, `张, 三` one. */
function hanPeople(parts: readonly string[]): Author[] {
  const [family = '', given = ''] = parts;
  if (parts.length === 2 && isHanSurname(family)) return [parsedAuthor(family, given)];
  return parts.map((name) => ({ name }));
}

/**
 * Returns whether a field lists several Latin names, as CNKI prints them without blank after the comma: `Zhang San,Li
 * Si`.
 */
const isLatinList = (parts: readonly string[], text: string): boolean =>
  parts.length > 1 && !/, /.test(text) && parts.every((part) => part.includes(' '));

/**
 * Reads the people in one line of a tagged format: `Family, Given`, `Family, Given, Jr.`, `张三`, `张, 三`, an institution
 * (optionally with EndNote's closing comma), or comma-separated Chinese names.
 */
export function readPeople(text: string): Author[] {
  const plain = trimEndCharacters(normalisedName(text), ',，、');
  if (isHanName(plain))
    return hanPeople(
      plain
        .split(/[,，、]/)
        .map(cleanLine)
        .filter(Boolean),
    );
  const parts = plain.split(',').map(cleanLine).filter(Boolean);
  if (isLatinList(parts, plain)) return parts.map((name) => parsedAuthor(name));
  const [family, ...given] = parts;
  return family ? [parsedAuthor(family, given.join(', '))] : [];
}

/** Reads everyone in the lines of an author field, each of which may contain several people separated by semicolons. */
export function readAuthors(lines: readonly string[]): Author[] {
  return lines.flatMap((line) => cleanLine(line).split(/[;；]/)).flatMap(readPeople);
}

/** Assigns affiliations to authors by position, or a single affiliation to all. Lists of another length are ignored. */
export function withAffiliations(authors: readonly Author[], units: readonly string[]): Author[] {
  const names = units.map((unit) => cleanLine(unit.split(/[!！]/, 1)[0] ?? '')).filter(Boolean);
  if (names.length !== 1 && names.length !== authors.length) return [...authors];
  return authors.map((author, index) => ({
    ...author,
    affiliation: names.length === 1 ? names[0] : names[index],
  }));
}
