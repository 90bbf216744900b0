import { readBibtex } from './bibtex.ts';
import { bibtexStart } from './bibtex-entries.ts';
import { readBookCitations } from './book-marks.ts';
import { readTable } from './delimited.ts';
import { endnoteXmlStart, readEndnoteXml } from './endnote-xml.ts';
import { hasTypeMark, readCitations } from './gbt7714.ts';
import { readHeadless } from './headless.ts';
import { readDoi } from './identifiers.ts';
import { readJsonWorks } from './json-works.ts';
import { readLabelledText } from './labelled.ts';
import { noteExpressStart, readNoteExpress } from './noteexpress.ts';
import { readPatentNumbers } from './patent-number.ts';
import { readPlainCitations } from './plain-citations.ts';
import {
  ericStart,
  ovidStart,
  pubmedRecordStart,
  pubmedXmlStart,
  readEric,
  readOvid,
  readPubmed,
  readPubmedXml,
} from './pubmed.ts';
import { readRefer, referStart } from './refer.ts';
import { canonicalReference, type Reference } from './reference.ts';
import { readRefworks, refworksStart } from './refworks.ts';
import { readRis, risStart } from './ris.ts';
import { readWos, wosStart } from './wos.ts';
import { readZoteroRdf, zoteroRdfStart } from './zotero-rdf.ts';

/** Format recognised by its first line. */
interface Format {
  readonly starts: RegExp;
  /** Reads the lines from one start to the next. */
  readonly read: (lines: readonly string[]) => readonly Reference[];
  /** True if another start continues the record (BibTeX: `@string` applies to all entries). */
  readonly joined?: boolean;
}

const formats: readonly Format[] = [
  { starts: bibtexStart, read: (lines) => readBibtex(lines.join('\n')), joined: true },
  { starts: risStart, read: (lines) => [readRis(lines)] },
  { starts: refworksStart, read: (lines) => [readRefworks(dedent(lines))] },
  { starts: referStart, read: (lines) => [readRefer(lines)] },
  { starts: wosStart, read: (lines) => [readWos(lines)] },
  { starts: noteExpressStart, read: (lines) => [readNoteExpress(lines)] },
  { starts: pubmedRecordStart, read: (lines) => [readPubmed(lines)] },
  { starts: ovidStart, read: (lines) => [readOvid(lines)] },
  { starts: ericStart, read: (lines) => [readEric(lines)] },
];

/** XML formats, recognised by an element anywhere in the text. */
const xmlFormats: readonly {
  readonly starts: RegExp;
  readonly read: (text: string) => Reference[];
}[] = [
  { starts: endnoteXmlStart, read: readEndnoteXml },
  { starts: pubmedXmlStart, read: readPubmedXml },
  { starts: zoteroRdfStart, read: readZoteroRdf },
];

/** Last line of a record (RIS, Web of Science), first line of a Web of Science file, and number of an Ovid record. */
const ends = /^\s*(?:<\d{1,6}>\s*$|ER\s{1,3}[-–—]|E[RF]\s*$|FN (?:Clarivate|Thomson|ISI)\b)/;

/** Removes the indentation of the first line from all lines. */
function dedent(lines: readonly string[]): readonly string[] {
  const indent = lines[0]?.match(/^\s*/)?.[0] ?? '';
  if (indent === '') return lines;
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
}

/** Reads every record of the known formats, in order. */
function readRecords(lines: readonly string[]): Reference[] {
  const found: Reference[] = [];
  let open: Format | undefined;
  let record: string[] = [];
  const close = () => {
    if (open) found.push(...open.read(record));
    record = [];
  };
  for (const line of lines) {
    const started = formats.find((format) => format.starts.test(line));
    if (started && !(started === open && started.joined)) {
      close();
      open = started;
    } else if (ends.test(line)) {
      close();
      open = undefined;
    }
    if (open) record.push(line);
  }
  close();
  return found;
}

/** Returns the DOIs of a text without records: bare, with `doi:`, in a URL, or in a citation. */
function readDois(lines: readonly string[]): Reference[] {
  const words = lines.flatMap((line) => line.split(/[\s\u3000]+/));
  const found = words.map(readDoi).filter((doi) => doi !== undefined);
  // Unknown markup may also contain the cited works: only the first DOI is the work's.
  const dois = /^\s*[<[{]/.test(lines.find((line) => line.trim() !== '') ?? '')
    ? found.slice(0, 1)
    : found;
  return [...new Set(dois)].map((doi) =>
    canonicalReference({ type: 'unknown', source: 'doi', doi }),
  );
}

/** Returns the citation that a line as a whole consists of, or undefined. */
function citationAlone(line: string): Reference | undefined {
  if (line.trim() === '' || hasTypeMark(line)) return undefined;
  const marked = readBookCitations([line]);
  return marked.works[0] ?? readPlainCitations([line]).works[0];
}

/** Reads citations with type marks, and lines with citations of other styles, in order. */
function readMixed(lines: readonly string[]): Reference[] {
  const found: Reference[] = [];
  let open: string[] = [];
  const close = () => {
    found.push(...readCitations(open).filter(hasContent));
    open = [];
  };
  for (const line of lines) {
    const alone = citationAlone(line);
    if (alone) {
      close();
      found.push(alone);
    } else open.push(line);
  }
  close();
  return found;
}

const hasContent = (work: Reference): boolean => work.title !== '' || work.authors.length > 0;

/**
 * Reads pasted bibliographic text: BibTeX, RIS, RefWorks, Refer/EndNote, Web of Science, NoteExpress, PubMed, Ovid or
 * ERIC tagged text, XML of EndNote, PubMed and Zotero, tables of Scopus and Web of Science, CSL-JSON and responses of
 * Crossref, DataCite and OpenAlex, labelled records of CSSCI, CNKI and the patent office, in any mixture and with any
 * line endings; else citations of GB/T 7714 or of styles without a type mark; else DOIs; else patent numbers. Linear in
 * the length of the text.
 * @param text decoded text, byte order marks allowed
 * @returns the records in order; empty if nothing is recognised
 * @throws Refused only if BibTeX abbreviations expand to far more than the text
 */
export function parseReferences(text: string): Reference[] {
  const lines = text.replaceAll('\ufeff', '').split(/\r\n?|[\n\u2028\u2029]/);
  const tables = [
    ...readTable(text.replaceAll('\ufeff', '')),
    ...readJsonWorks(text.replaceAll('\ufeff', '')),
  ];
  if (tables.some(hasContent)) return tables.filter(hasContent);
  const records = readRecords(lines).filter(hasContent);
  if (records.length > 0) return records;
  const xml = xmlFormats.find(({ starts }) => starts.test(text));
  if (xml) return xml.read(text).filter(hasContent);
  // An entry may begin within a line, after other words.
  const entries = readBibtex(lines.join('\n')).filter(hasContent);
  if (entries.length > 0) return entries;
  const headless = readHeadless(lines).filter(hasContent);
  if (headless.length > 0) return headless;
  const labelled = readLabelledText(lines).filter(hasContent);
  if (labelled.length > 0) return labelled;
  const citations = lines.some(hasTypeMark) ? readMixed(lines) : [];
  if (citations.length > 0) return citations;
  const marked = readBookCitations(lines);
  const { works, unread } = readPlainCitations(marked.unread);
  const cited = [...marked.works, ...works];
  if (cited.length > 0) return [...cited, ...readDois(unread)];
  const dois = readDois(lines);
  return dois.length > 0 ? dois : readPatentNumbers(lines);
}
