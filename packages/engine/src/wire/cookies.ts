/**
 * Name prefixes of cookies over TLS. `__Host-`: set by this host alone, for every path. `__Secure-`: set over TLS, for
 * certain paths. Browsers refuse both from a connection without TLS, so that no attacker on the network can set one
 * (ASVS 3.3.1, 3.3.3).
 */
const prefixes = { everyPath: '__Host-', somePaths: '__Secure-' } as const;

/**
 * Returns a cookie for an answer over TLS.
 * @param cookie `Set-Cookie` value without `Secure`
 */
const securedCookie = (cookie: string): string => {
  const prefix = /;\s*Path=\/(?:;|$)/.test(cookie) ? prefixes.everyPath : prefixes.somePaths;
  return `${prefix}${cookie}; Secure`;
};

/**
 * Returns the `Set-Cookie` values of an answer.
 * @param secure true if the call came over TLS
 */
export const sentCookies = (cookies: readonly string[], secure: boolean): string[] =>
  secure ? cookies.map(securedCookie) : [...cookies];

/**
 * Returns the cookies of a call by their names in the program. Over TLS only secured ones count: others may have been
 * set by a neighbouring host, or over a connection without TLS.
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
