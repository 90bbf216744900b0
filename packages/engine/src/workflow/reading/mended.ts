import type { Label } from '@keyan/kernel/label.ts';
import { attr, bpmnNamespace } from './namespaces.ts';
import type { Report } from './report.ts';
import type { XmlElement, XmlFile } from './xml.ts';

const texts = {
  flows: ['{count} 条连线没有标识，已自动补上', 'Flows without an id: {count}; ids were added'],
  namespace: [
    '元素的命名空间为空（xmlns=""），已按 BPMN 2.0 读取',
    'Elements with an empty namespace (xmlns="") are read as BPMN 2.0',
  ],
} as const satisfies Record<string, Label>;

/** Pattern of an allowed id. */
export const allowedId = /^[\p{L}_][\p{L}\p{N}_.\-·]*$/u;

/** Maximum number of characters of an id made from the ends of a flow. */
const maxBuiltIdLength = 120;

const isFlow = (element: XmlElement): boolean =>
  element.name === 'sequenceFlow' && (element.uri === bpmnNamespace || element.uri === '');

/** Returns ids for flows without one, by index of the flow among all elements. */
const idsFor = (elements: readonly XmlElement[]): ReadonlyMap<number, string> => {
  const taken = new Set(elements.flatMap((element) => attr(element, 'id') ?? []));
  const given = new Map<number, string>();
  for (const [index, element] of elements.entries()) {
    if (!isFlow(element) || attr(element, 'id') !== undefined) continue;
    const ends = `${attr(element, 'sourceRef')}-${attr(element, 'targetRef')}`;
    const wish = ends.length <= maxBuiltIdLength && allowedId.test(ends) ? ends : 'flow';
    let id = wish;
    for (let turn = 2; taken.has(id); turn += 1) id = `${wish}-${turn}`;
    taken.add(id);
    given.set(index, id);
  }
  return given;
};

/** Pattern of comments, literal text and instructions, which contain no elements, and of opening tags. */
const pieces =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?<name>[^\s<>/!?"'=]+)(?:[^<>"']|"[^"]*"|'[^']*')*>/g;

const emptyNamespace = /\sxmlns\s*=\s*(?:""|'')/;

/**
 * Repairs what widespread tools write wrong in a well-formed file: flows without an id, which some engines number by
 * themselves, and elements that an empty `xmlns` removes from BPMN. Undefined if nothing is wrong. Every viewer reads
 * the result as this reader does.
 */
export const repairedFile = (xml: string, file: XmlFile, report: Report): string | undefined => {
  const { elements, root } = file;
  const ids = idsFor(elements);
  const outside = root.uri === bpmnNamespace && elements.some(({ uri }) => uri === '');
  if (ids.size === 0 && !outside) return undefined;
  let index = -1;
  let renamed = 0;
  const text = xml.replace(pieces, (piece: string, ...rest: unknown[]) => {
    const { name } = rest.at(-1) as { readonly name?: string };
    if (name === undefined) return piece;
    index += 1;
    const id = ids.get(index);
    const tag = id === undefined ? piece : `<${name} id="${id}"${piece.slice(name.length + 1)}`;
    if (!outside || elements[index]?.uri !== '' || !emptyNamespace.test(tag)) return tag;
    renamed += 1;
    return tag.replace(emptyNamespace, ` xmlns="${bpmnNamespace}"`);
  });
  if (ids.size > 0) report.converts(texts.flows, { count: ids.size });
  if (renamed > 0) report.converts(texts.namespace);
  return text;
};
