import sanitize from 'sanitize-html';

const options: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'div'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'span', 'a', 'ul', 'ol', 'li'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    // A page opened in a new window can neither reach this page nor learn its address.
    a: sanitize.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }),
  },
};

/**
 * Removes from formatted text everything that a browser would run, load or draw outside the element that shows the
 * text. Texts are cleaned before they are stored and again before they are shown. Pictures are attachments, never part
 * of a text.
 */
export const cleanHtml = (text: string): string => sanitize(text, options);

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Converts plain text to formatted text with the same words. */
export const plainTextToHtml = (text: string): string =>
  text.replace(/[&<>]/g, (mark) => marks[mark] ?? mark).replaceAll('\n', '<br />');

/** Maximum number of characters in the cache of cleaned texts. */
const maxCachedCharacters = 4_000_000;
const kept = new Map<string, string>();
let keptLength = 0;

/**
 * Cleans a stored text as {@link cleanHtml} does, and caches the result: cleaning the longest text takes a quarter of a
 * second.
 */
export const cachedCleanHtml = (text: string, cleaned = cleanHtml): string => {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const clean = cleaned(text);
  keptLength += text.length + clean.length;
  for (const [oldest, value] of kept) {
    if (keptLength <= maxCachedCharacters) break;
    kept.delete(oldest);
    keptLength -= oldest.length + value.length;
  }
  if (keptLength <= maxCachedCharacters) kept.set(text, clean);
  else keptLength -= text.length + clean.length;
  return clean;
};
