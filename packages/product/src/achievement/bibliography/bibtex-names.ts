import { decodeLatex, encodeLatex } from './latex.ts';
import { parsedAuthor, readPeople } from './name.ts';
import type { Author } from './reference.ts';
import { cleanLine, hasHan } from './text.ts';

/** Lists of names and keywords in BibTeX values, where braces protect separators. */

/**
 * Splits a value at separators outside braces.
 * @param separatorAt returns the length of the separator at a position, 0 for none
 */
function splitOutside(text: string, separatorAt: (at: number) => number): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') {
      at += 1;
      continue;
    }
    if (character === '{') depth += 1;
    if (character === '}') depth = Math.max(0, depth - 1);
    const length = depth === 0 ? separatorAt(at) : 0;
    if (length === 0) continue;
    parts.push(text.slice(start, at));
    start = at + length;
    at = start - 1;
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter(Boolean);
}

const splitAt = (text: string, characters: string): string[] =>
  splitOutside(text, (at) => (characters.includes(text[at] ?? '') ? 1 : 0));

/** Splits at `and`, except `And`, which is a word in the name of an institution. */
const splitAnd = (text: string): string[] =>
  splitOutside(text, (at) => (/^ (?:and|AND) /.test(text.slice(at, at + 5)) ? 5 : 0));

/** Returns the content of a value that is a single braced group, otherwise undefined. */
function wholeGroup(text: string): string | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return undefined;
  }
  return text.slice(1, -1);
}

const decoded = (text: string): string => cleanLine(decodeLatex(text));

const startsLower = (word: string): boolean => /^\p{Ll}/u.test(decoded(word));

/** Reads `Ludwig van Beethoven`: given names, particle in lower case, family name. */
function naturalOrder(text: string): Author {
  const words = splitAt(text, ' ~');
  const particle = words.findIndex((word, index) => index < words.length - 1 && startsLower(word));
  const family = particle < 0 ? words.length - 1 : particle;
  return parsedAuthor(
    decoded(words.slice(family).join(' ')),
    decoded(words.slice(0, family).join(' ')),
  );
}

/** Generational suffixes that may stand between family and given names. */
const generation = /^(?:jr|sr|ii|iii|iv|v|ph\.?d|md|esq)\.?$/i;

const hanName = /^\p{Script=Han}(?:[·•]?\p{Script=Han}){1,3}$/u;

/** Reads `{张三, 李四, 王五}`: some exporters put a list of names into the braces of an institution. */
function listInBraces(text: string): Author[] | undefined {
  const names = text.split(/[,，、;；]/).map(cleanLine);
  return names.length > 1 && names.every((name) => hanName.test(name))
    ? names.map((name) => ({ name }))
    : undefined;
}

/**
 * Reads the authors of one list item: `Family, Given`, `Family, Jr, Given`, `Given von Family`, `{Institution}`, `张三`.
 */
function readName(text: string): Author[] {
  const whole = wholeGroup(text);
  if (whole !== undefined) return listInBraces(decoded(whole)) ?? [{ name: decoded(whole) }];
  if (hasHan(text)) {
    const plain = decoded(text);
    return /[A-Za-z]/.test(plain) && !plain.includes(',') ? [{ name: plain }] : readPeople(plain);
  }
  const [family = '', ...rest] = splitAt(text, ',').map(decoded);
  if (rest.length === 0) return [naturalOrder(text)];
  const [second = '', ...others] = rest;
  const given = generation.test(second) ? [...others, second] : rest;
  return [parsedAuthor(family, given.join(', '))];
}

const plainNames = (value: string): string[] => splitAnd(value.replace(/\s+/g, ' '));

/** Returns whether the list ends with `and others`. */
export const namesOthers = (value: string): boolean =>
  plainNames(value).some((name) => name.toLowerCase() === 'others');

/** Reads the people of an `author` or `editor` field, without `and others`. */
export function readNames(value: string): Author[] {
  return plainNames(value)
    .flatMap((part) => splitAt(part, ';；'))
    .filter((name) => name.toLowerCase() !== 'others')
    .flatMap(readName)
    .filter((author) => author.name !== '');
}

/** Puts braces around a part that a reader of names would split. */
const protect = (text: string): string =>
  /[,;；，、]|\sand\s/i.test(text) ? `{${encodeLatex(text)}}` : encodeLatex(text);

function writeName(author: Author): string {
  if (author.family && author.given) return `${protect(author.family)}, ${protect(author.given)}`;
  const divisible = /[\s,;；，、~]/.test(author.name) || author.name.toLowerCase() === 'others';
  return divisible ? `{${encodeLatex(author.name)}}` : encodeLatex(author.name);
}

export const writeNames = (authors: readonly Author[]): string =>
  authors.map(writeName).join(' and ');

/** Splits keywords at semicolons, or if there are none at commas of either width; braces protect a comma. */
export function readKeywords(value: string): string[] {
  const plain = decodeEntitySemicolons(value);
  const separator = [';；', ',', '，'].find((one) => splitAt(plain, one).length > 1);
  return separator ? splitAt(plain, separator).map(decoded) : [decoded(plain)];
}

/** Decodes entities such as `&amp;`, whose semicolon is not a separator. */
const decodeEntitySemicolons = (text: string): string =>
  text.replaceAll('\\&amp;', '\\&').replaceAll('&amp;', '\\&');

export const writeKeywords = (keywords: readonly string[]): string =>
  keywords
    .map((word) => (/[,，]/.test(word) ? `{${encodeLatex(word)}}` : encodeLatex(word)))
    .join(', ');
