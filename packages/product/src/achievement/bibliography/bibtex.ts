import { type BibtexEntry, readEntries } from './bibtex-entries.ts';
import { namesOthers, readKeywords, readNames, writeKeywords, writeNames } from './bibtex-names.ts';
import { joinDate, readDate } from './date.ts';
import { readCn, readDoi, readIsbn, readIssns, readPages } from './identifiers.ts';
import { decodeLatex, encodeLatex } from './latex.ts';
import { canonicalReference, type Reference, type ReferenceType } from './reference.ts';
import { cleanLine, cleanText, keywordList } from './text.ts';

/** BibTeX and BibLaTeX as exported by CNKI, Web of Science, Google Scholar, Zotero and publishers. */

/** Entry type and subtype with which each type of reference is written. */
const written: Readonly<Record<ReferenceType, readonly [entry: string, subtype?: string]>> = {
  article: ['article'],
  conferencePaper: ['inproceedings'],
  book: ['book'],
  chapter: ['incollection'],
  thesis: ['phdthesis'],
  patent: ['patent'],
  standard: ['standard'],
  legalText: ['legislation'],
  yearbook: ['inreference', 'yearbook'],
  newspaper: ['article', 'newspaper'],
  report: ['techreport'],
  achievement: ['techreport', 'achievement'],
  webpage: ['online'],
  dataset: ['dataset'],
  software: ['software'],
  artwork: ['artwork'],
  manuscript: ['unpublished'],
  unknown: ['misc'],
};

const types: ReadonlyMap<string, ReferenceType> = new Map<string, ReferenceType>([
  ...Object.entries(written).map(
    ([type, [entry, subtype]]) => [subtype ?? entry, type as ReferenceType] as const,
  ),
  ['periodical', 'article'],
  ['suppperiodical', 'article'],
  ['review', 'article'],
  ['conference', 'conferencePaper'],
  ['mvbook', 'book'],
  ['booklet', 'book'],
  ['collection', 'book'],
  ['proceedings', 'book'],
  ['mvproceedings', 'book'],
  ['manual', 'book'],
  ['reference', 'book'],
  ['inbook', 'chapter'],
  ['bookinbook', 'chapter'],
  ['suppbook', 'chapter'],
  ['inreference', 'chapter'],
  ['mastersthesis', 'thesis'],
  ['thesis', 'thesis'],
  ['newspaperarticle', 'newspaper'],
  ['report', 'report'],
  ['electronic', 'webpage'],
  ['www', 'webpage'],
  ['webpage', 'webpage'],
  ['image', 'artwork'],
  ['video', 'artwork'],
  ['audio', 'artwork'],
  ['music', 'artwork'],
]);

/** Returns the field name for the container or publisher of a type. */
const hostField = (type: ReferenceType): string =>
  type === 'conferencePaper' || type === 'chapter' ? 'booktitle' : 'journal';
const publisherFields: Readonly<Partial<Record<ReferenceType, string>>> = {
  thesis: 'school',
  report: 'institution',
  achievement: 'institution',
  standard: 'organization',
};

/** Returns the type of an entry; an eprint without journal (arXiv) is a preprint. */
function typeOf(entry: BibtexEntry): ReferenceType {
  const subtype = types.get(entry.fields.get('entrysubtype')?.toLowerCase() ?? '');
  const type = subtype ?? types.get(entry.type) ?? 'unknown';
  const preprint = entry.fields.has('eprint') || entry.fields.has('archiveprefix');
  return type === 'unknown' && preprint ? 'manuscript' : type;
}

