import type { Fields } from '@keyan/kernel/field.ts';
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
    // A page that is opened from ours gets no hold of ours, and does not learn its address.
    a: sanitize.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }),
  },
};

/**
 * Formatted text without anything that a browser would run, load or draw outside its place
 * (security.md: rich text is sanitised on read; here also on the way in, so that nothing harmful
 * is kept). Pictures are attachments, never part of a text.
 */
export const cleanHtml = (text: string): string => sanitize(text, options);

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Plain words as formatted text that says the same. */
export const asHtml = (text: string): string =>
  text.replace(/[&<>]/g, (mark) => marks[mark] ?? mark).replaceAll('\n', '<br />');

/** What a person sent, its formatted texts cleaned. Anything else is left to the judgement of it. */
export const cleanInput = <V extends Readonly<Record<string, unknown>>>(
  fields: Fields,
  input: V,
): V => {
  const rich = Object.entries(input).filter(
    ([name, value]) =>
      Object.hasOwn(fields, name) &&
      fields[name]?.spec.kind === 'rich' &&
      typeof value === 'string',
  );
  if (rich.length === 0) return input;
  return {
    ...input,
    ...Object.fromEntries(rich.map(([name, value]) => [name, cleanHtml(String(value))])),
  };
};
