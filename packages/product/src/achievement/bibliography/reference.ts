import type { Label } from '@keyan/kernel/label.ts';
import { type Locator, locatorOf } from './identifiers.ts';
import { cleanLine, withoutMarkup } from './text.ts';

/** Format from which a reference was read. */
export type SourceFormat =
  | 'doi'
  | 'patentNumber'
  | 'bibtex'
  | 'ris'
  | 'refworks'
  | 'refer'
  | 'wos'
  | 'gbt7714'
  | 'citation'
  | 'noteexpress'
  | 'pubmed'
  | 'ovid'
  | 'endnotexml'
  | 'zoterordf'
  | 'json'
  | 'table'
  | 'labelled';

/** Type of a reference. A closed set: every reader maps its own type words onto it. */
export type ReferenceType =
  | 'article'
  | 'conferencePaper'
  | 'book'
  | 'chapter'
  | 'thesis'
  | 'patent'
  | 'standard'
  | 'legalText'
  | 'yearbook'
  | 'newspaper'
  | 'report'
  | 'achievement'
  | 'webpage'
  | 'dataset'
  | 'software'
  | 'artwork'
  | 'manuscript'
  | 'unknown';

/** The name of each type, as a sentence can use it. */
export const referenceTypeLabels: Readonly<Record<ReferenceType, Label>> = {
  article: ['期刊论文', 'journal article'],
  conferencePaper: ['会议论文', 'conference paper'],
  book: ['图书', 'book'],
  chapter: ['图书章节', 'book chapter'],
  thesis: ['学位论文', 'thesis'],
  patent: ['专利', 'patent'],
  standard: ['标准', 'standard'],
  legalText: ['法律法规', 'legal text'],
  yearbook: ['年鉴条目', 'yearbook entry'],
  newspaper: ['报纸文章', 'newspaper article'],
  report: ['研究报告', 'report'],
  achievement: ['科技成果', 'registered scientific achievement'],
  webpage: ['网页', 'web page'],
  dataset: ['数据集', 'data set'],
  software: ['软件', 'piece of software'],
  artwork: ['艺术作品', 'work of art'],
  manuscript: ['未正式发表的文稿（预印本）', 'unpublished manuscript or preprint'],
  unknown: ['未注明类型的文献', 'work of no stated type'],
};

/** One person or body responsible for a work, in the order and spelling of the source. */
export interface Author {
  /** `family, given` when both are known, else the name as printed (Chinese names, institutions). */
  readonly name: string;
  readonly family?: string;
  readonly given?: string;
  /** True when the source marks this author as corresponding (Web of Science `RP`). */
  readonly corresponding?: boolean;
  /** The author's institution, where the source ties it to this author. */
  readonly affiliation?: string;
}

/** The meeting at which a paper was given. */
export interface Conference {
  /** Present only where it differs from the title of the proceedings (`Reference.container`). */
  readonly name?: string;
  readonly place?: string;
  /** First day, `yyyy`, `yyyy-MM` or `yyyy-MM-dd`. */
  readonly date?: string;
}

/**
 * One bibliographic record in our own terms. Text is plain Unicode: LaTeX and HTML entities are
 * decoded, runs of blanks are one blank, and paragraphs of the abstract are separated by `\n`.
 * A field that the source does not give is absent.
 */
