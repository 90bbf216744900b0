import { typeOfCollection } from './collection.ts';
import { joinDate, readDate } from './date.ts';
import { joinPages, readCn, readDoi, readIsbn, readIssns } from './identifiers.ts';
import { readAuthors, withAffiliations } from './name.ts';
import { canonicalReference, type Reference } from './reference.ts';
import {
  allTagValues,
  firstParagraphsOfTags,
  firstTagValue,
  linesOfTags,
  pagesLine,
  readTaggedRecord,
  type TagReader,
} from './tagged.ts';
import { keywordList, splitSemicolons } from './text.ts';
import { typeByName } from './type-words.ts';

/**
 * RefWorks tagged text as CNKI and others export it: `RT Journal Article`, `A1 …`, `T1 …`.
 * Tags are those of the RefWorks tagged format, with CNKI's additions (`C1`, `URL`, `DS`).
 */

export const refworksStart = /^\s*(?:RT(?:\s+|(?=\p{Script=Han}))\S|rt\s+[\p{Lu}\p{Script=Han}])/u;

const tagPattern =
  /^(RT|SR|ID|A[1-6]|T[123]|C[1-9]|JF|JO|YR|FD|VO|IS|SP|OP|K1|AB|NO|ED|PB|PP|SN|AV|AD|AN|LA|CL|SF|OT|LK|DO|CN|DB|DS|IP|RD|ST|U\d{1,2}|URL|UL|SL|LL|CR|WT|WV|WP|OL|PM)(\s+|$|(?=\p{Script=Han}))(.*)$/su;

/**
 * Reads a tag line. CNKI sometimes omits the blank (`A1虞锦洪`): accepted only for tags that end in a digit and have not
 * occurred, so that a line of an abstract (`AB型…`) is not mistaken for a tag.
 */
const readTag: TagReader = (text, seen) => {
  const [, tag = '', blank, value = ''] = text.match(tagPattern) ?? [];
  if (!tag) return undefined;
  if (blank === '' && value !== '' && (seen.has(tag) || !/\d$/.test(tag))) return undefined;
  return [tag, value];
};

/** Values of lower-case tags in a record with capital tags, restricted so that lines of an abstract do not match. */
const smallTag =
  /^(?:(?:vo|is|yr|sp|op|sn|fd) [A-Z]?\d[\d\-–/+.,()XS]*$|do 10\.\d|[a-z][a-z\d] (?=\p{Script=Han}))/u;

/** Reads a tag line with lower-case tags such as `vo 49` among capital ones, as CNKI writes. */
const readMixedTag: TagReader = (text, seen) => {
  const tagged = readTag(text, seen);
  if (tagged || !smallTag.test(text)) return tagged;
  const small = readSmallTag(text, seen);
  return small && !seen.has(small[0]) ? small : undefined;
};

/** Reads a tag line of an export with lower-case tags only. */
const readSmallTag: TagReader = (text, seen) =>
  /^[a-z][a-z\d]/.test(text)
    ? readTag(
        text.replace(/^[a-z\d]+/, (tag) => tag.toUpperCase()),
        seen,
      )
    : undefined;

/** Reads one record. CNKI's database name (`DB 科技成果`) is more precise than `RT Other Article`. */
export function readRefworks(text: readonly string[]): Reference {
  const fields = readTaggedRecord(text, /^\s*rt/.test(text[0] ?? '') ? readSmallTag : readMixedTag);
  const type =
    typeOfCollection(
      firstTagValue(fields, 'DB'),
      firstTagValue(fields, 'CL'),
      firstTagValue(fields, 'DS'),
    ) ??
    typeByName(firstTagValue(fields, 'RT') ?? '') ??
    'unknown';
  const meeting = type === 'conferencePaper';
  const serialText = allTagValues(fields, 'SN').join(' ');
  const serials = readIssns(serialText);
  const units = linesOfTags(fields, 'AD').flatMap(splitSemicolons);
  const authors = readAuthors(linesOfTags(fields, 'A1'));
  const onlyUnit = units.length === 1 ? (units[0] ?? '').split(/[,，]/) : [];
  return canonicalReference({
    type,
    source: 'refworks',
    title: firstTagValue(fields, 'T1'),
    authors: withAffiliations(authors, onlyUnit.length === authors.length ? onlyUnit : units),
    editors: type === 'thesis' ? [] : readAuthors(linesOfTags(fields, 'A2')),
    container: firstTagValue(fields, 'JF', 'T2', 'JO'),
    series: firstTagValue(fields, 'T3'),
    publisher: firstTagValue(fields, 'PB'),
    // For conference papers the place is that of the conference.
    place: meeting ? undefined : firstTagValue(fields, 'PP'),
    conference: meeting ? { place: firstTagValue(fields, 'PP') } : undefined,
    date: readDate(firstTagValue(fields, 'FD')) ?? joinDate(firstTagValue(fields, 'YR'), undefined),
    volume: firstTagValue(fields, 'VO'),
    issue: firstTagValue(fields, 'IS'),
    pages: pagesOf(pagesLine(fields, 'SP'), pagesLine(fields, 'OP')),
    doi: readDoi(firstTagValue(fields, 'DO')) ?? readDoi(firstTagValue(fields, 'LK')),
    issn: serials[0],
    eissn: serials[1],
    isbn: readIsbn(serialText),
    cn: readCn(firstTagValue(fields, 'CN')),
    abstract: firstParagraphsOfTags(fields, 'AB'),
    keywords: keywordList(allTagValues(fields, 'K1')),
    language: firstTagValue(fields, 'LA')?.replace(/[;；]$/, ''),
    url: firstTagValue(fields, 'UL', 'URL', 'LK'),
    accession: firstTagValue(fields, 'AN'),
    number: firstTagValue(fields, 'C1', 'ID'),
    genre: firstTagValue(fields, 'CL'),
  });
}

/** Joins the pages: `SP` is the first page and `OP` the rest; CNKI writes the whole range to `OP`. */
const pagesOf = (first: string | undefined, other: string | undefined): string =>
  first ? joinPages(first, other) : joinPages(other, undefined);
