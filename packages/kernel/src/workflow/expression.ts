import type { Label } from '../label.ts';
import type { decimalArithmetic } from './decimal.ts';

/**
 * Expression of the condition language of diagrams: a subset of JUEL (`${amount >= 50000 &&
 * !leader}`), with literals, `a.b`, `a['c']`, `! not empty - + - * / div % mod`, comparison (also
 * as words), `&& || and or`, `?:`, and the functions below. No method calls, assignments or loops,
 * so every evaluation ends. An unknown name is an error, never false.
 *
 * The tree is plain JSON: parsed once, at deployment, and stored with the graph.
 */
export type Expression =
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'constant'; readonly value: boolean | null }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'member'; readonly of: Expression; readonly key: Expression }
  | { readonly is: 'unary'; readonly op: UnaryOperator; readonly of: Expression }
  | {
      readonly is: 'binary';
      readonly op: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly is: 'choice';
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | { readonly is: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] };

export type UnaryOperator = '!' | '-' | 'empty';
export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | keyof typeof decimalArithmetic;
export type FunctionName = 'contains' | 'size' | 'abs' | 'startsWith';

/** Values of variables: JSON. Arithmetic on decimal strings is exact. */
export type Variable =
  | null
  | boolean
  | number
  | string
  | readonly Variable[]
  | { readonly [key: string]: Variable };
export type Variables = ReadonlyMap<string, Variable>;
/** Values by name: fields of the record, parameters of the tenant, data of the applicant. */
export type Facts = Readonly<Record<string, Variable>>;

export const maxExpressionLength = 1000;
export const maxExpressionDepth = 50;

/**
 * Error for text that is no expression; `position` counts characters from 1. `called` is an unknown
 * method or function in the text.
 */
export class Unreadable extends Error {
  readonly position: number;
  readonly label: Label;
  constructor(position: number, called?: string) {
    const label: Label =
      called === undefined
        ? [
            `表达式有误（第 ${position} 个字符）`,
            `the expression is wrong at character ${position}`,
          ]
        : [
            `表达式有误（第 ${position} 个字符）：不能调用【${called}】，请改为比较`,
            `the expression is wrong at character ${position}: “${called}” cannot be called; compare values`,
          ];
    super(label[0]);
    this.position = position;
    this.label = label;
  }
}

/** Returns every variable name in the expression. */
export const variableNamesIn = (expression: Expression): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { is, name } = node as { is?: unknown; name?: unknown };
    if (is === 'name' && typeof name === 'string') names.add(name);
    for (const child of Object.values(node)) visit(child);
  };
  visit(expression);
  return names;
};

/** Path to a value: `review.score` is `['review', 'score']`. */
export type FactPath = readonly string[];

const pathOf = (expression: Expression): FactPath | undefined => {
  if (expression.is === 'name') return [expression.name];
  if (expression.is !== 'member' || expression.key.is !== 'text') return undefined;
  const of = pathOf(expression.of);
  return of && [...of, expression.key.text];
};

const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'is' in value;

/** Returns the path of every variable in the expression, as far as it is literal. */
export const variablePathsIn = (expression: Expression): readonly FactPath[] => {
  const path = pathOf(expression);
  if (path) return [path];
  return Object.values(expression)
    .flat()
    .flatMap((part) => (isExpression(part) ? variablePathsIn(part) : []));
};

/**
 * Picks the values at these paths, grouped as in the paths: `review.score` is within `review`.
 * Paths without a value are omitted.
 */
export const pickFacts = (
  paths: readonly FactPath[],
  read: (path: FactPath) => Variable | undefined,
): Facts => {
  const picked: Record<string, Variable> = {};
  for (const path of paths) {
    const value = read(path);
    const last = path.at(-1);
    if (value === undefined || last === undefined) continue;
    let group = picked;
    for (const name of path.slice(0, -1)) {
      const inner = Object.hasOwn(group, name) ? group[name] : undefined;
      const isGroup = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
      const next: Record<string, Variable> = isGroup ? { ...(inner as Facts) } : {};
      group[name] = next;
      group = next;
    }
    group[last] = value;
  }
  return picked;
};

/** Returns the value at a path, or undefined. */
export const valueAtPath = (
  [root = '', ...rest]: FactPath,
  variables: Variables,
): Variable | undefined => {
  let value = variables.get(root);
  for (const name of rest) {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    const group: Facts = isGroup ? (value as Facts) : {};
    value = Object.hasOwn(group, name) ? group[name] : undefined;
  }
  return value;
};

type PrintOf<K extends Expression['is']> = (
  expression: Extract<Expression, { is: K }>,
  part: (inner: Expression) => string,
) => string;

const print: { readonly [K in Expression['is']]: PrintOf<K> } = {
  number: ({ text }) => text,
  text: ({ text }) => `'${text.replace(/[\\']/g, '\\$&')}'`,
  constant: ({ value }) => String(value),
  name: ({ name }) => name,
  member: ({ of, key }, part) =>
    key.is === 'text' ? `${part(of)}.${key.text}` : `${part(of)}[${part(key)}]`,
  unary: ({ op, of }, part) => `${op}${op === 'empty' ? ' ' : ''}${part(of)}`,
  binary: ({ op, left, right }, part) => `${part(left)} ${op} ${part(right)}`,
  choice: ({ test, yes, no }, part) => `${part(test)} ? ${part(yes)} : ${part(no)}`,
  call: ({ name, args }) => `${name}(${args.map(printExpression).join(', ')})`,
};

/** Formats an expression in the language of diagrams, with brackets around every compound part. */
export const printExpression = (expression: Expression): string => {
  const part = (inner: Expression): string => {
    const text = printExpression(inner);
    return inner.is === 'binary' || inner.is === 'choice' ? `(${text})` : text;
  };
  return (print[expression.is] as PrintOf<Expression['is']>)(expression, part);
};
