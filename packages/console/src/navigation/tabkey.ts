/** Splits a path into pathname and query; the query includes its question mark or is empty. */
export const splitPath = (path: string): [pathname: string, search: string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
};

/** Returns the key of a tab: path and sorted query. */
export const tabKey = (path: string): string => {
  const [pathname, search] = splitPath(path);
  const query = new URLSearchParams(search);
  query.sort();
  const text = query.toString();
  const trimmed = pathname.replace(/\/+$/, '') || '/';
  return text === '' ? trimmed : `${trimmed}?${text}`;
};

/**
 * Returns the element id of a tab, which labels its page. An encoded query has no spaces, so the id
 * has none.
 */
export const tabId = (key: string): string => `tab-${key}`;
