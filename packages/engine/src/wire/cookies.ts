/**
 * Names of cookies over TLS. `__Host-`: set by this host alone, for every path. `__Secure-`: set over TLS, for the
 * paths that it names. Browsers refuse either from a connection without TLS, so nobody on the way plants one
 * (ASVS 3.3.1, 3.3.3).
 */
const prefixes = { everyPath: '__Host-', somePaths: '__Secure-' } as const;

/** A cookie as an answer over TLS sets it. @param cookie as `Set-Cookie` takes it, without `Secure` */
const securedCookie = (cookie: string): string => {
  const prefix = /;\s*Path=\/(?:;|$)/.test(cookie) ? prefixes.everyPath : prefixes.somePaths;
  return `${prefix}${cookie}; Secure`;
};

/** Cookies as an answer sets them. @param secure did the call come over TLS? */
export const sentCookies = (cookies: readonly string[], secure: boolean): string[] =>
  secure ? cookies.map(securedCookie) : [...cookies];

/**
 * Cookies of a call by the names that the program knows them by. Over TLS only secured ones count: others may
 * come from a neighbour of this host, or from a connection without TLS.
 */
export const receivedCookies = (
  header: string | undefined,
  secure: boolean,
): string | undefined => {
  if (!secure || header === undefined) return header;
  return header
    .split(/;\s*/)
    .flatMap((cookie) => {
      const prefix = Object.values(prefixes).find((one) => cookie.startsWith(one));
      return prefix ? [cookie.slice(prefix.length)] : [];
    })
    .join('; ');
};
