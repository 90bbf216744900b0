import type { Label } from '@keyan/kernel/label.ts';
import { type CheerioAPI, load } from 'cheerio';
import { cleanLine } from '../../achievement/bibliography/text.ts';
import { Unread } from './source.ts';

const truncatedXmlText: Label = [
  '应答不是完整的 XML，请核对入口地址，或稍后重试',
  'The response is not complete XML: check the base URL, or try again later',
];

/**
 * Parses an XML response with one of the given root elements; entities are not expanded.
 * @throws Unread for any other text, including truncated XML
 */
export const readXml = (text: string, ...roots: readonly string[]): CheerioAPI => {
  const $ = load(text, { xml: { decodeEntities: true, xmlMode: true } });
  const [root] = $.root().children().toArray();
  const name = root?.name ?? '';
  if (!roots.includes(name) || !text.trimEnd().endsWith('>') || !text.includes(`</${name}`)) {
    throw new Unread(truncatedXmlText);
  }
  return $;
};

type Nodes = ReturnType<CheerioAPI>;

/** Child elements by local name; namespace prefixes are ignored. */
export const childrenNamed = (of: Nodes, name: string): Nodes =>
  of
    .children()
    .filter(
      (_, one) => 'name' in one && (one.name === name || one.name.endsWith(`:${name}`)),
    ) as Nodes;

/** Texts of the child elements with a name. */
export const childTexts = ($: CheerioAPI, of: Nodes, name: string): readonly string[] =>
  childrenNamed(of, name)
    .toArray()
    .map((one) => cleanLine($(one).text()))
    .filter(Boolean);

export const xmlText = ($: CheerioAPI, of: Nodes, name: string): string =>
  childTexts($, of, name)[0] ?? '';
