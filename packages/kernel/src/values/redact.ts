/** Names of values that open something, as headers, fields and addresses spell them. */
const named = '(?:[\\w-]{0,32}(?:token|passw(?:or)?d|secret)|pwd|blade-auth|api[-_]?key|密码)';

/**
 * Texts that may identify or authenticate a person: tokens, headers that carry them, values in addresses, mail
 * addresses, long numbers. Each pattern is bounded, so that no text takes long.
 */
const secrets: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***'],
  // A header of cookies or credentials is secret to the end of its line.
  [/((?:set-)?cookie|(?:proxy-)?authorization)(["']?\s*[:=]\s*["']?)[^\r\n"']+/gi, '$1$2***'],
  [/\b(bearer|basic)\s+[^\s"',;&]+/gi, '$1 ***'],
  [/([?&#][\w.[\]-]{1,64})=[^&\s"')]*/g, '$1=*'],
  // An address within an address: that of an embedded page.
  [/%3F[^\s"')]*/gi, '%3F*'],
  [
    new RegExp(`(${named})(["']?\\s*[=:]\\s*["']?)(?!(?:bearer|basic)\\s)[^\\s"',;&}]+`, 'gi'),
    '$1$2***',
  ],
  // At most 64 characters before the @: without a bound long words would take seconds.
  [/[\w.+-]{1,64}@[\w-]+\.[\w.-]+/g, '***@***'],
  // The end of a trace number may look like a telephone number, and is nobody's.
  [/(?<!\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]?)\d{11,}[\dXx]?/g, '#'],
];

/** The text without what a log should not keep, at most `longest` characters of it. */
export const withoutSecrets = (text: string, longest: number): string =>
  secrets
    .reduce((so, [pattern, instead]) => so.replace(pattern, instead), text.slice(0, longest * 2))
    .slice(0, longest);