/** Undoes the escapes that exporters add to fields without LaTeX, such as URLs. */
const verbatim = (value: string): string =>
  cleanLine(
    value
      .replace(/^\\url\{|[{}]/g, '')
      .replaceAll('\\textasciitilde', '~')
      .replace(/\\([_%&#~$])/g, '$1'),
  );

/** Pattern of a patent from Google Scholar: an `@misc` entry with the number after the title. */
const scholarPatent =
  /^(?<title>.{2,400}?)[:：]\s?(?<number>(?:CN|US|EP|WO|JP|KR|DE)\s?[\d/.]{6,20}\s?[A-Z]\d?)$/u;

/** Reads every entry of the text as a reference. */
export function readBibtex(text: string): Reference[] {
  return readEntries(text).map(readEntry);
}

function readEntry(entry: BibtexEntry): Reference {
  const { fields } = entry;
  const raw = (...names: readonly string[]): string =>
    names.map((name) => fields.get(name) ?? '').find((value) => value.trim() !== '') ?? '';
  const text = (...names: readonly string[]): string => cleanLine(decodeLatex(raw(...names)));
  const whole = [text('title'), text('subtitle')].filter(Boolean).join(': ');
  const patented = scholarPatent.exec(typeOf(entry) === 'unknown' ? whole : '')?.groups;
  const type = patented ? 'patent' : typeOf(entry);
  // MathSciNet abbreviates `journal` and gives the full name in `fjournal`.
  const hosts = ['fjournal', 'journal', 'journaltitle', 'booktitle', 'maintitle'];
  const publishers = ['publisher', 'school', 'institution', 'organization', 'holder'];
  const stated = publisherFields[type];
  const serials = readIssns(text('issn'));
  const issue = type === 'article' || type === 'newspaper' || type === 'conferencePaper';
  const keywords = raw('keywords', 'keyword', 'keywords-plus');
  return canonicalReference({
    type,
    source: 'bibtex',
    title: patented?.title ?? whole,
    authors: readNames(raw('author')),
    moreAuthors: namesOthers(raw('author')),
    editors: readNames(raw('editor')),
    container: type === 'book' ? undefined : text(...hosts),
    series: text('series'),
    publisher: text(...(stated ? [stated] : []), ...publishers),
    place: text('address', 'location'),
    date: readDate(text('date')) ?? joinDate(text('year'), monthDay(text('month'), text('day'))),
    volume: text('volume'),
    issue: issue ? text('number', 'issue') : text('issue'),
    pages: readPages(text('pages', 'page')),
    articleNo: text('eid', 'article-number', 'articleno'),
    doi: readDoi(verbatim(raw('doi'))),
    issn: serials[0],
    eissn: readIssns(text('eissn'))[0] ?? serials[1],
    isbn: readIsbn(text('isbn')),
    cn: readCn(text('cn')),
    abstract: cleanText(decodeLatex(raw('abstract'))),
    keywords: keywords ? keywordList(readKeywords(keywords)) : [],
    language: text('language', 'langid'),
    url: verbatim(raw('url')),
    conference: {
      name: text('eventtitle', 'booktitle-conference'),
      place: text('venue'),
      date: readDate(text('eventdate')),
    },
    accession: text('unique-id').replace(/^ISI:/, 'WOS:'),
    indexes: keywordList([text('web-of-science-index')]),
    number: issue ? undefined : (patented?.number ?? text('number')),
    genre: text('type'),
  });
}

const monthDay = (month: string, day: string): string => (day ? `${month} ${day}` : month);

/** Returns the fields of an entry in their usual order, values unescaped. */
function fieldsOf(work: Reference): (readonly [name: string, value: string | undefined])[] {
  const escaped = (value: string | undefined) => value && encodeLatex(value);
  return [
    ['author', writeNames(work.authors)],
    ['title', escaped(work.title)],
    [hostField(work.type), escaped(work.container)],
    ['editor', writeNames(work.editors)],
    ['series', escaped(work.series)],
    [publisherFields[work.type] ?? 'publisher', escaped(work.publisher)],
    ['address', escaped(work.place)],
    ['year', work.year],
    ['date', work.date],
    ['volume', escaped(work.volume)],
    ['number', escaped(work.number ?? work.issue)],
    ['issue', work.number === undefined ? undefined : escaped(work.issue)],
    ['pages', escaped(work.pages)?.replaceAll('-', '--')],
    ['eid', escaped(work.articleNo)],
    ['doi', work.doi && escapeVerbatim(work.doi)],
    ['issn', work.issn],
    ['eissn', work.eissn],
    ['isbn', work.isbn],
    ['cn', work.cn],
    ['eventtitle', escaped(work.conference?.name)],
    ['venue', escaped(work.conference?.place)],
    ['eventdate', work.conference?.date],
    ['url', work.url && escapeVerbatim(work.url)],
    ['language', escaped(work.language)],
    ['keywords', writeKeywords(work.keywords)],
    ['abstract', escaped(work.abstract)],
    ['unique-id', escaped(work.accession)],
    ['web-of-science-index', escaped(work.indexes.join('; '))],
    ['type', escaped(work.genre)],
    ['entrysubtype', written[work.type][1]],
  ];
}

/** Percent-encodes braces in a URL, since a brace would end the value. */
const escapeVerbatim = (text: string): string =>
  text.replaceAll('{', '%7B').replaceAll('}', '%7D').replaceAll('\\', '%5C');

/** Returns `name` + year + number: a citation key unique in the file, plain ASCII. */
function citeKey(work: Reference, index: number): string {
  const [author] = work.authors;
  const name = (author?.family ?? author?.name ?? '').normalize('NFD').replace(/[^A-Za-z]/g, '');
  return `${name || 'ref'}${work.year ?? ''}-${index + 1}`;
}

/**
 * Writes references as BibTeX (UTF-8, BibLaTeX fields where BibTeX has none). Institutions and corresponding authors
 * are omitted, since the format has no field for them.
 */
export function writeBibtex(references: readonly Reference[]): string {
  const entries = references.map((work, index) => {
    const fields = fieldsOf(work)
      .filter(([, value]) => value)
      .map(([name, value]) => `  ${name} = {${value}}`);
    return `@${written[work.type][0]}{${[citeKey(work, index), ...fields].join(',\n')}\n}\n`;
  });
  return entries.join('\n');
}
