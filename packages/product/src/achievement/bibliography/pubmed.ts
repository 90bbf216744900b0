import { readDate } from './date.ts';
import { attributeOfTag, contentsOfElements } from './elements.ts';
import { fullPages, readDoi, readIssns } from './identifiers.ts';
import { parsedAuthor, readAuthors } from './name.ts';
import {
  type Author,
  canonicalReference,
  type Reference,
  type ReferenceType,
} from './reference.ts';
import { allTagValues, firstTagValue, readTaggedRecord, type TagReader } from './tagged.ts';
import { cleanLine, cleanText, decodeEntities, withoutMarkup } from './text.ts';

/** PubMed (MEDLINE): `PMID- 1`, `TI  - …`; continuation lines are indented by six blanks. */

export const pubmedRecordStart = /^PMID-\s*\d/;

const readTag: TagReader = (text) => {
  const [, tag = '', value = ''] = text.match(/^([A-Z]{2,4}) {0,2}- ?(.*)$/s) ?? [];
  return tag ? [tag, value] : undefined;
};

/** Reference types by values of `PT` other than journal articles. */
const types: readonly (readonly [pattern: RegExp, type: ReferenceType])[] = [
  [/preprint/i, 'manuscript'],
  [/congress/i, 'conferencePaper'],
  [/dataset/i, 'dataset'],
  [/^(?:book|monograph)/i, 'book'],
];

/** Author line `et al.` of old records. */
const others = /^\s*et al\.?\s*$/i;

/** Publication types that are no more precise than the reference type. */
const plain = /^(?:journal article|research support)/i;

/**
 * Reads the authors with their addresses. Lines are read in order, since an address belongs to the author before it;
 * `FAU` is the full form of the following `AU`.
 */
function authorsOf(text: readonly string[]): Author[] {
  const found: { name: string; full: boolean; address: string[] }[] = [];
  let open: string[] | undefined;
  for (const one of text) {
    const [tag, value = ''] = readTag(one, new Set()) ?? [];
    const last = found.at(-1);
    if (tag === undefined) open?.push(one);
    else if (tag === 'FAU' || (tag === 'AU' && !last?.full) || tag === 'CN') {
      found.push({ name: value, full: tag === 'FAU', address: [] });
      open = undefined;
    } else if (tag === 'AU' && last) {
      // Short form of the same author; the next short form may have no full form.
      last.full = false;
      open = undefined;
    } else if (tag === 'AD' && last && last.address.length === 0) {
      last.address.push(value);
      open = last.address;
    } else open = undefined;
  }
  return found
    .filter(({ name }) => !others.test(name))
    .map(({ name, address }) => {
      const [family = '', ...given] = cleanLine(name).split(/,\s*/);
      const affiliation = cleanLine(address.join(' '));
      return { ...parsedAuthor(family, given.join(', ')), ...(affiliation && { affiliation }) };
    });
}

const whole = (value: string | undefined): string | undefined => value && cleanLine(value);

/** Reads one record. */
export function readPubmed(text: readonly string[]): Reference {
  const fields = readTaggedRecord(text, readTag);
  const serials = readIssns(allTagValues(fields, 'IS').join(' '));
  const kinds = allTagValues(fields, 'PT').map(cleanLine);
  const said = kinds.find((kind) => !plain.test(kind));
  const dois = allTagValues(fields, 'LID', 'AID').filter((value) => /\[doi\]/i.test(value));
  return canonicalReference({
    type: types.find(([pattern]) => kinds.some((kind) => pattern.test(kind)))?.[1] ?? 'article',
    source: 'pubmed',
    title: whole(firstTagValue(fields, 'TT') ?? firstTagValue(fields, 'TI', 'BTI'))?.replace(
      /\.$/,
      '',
    ),
    authors: authorsOf(text),
    moreAuthors: text.some((one) => others.test(one.replace(/^F?AU\s*-/, ''))),
    container: firstTagValue(fields, 'JT', 'TA'),
    publisher: firstTagValue(fields, 'PB'),
    date: readDate(firstTagValue(fields, 'DP')),
    volume: firstTagValue(fields, 'VI'),
    issue: firstTagValue(fields, 'IP'),
    pages: fullPages(firstTagValue(fields, 'PG')),
    doi: readDoi(dois[0]?.replace(/\[doi\]/i, '')),
    issn: serials[0],
    eissn: serials[1],
    abstract: firstTagValue(fields, 'AB'),
    keywords: allTagValues(fields, 'OT').map(cleanLine),
    language: firstTagValue(fields, 'LA'),
    genre: said,
  });
}

