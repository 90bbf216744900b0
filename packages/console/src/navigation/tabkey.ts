/** Path and query, the query with its question mark or empty. */
export const splitPath = (path: string): [pathname: string, search: string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
};

/** The tab's key: path and query, the query in one order whatever order it was written in. */
export const tabKey = (path: string): string => {
  const [pathname, search] = splitPath(path);
  const query = new URLSearchParams(search);
  query.sort();
  const text = query.toString();
  const trimmed = pathname.replace(/\/+$/, '') || '/';
  return text === '' ? trimmed : `${trimmed}?${text}`;
};

/** The id of the tab's element, which names its page: a query has no blanks, nor has an id. */
export const tabId = (key: string): string => `tab-${key}`;
