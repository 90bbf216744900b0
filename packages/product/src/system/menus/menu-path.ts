import type { Format } from '@keyan/kernel/definition/field/format.ts';

/** Control characters, blanks and backslashes: browsers drop or turn them around before they follow a link. */
const misread = /[\s\\]|\p{Cc}/u;
/** `https://host:8443/…`: nothing stands before the host, and a path, query or fragment behind it. */
const address = /^https?:\/\/[a-z\d][a-z\d.-]*(?::\d{1,5})?(?:[/?#].*)?$/i;

/**
 * Address to which an entry may lead: a page of ours (`/office/notice`), or an address over http or https. A
 * program text (`javascript:`), an address without a scheme (`//host`), one with a password, and a place for the
 * token of whoever opens it (`${token}`) are none.
 */
export const isMenuPath = (path: string): boolean => {
  if (misread.test(path) || path.includes('${')) return false;
  return path.startsWith('/') ? !path.startsWith('//') : address.test(path);
};

export const menuPath: Format = {
  test: isMenuPath,
  message: [
    '【路径】应为以 / 开头的本系统页面，或以 http://、https:// 开头的网址',
    'The path must be a page of this system beginning with /, or an address beginning with http:// or https://',
  ],
};