/** Ovid (MEDLINE, Embase): a record begins with `VN  - Ovid Technologies`; continuation lines are indented. */

export const ovidStart = /^VN {1,2}- *Ovid\b/i;

/** Notes in brackets after a name: `[Author; E-mail: …]`. */
const behindName = /\s*\[[^\]]*\]/g;

/** Reads one record. */
export function readOvid(text: readonly string[]): Reference {
  const fields = readTaggedRecord(text, readTag);
  const kinds = allTagValues(fields, 'PT').map(cleanLine);
  const serials = readIssns(allTagValues(fields, 'IS').join(' '));
  // Journal, volume and date in one line: `Lancet. 401(10375):440-450, 2023 Feb 11.`
  const source = firstTagValue(fields, 'SO', 'AS') ?? '';
  const [, container] = source.match(/^(.*?)\.\s/) ?? [];
  const [, volume, issue, pages] = source.match(/\s(\w+)(?:\(([^)]*)\))?:([^,]+),/) ?? [];
  const [, date] = source.match(/,\s*(\d{4}[^,]*?)\.?$/) ?? [];
  return canonicalReference({
    type: types.find(([pattern]) => kinds.some((kind) => pattern.test(kind)))?.[1] ?? 'article',
    source: 'ovid',
    title: whole(firstTagValue(fields, 'TI', 'TT'))?.replace(/(?:\s*\[[^\]]*\])?\.$/, ''),
    authors: readAuthors(
      allTagValues(fields, 'AU', 'FA').map((name) => name.replace(behindName, '')),
    ),
    container: firstTagValue(fields, 'JN', 'JO') ?? container,
    date: readDate(firstTagValue(fields, 'DP') ?? date ?? firstTagValue(fields, 'YR')),
    volume: firstTagValue(fields, 'VO', 'VI') ?? volume,
    issue: firstTagValue(fields, 'IP') ?? issue,
    pages: fullPages(firstTagValue(fields, 'PG') ?? pages),
    doi: readDoi(firstTagValue(fields, 'DO')),
    issn: serials[0],
    eissn: serials[1],
    abstract: firstTagValue(fields, 'AB'),
    keywords: allTagValues(fields, 'KW')
      .flatMap((words) => words.split(/\s*[;\n]\s*/))
      .map(cleanLine)
      .filter(Boolean),
    language: firstTagValue(fields, 'LG'),
    genre: kinds.find((kind) => !plain.test(kind)),
  });
}

/** ERIC: tags of PubMed with different meanings; a record begins with `OWN - ERIC`. */

export const ericStart = /^OWN {0,2}- ?ERIC\s*$/;

/** Reference types by publication type (https://eric.ed.gov/?help: Publication Type); the first match decides. */
const ericTypes: readonly (readonly [kind: RegExp, type: ReferenceType])[] = [
  [/^Journal Articles/, 'article'],
  [/^Dissertations/, 'thesis'],
  [/^(?:Books|Collected Works)/, 'book'],
  [/^Speeches/, 'conferencePaper'],
  [/^(?:Reports|Numerical)/, 'report'],
];

