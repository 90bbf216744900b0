/** Sent with every answer (ASVS 3.4). */
const everyAnswer: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** Data is no page: nothing in it may run, whatever a browser takes it for. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...everyAnswer,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
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
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; '),
};
