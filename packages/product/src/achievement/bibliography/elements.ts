/** Extraction of XML elements by name from flat records; entities are not expanded and nothing is fetched. */

/** Returns the contents of every element with the name, each up to the next closing tag: these must not be nested. */
export function contentsOfElements(text: string, name: string): string[] {
  const found: string[] = [];
  const open = new RegExp(`<${name}(?:\\s[^<>]{0,500})?>`, 'g');
  const close = `</${name}>`;
  for (let start = open.exec(text); start; start = open.exec(text)) {
    const end = text.indexOf(close, open.lastIndex);
    if (end < 0) break;
    found.push(text.slice(open.lastIndex, end));
    open.lastIndex = end + close.length;
  }
  return found;
}

/** Returns an attribute of the first element with the name. */
export const attributeOfTag = (text: string, element: string, name: string): string | undefined =>
  new RegExp(`<${element}\\s[^<>]{0,500}?${name}="([^"<>]{0,500})"`).exec(text)?.[1];
