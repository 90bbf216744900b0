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

/** Type of a reference. Every reader maps the type words of its format to this closed set. */
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

/** Labels of the types, in the form used within sentences. */
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
  /** Affiliation, if the source assigns one to this author. */
  readonly affiliation?: string;
}

/** Conference at which a paper was presented. */
export interface Conference {
  /** Absent if equal to the title of the proceedings (`Reference.container`). */
  readonly name?: string;
  readonly place?: string;
  /** First day, `yyyy`, `yyyy-MM` or `yyyy-MM-dd`. */
  readonly date?: string;
}

/**
 * Bibliographic record in the product's terms. Text is plain Unicode: LaTeX and HTML entities are decoded, runs of
 * blanks are one blank, and paragraphs of the abstract are separated by `\n`. Fields missing in the source are absent.
 */
export interface Reference {
  readonly type: ReferenceType;
  readonly source: SourceFormat;
  /** Empty only if the source is a bare number. */
  readonly title: string;
  /** English title of a Chinese work, if the record has both. */
  readonly titleEn?: string;
  readonly authors: readonly Author[];
  /** True if the source names only the first authors (`等`, `et al.`, `and others`). */
  readonly moreAuthors?: true;
  readonly editors: readonly Author[];
  /** Journal, newspaper, proceedings or book that contains the work. */
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
  /** Page range with hyphens: `1-7`, `12-15+20`, `170`. */
  readonly pages?: string;
  readonly articleNo?: string;
  /** Begins with `10.`, without resolver. */
  readonly doi?: string;
  /** `NNNN-NNNX`; the form validates the check digit. */
  readonly issn?: string;
  readonly eissn?: string;
  readonly isbn?: string;
  /** Chinese serial number (国内统一刊号), for example `61-1390/S`. */
  readonly cn?: string;
  readonly abstract?: string;
  /** Keywords without semicolons. */
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
  /** Publication number of a patent, in addition to the application number; and the application date. */
  readonly publication?: string;
  readonly applied?: string;
  /** Type word of the source: `Review`, `博士`. */
  readonly genre?: string;
}

/** Returns whether a reference consists of a DOI or patent number only. */
export const isBareNumber = ({ source }: Pick<Reference, 'source'>): boolean =>
  source === 'doi' || source === 'patentNumber';

/** Fields that a reader collects, before {@link canonicalReference} normalises them. */
export type RawReference = Pick<Reference, 'type' | 'source'> &
  Partial<Omit<Reference, 'moreAuthors'>> & { readonly moreAuthors?: boolean };

const present = (value: unknown): boolean => value !== undefined && value !== '' && value !== null;

/** Returns the fields without absent and empty values; undefined if none is left. */
function compact<T extends object>(value: T): T | undefined {
  const kept = Object.entries(value).filter(([, field]) => present(field));
  return kept.length > 0 ? (Object.fromEntries(kept) as T) : undefined;
}

const plainTitle = (title: string | undefined): string | undefined =>
  title === undefined ? undefined : cleanLine(withoutMarkup(title));

/** Names and DOI prefixes of preprint servers. */
const preprintServer =
  /^(?:arxiv|biorxiv|medrxiv|chemrxiv|chinaxiv|ssrn|research square|preprints)\b/i;
const preprintDoi = /^10\.(?:48550|1101|26434|21203|20944|2139|12074)\//;

const typeOf = ({ type, doi = '', issn, volume }: RawReference, container = ''): ReferenceType =>
  (type === 'article' || type === 'unknown') &&
  (preprintServer.test(container) || (preprintDoi.test(doi) && !issn && !volume))
    ? 'manuscript'
    : type;

/** Types whose works may have an article number instead of pages. */
const numbered: ReadonlySet<ReferenceType> = new Set(['article', 'conferencePaper']);

const standingOf = (raw: RawReference, type: ReferenceType): Locator =>
  numbered.has(type) ? locatorOf(raw) : raw;

/**
 * Normalises a record: removes empty fields and markup in titles; works on preprint servers become preprints; an
 * article number printed as pages is moved to `articleNo`; `year` follows `date`; a conference name equal to the
 * proceedings' title is removed.
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
