import { narrowLettersAndDigits } from '../../shared/formats/width.ts';
import { readDate } from './date.ts';
import { readDoi, readPages } from './identifiers.ts';
import { normalisedName, readPeople } from './name.ts';
import {
  type Author,
  canonicalReference,
  type Reference,
  type ReferenceType,
} from './reference.ts';
import { cleanLine, hasHan } from './text.ts';

/**
 * Citations of GB/T 7714, as CNKI, Wanfang and VIP export under 引用:
 * `[1]林晓岚,周启明,等.题目[J].云山大学学报,2024,52(07):1-7.DOI:10.13000/demo.`. Punctuation of either width. The type mark in
 * brackets separates authors and title from the source.
 */

const types: Readonly<Record<string, ReferenceType>> = {
  J: 'article',
  C: 'conferencePaper',
  M: 'book',
  G: 'book',
  D: 'thesis',
  P: 'patent',
  S: 'standard',
  N: 'newspaper',
  R: 'report',
  EB: 'webpage',
  DB: 'dataset',
  DS: 'dataset',
  CP: 'software',
  CM: 'artwork',
  A: 'unknown',
  Z: 'unknown',
};

const mark = /[[［【]\s*(EB|DB|DS|CP|CM|[JCMGDPSNRAZ])\s*(?:[/／]\s*[A-Z]{2,3}\s*)?[\]］】]/;
const number = /^\s*(?:[[［【]\d{1,4}[\]］】]|[(（]\d{1,4}[)）]|\d{1,4}[.．、](?!\d)|[①-⑳])\s*/;
const finished = /[.．。]\s*$/;

/** Returns whether a line contains a type mark such as `[J]`. */
export const hasTypeMark = (line: string): boolean => mark.test(narrowLettersAndDigits(line));

/** Maximum length of a citation in characters; longer texts are skipped. */
const maxCitationLength = 2000;

/** Joins a continued line, without a blank between Chinese characters. */
const join = (before: string, line: string): string =>
  /[\w,.;:]$/.test(before) && /^\w/.test(line) ? `${before} ${line}` : before + line;

/** Position after a citation at which the next number begins in the same line. */
const nextInLine = /(?<=[.．。])\s*(?=[[［【]\d{1,3}[\]］】]\s*[\p{L}])/u;

/** Splits a line with several citations into one line each. */
const severalIn = (line: string): readonly string[] => {
  const parts = line.split(nextInLine);
  return parts.every((part) => mark.test(part)) ? parts : [line];
};

/** Splits lines into citations, each of which begins with a number or after a complete one. */
function citationsOf(lines: readonly string[]): string[] {
  const found: string[] = [];
  let open = '';
  const close = () => {
    if (open !== '') found.push(open);
    open = '';
  };
  for (const line of lines.flatMap((one) => severalIn(narrowLettersAndDigits(one).trim()))) {
    const complete = mark.test(open) && (mark.test(line) || finished.test(open));
    if (line === '' || number.test(line) || complete) close();
    open = open === '' ? line : join(open, line);
  }
  close();
  return found.filter((text) => text.length <= maxCitationLength && mark.test(text));
}

/** Marks of unnamed authors: `等`, `et al.`. */
const more = /^(?:等|et\s+al\.?|and\s+others)$/i;
const role = /(?:主编|编著|编译|译注|[编著译])$/;
const initials = /^[A-Z](?:[A-Z]|[-. ][A-Z])*\.?$/;

/** Reads a Latin name; `LI X L` is family name and initials, in other names the order is unknown. */
function latinPerson(name: string): Author[] {
  const [family = '', ...given] = name.split(' ');
  const rest = given.join(' ');
  return initials.test(rest) && family.length > 1 ? readPeople(`${family}, ${rest}`) : [{ name }];
}

const latinWord = /^\p{Lu}\p{Ll}+$/u;

/** Joins `Lin, Xiaolan, Zhou, Qiming` into pairs, since no author has a single word as name. */
const inPairs = (names: readonly string[]): readonly string[] =>
  names.length > 1 && names.length % 2 === 0 && names.every((name) => latinWord.test(name))
    ? names.flatMap((name, at) => (at % 2 === 0 ? [`${name}, ${names[at + 1]}`] : []))
    : names;

interface People {
  readonly authors: readonly Author[];
  readonly more: boolean;
}

function peopleOf(text: string): People {
  const names = text
    .split(/[,，、;；]|\s(?:and|&)\s/)
    .map(cleanLine)
    .filter(Boolean);
  const named = names.filter((name) => !more.test(name));
  const inOne = /^.{2,}等$/;
  const authors = inPairs(named)
    .map((name) =>
      hasHan(name) ? normalisedName(name).replace(/等$/, '').replace(role, '') : name,
    )
    .filter(Boolean)
    .flatMap((name) => {
      if (hasHan(name)) return [{ name }];
      return name.includes(', ') ? readPeople(name) : latinPerson(name);
    });
  return { authors, more: named.length < names.length || named.some((name) => inOne.test(name)) };
}

