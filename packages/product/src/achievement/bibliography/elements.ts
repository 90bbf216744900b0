/** Elements of XML by their names, for flat records; nothing is expanded or fetched. */

/** The contents of every element of this name, none inside another of the same name. */
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

/** The value of an attribute in the first tag of this name. */
export const attributeOfTag = (text: string, element: string, name: string): string | undefined =>
  new RegExp(`<${element}\\s[^<>]{0,500}?${name}="([^"<>]{0,500})"`).exec(text)?.[1];
