/** Sent with every answer (ASVS 3.4). */
const everyAnswer: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/**
 * Browsers that came over TLS keep to it for a year, below this host, too. Said over TLS alone: elsewhere
 * browsers ignore it (ASVS 3.4.1).
 */
export const secureHeaders: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

/**
 * The policy of an answer that runs nothing and loads nothing but what these directives allow.
 * @param framedBy pages that may frame it: none, or our own
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

/** Data is no page: nothing in it may run, whatever a browser takes it for. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...everyAnswer,
  ...closedPolicy('none'),
  'cache-control': 'no-store',
};

/**
 * The page runs our own scripts only. The kit writes styles at run time; pictures may be pasted as
 * data. It frames nothing but ourselves: pages of other sites stand in a document that has a policy of
 * its own.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...everyAnswer,
  'content-security-policy': [
    "default-src 'self'",
    // The pictures of scanned documents are decoded by WebAssembly.
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
