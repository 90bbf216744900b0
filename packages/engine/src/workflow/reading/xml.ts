import { findingAt, wholeFilePlace } from '@keyan/kernel/finding.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { fill } from '@keyan/kernel/label.ts';
import { UndeployableDiagram } from '@keyan/kernel/workflow/graph.ts';
import { type Context, Parser } from 'saxen';
import { fileLimits } from './limits.ts';

/** Attribute with the namespace of its prefix; without a prefix it has none. */
export interface XmlAttribute {
  readonly uri: string;
  readonly name: string;
  readonly value: string;
}

/** Element of a file as a plain value. */
export interface XmlElement {
  readonly uri: string;
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** Text directly within it, trimmed. */
  readonly text: string;
}

/** Parsed file. */
export interface XmlFile {
  readonly root: XmlElement;
  /** Offset of the closing tag of the outermost element. */
  readonly rootEnd: number;
  /** Offset of the first drawing, or undefined for none. */
  readonly drawing: number | undefined;
  /** Every element, in order of opening tags. */
  readonly elements: readonly XmlElement[];
}

const texts = {
  noXml: [
    '流程文件无法解析，请上传 BPMN 2.0 文件',
    'The file cannot be read: upload a BPMN 2.0 file',
  ],
  wrongXml: [
    '流程文件第 {line} 行有误，无法解析',
    'The file is not valid XML: line {line} cannot be read',
  ],
  prefix: [
    '流程文件第 {line} 行有误：前缀【{prefix}】没有声明',
    'Line {line} of the file is wrong: prefix “{prefix}” is not declared',
  ],
  entity: [
    '流程文件不能包含DOCTYPE或实体声明',
    'The file must not contain a DOCTYPE or entity declarations',
  ],
  character: [
    '流程文件含有不允许的控制字符',
    'The file contains control characters that are not allowed',
  ],
  encoding: [
    '流程文件的编码【{encoding}】不支持，请保存为UTF-8',
    'The encoding “{encoding}” is not supported: save the file as UTF-8',
  ],
  misencoded: [
    '流程文件的内容与其编码【{encoding}】不符，请保存为UTF-8',
    'The file is not encoded as {encoding}: save it as UTF-8',
  ],
  bytes: ['流程文件不能超过 {most} MB', 'The file must not exceed {most} MB'],
  elements: ['流程文件的元素不能超过 {most} 个', 'The file must not exceed {most} elements'],
  depth: [
    '流程文件的元素嵌套不能超过 {most} 层',
    'Elements may be nested at most {most} levels deep',
  ],
  attributes: [
    '元素【{name}】（第 {line} 行）的属性不能超过 {most} 个',
    'Element “{name}” (line {line}) may have {most} attributes at most',
  ],
} as const satisfies Record<string, Label>;

const wrong = (text: Label, values: Record<string, string | number> = {}): UndeployableDiagram =>
  new UndeployableDiagram([findingAt(wholeFilePlace, fill(text, values))]);

/** Returns the fault of a file that is larger than a drawn route can be. */
export const tooLarge = (): UndeployableDiagram =>
  wrong(texts.bytes, { most: fileLimits.bytes / 1024 / 1024 });

/** Returns the encoding that a byte order mark or the XML declaration states; by default UTF-8. */
const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^[^<]{0,3}<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
};

/**
 * Decodes a file by the encoding that it names: many Chinese tools write GBK.
 * @throws UndeployableDiagram for an unknown or wrong encoding.
 */
export const textOf = (bytes: Uint8Array): string => {
  if (bytes.length > fileLimits.bytes) throw tooLarge();
  const encoding = encodingOf(bytes);
  const decoder = (() => {
    try {
      return new TextDecoder(encoding, { fatal: true });
    } catch {
      throw wrong(texts.encoding, { encoding });
    }
  })();
  try {
    return decoder.decode(bytes);
  } catch {
    throw wrong(texts.misencoded, { encoding });
  }
};

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['gt', '>'],
  ['lt', '<'],
  ['quot', '"'],
]);

const character = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\u0000';

const decode = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
        if (name) return entities.get(name) ?? whole;
        return character(decimal ? Number(decimal) : Number.parseInt(hex, 16));
      })
    : text;

