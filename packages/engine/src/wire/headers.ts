/** Headers of every answer (ASVS 3.4). */
const everyAnswer: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/**
 * Header that keeps browsers on TLS for a year, subdomains included. Sent over TLS only: elsewhere browsers ignore it
 * (ASVS 3.4.1).
 */
export const secureHeaders: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

/**
 * Returns the content security policy of an answer that runs and loads nothing except by these directives.
 * @param framedBy pages that may frame the answer: none, or those of this site
 */
export const closedPolicy = (
  framedBy: 'none' | 'self',
  ...directives: readonly string[]
): Readonly<Record<'content-security-policy', string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    ...directives,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors '${framedBy}'`,
  ].join('; '),
});

/** Headers of data: nothing in it may run, whatever type a browser assumes. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...everyAnswer,
  ...closedPolicy('none'),
  'cache-control': 'no-store',
};

/**
 * Headers of the console, which runs only its own scripts. The UI kit writes styles at run time; pictures may be pasted
 * as data. It frames only this site: pages of other sites are shown in a document with a separate policy.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...everyAnswer,
  'content-security-policy': [
    "default-src 'self'",
    // WebAssembly decodes the pictures of scanned documents.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; '),
};
