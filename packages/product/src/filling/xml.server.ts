import { Refused } from '@keyan/kernel/errors.ts';
import { DOMParser, type Document, type Element, XMLSerializer } from '@xmldom/xmldom';

// Parses and edits XML parts of office documents. Runs in a worker process.

/**
 * Parses a part of a document.
 * @throws Refused for DOCTYPE declarations, which office programs do not write
 */
export const parsePart = (content: Buffer | undefined): Document => {
  const text = content?.toString('utf8').replace(/^\ufeff/, '') ?? '';
  if (text === '' || /<!DOCTYPE/i.test(text.slice(0, 2000))) {
    throw new Refused(['文件已损坏，无法读取', 'The file is damaged and cannot be read']);
  }
  return new DOMParser({ onError: () => undefined }).parseFromString(text, 'text/xml');
};

export const partText = (document: Document): Buffer =>
  Buffer.from(new XMLSerializer().serializeToString(document));

const isElement = (node: { readonly nodeType: number } | null): node is Element =>
  node?.nodeType === 1;

/** Child elements, optionally by local name; namespace prefixes are ignored. */
export const childrenOf = (parent: Element, name?: string): readonly Element[] =>
  Array.from(parent.childNodes).filter(
    (node): node is Element => isElement(node) && (name === undefined || node.localName === name),
  );

export const childOf = (parent: Element | undefined, name: string): Element | undefined =>
  parent && childrenOf(parent, name)[0];

/** Descendant elements by local name, in document order. */
export const within = (parent: Document | Element, name: string): readonly Element[] =>
  Array.from(parent.getElementsByTagNameNS('*', name));

/** New element with the namespace and prefix of another element. */
export const elementLike = (like: Element, name: string): Element => {
  const { ownerDocument: document, prefix, namespaceURI } = like;
  if (!document) throw new Error('an element without a document');
  return document.createElementNS(namespaceURI, prefix ? `${prefix}:${name}` : name);
};

export const removeAll = (parent: Element, keep: (child: Element) => boolean): void => {
  for (const child of childrenOf(parent)) if (!keep(child)) parent.removeChild(child);
};