/** Characters that no XML holds, and no text column either. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

const clean = (text: string): string => {
  const value = decode(text);
  if (forbidden.test(value) || !value.isWellFormed()) throw wrong(texts.character);
  return value;
};

interface Open {
  readonly element: XmlElement;
  readonly children: XmlElement[];
  readonly prefixes: ReadonlyMap<string, string>;
  text: string;
}

const declared: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
]);

const split = (name: string): readonly [prefix: string, local: string] => {
  const at = name.indexOf(':');
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
};

const withPrefixes = (
  known: ReadonlyMap<string, string>,
  attributes: readonly (readonly [string, string])[],
): ReadonlyMap<string, string> => {
  const own = attributes.flatMap(([name, value]): [string, string][] => {
    if (name === 'xmlns') return [['', value]];
    return name.startsWith('xmlns:') ? [[name.slice(6), value]] : [];
  });
  return own.length > 0 ? new Map([...known, ...own]) : known;
};

type Where = () => Context;

/** Builds the tree while the parser reads; the first fault ends it. */
class Builder {
  root: XmlElement | undefined;
  rootEnd = 0;
  drawing: number | undefined;
  readonly elements: XmlElement[] = [];
  readonly #open: Open[] = [];
  readonly #xml: string;

  constructor(xml: string) {
    this.#xml = xml;
  }

  enter(name: string, given: Readonly<Record<string, string>>, where: Where): void {
    const pairs = Object.entries(given).map(([key, value]) => [key, clean(value)] as const);
    if (this.elements.length >= fileLimits.elements)
      throw wrong(texts.elements, { most: fileLimits.elements });
    if (this.#open.length >= fileLimits.depth) throw wrong(texts.depth, { most: fileLimits.depth });
    if (pairs.length > fileLimits.attributes) {
      throw wrong(texts.attributes, {
        name,
        line: where().line + 1,
        most: fileLimits.attributes,
      });
    }
    const prefixes = withPrefixes(this.#open.at(-1)?.prefixes ?? declared, pairs);
    const uriOf = (prefix: string): string => {
      const uri = prefixes.get(prefix);
      if (uri === undefined) throw wrong(texts.prefix, { prefix, line: where().line + 1 });
      return uri;
    };
    const [prefix, local] = split(name);
    const children: XmlElement[] = [];
    const element: XmlElement = {
      uri: uriOf(prefix),
      name: local,
      attributes: pairs.flatMap(([key, value]): XmlAttribute[] => {
        const [space, own] = split(key);
        if (key === 'xmlns' || space === 'xmlns') return [];
        return [{ uri: space === '' ? '' : uriOf(space), name: own, value }];
      }),
      children,
      text: '',
    };
    if (local === 'BPMNDiagram') this.drawing ??= this.#offset(where);
    this.#open.at(-1)?.children.push(element);
    this.root ??= element;
    this.elements.push(element);
    this.#open.push({ element, children, prefixes, text: '' });
  }

  say(text: string): void {
    const open = this.#open.at(-1);
    if (open) open.text += text;
  }

  leave(where: Where): void {
    const open = this.#open.pop();
    if (open) Object.assign(open.element, { text: open.text.trim() });
    if (this.#open.length === 0) this.rootEnd = this.#offset(where);
  }

  /** Computes an offset by scanning the text before: used for few positions. */
  #offset(where: Where): number {
    const { line, column } = where();
    let at = 0;
    const breaks = /\r\n|\r|\n/g;
    for (let seen = 0; seen < line; seen += 1) {
      breaks.exec(this.#xml);
      at = breaks.lastIndex;
    }
    return at + column;
  }
}

/**
 * Parses XML into plain values, by namespaces. Nothing outside the file is ever read: a DOCTYPE is refused, and
 * everything but a well-formed file within the limits, with the line.
 * @throws UndeployableDiagram
 */
export const parseXml = (xml: string): XmlFile => {
  if (forbidden.test(xml) || !xml.isWellFormed()) throw wrong(texts.character);
  const builder = new Builder(xml);
  const fail = (_error: Error, where: Where): never => {
    throw builder.root ? wrong(texts.wrongXml, { line: where().line + 1 }) : wrong(texts.noXml);
  };
  new Parser()
    .on('error', fail)
    .on('warn', fail)
    .on('attention', () => {
      throw wrong(texts.entity);
    })
    .on('text', (text) => builder.say(clean(text)))
    .on('cdata', (text) => builder.say(text))
    .on('openTag', (name, attributes, _decode, _closed, where) =>
      builder.enter(name, attributes() || {}, where),
    )
    .on('closeTag', (_name, _decode, _opened, where) => builder.leave(where))
    .parse(xml);
  const { root, rootEnd, drawing, elements } = builder;
  if (!root) throw wrong(texts.noXml);
  return { root, rootEnd, drawing, elements };
};
