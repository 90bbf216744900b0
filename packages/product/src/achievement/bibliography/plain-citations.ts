import { trimEndCharacters } from '@keyan/kernel/values/pattern.ts';
import { citedPeople, type InvertedNames } from './cited-people.ts';
import { readDate } from './date.ts';
import { fullPages, readDoi } from './identifiers.ts';
import { canonicalReference, type Reference, type ReferenceType } from './reference.ts';
import { cleanLine } from './text.ts';

/**
 * Citations without a type mark: APA, Harvard, MLA, Chicago, ACM, Springer, IEEE and Vancouver, as journals, PubMed,
 * Google Scholar and CNKI print them, and Chinese lists of works. A text is a citation only if it matches completely:
 * people, year, title, and container with volume or pages. Any other text is left to the search for DOIs.
 */

const year = '(?:1[89]|20)\\d{2}';
const dated = `${year}[a-z]?(?:[,，]?\\s?[^()（）;；:：]{1,24})?`;

interface Style {
  /** Pattern with the groups `people`, `title` or `body` (title and container), and `date` or `rest`. */
  readonly whole: RegExp;
  readonly inverted: InvertedNames;
}

/** Chinese name in a list of works with the author's position: `林晓岚(1/3)`, `王思远*`. */
const hanName = '[\\p{Script=Han}·]{2,12}(?:\\s?[(（][^()（）]{1,12}[)）])?\\s?[*＊#†]{0,2}';
/** Name with initials: `Lin, X.`, `van der Berg, X.-L.` */
const shortName =
  "\\p{L}[\\p{L}'’-]{0,24}(?:\\s\\p{L}[\\p{L}'’-]{0,24}){0,2},\\s(?:\\p{Lu}\\.[\\s-]?){1,4}";

