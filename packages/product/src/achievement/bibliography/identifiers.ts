import { trimEndCharacters } from '@keyan/kernel/values/pattern.ts';
import { narrowAscii } from '../../shared/formats/width.ts';
import { cleanLine } from './text.ts';

/** Reading and formatting of DOI, ISSN, ISBN, CN and page numbers. */

const doiResolver = /^(?:https?:\/\/)?(?:(?:dx\.)?doi\.org\/|link\.cnki\.net\/doi\/)/i;
const doiStart = /10\.\d{4,9}\//;

/** Characters that end a DOI: blanks, Chinese text and punctuation, a query, a tag. */
const behindDoi =
  /[\s"\p{Script=Han}，。；：、！？（）【】《》“”‘’]|\?(?=$|[\w.]{1,20}=)|<\/?[a-z][^<>]{0,40}>/u;
/** Path segments of publishers' pages whose URL contains the DOI. */
const pageOfDoi = /\/(?:full|abstract|abs|pdf|epdf|meta|html)$/i;

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a bare `%` inside an old DOI is no escape
  }
}

/** Reads the DOI from a field or URL, without resolver and trailing punctuation. @returns undefined if there is none */
export function readDoi(text: string | undefined): string | undefined {
  const printed = cleanLine(narrowAscii(text ?? ''));
  const plain = doiResolver.test(printed)
    ? percentDecoded(printed.replace(doiResolver, ''))
    : printed;
  const start = plain.search(doiStart);
  if (start < 0) return undefined;
  const [doi = ''] = plain.slice(start).split(behindDoi, 1);
  const alone = /[?&]doi=$/i.test(plain.slice(0, start)) ? (doi.split('&', 1)[0] ?? '') : doi;
  return trimEndCharacters(trimPunctuation(alone).replace(pageOfDoi, ''), '/');
}

/** Removes trailing punctuation of the sentence around a DOI; a closing bracket with an opening one remains. */
function trimPunctuation(doi: string): string {
  let end = doi.length;
  const count = (character: string) => doi.slice(0, end).split(character).length;
  while (end > 0) {
    const last = doi[end - 1] ?? '';
    const unpaired = last === ')' && count(')') > count('(');
    if (!unpaired && !'.,;:。，；：、”’"\']】》）'.includes(last)) break;
    if (doi.length - end > 16) break; // nobody writes more punctuation than that
    end -= 1;
  }
  return doi.slice(0, end);
}

/** Reads every ISSN of a text as `NNNN-NNNX`, in order. */
export function readIssns(text: string | undefined): string[] {
  const found = (text ?? '')
    .normalize('NFKC')
    .matchAll(/(?<![-\dA-Za-z])(\d{4})[-–—]?(\d{3}[\dXx])(?![-\dA-Za-z])/g);
  return [...new Set([...found].map(([, head, tail]) => `${head}-${tail}`.toUpperCase()))];
}

/** Reads the first ISBN (10 or 13 digits) of a text, as printed. */
export function readIsbn(text: string | undefined): string | undefined {
  return (text ?? '')
    .normalize('NFKC')
    .split(/[\s,;()]+/)
    .find((token) => /^(?:97[89])?\d{9}[\dX]$/i.test(token.replaceAll('-', '')));
}

/** Reads a Chinese serial number (国内统一刊号) such as `11-0315` or `61-1390/S`. */
export function readCn(text: string | undefined): string | undefined {
  return cleanLine(text ?? '').match(/^(?:CN)?\s*(\d{2}-\d{4}(?:\/[A-Z]{1,2}\d*)?)$/)?.[1];
}

/** Normalises pages: `pp. 1–7` → `1-7`, `7-7` → `7`; `12-15+20` remains. */
export function readPages(text: string | undefined): string {
  const plain = cleanLine((text ?? '').normalize('NFKC'))
    .replace(/^(?:pages? |pp\.? ?|p\. ?|第 ?)(?=\S*\d)/i, '')
    .replace(/\s?页$/, '')
    .replace(/ ?[-‐‑‒–—―−~]+ ?/g, '-')
    .replace(/ ?, ?/g, ', ');
  const [first, last, ...more] = plain.split('-');
  return more.length === 0 && first === last ? (first ?? '') : plain;
}

/** Joins first and last page; either may be missing, and the first may contain the range. */
export function joinPages(first: string | undefined, last: string | undefined): string {
  const start = readPages(first);
  const end = readPages(last);
  if (!start || !end || start.includes('-')) return start || end;
  if (end.includes('-')) return end;
  return readPages(`${start}-${end}`);
}

/** Number of digits from which a number is an article number instead of a page. */
const maxPageDigits = 6;

/** Completes a shortened range: `101-10` → `101-110`. */
export function fullPages(printed: string | undefined): string {
  const plain = readPages(printed);
  const [, head, first = '', last = ''] = /^(\D{0,2})(\d+)-(\d+)$/.exec(plain) ?? [];
  // `121002-7` is page 7 of article 121002.
  return last !== '' && last.length < first.length && first.length < maxPageDigits
    ? `${head}${first}-${first.slice(0, first.length - last.length)}${last}`
    : plain;
}

/** Article numbers of journals without pages: `121904`, `e0123456`, `L021301`, `eabc1234`. */
const articleNumber = /^(?:\d{5,}|e\d{3,}|[b-rt-z]\d{5,}|[a-z]{2,5}\d{4,})$/i;

/** Position of a work in its volume. */
export interface Locator {
  readonly pages?: string | undefined;
  readonly articleNo?: string | undefined;
}

/**
 * Separates pages and article number, which most formats print in one field. First pages of long volumes (`1021`),
 * supplements (`S12345`) and abstracts (`A1024`) remain pages.
 */
export const locatorOf = ({ pages, articleNo }: Locator): Locator => {
  const isNumber = articleNumber.test(pages ?? '') && (!articleNo || articleNo === pages);
  return isNumber ? { pages: undefined, articleNo: pages } : { pages, articleNo };
};
