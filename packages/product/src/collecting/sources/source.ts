import type { Label } from '@keyan/kernel/label.ts';
import type { Reference } from '../../achievement/bibliography/reference.ts';
import type { WorkFacts } from '../../achievement/common/refreshing.ts';

/** Retraction of a work, reported by its publisher or by a list. */
export interface Retraction {
  /** DOI of the retracted work; empty if only the title is known. */
  readonly doi: string;
  readonly title: string;
  readonly year: string;
  /** DOI of the retraction notice. */
  readonly noticeDoi: string;
  /** Date of the retraction, `yyyy-MM-dd` or less precise. */
  readonly date: string;
  readonly reason: string;
}

/** Entry of a feed: an announcement of a funder. */
export interface FeedEntry {
  readonly title: string;
  readonly link: string;
  /** Content as HTML. */
  readonly content: string;
  readonly date: string;
}

/** Item of a source: a work, an announcement, a retraction, or a withdrawn work. */
export interface HarvestedItem {
  /** Identifier at the source, shared by all versions of the item. */
  readonly id: string;
  readonly version: string;
  readonly work?: Reference;
  readonly facts?: WorkFacts;
  readonly notice?: FeedEntry;
  readonly retraction?: Retraction;
  /** True if the source deleted the item. */
  readonly isGone?: true;
  /** Part of the response about this item, unchanged. */
  readonly raw: string;
}

/** Selector of a parse template and the field to fill. */
export interface TemplateField {
  readonly fieldName: string;
  readonly selector: string;
  readonly attr: string | null;
  readonly regex: string | null;
  readonly isRequired: string | null;
}

export interface SiteTemplate {
  readonly pageType: string;
  readonly listSelector: string | null;
  readonly nextSelector: string | null;
  readonly fields: readonly TemplateField[];
}

/** Input from which the request of a page is built. */
export interface RequestData {
  readonly base: string;
  readonly keyword: string;
  readonly yearFrom: string;
  readonly yearTo: string;
  /** First and last day of the requested changes, `yyyy-MM-dd`; empty for no limit. */
  readonly from: string;
  readonly until: string;
  readonly contact: string;
  /** DOIs of works to request, instead of a search by keyword. */
  readonly dois?: readonly string[] | undefined;
  /** Cursor from the previous page; null for the first page. */
  readonly cursor: string | null;
  /** Paging settings of a site with a parse template. */
  readonly paging?: SourcePaging | undefined;
}

export interface SourcePaging {
  readonly pageParam: string;
  readonly sizeParam: string | null;
  readonly firstPage: number;
  readonly pageSize: number;
  readonly maxPage: number;
}

export interface SourceRequest {
  readonly url: string;
  readonly accept: string;
}

/** Decoded response, input of a source’s `read`. */
export interface SourcePage {
  readonly text: string;
  readonly url: string;
  readonly wanted: RequestData;
  readonly templates: readonly SiteTemplate[];
}

export interface PageRead {
  readonly items: readonly HarvestedItem[];
  /** Cursor of the next page; null for the last page. */
  readonly next: string | null;
  /** Total number of works reported by the source; absent if not reported. */
  readonly total?: number;
  /** Reasons why parts of the page were skipped. */
  readonly problems: readonly Label[];
  /** True if the cursor has expired; the walk restarts. */
  readonly isStale?: true;
}

/** Source: builds requests and parses responses. Pure. */
export interface CollectingSource {
  readonly request: (wanted: RequestData) => SourceRequest;
  /**
   * Parses a page.
   * @throws Unread for a response in another format
   */
  readonly read: (page: SourcePage) => PageRead;
  /** True for sites made for people; robots.txt is respected. */
  readonly obeysRobots?: true;
}

/** Response that its source cannot parse. */
export class Unread extends Error {
  readonly label: Label;
  constructor(label: Label) {
    super(label[1]);
    this.label = label;
  }
}

/** Address with additional query parameters; parameters with empty values are left out. */
export const addressWithParameters = (
  base: string,
  path: string,
  params: Readonly<Record<string, string>>,
): string => {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  for (const [name, value] of Object.entries(params)) {
    if (value !== '') url.searchParams.set(name, value);
  }
  return url.href;
};

/** Maximum characters of an item’s raw response that are stored. */
const maxRawLength = 100_000;

export const rawText = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value, null, 1)).slice(0, maxRawLength);
