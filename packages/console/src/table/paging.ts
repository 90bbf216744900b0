import { pageSizes } from '@keyan/kernel/query.ts';

/** Values by the name that they have in an address; the empty text says nothing. */
export type Texts = Readonly<Record<string, string>>;

/** Which page of a list is in sight. */
export interface PageState {
  /** Counted from 1. */
  readonly page: number;
  readonly size: number;
}

const whole = (text: string | undefined): number | undefined => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
};

/** The page that an address asks for; what is no page is the first, of the usual size. */
export const readPage = (given: Readonly<Record<string, string | undefined>>): PageState => ({
  page: whole(given.page) ?? 1,
  size: pageSizes.find((each) => each === whole(given.size)) ?? pageSizes[0],
});

/** The last page, where a list has become too short for the one in sight. */
export const pageBack = ({ page, size }: PageState, total: number): number | undefined => {
  const last = Math.max(1, Math.ceil(total / size));
  return page > last ? last : undefined;
};

/** The address of what differs from `usual`: `q=soil&page=2`. */
export const writePaged = (
  usual: Texts,
  state: Readonly<Record<string, string | number>>,
): string => {
  const first: Texts = { ...usual, page: '1', size: String(pageSizes[0]) };
  return new URLSearchParams(
    Object.entries(state).flatMap(([name, value]) =>
      String(value) === first[name] ? [] : [[name, String(value)]],
    ),
  ).toString();
};
