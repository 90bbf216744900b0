/** Value of a query string. Empty values are dropped, lists are joined by commas. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number)[];

export type Query = Readonly<Record<string, QueryValue>>;

/** Returns `?a=1&b=x,y`, or an empty string without values. */
export const queryString = (query: Query = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (text !== '') search.set(name, text);
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
};
