/** XML fragment with escaped text. */
export type Xml = string;

/** Letters that XML 1.0 has no way to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the letters that are left out.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text escaped for element content and attribute values. */
export const escapeXml = (text: string): Xml =>
  text.replace(unwritable, '').replace(/[&<>"]/g, (letter) => named[letter] ?? letter);

/** Attributes of an element; undefined values are left out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Element with content that is already escaped. */
export const xmlElement = (
  name: string,
  attributes: Attributes,
  ...content: readonly Xml[]
): Xml => {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${escapeXml(value)}"`]))
    .join('');
  const inside = content.join('');
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`;
};

/** Element with a text; empty for an empty text. */
export const textElement = (
  name: string,
  text: string | undefined,
  attributes: Attributes = {},
): Xml =>
  text === undefined || text.trim() === ''
    ? ''
    : xmlElement(name, attributes, escapeXml(text.trim()));
