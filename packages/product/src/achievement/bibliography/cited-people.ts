import { normalisedName, parsedAuthor } from './name.ts';
import type { Author } from './reference.ts';
import { cleanLine, hasHan } from './text.ts';

/** Authors as citation styles print them: APA, MLA, Chicago, Harvard, IEEE, Vancouver. */

export interface CitedPeople {
  readonly authors: readonly Author[];
  /** True if the citation names only some of the authors. */
  readonly more: boolean;
}

/** Names of a citation that are printed as `Family, Given`. */
export type InvertedNames = 'all' | 'first' | 'none';

const separator = /\s*(?:[,，、;；]|[,，]?\s*(?:&|(?<![\p{L}])and(?![\p{L}])))\s*/u;
const more = /^(?:et\s+al\.?|等|others)$/i;
const suffix = /^(?:Jr|Sr|I{2,3}|IV)\.?$/;
const particle = /^(?:\p{Ll}{1,4}|[dl]['’])$/u;
/** Pattern of initials: `X.`, `X. L.`, `X.-L.`, `XL`. */
const initials = /^\p{Lu}(?:\.?[\s-]?\p{Lu}){0,3}\.?$/u;
const givenNames = /^\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*){0,2}$/u;

/** Reads `Qiming Zhou`, `Q. Zhou`, `Ludwig van Beethoven`, and `Zhou QM` with the family name first. */
function inOrder(name: string): Author {
  const words = name.split(' ');
  const [first = '', ...rest] = words;
  if (first.length > 1 && !first.includes('.') && initials.test(rest.join(' '))) {
    return parsedAuthor(first, rest.join(' '));
  }
  const lower = words.findIndex((word, at) => at > 0 && particle.test(word));
  const family = lower < 0 ? words.length - 1 : lower;
  return parsedAuthor(words.slice(family).join(' '), words.slice(0, family).join(' '));
}

/** Full stop after the last name, not after an initial. */
const sentenceEnd = /(?<=\p{L}{2}|\p{Script=Han})[.．。]$/u;

/** Marks after a name in a list of works: `(1/3)` and `*`. */
const listMarks = /(?:\s?[(（][^()（）]{1,12}[)）])?\s?[*＊#†]{0,2}$/u;

/** Pattern of a name with given and family name. */
const wholeName = /\p{L}{2,}.*\s(?:.*\s)?\p{L}{2,}/u;

const isFamily = (text: string): boolean =>
  text.split(' ').filter((word) => !particle.test(word)).length <= 2 && !/[.\d]/.test(text);

const isGiven = (text: string | undefined, family: string): text is string =>
  text !== undefined && (initials.test(text) || (givenNames.test(text) && isFamily(family)));

/** Reads all authors in the text before the title, in order. */
export function citedPeople(text: string, inverted: InvertedNames): CitedPeople {
  const parts = text
    .replace(/[\s.．。]+(?=et\s+al)/i, ', ')
    .replace(/\s*(?:\.\s?){3}|…/, ', et al, ')
    .split(separator)
    .map((part) => normalisedName(cleanLine(part)).replace(sentenceEnd, ''))
    .filter(Boolean);
  const named = parts.filter((part) => !more.test(part) && !suffix.test(part));
  // CNKI prints names as `Given Family` in every style.
  const way = named.length > 1 && named.every((part) => wholeName.test(part)) ? 'none' : inverted;
  const authors: Author[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const name = parts[at] ?? '';
    if (more.test(name) || suffix.test(name)) continue;
    const next = parts[at + 1];
    const turned = way === 'all' || (way === 'first' && authors.length === 0);
    if (hasHan(name)) authors.push({ name: name.replace(listMarks, '').replace(/等$/, '') });
    else if (turned && isGiven(next, name)) {
      authors.push(parsedAuthor(name, next));
      at += 1;
    } else authors.push(turned ? { name } : inOrder(name));
  }
  return {
    authors,
    more: parts.some((part) => more.test(part) || /\p{Script=Han}等$/u.test(part)),
  };
}