/** Returns whether a full stop ends the authors, not an initial, number or abbreviation. */
function endsPeople(text: string, at: number): boolean {
  const before = text.slice(0, at);
  const after = text.slice(at + 1);
  // `Lin X. U.S. policy`: capital letters with dots before a lower-case word begin the title.
  if (/^\s(?:[A-Z]\.){2,6}\s\p{Ll}/u.test(after)) return true;
  if (/^[,，;；]/.test(after) || (/\d$/.test(before) && /^\d/.test(after))) return false;
  return !/^\s*[A-Z][.,](?:\s|$|[A-Z,])/.test(after) && !/^\s*(?:et\s+al|&|and\s)/i.test(after);
}

/** Splits authors and title; a work without authors (a standard) begins with its title. */
function peopleAndTitle(text: string): readonly [people: string, title: string] {
  for (const { index } of text.matchAll(/[.．。]/g)) {
    if (!endsPeople(text, index)) continue;
    const rest = text.slice(index + 1).trim();
    if (rest !== '') return [text.slice(0, index), rest];
  }
  return ['', text];
}

const tail = /(?:doi\s*[:：]?\s*10\.|https?:\/\/|[[［]\d{4}-\d{1,2}-\d{1,2}[\]］]|10\.\d{4,9}\/)/i;
const day = /[(（](\d{4}-\d{1,2}-\d{1,2})[)）]/;
const address = /https?:\/\/[^\s，。；）]*[^\s，。；）.,]/;

const serial =
  /^(.{1,300}?)[,，]\s*(\d{4}(?:[-–/]\d{1,2}(?:[-–/]\d{1,2})?)?)\s*(?:[,，]\s*([^,，:：()（）]{1,30}))?\s*[,，]?\s*(?:[(（]([^()（）]{1,40})[)）])?\s*(?:[:：]\s*(.{1,60}?))?[\s.．。,，]*$/;
const imprint =
  /^(?:([^:：]{1,60})[:：]\s*)?([^:：]{1,120})[,，]\s*(\d{4}[-–\d]*)\s*(?:[:：]\s*(.{1,60}?))?[\s.．。]*$/;
/** Imprint of a book as CNKI prints it: `出版社:202001.256.`. */
const bookOfCnki = /^([^:：,，]{1,120})[:：,，]\s*(\d{4})(\d{2})\.(?:\s*(\d{1,5})\.?)?\s*$/;
/** Place and number of a patent as CNKI prints them: `北京市:CN112345678B,2023-05-16.`. */
const patentOfCnki = /(?:^|[:：])\s*((?:CN|ZL)\s?[\d.X]{7,16}[A-Z]?\d?)\s*(?=[,，.．。]|$)/;
/** Proceedings without a publisher: `论文集名.2019:12-15`. */
const hostAndYear = /^(.{1,200}?)[.．。]\s*(\d{4})\s*[:：]\s*(\d[\d\s,+–—-]{0,40}?)\s*[.．。]*$/;
const unknownPlace = /[[［【]?(?:出版地|出版者)不详[\]］】]?|^[[［]?[Ss]\.\s?[lnLN]\.[\]］]?$/;

const stated = (text: string | undefined): string | undefined =>
  text === undefined || unknownPlace.test(text)
    ? undefined
    : cleanLine(text.replace(/[;；,，]\s*$/, ''));

type Source = Partial<Reference>;

/** Article published online without a year: `刊名, 1-17`. */
const onlineFirst = /^(.{1,300}?)[,，]\s*(?:[:：]\s*)?(\d{1,6}\s*[-–—]\s*\d{1,6})[\s.．。,，]*$/;

/** Reads a serial source: `刊名,2024,52(07):1-7`, `报名,2024-01-02(003)`. */
function serialSource(text: string, newspaper: boolean): Source | undefined {
  const [, host, date, volume, issue, pages] = serial.exec(text) ?? [];
  if (host === undefined) return undefined;
  return {
    container: cleanLine(host),
    date: readDate(date),
    volume: volume && cleanLine(volume),
    ...(newspaper
      ? { pages: readPages(issue) }
      : { issue: issue && cleanLine(issue), pages: readPages(pages) }),
  };
}

/** Reads an imprint `地点:出版者,2020:12-15`, optionally preceded by the container: `论文集名.地点:出版者,2018:7`. */
function imprintSource(text: string): Source & { readonly before: string } {
  const dots = [...text.matchAll(/[.．。]/g)].map(({ index }) => index + 1).reverse();
  for (const start of [...dots, 0]) {
    const [, place, publisher, date, pages] = imprint.exec(text.slice(start).trim()) ?? [];
    if (publisher === undefined) continue;
    return {
      place: stated(place),
      publisher: stated(publisher),
      date: readDate(date),
      pages: readPages(pages),
      before: text.slice(0, start),
    };
  }
  return { before: text };
}

