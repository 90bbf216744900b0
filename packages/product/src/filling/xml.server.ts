import { Refused } from '@keyan/kernel/errors.ts';
import { DOMParser, type Document, type Element, XMLSerializer } from '@xmldom/xmldom';

// Parts of office documents as trees. Runs in a worker process.

/** Tree of a part of a document. @throws Refused for declarations of types, which office programs do not write */
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

/** Child elements, of a name where one is given; prefixes do not matter. */
export const childrenOf = (parent: Element, name?: string): readonly Element[] =>
  Array.from(parent.childNodes).filter(
    (node): node is Element => isElement(node) && (name === undefined || node.localName === name),
  );

export const childOf = (parent: Element | undefined, name: string): Element | undefined =>
  parent && childrenOf(parent, name)[0];

/** Every element of a name below, in the order of the document. */
export const within = (parent: Document | Element, name: string): readonly Element[] =>
  Array.from(parent.getElementsByTagNameNS('*', name));

/** A new element beside its like: of the same namespace and prefix. */
export const elementLike = (like: Element, name: string): Element => {
  const { ownerDocument: document, prefix, namespaceURI } = like;
  if (!document) throw new Error('an element without a document');
  return document.createElementNS(namespaceURI, prefix ? `${prefix}:${name}` : name);
};

export const removeAll = (parent: Element, keep: (child: Element) => boolean): void => {
  for (const child of childrenOf(parent)) if (!keep(child)) parent.removeChild(child);
};
