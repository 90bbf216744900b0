import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import { root } from './support/docs.ts';

/**
 * No text of the page is missing in either language. In the sources a Chinese text is the first of
 * a pair whose second is its English (`['提交', 'Submit']`), or the Chinese side of a question for
 * the language.
 */
const folders = ['packages/console/src', 'packages/product/src', 'apps/web/src'];

/** Files whose Chinese is not a text of the page, and why. */
const apart: readonly (readonly [path: RegExp, reason: string])[] = [
  [/(\.test|\/testing)\.tsx?$|\/testing\//, 'tests speak as users do'],
  [/^packages\/product\/src\/demo\//, 'the records of the demo university'],
  [/\.server\.ts$/, 'their answers are labels by type; what else they write is stored'],
  [/\/bibliography\//, 'words of other systems’ files, read and never shown'],
];

/** Said in Chinese in either language, and why. */
const own: ReadonlyMap<string, string> = new Map([['中文', 'a language is named in itself']]);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

const han = /\p{Script=Han}/u;

/** The text of a piece of source that people may read, if it is one. */
const textOf = (node: Node): string | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'JSXText') return String(node.value);
  if (node.type !== 'TemplateElement') return undefined;
  return (node.value as { readonly cooked?: string }).cooked;
};

const holdsHan = (node: Node): boolean =>
  han.test(textOf(node) ?? '') || childrenOf(node).some(holdsHan);

/** `[chinese, english]`, a row `[code, chinese, english]`, `language === 'zh' ? chinese : english`. */
const partsOf = (node: Node): readonly [chinese: Node, english: Node] | undefined => {
  if (node.type === 'ArrayExpression') {
    const elements = node.elements as readonly (Node | undefined)[];
    const [english, chinese] = elements.toReversed();
    return chinese && english && elements.length <= 3 ? [chinese, english] : undefined;
  }
  if (node.type !== 'ConditionalExpression') return undefined;
  const { test, consequent, alternate } = node as Node & Record<string, Node>;
  const asks =
    test?.type === 'BinaryExpression' && childrenOf(test).some((side) => textOf(side) === 'zh');
  return asks && consequent && alternate ? [consequent, alternate] : undefined;
};

/** Chinese that stands alone below this node. */
const lone = (node: Node): readonly Node[] => {
  const parts = partsOf(node);
  if (parts && !holdsHan(parts[1])) {
    return childrenOf(node)
      .filter((child) => child !== parts[0])
      .flatMap(lone);
  }
  const text = textOf(node)?.trim() ?? '';
  return [...(han.test(text) && !own.has(text) ? [node] : []), ...childrenOf(node).flatMap(lone)];
};

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => !apart.some(([pattern]) => pattern.test(path))),
);

const loneIn = (path: string, source: string): readonly string[] => {
  const { program } = parseSync(path, source);
  return lone(program as unknown as Node).map((node) => {
    const line = source.slice(0, node.start).split('\n').length;
    return `${path}:${line} ${(textOf(node) ?? '').trim().slice(0, 40)}`;
  });
};

describe('law 18: every text has both languages', () => {
  test('no Chinese text stands without its English', () => {
    const found = files.flatMap((path) => loneIn(path, readFileSync(join(root, path), 'utf8')));
    expect(found).toEqual([]);
  });

  test.each([
    ["const a = ['提交', 'Submit'] as const;", 0],
    ['const a = label([`共 ${n} 条`, `${n} in all`]);', 0],
    ["const a = language === 'zh' ? '万元' : 'k';", 0],
    ["const a = '提交';", 1],
    ["const a = ['提交', '退回'];", 2],
    ["const a = ['01', '提交', 'Submit'];", 0],
    ["const a = ['01', '提交', '退回'];", 2],
    ["const a = ['提交'];", 1],
    ['const a = <p>提交</p>;', 1],
    ["const a = <p title='提交' />;", 1],
  ])('%s has %i of them', (source, count) => {
    expect(loneIn('a.tsx', source)).toHaveLength(count);
  });
});