const styles: readonly Style[] = [
  // 林晓岚(1/3)，周启明，王思远*. 题目. 学报，2024，47(5)：1021-1037
  {
    whole: new RegExp(
      `^(?<people>${hanName}(?:\\s?[,，、;；]\\s?${hanName}){0,60}?(?:[,，]?\\s?等)?)\\s?[.．。:：]\\s*(?<body>.{8,})$`,
      'u',
    ),
    inverted: 'none',
  },
  // Xiaolan Lin and Qiming Zhou. 2024. Title. Journal 12, 4 (2024), 101-110.
  {
    whole: new RegExp(
      `^(?<people>[^"“”]{2,1500}?)\\.\\s(?<date>${year}[a-z]?)\\.\\s+(?<body>.{8,})$`,
      'u',
    ),
    inverted: 'none',
  },
  // Lin, X., Zhou, Q. & Wang, S. Title. Journal 12, 101-110 (2023).
  {
    whole: new RegExp(
      `^(?<people>${shortName}(?:,?\\s?(?:&\\s)?${shortName}){0,60}?(?:\\s?et al\\.)?)\\s?(?<body>\\p{L}{2}.{8,})$`,
      'u',
    ),
    inverted: 'all',
  },
  // Lin, X., & Zhou, Q. (2023). Title. Journal, 12(4), 101-110.
  {
    whole: new RegExp(
      `^(?<people>[^"“”]{2,1500}?)[\\s,，]*[(（](?<date>${dated})[)）]\\s*[.．。,，:]?\\s*(?<body>.{8,})$`,
      'u',
    ),
    inverted: 'all',
  },
  // Lin, X. and Zhou, Q., 2023. Title. Journal, 12(4), pp.101-110.
  {
    whole: new RegExp(
      `^(?<people>[^"“”]{2,1500}?),\\s(?<date>${year}[a-z]?)\\.\\s+(?<body>.{8,})$`,
      'u',
    ),
    inverted: 'all',
  },
  // Lin X, Zhou Q. Title. Journal. 2023 Apr;12(4):101-10.
  {
    whole: /^(?<people>(?:[^.．。"“”]|\.(?=,)){2,1500})[.．。]\s*(?<body>.{8,};.{2,})$/u,
    inverted: 'none',
  },
  // X. Lin and Q. Zhou, "Title," Journal, vol. 12, no. 4, pp. 101-110, Apr. 2023.
  {
    whole: /^(?<people>[^"“”]{2,1500}?)[\s,]*["“](?<title>.{4,500}),["”]\s*(?<rest>.{8,})$/u,
    inverted: 'none',
  },
  // Lin, Xiaolan, and Qiming Zhou. "Title." Journal 12.4 (2023): 101-110.
  {
    whole:
      /^(?<people>[^"“”]{2,1500}?)[\s,，]*["“](?<title>.{4,500})["”][\s.．。]*(?<rest>.{8,})$/u,
    inverted: 'first',
  },
];

// Words of an abbreviated journal name have dots; a dot after any other word ends the title.
const container =
  '(?<container>(?:\\p{Lu}\\p{L}{0,7}\\.\\s?){0,6}\\p{L}[^.．。,，;；"“”]{1,160}?(?:,\\s(?:Part|Series|Section)\\s\\w{1,12})?)\\.?';
const volume = '(?<volume>\\d{1,5}|[IVXLC]{1,8})';
const issue = '(?<issue>[\\w/–—-]{1,12}(?:\\s\\p{L}{1,12}\\.?(?:\\s\\w{1,4})?)?)';
const pages =
  '(?:(?:Article|art\\.?(?:\\sno\\.?)?)\\s(?<article>\\w{1,15})|(?:pp?\\.?\\s?)?(?<pages>[A-Za-z]{0,2}\\d[\\w.]{0,14}?(?:\\s?[-‐‑–—−]\\s?[A-Za-z]{0,2}\\d{1,8})?(?:\\s?[,+]\\s?\\d{1,6}(?:[-–]\\d{1,6})?){0,4}))';
const monthName =
  '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Spring|Summer|Fall|Autumn|Winter)[a-z]{0,6}\\.?';
const month = `${monthName}(?:[-–/]${monthName})?`;
const date = `(?<date>(?:\\d{1,2}\\s)?(?:${month}\\s)?(?:\\d{1,2},\\s)?${year}(?:\\s${month})?(?:\\s\\d{1,2})?)`;

const whole = (...parts: readonly string[]): RegExp => new RegExp(`^${parts.join('')}$`, 'u');

/** Patterns of a journal with volume, issue and pages. */
const serials: readonly RegExp[] = [
  // Journal 12, 4 (2023), 101-110
  whole(container, '\\s+', volume, `(?:,\\s?${issue})?\\s?[(（]`, date, `[)）],\\s?${pages}`),
  // Journal 12, 101-110 (2023)
  whole(container, '\\s+', volume, `(?:[(（]${issue}[)）])?,\\s?${pages}\\s?[(（]`, date, '[)）]'),
  // Journal, 12(4), 101-110
  whole(
    container,
    '[,，]\\s*',
    volume,
    `(?:\\s?[(（]${issue}[)）])?`,
    `(?:\\s?[,，:：]\\s*${pages})?`,
  ),
  // Journal 12.4 (2023): 101-110
  whole(
    container,
    `\\s+(?:${volume})?(?:\\.${issue})?\\s?[(（]`,
    date,
    '[)）]',
    `(?:\\s?[:：]\\s*${pages})?`,
  ),
  whole(container, `\\s?\\.${issue}\\s?[(（]`, date, '[)）]', `(?:\\s?[:：]\\s*${pages})?`),
  // 学报，2023，12(4)：101-110
  whole(
    container,
    '\\s?[,，]\\s?',
    date,
    `(?:\\s?[,，]\\s?(?:第\\s?)?${volume}(?:\\s?卷)?)?(?:\\s?[(（,，]?\\s?(?:第\\s?)?${issue}(?:\\s?期)?[)）]?)?`,
    `\\s?[,，:：]\\s?${pages}页?`,
  ),
  // Journal 12, no. 4 (April 2023): 101-110
  whole(
    container,
    '\\s+',
    volume,
    `,\\sno\\.\\s?${issue}\\s?[(（]`,
    date,
    '[)）]',
    `(?:\\s?:\\s*${pages})?`,
  ),
  // Journal, vol. 12, no. 4, pp. 101-110, Apr. 2023, and the same with the date before the pages
  whole(
    container,
    ',\\svol\\.\\s?',
    volume,
    `(?:,\\sno\\.\\s?${issue})?(?:,\\s${pages})?,\\s`,
    date,
  ),
  whole(
    container,
    ',\\svol\\.\\s?',
    volume,
    `(?:,\\sno\\.\\s?${issue})?,\\s`,
    date,
    `(?:,\\s${pages})?`,
  ),
  // Journal. 2023 Apr;12(4):101-10
  whole(
    container,
    '\\s+',
    date,
    ';\\s?',
    volume,
    `?(?:\\s?\\(${issue}\\))?`,
    `(?:\\s?:\\s?${pages})?`,
  ),
  // 学报(07),1-7, as CNKI prints it without a volume; behind those in which a year stands in the brackets
  whole(container, '\\s?[,，]?\\s*[(（]', issue, '[)）]\\s?[,，:：]\\s*', pages),
];

/** Patterns of proceedings and edited books: `In A. Editor (Ed.), Book (pp. 1-9). Publisher`. */
const hosts: readonly RegExp[] = [
  /^In:?\s+(?:[^()]{2,200}\((?:Eds?\.?|Hrsg\.)\),\s*)?(?<container>[^()"“”]{4,250}?)\s*\((?:[^()]{0,40},\s*)?pp?\.\s?(?<pages>[\w\s–—-]{1,20})\)(?:\.\s*(?<publisher>[^.]{2,80}))?$/iu,
  /^In:?\s+(?<container>[^()"“”]{4,250}?),\s(?:[^"“”]{2,120},\s)?(?<date>(?:1[89]|20)\d{2}),\s(?:Art\.|pp?\.)\s?(?<pages>[\w\s–—-]{1,20})$/iu,
];

/** Pattern `Title [Doctoral dissertation, University]`. */
const thesis =
  /^(?<title>.{4,400}?)\s*[[(（](?:Unpublished\s|Published\s)?(?<genre>doctoral (?:dissertation|thesis)|master['’]s (?:thesis|dissertation)|博士学位论文|硕士学位论文)[,，]\s?(?<publisher>[^\])）]{2,120})[\])）]/iu;
/** Pattern `Title (2nd ed.). Publisher`, with a publisher whose name says so. */
const book =
  /^(?<title>[^"“”]{4,400}?)(?:\s*[(（][^()（）]{1,30}[)）])?[.．。]\s*(?<publisher>[^.．。,，:：()]{0,60}(?:Press|Publish\p{L}*|Springer|Elsevier|Wiley|Routledge|出版社)[^.．。,，:：()]{0,30})$/u;

const meeting = /proceedings|conference|symposium|workshop|congress|^proc\.|会议|研讨会/iu;

type Source = Partial<Reference>;
type Groups = Readonly<Record<string, string | undefined>>;

const isHost = (groups: Groups): boolean => /\p{L}{2}/u.test(groups.container ?? '');

const sourceOf = (groups: Groups, type: ReferenceType): Source => ({
  type,
  container: groups.container && cleanLine(groups.container),
  volume: groups.volume,
  issue: groups.issue,
  pages: fullPages(groups.pages),
  articleNo: groups.article,
  publisher: groups.publisher && cleanLine(groups.publisher),
  date: readDate(groups.date),
  genre: groups.genre,
});

/** Reads a source; undefined if the text does not match completely. */
function readSource(text: string): Source | undefined {
  for (const form of hosts) {
    const groups = form.exec(text)?.groups;
    if (groups)
      return sourceOf(groups, meeting.test(groups.container ?? '') ? 'conferencePaper' : 'chapter');
  }
  for (const form of serials) {
    const groups = form.exec(text)?.groups;
    if (groups && isHost(groups)) {
      return sourceOf(groups, meeting.test(groups.container ?? '') ? 'conferencePaper' : 'article');
    }
  }
  return undefined;
}

/** Splits title and source at a full stop, question mark or quotation mark. */
function titleAndSource(body: string): Source | undefined {
  const quoted = /^['‘](?<title>.{4,400})['’][,，.]?\s*(?<rest>.{8,})$/u.exec(body)?.groups;
  const held = quoted && readSource(quoted.rest ?? '');
  if (held) return { ...held, title: quoted.title };
  const written = thesis.exec(body)?.groups;
  if (written) return { ...sourceOf(written, 'thesis'), title: written.title };
  for (const { index } of body.matchAll(/[.．。?？!！](?=\s|[\p{Script=Han}\p{Lu}])/gu)) {
    const source = readSource(body.slice(index + 1).trim());
    if (source) return { ...source, title: body.slice(0, index + 1) };
  }
  const printed = book.exec(body)?.groups;
  return printed && { ...sourceOf(printed, 'book'), title: printed.title };
}

const number = /^\s*(?:[[［【]\d{1,4}[\]］】]|[(（]\d{1,4}[)）]|\d{1,4}[.．、](?!\d)|[•·*-]\s)\s*/;
/** Remark after a work in a list of works: `(CCF A, EI)`. */
const listed =
  /[\s.．。;；]*[(（【[](?:[^()（）【】[\]]{0,40}(?:SCI|SSCI|EI|CSSCI|CSCD|CCF|核心|区|IF)[^()（）【】[\]]{0,40})[)）】\]][\s.．。]*$/u;
const tail =
  /[\s,，.．。;]*(?:\bdoi\s*[:：]?\s*10\.|https?:\/\/|\[Online\]|\bAvailable(?: at)?:|\bRetrieved\s|\bAccessed\s|\bEpub\s|\bPMID:?\s)/i;
const address = /https?:\/\/[^\s，。；）]{4,300}/;

function readCitation(text: string): Reference | undefined {
  const plain = cleanLine(text.replace(number, ''));
  const end = plain.search(tail);
  const stated = trimEndCharacters(
    (end < 0 ? plain : plain.slice(0, end)).replace(listed, ''),
    ' ,，.．。;',
  );
  for (const { whole: form, inverted } of styles) {
    const groups = form.exec(stated)?.groups;
    if (!groups) continue;
    const { people = '', title, rest = '', body = '' } = groups;
    const source = title === undefined ? titleAndSource(body) : readSource(rest);
    const named = citedPeople(people, inverted);
    const published = readDate(groups.date) ?? source?.date;
    if (!source || !published || named.authors.length === 0) continue;
    const behind = end < 0 ? '' : plain.slice(end);
    return canonicalReference({
      ...source,
      type: source.type ?? 'unknown',
      source: 'citation',
      title: trimEndCharacters(cleanLine(title ?? source.title ?? ''), ' .．。,，'),
      authors: named.authors,
      moreAuthors: named.more,
      date: published,
      doi: readDoi(behind),
      url: address.exec(behind)?.[0],
    });
  }
  return undefined;
}

/** Quick test for any citation style: a year in brackets, a title in quotation marks, or `2023;12`. */
const hint = new RegExp(
  `[(（]${year}|["“”]|[,.]\\s${year}[a-z]?\\.\\s|${year}[^;]{0,12};|[,，]\\s?${year}\\s?[,，(（:：]`,
);

/** Line end after which a citation continues. */
const goesOn = /[,，:：;；–-]$/;

/** Maximum length of a citation in characters. */
const maxCitationLength = 2000;
const maxCitationLines = 5;
/** Maximum number of lines without a citation; afterwards all further lines are returned as unread. */
const maxFailedAttempts = 200;

/** Reads the citation that begins at a line, and returns its last line. */
function citationAt(
  lines: readonly string[],
  at: number,
): readonly [work: Reference, next: number] | undefined {
  let text = '';
  for (let end = at; end < Math.min(lines.length, at + maxCitationLines); end += 1) {
    const line = lines[end]?.trim() ?? '';
    if (line === '' || (end > at && number.test(line))) return undefined;
    text = text === '' ? line : `${text} ${line}`;
    if (text.length > maxCitationLength) return undefined;
    const work = hint.test(text) && !goesOn.test(text) ? readCitation(text) : undefined;
    if (!work) continue;
    const address = lines[end + 1] ?? '';
    const withAddress = /^\s*(?:doi\b|https?:)\S*\s*\S*$/i.test(address)
      ? readCitation(`${text} ${address}`)
      : undefined;
    return withAddress ? [withAddress, end + 2] : [work, end + 1];
  }
  return undefined;
}

/** Reads the citations of a text in order, and returns the remaining lines. */
export function readPlainCitations(lines: readonly string[]): {
  readonly works: readonly Reference[];
  readonly unread: readonly string[];
} {
  const works: Reference[] = [];
  const unread: string[] = [];
  let failed = 0;
  for (let at = 0; at < lines.length; ) {
    const found = failed < maxFailedAttempts ? citationAt(lines, at) : undefined;
    if (found) works.push(found[0]);
    else {
      unread.push(lines[at] ?? '');
      failed = lines[at]?.trim() ? failed + 1 : failed;
    }
    at = found?.[1] ?? at + 1;
  }
  return { works, unread };
}
