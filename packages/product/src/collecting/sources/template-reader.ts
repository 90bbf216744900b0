import type { Label } from '@keyan/kernel/label.ts';
import { DOMParser } from '@xmldom/xmldom';
import { type CheerioAPI, load } from 'cheerio';
import { JSONPath } from 'jsonpath-plus';
import { select } from 'xpath';
import { cleanLine } from '../../achievement/bibliography/text.ts';
import { type TemplateField, Unread } from './source.ts';

// Evaluates selectors of parse templates: CSS, XPath (`//…`), JSONPath (`$…`), constants (`=…`).

/** Maximum characters of a selected value. */
const maxValueLength = 100_000;

/** Part of a response in which selectors are evaluated. */
export interface SelectorContext {
  /** Texts of all matches: the given attribute, or the content for `text` and `html`. */
  find(selector: string, attr: string | null): readonly string[];
  /** Contexts of all matches. */
  spots(selector: string): readonly SelectorContext[];
  /** Text of the part. */
  readonly raw: string;
}

const wrong = (selector: string): Unread =>
  new Unread([`选择器“${selector}”不正确`, `The selector “${selector}” is invalid`]);

const attempt = <T>(selector: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw error instanceof Unread ? error : wrong(selector);
  }
};

const isXPath = (selector: string): boolean => /^\.{0,2}\/|^\(/.test(selector);

type Nodes = ReturnType<CheerioAPI>;

/** XML without namespace prefixes, so that selectors need no namespaces. */
const plainXml = (text: string): string =>
  text
    .replace(/<[!?](?!--|\[)[^>]*>/g, '')
    .replace(/\sxmlns(?::\w+)?="[^"]*"/g, '')
    .replace(/<(\/?)\w+:(?=\w)/g, '<$1');

/** Evaluates XPath on a part of the document, serialised as XML. */
const byXPath = (xml: string, selector: string): readonly string[] => {
  const document = new DOMParser({ onError: () => undefined }).parseFromString(
    `<root>${plainXml(xml)}</root>`,
    'text/xml',
  );
  const found = select(
    selector.replace(/^\//, './/').replace(/^\.\/\/\//, './/'),
    document as unknown as Node,
  );
  if (!Array.isArray(found)) return [String(found)];
  return found.map((one) => {
    const node = one as { readonly nodeType: number; readonly nodeValue: string | null };
    return node.nodeType === 1 ? String(one) : (node.nodeValue ?? '');
  });
};

const contentOf = ($: CheerioAPI, nodes: Nodes, attr: string | null): readonly string[] =>
  nodes.toArray().map((one) => {
    const of = $(one);
    if (attr === null || attr === 'text') return of.text();
    if (attr === 'html') return of.html() ?? '';
    return of.attr(attr) ?? '';
  });

const markupSpot = ($: CheerioAPI, nodes: Nodes, isXml: boolean): SelectorContext => {
  const again = (xml: string): SelectorContext => {
    const inner = load(xml, isXml ? { xml: true } : undefined, false);
    return markupSpot(inner, inner.root() as Nodes, isXml);
  };
  return {
    raw: $.html(nodes),
    find: (selector, attr) =>
      attempt(selector, () => {
        if (!isXPath(selector)) return contentOf($, nodes.find(selector) as Nodes, attr);
        return byXPath($.xml(nodes), selector).map((piece) =>
          /^\s*</.test(piece) && attr !== 'html'
            ? (contentOf(
                ...((): [CheerioAPI, Nodes] => {
                  const inner = load(piece, { xml: true }, false);
                  return [inner, inner.root().children().first() as Nodes];
                })(),
                attr,
              )[0] ?? '')
            : piece,
        );
      }),
    spots: (selector) =>
      attempt(selector, () =>
        isXPath(selector)
          ? byXPath($.xml(nodes), selector).map(again)
          : (nodes.find(selector) as Nodes)
              .toArray()
              .map((one) => markupSpot($, $(one) as Nodes, isXml)),
      ),
  };
};

const written = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);

const jsonSpot = (value: unknown): SelectorContext => {
  const found = (selector: string): readonly unknown[] =>
    attempt(selector, () => {
      const answer: unknown = JSONPath({
        path: selector.startsWith('$') ? selector : `$.${selector}`,
        json: value as object,
        wrap: true,
        // Disables scripts in JSONPath expressions.
        eval: false,
      });
      return Array.isArray(answer) ? answer : [];
    });
  return {
    raw: JSON.stringify(value, null, 1),
    find: (selector) => found(selector).flatMap((one) => (one === null ? [] : [written(one)])),
    spots: (selector) => found(selector).map(jsonSpot),
  };
};

/**
 * Context of a whole response; JSON, XML or HTML is recognised by the first characters.
 * @throws Unread for truncated JSON
 */
export const selectorContextOf = (text: string): SelectorContext => {
  if (/^\s*[[{]/.test(text)) {
    try {
      return jsonSpot(JSON.parse(text));
    } catch {
      throw new Unread(['应答不是完整的 JSON', 'The response is not complete JSON']);
    }
  }
  const isXml = /^\s*<\?xml(?![\s\S]*<html)/i.test(text);
  const $ = load(text, isXml ? { xml: true } : undefined);
  return markupSpot($, $.root() as Nodes, isXml);
};

/** Separators for fields with several values; other fields take the first match. */
const joints: Readonly<Record<string, string>> = {
  authorsText: '; ',
  addresses: '\n',
  content: '',
};

/** Value of a field in a context; empty if its selector matches nothing. */
export const selectedValue = (
  spot: SelectorContext,
  { fieldName, selector, attr, regex }: TemplateField,
): string => {
  if (selector.startsWith('=')) return selector.slice(1);
  const found = spot
    .find(selector, attr)
    .map((one) => (attr === 'html' ? one.trim() : cleanLine(one)))
    .map((one) => {
      if (!regex) return one;
      const [whole = '', group] = new RegExp(regex, 'u').exec(one.slice(0, maxValueLength)) ?? [];
      return group ?? whole;
    })
    .filter(Boolean);
  const joint = joints[fieldName];
  return (joint === undefined ? (found[0] ?? '') : found.join(joint)).slice(0, maxValueLength);
};

/**
 * Problem of a missing required field, in an item of a list (counted from 1) or on the page of a
 * work (null).
 */
export const missingFieldText = (page: number | null, name: string): Label =>
  page === null
    ? [
        `页面格式与模板不符：未找到 ${name}，请在「解析模板」核对`,
        `The page does not match the template: ${name} not found; check it under “Parse templates”`,
      ]
    : [
        `第 ${page} 页格式与模板不符：未找到 ${name}，请在「解析模板」核对`,
        `Page ${page} does not match the template: ${name} not found; check it under “Parse templates”`,
      ];
