/** Pattern of names of secret values in headers, fields and addresses. */
const named = '(?:[\\w-]{0,32}(?:token|passw(?:or)?d|secret)|pwd|blade-auth|api[-_]?key|密码)';

/**
 * Patterns of texts that may identify or authenticate a person, with their replacements: tokens,
 * headers with tokens, values in addresses, mail addresses, long numbers. Repetitions are bounded,
 * so that matching is fast for every text.
 */
const secrets: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***'],
  // Headers of cookies or credentials are replaced up to the end of the line.
  [/((?:set-)?cookie|(?:proxy-)?authorization)(["']?\s*[:=]\s*["']?)[^\r\n"']+/gi, '$1$2***'],
  [/\b(bearer|basic)\s+[^\s"',;&]+/gi, '$1 ***'],
  [/([?&#][\w.[\]-]{1,64})=[^&\s"')]*/g, '$1=*'],
  // Address encoded within an address, as of an embedded page.
  [/%3F[^\s"')]*/gi, '%3F*'],
  [
    new RegExp(`(${named})(["']?\\s*[=:]\\s*["']?)(?!(?:bearer|basic)\\s)[^\\s"',;&}]+`, 'gi'),
    '$1$2***',
  ],
  // At most 64 characters before the @: without this bound long words would take seconds.
  [/[\w.+-]{1,64}@[\w-]+\.[\w.-]+/g, '***@***'],
  // The last part of a trace id may look like a telephone number and is excluded.
  [/(?<!\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]?)\d{11,}[\dXx]?/g, '#'],
];

/**
 * Removes personal and secret data from a text for the log, and cuts the text to `longest`
 * characters.
 */
export const withoutSecrets = (text: string, longest: number): string =>
  secrets
    .reduce((so, [pattern, instead]) => so.replace(pattern, instead), text.slice(0, longest * 2))
    .slice(0, longest);