/** Returns the title in `主办者.论文集名.`, without the editor before it. */
const hostOf = (text: string): string | undefined =>
  text
    .split(/[.．。](?!\d)|(?<!\d)[.．。]/)
    .map(cleanLine)
    .filter((part) => part !== '' && !/^第?[\d一二三四五六七八九十]+版$/.test(part))
    .at(-1);

function sourceOf(type: ReferenceType, text: string, hosted: boolean): Source {
  if (type === 'webpage') return { date: readDate(text) };
  if (type === 'patent') {
    const number = patentOfCnki.exec(text)?.[1];
    return {
      date: readDate(number ? text.replace(number, '').replace(/^.*?[,，]/, '') : text),
      number,
    };
  }
  const [, publisher, year, month, count] = bookOfCnki.exec(text) ?? [];
  if (type === 'book' && publisher !== undefined) {
    return { publisher: stated(publisher), date: readDate(`${year}-${month}`), pages: count };
  }
  const inSerial = type === 'article' || type === 'newspaper';
  const [, early, range] = (inSerial && onlineFirst.exec(text)) || [];
  if (early !== undefined) return { container: cleanLine(early), pages: readPages(range) };
  const found = inSerial && !hosted ? serialSource(text, type === 'newspaper') : undefined;
  if (found) return found;
  const [, volume, held, extent] = (hosted ? hostAndYear.exec(text) : null) ?? [];
  if (volume !== undefined && !/[:：]/.test(volume)) {
    return { container: hostOf(volume), date: readDate(held), pages: readPages(extent) };
  }
  const { before, ...rest } = imprintSource(text);
  const whole = rest.date === undefined ? serialSource(text, false) : undefined;
  if (whole && (hosted || type === 'conferencePaper')) return whole;
  const isHeld = hosted || type === 'conferencePaper';
  const host = isHeld ? hostOf(before) : undefined;
  // `//论文集名, 2020: 12-15`: the single name is the container's, not a publisher's.
  if (isHeld && host === undefined && rest.place === undefined && rest.publisher !== undefined) {
    return { ...rest, publisher: undefined, container: rest.publisher };
  }
  return inSerial && rest.date === undefined
    ? { container: hostOf(text.replace(/[,，].*$|[:：]\s*[\d-–—]+\s*[.．。]*\s*$/s, '')) }
    : { ...rest, container: host };
}

/** Splits title and number: `一种方法:CN201110123456.7`, `信息与文献:GB/T 7714—2015`, `GB/T 7714-2015,信息与文献`. */
function numberedTitle(title: string): { readonly title: string; readonly number?: string } {
  const [, leading, named] =
    /^([A-Z]{1,6}(?:[/／][A-Z])?[ \d][^,，]{2,30})[,，]\s*(.+)$/s.exec(title) ?? [];
  if (named !== undefined) return { title: named, number: cleanLine(leading ?? '') };
  const at = Math.max(title.lastIndexOf(':'), title.lastIndexOf('：'));
  const numbered = at > 0 && /\d{3}/.test(title.slice(at));
  if (!numbered) return { title };
  const given =
    title
      .slice(at + 1)
      .split(/[,，]/)
      .at(-1) ?? '';
  return { title: title.slice(0, at), number: cleanLine(given) };
}

const numbered: ReadonlySet<ReferenceType> = new Set(['patent', 'standard', 'report']);

function readCitation(text: string): Reference | undefined {
  const at = text.match(mark);
  if (!at) return undefined;
  const before = text.slice(0, at.index).replace(number, '');
  const after = text.slice((at.index ?? 0) + at[0].length);
  // `[A]…[C]` marks a paper and its container in an older edition of the standard.
  const held = at[1] === 'A' ? mark.exec(after) : null;
  const hosted = /^\s*[.．。]?\s*(?:\/\/|／／)/.test(after) || held !== null;
  const stands = types[held?.[1] ?? at[1] ?? ''] ?? 'unknown';
  const type = hosted && stands === 'book' ? 'chapter' : stands;
  const [people, fullTitle] = peopleAndTitle(cleanLine(before));
  const { authors, more: others } = peopleOf(people);
  const published = day.exec(after)?.[1];
  const told = held ? after.replace(mark, '') : after;
  const end = told.search(tail);
  const given = (end < 0 ? told : told.slice(0, end)).replace(day, '');
  const source = sourceOf(type, cleanLine(given.replace(/^[\s./／．。,，]+/, '')), hosted);
  const { title, number: own } = numbered.has(type)
    ? numberedTitle(fullTitle)
    : { title: fullTitle };
  return canonicalReference({
    type,
    source: 'gbt7714',
    title: cleanLine(title),
    authors,
    moreAuthors: others,
    editors: [],
    ...source,
    date: source.date ?? readDate(published),
    doi: readDoi(after.slice(Math.max(0, after.search(/10\.\d{4,9}\//)))),
    url: address.exec(after)?.[0],
    number: own ?? source.number,
  });
}

/** Reads every citation; returns none for a text without type marks. */
export const readCitations = (lines: readonly string[]): Reference[] =>
  citationsOf(lines)
    .map(readCitation)
    .filter((work) => work !== undefined);
