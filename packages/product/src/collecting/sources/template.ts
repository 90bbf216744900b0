import { readDate } from '../../achievement/bibliography/date.ts';
import { readDoi, readIssns, readPages } from '../../achievement/bibliography/identifiers.ts';
import { readAuthors } from '../../achievement/bibliography/name.ts';
import { canonicalReference, type Reference } from '../../achievement/bibliography/reference.ts';
import { pageTypeCodes } from './codes.ts';
import {
  type CollectingSource,
  type HarvestedItem,
  type PageRead,
  rawText,
  type SiteTemplate,
  type SourcePage,
  Unread,
} from './source.ts';
import {
  missingFieldText,
  type SelectorContext,
  selectedValue,
  selectorContextOf,
} from './template-reader.ts';

export type SelectedValues = Readonly<Record<string, string>>;

/** Values of all fields by a template, and names of missing required fields. */
export const selectedValues = (
  spot: SelectorContext,
  { fields }: SiteTemplate,
): { readonly values: SelectedValues; readonly missing: readonly string[] } => {
  const values = Object.fromEntries(
    fields.map((field) => [field.fieldName, selectedValue(spot, field)]),
  );
  const missing = fields
    .filter(({ fieldName, isRequired }) => isRequired === '1' && values[fieldName] === '')
    .map(({ fieldName }) => fieldName);
  return { values, missing };
};

/** Work from the values of a template. */
const workOf = (values: SelectedValues): Reference => {
  const of = (name: string): string => values[name] ?? '';
  return canonicalReference({
    type: 'article',
    source: 'labelled',
    title: of('title'),
    authors: readAuthors([of('authorsText')]),
    container: of('source'),
    date: readDate(of('publishDate') || of('publishYear')),
    volume: of('volume'),
    issue: of('issue'),
    pages: readPages(of('pages')),
    doi: readDoi(of('doi')),
    issn: readIssns(of('issn'))[0],
    genre: of('docType'),
  });
};

/**
 * Item from the values of a template: a work, or an announcement if the template gives a text and
 * no publication.
 */
export const itemFromTemplate = (
  values: SelectedValues,
  raw: string,
  base: string,
): HarvestedItem[] => {
  const of = (name: string): string => values[name] ?? '';
  const link = of('url') ? (URL.parse(of('url'), base)?.href ?? '') : '';
  const id = (
    of('id') ||
    of('doi').toLowerCase() ||
    link ||
    `${of('publishYear')} ${of('title')}`
  ).slice(0, 300);
  if (of('title') === '') return [];
  const date = readDate(of('publishDate')) ?? '';
  if (of('content') !== '' && of('source') === '' && of('authorsText') === '') {
    const notice = { title: of('title'), link, content: of('content'), date };
    return [{ id, version: date, notice, raw: rawText(raw) }];
  }
  const work = workOf(values);
  // Pages have no version number; a hash of their values serves as version.
  const version = hashOf(JSON.stringify(work));
  return [{ id, version, work, raw: rawText(raw) }];
};

/** Short hash of a text (FNV-1a). */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash.toString(16);
};

/**
 * Cursor of a template walk: `page:3`, the address of a next link, or `detail:` with the addresses
 * still to be read.
 */
interface Place {
  readonly page: number;
  readonly link: string | null;
  /** Addresses of work pages that are still to be read. */
  readonly details: readonly string[];
}

export const cursorPosition = (cursor: string | null): Place => {
  if (cursor === null) return { page: 0, link: null, details: [] };
  return JSON.parse(cursor) as Place;
};

/** Maximum number of work pages read from one list page. */
const maxDetailPages = 50;

const addressOfPage = ({ base, paging }: SourcePage['wanted'], { page, link }: Place): string => {
  if (link !== null) return link;
  if (!paging) return base;
  const url = new URL(base);
  url.searchParams.set(paging.pageParam, String(page + paging.firstPage));
  if (paging.sizeParam) url.searchParams.set(paging.sizeParam, String(paging.pageSize));
  return url.href;
};

const sameHost = (address: string, base: string): string | null => {
  const url = URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) && url.host === new URL(base).host ? url.href : null;
};

const listed = (
  page: SourcePage,
  list: SiteTemplate,
  detail: SiteTemplate | undefined,
): PageRead => {
  const { wanted, url } = page;
  const place = cursorPosition(wanted.cursor);
  const whole = selectorContextOf(page.text);
  const spots = whole.spots(list.listSelector ?? '');
  const number = place.page + 1;
  const read = spots.map((spot) => ({ spot, ...selectedValues(spot, list) }));
  const problems = read
    .flatMap(({ missing }) => missing)
    .slice(0, 3)
    .map((name) => missingFieldText(number, name));
  if (spots.length === 0 && place.page === 0)
    throw new Unread(missingFieldText(number, list.listSelector ?? ''));
  const link = list.nextSelector
    ? (whole
        .find(list.nextSelector, 'href')
        .map((one) => sameHost(one, url))
        .find(Boolean) ?? null)
    : null;
  const { paging } = wanted;
  const hasNext = list.nextSelector
    ? link !== null
    : paging !== undefined &&
      spots.length >= Math.min(paging.pageSize, spots.length || 1) &&
      spots.length > 0 &&
      place.page + 1 < paging.maxPage;
  const after: Place | null = hasNext ? { page: place.page + 1, link, details: [] } : null;
  const fit = read.filter(({ missing }) => missing.length === 0);
  if (!detail) {
    return {
      items: fit.flatMap(({ values, spot }) => itemFromTemplate(values, spot.raw, url)),
      next: after && JSON.stringify(after),
      problems,
    };
  }
  const details = fit
    .map(({ values }) => sameHost(values.url ?? '', url))
    .filter((one): one is string => one !== null)
    .slice(0, maxDetailPages);
  const next: Place | null =
    details.length > 0 ? { page: after?.page ?? -1, link: after?.link ?? null, details } : after;
  return { items: [], next: next && JSON.stringify(next), problems };
};

const detailed = (page: SourcePage, detail: SiteTemplate): PageRead => {
  const place = cursorPosition(page.wanted.cursor);
  const [, ...left] = place.details;
  const spot = selectorContextOf(page.text);
  const { values, missing } = selectedValues(spot, detail);
  const next: Place | null =
    left.length > 0
      ? { ...place, details: left }
      : place.page >= 0
        ? { page: place.page, link: place.link, details: [] }
        : null;
  return {
    items:
      missing.length > 0 ? [] : itemFromTemplate({ url: page.url, ...values }, spot.raw, page.url),
    next: next && JSON.stringify(next),
    problems: missing.map((name) => missingFieldText(null, name)),
  };
};

/**
 * Source for sites with a parse template: a list of works, or a list of links to pages of works.
 */
export const templateSource: CollectingSource = {
  obeysRobots: true,
  request: (wanted) => {
    const place = cursorPosition(wanted.cursor);
    return {
      accept: 'text/html, application/json, application/xml;q=0.9, */*;q=0.5',
      url: place.details[0] ?? addressOfPage(wanted, place),
    };
  },
  read: (page) => {
    const list = page.templates.find(({ pageType }) => pageType === pageTypeCodes.list);
    const detail = page.templates.find(({ pageType }) => pageType === pageTypeCodes.detail);
    const isDetail = cursorPosition(page.wanted.cursor).details.length > 0 || !list;
    if (isDetail && detail) return detailed(page, detail);
    if (!list) {
      throw new Unread(['站点没有解析模板，请先新增', 'The site has no template: add one first']);
    }
    return listed(page, list, detail);
  },
};
