/** Path and query; the query includes its question mark or is empty. */
export const splitPath = (path: string): [pathname: string, search: string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
};

/** Key of a tab: path and sorted query. */
export const tabKey = (path: string): string => {
  const [pathname, search] = splitPath(path);
  const query = new URLSearchParams(search);
  query.sort();
  const text = query.toString();
  const trimmed = pathname.replace(/\/+$/, '') || '/';
  return text === '' ? trimmed : `${trimmed}?${text}`;
};

/**
 * Id of the element of a tab, which labels its page. Neither an id nor an encoded query has blanks.
 */
export const tabId = (key: string): string => `tab-${key}`;
