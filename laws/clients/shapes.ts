import type { RowLike } from '@keyan/kernel/values/row.ts';

/**
 * Check that returns the faults of a value, each with its path; empty if a client could read it.
 */
export type Shape = (value: unknown, at: string) => readonly string[];

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'undefined';

const is =
  (what: string, test: (value: unknown) => boolean): Shape =>
  (value, at) =>
    test(value) ? [] : [`${at}: ${shown(value)} is not ${what}`];

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';

export const text = is('a text', isText);
/** Shape of a non-empty text. */
export const filled = is('a text with something in it', (value) => isText(value) && value !== '');
export const number = is('a number', isNumber);
export const flag = is('true or false', (value) => typeof value === 'boolean');
/** Shape of an id; `0` is the root of a tree. */
export const ident = is('an id', (value) => isText(value) && /^\d+$/.test(value));
/** Shape of comma-separated ids, or empty text: clients split it. */
export const ids = is('ids with commas', (value) => isText(value) && /^(\d+(,\d+)*)?$/.test(value));
/** Shape of a key of a dictionary, which clients convert to a number. */
export const key = is(
  'a number or its text',
  (value) => isNumber(value) || (isText(value) && value !== '' && Number.isFinite(Number(value))),
);
/** Shape of `yyyy-MM-dd HH:mm:ss`, or empty text. */
export const time = is(
  'a time',
  (value) => isText(value) && /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/.test(value),
);
export const anything: Shape = () => [];

/** Shape of a row with the fields that a client reads. */
export const row =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [`${at}: ${shown(value)} is not a row`];
    }
    const found = value as RowLike;
    return Object.entries(fields).flatMap(([name, shape]) => shape(found[name], `${at}.${name}`));
  };

/** Number of elements that are checked at either end of a long list. */
const ends = 15;

/** Shape of a list; with `few`, it may be empty. */
export const list =
  (each: Shape, few = false): Shape =>
  (value, at) => {
    if (!Array.isArray(value)) return [`${at}: ${shown(value)} is not a list`];
    if (value.length === 0 && !few) return [`${at}: is empty`];
    return value
      .map((one, index) => [one, index] as const)
      .filter((_one, index) => index < ends || index >= value.length - ends)
      .flatMap(([one, index]) => each(one, `${at}[${index}]`))
      .slice(0, 10);
  };

/** Shape of a page: rows with the total number. */
export const page = (each: Shape, few = false): Shape =>
  row({ records: list(each, few), total: number, size: number, current: number, pages: number });

/** Shape of a tree of rows: `children` is a list or missing, as `hasChildren` indicates. */
export const tree = (fields: Readonly<Record<string, Shape>>): Shape => {
  const node: Shape = (value, at) => {
    const { children } = (value ?? {}) as { readonly children?: unknown };
    const below = children === undefined ? [] : list(node)(children, `${at}.children`);
    return [...row({ ...fields, hasChildren: flag })(value, at), ...below];
  };
  return list(node);
};

/** Shape of nodes as select boxes and trees with check boxes read them. */
export const nodes = tree({
  id: filled,
  parentId: text,
  title: filled,
  key: filled,
  value: filled,
});