/** Reads one record. */
export function readEric(text: readonly string[]): Reference {
  const fields = readTaggedRecord(text, readTag);
  const kinds = allTagValues(fields, 'PT').map(cleanLine);
  const serials = readIssns(
    allTagValues(fields, 'ISSN')
      .join(' ')
      .replace(/E?ISSN-/g, ''),
  );
  // Journal, volume and pages in one line: `Computers & Education, v58 n1 p321-334 Jan 2012`.
  const source = firstTagValue(fields, 'SO') ?? '';
  const [, journal] = source.match(/^(.*?),?\s*\bv\d/) ?? [];
  const [, volume] = source.match(/\bv(\d+)/) ?? [];
  const [, issue] = source.match(/\bn(\d+)/) ?? [];
  const [, pages] = source.match(/\bp(\d+(?:-\d+)?)/) ?? [];
  // Searches the date from the end, since pages and journal names before it may look like a year.
  const dated = source.match(/(?:[A-Z][a-z]{2,8} )?\b(?:19|20)\d{2}\b/g)?.at(-1);
  return canonicalReference({
    type: ericTypes.find(([kind]) => kinds.some((one) => kind.test(one)))?.[1] ?? 'unknown',
    source: 'pubmed',
    title: whole(firstTagValue(fields, 'TI'))?.replace(/\.$/, ''),
    authors: authorsOf(text),
    container: firstTagValue(fields, 'JT') ?? (journal || undefined),
    date: readDate(firstTagValue(fields, 'DP') ?? dated),
    volume: firstTagValue(fields, 'VI') ?? volume,
    issue: firstTagValue(fields, 'IP') ?? issue,
    pages: fullPages(firstTagValue(fields, 'PG') ?? pages),
    doi: allTagValues(fields, 'LID', 'AID')
      .map(readDoi)
      .find((doi) => doi !== undefined),
    issn: serials[0],
    eissn: serials[1],
    abstract: firstTagValue(fields, 'AB'),
    keywords: allTagValues(fields, 'OT').map(cleanLine),
    language: firstTagValue(fields, 'LA'),
  });
}

/** PubMed XML: one `PubmedArticle` per record; cited works are skipped. */

export const pubmedXmlStart = /<PubmedArticle[\s>]/;

const textOf = (from: string, name: string): string | undefined => {
  const [content] = contentsOfElements(from, name);
  return content === undefined
    ? undefined
    : cleanLine(decodeEntities(withoutMarkup(content))) || undefined;
};

const xmlAuthor = (author: string): Author[] => {
  const family = textOf(author, 'LastName') ?? textOf(author, 'CollectiveName');
  if (family === undefined) return [];
  const affiliation = textOf(author, 'Affiliation');
  return [
    {
      ...parsedAuthor(family, textOf(author, 'ForeName') ?? textOf(author, 'Initials')),
      ...(affiliation && { affiliation }),
    },
  ];
};

const issued = (issue: string): string | undefined => {
  const [date = ''] = contentsOfElements(issue, 'PubDate');
  const parts = ['Year', 'Month', 'Day'].map((name) => textOf(date, name)).filter(Boolean);
  return readDate(parts.length > 0 ? parts.join(' ') : textOf(date, 'MedlineDate'));
};

function readArticle(record: string): Reference {
  const [article = ''] = contentsOfElements(record, 'Article');
  const [journal = ''] = contentsOfElements(article, 'Journal');
  const [issue = ''] = contentsOfElements(journal, 'JournalIssue');
  const kinds = contentsOfElements(article, 'PublicationType').map(cleanLine);
  const dois = [
    ...contentsOfElements(article, 'ELocationID'),
    ...contentsOfElements(
      contentsOfElements(record, 'PubmedData').join('').split('<ReferenceList')[0] ?? '',
      'ArticleId',
    ),
  ];
  const [issn] = readIssns(textOf(journal, 'ISSN'));
  const print = attributeOfTag(journal, 'ISSN', 'IssnType') !== 'Electronic';
  return canonicalReference({
    type: kinds.some((kind) => /preprint/i.test(kind)) ? 'manuscript' : 'article',
    source: 'pubmed',
    title: textOf(article, 'ArticleTitle')?.replace(/\.$/, ''),
    authors: contentsOfElements(
      contentsOfElements(article, 'AuthorList')[0] ?? '',
      'Author',
    ).flatMap(xmlAuthor),
    container: textOf(journal, 'Title'),
    date: issued(issue),
    volume: textOf(issue, 'Volume'),
    issue: textOf(issue, 'Issue'),
    pages: fullPages(textOf(article, 'MedlinePgn')),
    doi: dois.map(readDoi).find((doi) => doi !== undefined),
    ...(issn && (print ? { issn } : { eissn: issn })),
    abstract: cleanText(
      contentsOfElements(article, 'AbstractText')
        .map((part) => decodeEntities(withoutMarkup(part)))
        .join('\n'),
    ),
    keywords: contentsOfElements(record, 'Keyword').map((word) => cleanLine(decodeEntities(word))),
    language: textOf(article, 'Language'),
    genre: kinds.find((kind) => !plain.test(kind)),
  });
}

/** Reads every record of the text. */
export const readPubmedXml = (text: string): Reference[] =>
  contentsOfElements(text, 'PubmedArticle').map(readArticle);
