import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './docs.ts';

const folders = ['kernel', 'engine', 'console', 'product']
  .map((name) => `packages/${name}/src`)
  .concat('apps/api/src', 'apps/web/src');

/** Files whose Chinese is no text of the program, and the reason. */
const apart: readonly (readonly [path: RegExp, reason: string])[] = [
  [/(\.test|\/testing)\.tsx?$|\/testing\//, 'tests speak as users do'],
  [/^packages\/product\/src\/demo\//, 'the records of the demo university'],
  [/\/formats\/synonyms\.ts$/, 'names that lists use for entries, read and never shown'],
  [/\/bibliography\/|\/patent-sheet\.ts$/, 'words of other systems’ files, read and never shown'],
  [
    /\/(bank|filling|sponsors|integrity)\/headings\.ts$|\/einvoice\/read-task\.server\.ts$/,
    'words of bank statements, invoices, foreign tables and lists of sponsors, read and never shown',
  ],
  [
    /\/agreements\/task-text\.ts$/,
    'the first template of contracts, which offices write in Chinese',
  ],
  [/^packages\/kernel\/src\/specimen\//, 'the letters that specimens are made of'],
  [/^packages\/kernel\/src\/values\/redact\.ts$/, 'a pattern: names of secret values'],
  [/^apps\/api\/src\/(bulk|postgres)\//, 'rows for benchmarks; a question to the database'],
];

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

export const han = /\p{Script=Han}/u;

/** Returns the text of a piece of source that people may read, or undefined. */
export const textOf = (node: Node): string | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'JSXText') return String(node.value);
  if (node.type !== 'TemplateElement') return undefined;
  return (node.value as { readonly cooked?: string }).cooked;
};

/**
 * Returns the two parts of `[chinese, english]`, a row `[code, chinese, english]`,
 * `refused(chinese, english)`, `language === 'zh' ? chinese : english`.
 */
export const partsOf = (node: Node): readonly [chinese: Node, english: Node] | undefined => {
  if (node.type === 'ArrayExpression') {
    const elements = node.elements as readonly (Node | undefined)[];
    const [english, chinese] = elements.toReversed();
    return chinese && english && elements.length <= 3 ? [chinese, english] : undefined;
  }
  if (node.type === 'CallExpression') {
    const [chinese, english, ...more] = node.arguments as readonly Node[];
    return chinese && english && more.length === 0 && textOf(english) !== undefined
      ? [chinese, english]
      : undefined;
  }
  if (node.type !== 'ConditionalExpression') return undefined;
  const { test, consequent, alternate } = node as Node & Record<string, Node>;
  const asks =
    test?.type === 'BinaryExpression' && childrenOf(test).some((side) => textOf(side) === 'zh');
  return asks && consequent && alternate ? [consequent, alternate] : undefined;
};

/** Source files with texts for people. */
export const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => !apart.some(([pattern]) => pattern.test(path))),
);
