import { readPages } from './identifiers.ts';
import { normalisedName } from './name.ts';
import { canonicalReference, type Reference } from './reference.ts';
import { cleanLine } from './text.ts';

/**
 * Chinese citations in law and the humanities, with titles in 《》: `林晓岚：《题目》，载《法学研究》2023年第5期，第45-56页。`, and of books
 * `《书名》，某某出版社2020年版`.
 */

const start = /^\s*(?:[[［【(（]?\d{1,4}[\]］】)）.．、]\s*|[①-⑳]\s*)?/u;
const people = '(?:(?<people>[^《》:：]{2,120})[:：]\\s*)?';
const title = '《(?<title>[^\\n]{2,200}?)》';

const article = new RegExp(
  `^${people}${title}\\s*[,，]?\\s*(?:载|刊|原载|发表于|刊于)?[:：]?\\s*《(?<container>[^《》]{2,80})》\\s*[,，]?\\s*(?<year>\\d{4})年(?:\\s*第\\s*(?<volume>\\d{1,4})\\s*卷)?\\s*(?:第\\s*(?<issue>\\d{1,4})\\s*期|(?<month>\\d{1,2})月(?<day>\\d{1,2})日)\\s*(?:[,，]?\\s*第?\\s*(?<pages>[\\d\\s~～–—-]{1,24})\\s*[页版])?`,
  'u',
);

const book = new RegExp(
  `^${people}${title}\\s*[,，]\\s*(?:(?<place>[^\\s,，:：]{2,10})[:：])?(?<publisher>[^,，:：《》]{2,40}?(?:出版社|书局|印书馆|书店))\\s*[,，]?\\s*(?<year>\\d{4})年`,
  'u',
);

const namesIn = (text: string): string[] =>
  text
    .replace(/(?:著|主编|编著|等)$/u, '')
    .split(/[、,，;；]|\s和\s|\s+/)
    .map((name) => normalisedName(cleanLine(name)))
    .filter(Boolean);

const readLine = (line: string): Reference | undefined => {
  const text = line.replace(start, '').trim();
  const found = article.exec(text) ?? book.exec(text);
  const given = found?.groups;
  if (!given) return undefined;
  const { year = '', month, day, publisher, container } = given;
  const two = (part: string): string => part.padStart(2, '0');
  return canonicalReference({
    type: publisher ? 'book' : month ? 'newspaper' : 'article',
    source: 'citation',
    title: cleanLine(given.title ?? ''),
    authors: namesIn(given.people ?? '').map((name) => ({ name })),
    moreAuthors: /等$/u.test(given.people ?? ''),
    editors: [],
    container,
    publisher,
    place: given.place,
    date: month && day ? `${year}-${two(month)}-${two(day)}` : year,
    volume: given.volume,
    issue: given.issue,
    pages: readPages(given.pages?.replace(/[~～]/g, '-')),
  });
};

/** Maximum length of a line in characters; longer lines are skipped. */
const maxLineLength = 1000;

/** Reads the citations of this style, and returns the remaining lines. */
export const readBookCitations = (
  lines: readonly string[],
): { readonly works: readonly Reference[]; readonly unread: readonly string[] } => {
  const works: Reference[] = [];
  const unread: string[] = [];
  for (const line of lines) {
    const work = line.includes('《') && line.length <= maxLineLength ? readLine(line) : undefined;
    if (work) works.push(work);
    else unread.push(line);
  }
  return { works, unread };
};
