/** A piece of XML whose texts are escaped already. */
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

/** A text as content or as the value of an attribute. */
export const escapeXml = (text: string): Xml =>
  text.replace(unwritable, '').replace(/[&<>"]/g, (letter) => named[letter] ?? letter);

/** Attributes of an element; those without a value are left out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** An element of content that is escaped already. */
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

/** An element with a text, or nothing where there is none. */
export const textElement = (
  name: string,
  text: string | undefined,
  attributes: Attributes = {},
): Xml =>
  text === undefined || text.trim() === ''
    ? ''
    : xmlElement(name, attributes, escapeXml(text.trim()));
