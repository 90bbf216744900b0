import type { Label } from '@keyan/kernel/label.ts';
import { pageSizes } from '@keyan/kernel/records/query.ts';
import { countText } from '../i18n/format.ts';

/** Values by their name in the address; an empty text is the same as none. */
export type AddressTexts = Readonly<Record<string, string>>;

/** The size of pages that have as many rows as their window holds. */
export const followsWindow = 0;
/** Least rows of a page, however low the window is; a list that has no height to fill has as many. */
export const fewestRows = pageSizes[0];
/** Most rows of a page that follows its window, however high that is. */
export const mostFittedRows = 100;
/** Most rows of a page that a link asks for. */
const mostRows = 200;

/** The page of a list. */
export interface PageState {
  /** Counted from 1. */
  readonly page: number;
  /** Rows of a page; `followsWindow` where nobody chose a number. */
  readonly size: number;
}

const whole = (text: string | undefined): number | undefined => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
};

/** The page in an address; without a valid one the first page, and a size that follows the window. */
export const readPage = (given: Readonly<Record<string, string | undefined>>): PageState => {
  const size = whole(given.size) ?? followsWindow;
  return {
    page: whole(given.page) ?? 1,
    size: size >= fewestRows && size <= mostRows ? size : followsWindow,
  };
};

/**
 * The page as a link names it: the first page says no size that only fits this window, a later one is
 * nothing without it.
 */
export const linkedPage = ({ page, size }: PageState, shown: number | undefined): PageState => ({
  page,
  size: page > 1 ? (shown ?? size) : size,
});

/** The last page, where the list has become too short for the current one. */
export const lastPageIfTooFar = ({ page, size }: PageState, total: number): number | undefined => {
  const last = Math.max(1, Math.ceil(total / size));
  return page > last ? last : undefined;
};

/** The query string of the values that differ from `usual`: `q=soil&page=2`. */
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
 * A number of rows: `48 条`, and `10 万条以上` where they are not counted to their end.
 * @param more There are more rows than `count` says
 */
export const rowCountText = (count: number, more = false): Label => {
  const text = countText(count);
  if (!more) return [`${text} 条`, text];
  return count % tenThousand === 0
    ? [`${count / tenThousand} 万条以上`, `${text}+`]
    : [`${text} 条以上`, `${text}+`];
};