export interface Reference {
  readonly type: ReferenceType;
  readonly source: SourceFormat;
  /** Empty only where the source is a bare number. */
  readonly title: string;
  /** Title of a Chinese work in English, where its record has both. */
  readonly titleEn?: string;
  readonly authors: readonly Author[];
  /** Present where the source names only the first authors (`等`, `et al.`, `and others`). */
  readonly moreAuthors?: true;
  readonly editors: readonly Author[];
  /** The journal, newspaper, proceedings or book that holds the work. */
  readonly container?: string;
  readonly series?: string;
  /** Publisher; for a thesis its university, for a report its institution. */
  readonly publisher?: string;
  readonly place?: string;
  /** `yyyy`; always the first four characters of `date`. */
  readonly year?: string;
  /** Date with the precision of the source: `yyyy`, `yyyy-MM` or `yyyy-MM-dd`. */
  readonly date?: string;
  readonly volume?: string;
  /** Issue as printed: `07` stays `07`. */
  readonly issue?: string;
  /** `1-7`, `12-15+20`, `170`; every dash is a hyphen. */
  readonly pages?: string;
  readonly articleNo?: string;
  /** Starts with `10.`, without resolver address. */
  readonly doi?: string;
  /** `NNNN-NNNX`; the check digit is the form's business. */
  readonly issn?: string;
  readonly eissn?: string;
  readonly isbn?: string;
  /** Chinese serial number (国内统一刊号), for example `61-1390/S`. */
  readonly cn?: string;
  readonly abstract?: string;
  /** Never holds a semicolon. */
  readonly keywords: readonly string[];
  /** Language as printed: `zh-CN`, `中文`, `English`. */
  readonly language?: string;
  readonly url?: string;
  readonly conference?: Conference;
  /** Accession number with its database, for example `WOS:000290776200020`. */
  readonly accession?: string;
  /** E-mail addresses, ORCID and ResearcherID of authors, as printed (Web of Science `EM`, `OI`, `RI`). */
  readonly contacts?: string;
  /** The databases that index the work, as printed (Web of Science `WE`). */
  readonly indexes: readonly string[];
  /** Number of a patent, standard or report. */
  readonly number?: string;
  /** Number of a patent's publication, beside that of its application, and the day of application. */
  readonly publication?: string;
  readonly applied?: string;
  /** The source's own word for the kind of work: `Review`, `博士`. */
  readonly genre?: string;
}

/** A DOI or the number of a patent, and nothing else of the work. */
export const isBareNumber = ({ source }: Pick<Reference, 'source'>): boolean =>
  source === 'doi' || source === 'patentNumber';

/** Data that a reader collects before {@link canonicalReference} puts them in order. */
export type RawReference = Pick<Reference, 'type' | 'source'> &
  Partial<Omit<Reference, 'moreAuthors'>> & { readonly moreAuthors?: boolean };

const present = (value: unknown): boolean => value !== undefined && value !== '' && value !== null;

/** The given fields without the absent and empty ones; undefined when nothing is left. */
function compact<T extends object>(value: T): T | undefined {
  const kept = Object.entries(value).filter(([, field]) => present(field));
  return kept.length > 0 ? (Object.fromEntries(kept) as T) : undefined;
}

const plainTitle = (title: string | undefined): string | undefined =>
  title === undefined ? undefined : cleanLine(withoutMarkup(title));

/** Where preprints stand, by what names their server or begins their DOI. */
const preprintServer =
  /^(?:arxiv|biorxiv|medrxiv|chemrxiv|chinaxiv|ssrn|research square|preprints)\b/i;
const preprintDoi = /^10\.(?:48550|1101|26434|21203|20944|2139|12074)\//;

const typeOf = ({ type, doi = '', issn, volume }: RawReference, container = ''): ReferenceType =>
  (type === 'article' || type === 'unknown') &&
  (preprintServer.test(container) || (preprintDoi.test(doi) && !issn && !volume))
    ? 'manuscript'
    : type;

/** Types whose works a journal or proceedings may number in place of pages. */
const numbered: ReadonlySet<ReferenceType> = new Set(['article', 'conferencePaper']);

const standingOf = (raw: RawReference, type: ReferenceType): Locator =>
  numbered.has(type) ? locatorOf(raw) : raw;

/**
 * Puts a record in its canonical form: empty fields and markup of titles go, what stands on a server of
 * preprints is a manuscript, the number of an article that stands as its pages is one, `year` follows `date`, and a conference's
 * name stands beside the title of its proceedings only where the two differ.
 */
export function canonicalReference(raw: RawReference): Reference {
  const name = raw.conference?.name;
  const container = plainTitle(raw.container) || name;
  const conference = compact({
    ...raw.conference,
    name: name === container ? undefined : name,
  });
  const type = typeOf(raw, container);
  const { pages, articleNo } = standingOf(raw, type);
  return {
    ...compact({
      ...raw,
      pages,
      articleNo,
      moreAuthors: raw.moreAuthors || undefined,
      container,
      conference,
      year: raw.date?.slice(0, 4) ?? raw.year,
    }),
    type,
    source: raw.source,
    title: plainTitle(raw.title) ?? '',
    authors: raw.authors ?? [],
    editors: raw.editors ?? [],
    keywords: raw.keywords ?? [],
    indexes: raw.indexes ?? [],
  };
}
