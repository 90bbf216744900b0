import type { Label } from '@keyan/kernel/label.ts';
import { pageSizes } from '@keyan/kernel/records/query.ts';
import { countText } from '../i18n/format.ts';

/** Values by their name in the address; an empty text means none. */
export type AddressTexts = Readonly<Record<string, string>>;

/** Page size value: as many rows as the window fits. */
export const followsWindow = 0;
/**
 * Minimum rows of a page, however low the window is; also the size in a list that has no height to
 * fill.
 */
export const minPageRows = pageSizes[0];
/** Maximum rows of a page that follows its window. */
export const maxFittedRows = 100;
/** Maximum rows of a page that a link asks for. */
const maxLinkedPageSize = 200;

/** Page number and page size of a list. */
export interface PageState {
  /** Page number, from 1. */
  readonly page: number;
  /** Number of rows per page; `followsWindow` if nobody chose a number. */
  readonly size: number;
}

const parseInteger = (text: string | undefined): number | undefined => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
};

/**
 * Reads the page from an address; an invalid one gives the first page, with a size that follows the
 * window.
 */
export const readPage = (given: Readonly<Record<string, string | undefined>>): PageState => {
  const size = parseInteger(given.size) ?? followsWindow;
  return {
    page: parseInteger(given.page) ?? 1,
    size: size >= minPageRows && size <= maxLinkedPageSize ? size : followsWindow,
  };
};

/**
 * Returns the page as a link names it. The first page omits a size that follows the window; a later
 * page includes the size, because its rows depend on it.
 */
export const linkedPage = ({ page, size }: PageState, shown: number | undefined): PageState => ({
  page,
  size: page > 1 ? (shown ?? size) : size,
});

/**
 * Returns the last page if the list has become too short for the current one; undefined otherwise.
 */
export const lastPageIfTooFar = ({ page, size }: PageState, total: number): number | undefined => {
  const last = Math.max(1, Math.ceil(total / size));
  return page > last ? last : undefined;
};

/** Returns the query string of the values that differ from `usual`: `q=soil&page=2`. */
export const pagedQueryString = (
  usual: AddressTexts,
  state: Readonly<Record<string, string | number>>,
): string => {
  const first: AddressTexts = { ...usual, page: '1', size: String(followsWindow) };
  return new URLSearchParams(
    Object.entries(state).flatMap(([name, value]) =>
      String(value) === first[name] ? [] : [[name, String(value)]],
    ),
  ).toString();
};

const tenThousand = 10_000;

/**
 * Returns a number of rows as text: `48 条`, or `10 万条以上` if not counted to the end.
 * @param more true if there are more rows than `count`
 */
export const rowCountText = (count: number, more = false): Label => {
  const text = countText(count);
  if (!more) return [`${text} 条`, text];
  return count % tenThousand === 0
    ? [`${count / tenThousand} 万条以上`, `${text}+`]
    : [`${text} 条以上`, `${text}+`];
};
