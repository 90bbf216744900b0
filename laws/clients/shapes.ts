import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Faults of a value, each with its path; empty where a client could read it. */
export type Shape = (value: unknown, at: string) => readonly string[];

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'undefined';

const is =
  (what: string, test: (value: unknown) => boolean): Shape =>
  (value, at) =>
    test(value) ? [] : [`${at}: ${shown(value)} is not ${what}`];

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';

export const text = is('a text', isText);
/** A text that something is shown of. */
export const filled = is('a text with something in it', (value) => isText(value) && value !== '');
export const number = is('a number', isNumber);
export const flag = is('true or false', (value) => typeof value === 'boolean');
/** An id; `0` is the top of a tree. */
export const ident = is('an id', (value) => isText(value) && /^\d+$/.test(value));
/** Ids with commas, or empty: clients split it. */
export const ids = is('ids with commas', (value) => isText(value) && /^(\d+(,\d+)*)?$/.test(value));
/** A key of a dictionary: clients make a number of it. */
export const key = is(
  'a number or its text',
  (value) => isNumber(value) || (isText(value) && value !== '' && Number.isFinite(Number(value))),
);
/** `yyyy-MM-dd HH:mm:ss`, or empty. */
export const time = is(
  'a time',
  (value) => isText(value) && /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/.test(value),
);
export const anything: Shape = () => [];

/** The fields that are read of a row. */
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

/** A list; `few` says that there may be nothing in it. */
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

/** Rows with the number of all. */
export const page = (each: Shape, few = false): Shape =>
  row({ records: list(each, few), total: number, size: number, current: number, pages: number });

/** Rows below rows: `children` is a list or not there, `hasChildren` says which. */
export const tree = (fields: Readonly<Record<string, Shape>>): Shape => {
  const node: Shape = (value, at) => {
    const { children } = (value ?? {}) as { readonly children?: unknown };
    const below = children === undefined ? [] : list(node)(children, `${at}.children`);
    return [...row({ ...fields, hasChildren: flag })(value, at), ...below];
  };
  return list(node);
};

/** Nodes as select boxes and ticked trees read them. */
export const nodes = tree({
  id: filled,
  parentId: text,
  title: filled,
  key: filled,
  value: filled,
});
