import type { Label } from '@keyan/kernel/label.ts';
import type { Reference } from '../../achievement/bibliography/reference.ts';
import type { WorkFacts } from '../../achievement/common/refreshing.ts';

/** Retraction of a work, as its publisher or a list tells it. */
export interface Retraction {
  /** DOI of the retracted work; empty where only its title is known. */
  readonly doi: string;
  readonly title: string;
  readonly year: string;
  /** DOI of the notice. */
  readonly noticeDoi: string;
  /** `yyyy-MM-dd`, as precise as given. */
  readonly date: string;
  readonly reason: string;
}

/** An entry of a feed: a notice of a funder. */
export interface FeedEntry {
  readonly title: string;
  readonly link: string;
  /** HTML. */
  readonly content: string;
  readonly date: string;
}

/** One thing that a source gives: a work, a notice, a retraction, or a work that it withdrew. */
export interface HarvestedItem {
  /** Number at the source, which later versions keep. */
  readonly id: string;
  readonly version: string;
  readonly work?: Reference;
  readonly facts?: WorkFacts;
  readonly notice?: FeedEntry;
  readonly retraction?: Retraction;
  /** The source no longer has it. */
  readonly isGone?: true;
  /** Part of the answer, as it came. */
  readonly raw: string;
}

/** A selector of a template and the field that it fills. */
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

/** Data that a request is made of. */
export interface RequestData {
  readonly base: string;
  readonly keyword: string;
  readonly yearFrom: string;
  readonly yearTo: string;
  /** Days from and until which changes are asked for; empty for all. */
  readonly from: string;
  readonly until: string;
  readonly contact: string;
  /** Works that are asked for by their DOIs, in place of those that the keyword finds. */
  readonly dois?: readonly string[] | undefined;
  /** Position that the page before gave; null at the beginning. */
  readonly cursor: string | null;
  /** Paging of a site that a template reads. */
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

/** An answer as the mapper reads it. */
export interface SourcePage {
  readonly text: string;
  readonly url: string;
  readonly wanted: RequestData;
  readonly templates: readonly SiteTemplate[];
}

export interface PageRead {
  readonly items: readonly HarvestedItem[];
  /** Position of the next page; null where this is the last. */
  readonly next: string | null;
  /** Number of works that the source says it has; absent where it says nothing. */
  readonly total?: number;
  /** Reasons why parts of the page were not read. */
  readonly problems: readonly Label[];
  /** The position is no longer known there: the walk begins anew. */
  readonly isStale?: true;
}

/** A source: how it is asked, and how its answers are read. Pure. */
export interface Source {
  readonly request: (wanted: RequestData) => SourceRequest;
  /** @throws Unread for an answer that is none of the source's */
  readonly read: (page: SourcePage) => PageRead;
  /** Pages for people: robots.txt is obeyed. */
  readonly obeysRobots?: true;
}

/** An answer that its mapper cannot read. */
export class Unread extends Error {
  readonly label: Label;
  constructor(label: Label) {
    super(label[1]);
    this.label = label;
  }
}

/** An address with these parameters behind those that it has; empty ones are left out. */
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

/** Longest part of an answer that is kept. */
const longestRaw = 100_000;

export const rawText = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value, null, 1)).slice(0, longestRaw);
