import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

/**
 * Returns `test`, `test.each(…)`, `test.skipIf(…)` as the words of the chain: `['test', 'each']`.
 */
const chainOf = (callee: unknown): readonly string[] => {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [String(callee.name)];
  if (callee.type === 'MemberExpression') {
    const { object, property } = callee as Node & { property: Node };
    return [...chainOf(object), String(property.name)];
  }
  return callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression'
    ? chainOf(callee.type === 'CallExpression' ? callee.callee : callee.tag)
    : [];
};

/** Returns the text of a literal title. */
const literal = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [only, ...rest] = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return rest.length === 0 ? only?.value.cooked : undefined;
};

const collect = (node: Node, titles: Set<string>): void => {
  if (node.type === 'CallExpression') {
    const [word = '', ...more] = chainOf(node.callee);
    const [title] = node.arguments as readonly unknown[];
    const text = literal(title);
    const left = more.includes('skip') || more.includes('todo');
    // Tests below a skipped group do not run.
    if (left && ['test', 'it', 'describe'].includes(word)) return;
    if (['test', 'it'].includes(word) && text !== undefined) titles.add(text);
  }
  for (const child of childrenOf(node)) collect(child, titles);
};

/** Returns the titles of the tests of a file that run, as written; `%s` stands for a value. */
export const titlesIn = (path: string): ReadonlySet<string> => {
  const titles = new Set<string>();
  if (!existsSync(path)) return titles;
  collect(parseSync(path, readFileSync(path, 'utf8')).program as unknown as Node, titles);
  return titles;
};
