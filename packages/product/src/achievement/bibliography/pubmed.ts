import { readDate } from './date.ts';
import { readDoi, readIssns, readPages } from './identifiers.ts';
import { person } from './name.ts';
import { type Author, type Reference, type ReferenceType, reference } from './reference.ts';
import { all, line, readTagged, type TagReader } from './tagged.ts';
import { cleanLine } from './text.ts';

/** PubMed (MEDLINE): `PMID- 1`, `TI  - …`, lines that go on indented by six blanks. */

export const pubmedStart = /^PMID-\s*\d/;

const readTag: TagReader = (text) => {
  const [, tag = '', value = ''] = text.match(/^([A-Z]{2,4}) {0,2}- ?(.*)$/s) ?? [];
  return tag ? [tag, value] : undefined;
};

/** What `PT` says that is no article of a journal. */
const types: readonly (readonly [pattern: RegExp, type: ReferenceType])[] = [
  [/preprint/i, 'manuscript'],
  [/congress/i, 'conferencePaper'],
  [/dataset/i, 'dataset'],
  [/^(?:book|monograph)/i, 'book'],
];

/** Publication types that say nothing beyond the type itself. */
const plain = /^(?:journal article|research support)/i;

/**
 * The authors with the address that follows each. The order of the lines ties them, so they are read
 * line by line; `FAU` is the full form of the `AU` behind it.
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
      // The short form of the same author: the next one may come without a full form.
      last.full = false;
      open = undefined;
    } else if (tag === 'AD' && last && last.address.length === 0) {
      last.address.push(value);
      open = last.address;
    } else open = undefined;
  }
  return found.map(({ name, address }) => {
    const [family = '', ...given] = cleanLine(name).split(/,\s*/);
    const affiliation = cleanLine(address.join(' '));
    return { ...person(family, given.join(', ')), ...(affiliation && { affiliation }) };
  });
}

const whole = (value: string | undefined): string | undefined => value && cleanLine(value);

/** Reads one record. */
export function readPubmed(text: readonly string[]): Reference {
  const fields = readTagged(text, readTag);
  const serials = readIssns(all(fields, 'IS').join(' '));
  const kinds = all(fields, 'PT').map(cleanLine);
  const said = kinds.find((kind) => !plain.test(kind));
  const dois = all(fields, 'LID', 'AID').filter((value) => /\[doi\]/i.test(value));
  return reference({
    type: types.find(([pattern]) => kinds.some((kind) => pattern.test(kind)))?.[1] ?? 'article',
    source: 'pubmed',
    title: whole(line(fields, 'TT') ?? line(fields, 'TI', 'BTI'))?.replace(/\.$/, ''),
    authors: authorsOf(text),
    container: line(fields, 'JT', 'TA'),
    publisher: line(fields, 'PB'),
    date: readDate(line(fields, 'DP')),
    volume: line(fields, 'VI'),
    issue: line(fields, 'IP'),
    pages: readPages(line(fields, 'PG')),
    doi: readDoi(dois[0]?.replace(/\[doi\]/i, '')),
    issn: serials[0],
    eissn: serials[1],
    abstract: line(fields, 'AB'),
    keywords: all(fields, 'OT').map(cleanLine),
    language: line(fields, 'LA'),
    genre: said,
  });
}
