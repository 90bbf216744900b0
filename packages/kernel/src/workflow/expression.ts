import { Refused } from '../errors.ts';
import type { Label } from '../label.ts';
import { fill } from '../label.ts';
import type { Decimal } from './decimal.ts';
import { arithmetic, compareDecimals, parseDecimal, printDecimal } from './decimal.ts';
import type { Token } from './token.ts';
import { tokenize } from './token.ts';

/**
 * The condition language of diagrams: a subset of JUEL (`${amount >= 50000 && !leader}`), with
 * literals, `a.b`, `a['c']`, `! not empty - + - * / div % mod`, comparison (also as words),
 * `&& || and or`, `?:`, and the functions below. No method calls, no assignment, no loops: every
 * expression ends. A name that is not given is an error, never false (workflow.md §4.4).
 *
 * The tree is plain JSON: it is parsed once, at deployment, and stored with the graph.
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
  | keyof typeof arithmetic;
export type FunctionName = 'contains' | 'size' | 'abs' | 'startsWith';

/** What variables may hold: JSON. Decimal strings take part in arithmetic exactly. */
export type Variable =
  | null
  | boolean
  | number
  | string
  | readonly Variable[]
  | { readonly [key: string]: Variable };
export type Variables = ReadonlyMap<string, Variable>;

export const maxLength = 1000;
export const maxDepth = 50;

/** The text cannot be read; `position` counts characters from 1. */
export class Unreadable extends Error {
  readonly position: number;
  constructor(position: number) {
    super(`表达式有误（第${position}个字符）`);
    this.position = position;
  }
}

/* ---------------------------------------------------------------- parsing */

const binding: ReadonlyMap<string, readonly [power: number, op: BinaryOperator]> = new Map([
  ['||', [2, '||']],
  ['or', [2, '||']],
  ['&&', [3, '&&']],
  ['and', [3, '&&']],
  ['==', [4, '==']],
  ['eq', [4, '==']],
  ['!=', [4, '!=']],
  ['ne', [4, '!=']],
  ['<', [5, '<']],
  ['lt', [5, '<']],
  ['<=', [5, '<=']],
  ['le', [5, '<=']],
  ['>', [5, '>']],
  ['gt', [5, '>']],
  ['>=', [5, '>=']],
  ['ge', [5, '>=']],
  ['+', [6, '+']],
  ['-', [6, '-']],
  ['*', [7, '*']],
  ['/', [7, '/']],
  ['div', [7, '/']],
  ['%', [7, '%']],
  ['mod', [7, '%']],
]);
const prefix: ReadonlyMap<string, UnaryOperator> = new Map([
  ['!', '!'],
  ['not', '!'],
  ['-', '-'],
  ['empty', 'empty'],
]);
const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const arity: ReadonlyMap<string, number> = new Map<FunctionName, number>([
  ['contains', 2],
  ['size', 1],
  ['abs', 1],
  ['startsWith', 2],
]);
const unaryPower = 8;
const choicePower = 1;

/** Pratt parser over the tokens of one expression. */
class Parser {
  private readonly tokens: readonly Token[];
  private index = 0;
  private depth = 0;
  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): Expression {
    const expression = this.expression(0);
    this.expect('end');
    return expression;
  }

  private get token(): Token {
    return this.tokens[this.index] as Token;
  }

  private fail(): never {
    throw new Unreadable(this.token.at + 1);
  }

  private take(): Token {
    const token = this.token;
    this.index += 1;
    return token;
  }

  /** Takes the operator or bracket given, or fails. */
  private expect(text: string): void {
    const token = this.token;
    const found = token.is === 'end' ? 'end' : token.is === 'sign' ? token.text : '';
    if (found !== text) this.fail();
    this.index += 1;
  }

  /** Operators may be signs or words; a quoted text never is one. */
  private word(): string {
    return this.token.is === 'sign' || this.token.is === 'name' ? this.token.text : '';
  }

  private expression(power: number): Expression {
    this.depth += 1;
    if (this.depth > maxDepth) this.fail();
    let left = this.primary();
    for (;;) {
      const word = this.word();
      const operator = binding.get(word);
      if (operator && operator[0] > power) {
        this.index += 1;
        left = { is: 'binary', op: operator[1], left, right: this.expression(operator[0]) };
      } else if (word === '?' && this.token.is === 'sign' && power < choicePower) {
        this.index += 1;
        const yes = this.expression(0);
        this.expect(':');
        left = { is: 'choice', test: left, yes, no: this.expression(0) };
      } else break;
    }
    this.depth -= 1;
    return left;
  }

  private primary(): Expression {
    const unary = prefix.get(this.word());
    if (unary) {
      this.index += 1;
      return { is: 'unary', op: unary, of: this.expression(unaryPower) };
    }
    const token = this.take();
    if (token.is === 'number') return { is: 'number', text: token.text };
    if (token.is === 'text') return this.members({ is: 'text', text: token.text });
    if (token.is === 'sign' && token.text === '(') {
      const inner = this.expression(0);
      this.expect(')');
      return this.members(inner);
    }
    if (token.is === 'name' && !binding.has(token.text))
      return this.members(this.named(token.text));
    this.index -= 1;
    return this.fail();
  }

  private named(name: string): Expression {
    const constant = constants.get(name);
    if (constant !== undefined) return { is: 'constant', value: constant };
    if (this.word() !== '(') return { is: 'name', name };
    const count = arity.get(name);
    if (count === undefined) this.fail();
    this.expect('(');
    const args: Expression[] = [];
    while (args.length < (count as number)) {
      if (args.length > 0) this.expect(',');
      args.push(this.expression(0));
    }
    this.expect(')');
    return { is: 'call', name: name as FunctionName, args };
  }

  private members(of: Expression): Expression {
    let expression = of;
    let links = 0;
    for (;;) {
      const sign = this.token.is === 'sign' ? this.token.text : '';
      if (sign !== '.' && sign !== '[') return expression;
      links += 1;
      if (links > maxDepth) this.fail();
      this.index += 1;
      if (sign === '.') {
        if (this.token.is !== 'name') this.fail();
        expression = { is: 'member', of: expression, key: { is: 'text', text: this.take().text } };
      } else {
        expression = { is: 'member', of: expression, key: this.expression(0) };
        this.expect(']');
      }
    }
  }
}

/**
 * Reads `${…}`, `#{…}` or a bare expression.
 * @throws Unreadable with the position of the first character that does not fit.
 */
export const parseExpression = (source: string): Expression => {
  if (source.length > maxLength) throw new Unreadable(maxLength + 1);
  const wrapped = /^\s*[$#]\{([\s\S]*)\}\s*$/.exec(source);
  const text = wrapped?.[1] ?? source;
  const offset = wrapped ? source.indexOf('{') + 1 : 0;
  const { tokens, stopped } = tokenize(text, offset);
  if (stopped !== undefined) throw new Unreadable(stopped + 1);
  return new Parser(tokens).whole();
};

/* ------------------------------------------------------------- evaluation */

type Value =
  | null
  | boolean
  | string
  | Decimal
  | readonly Variable[]
  | { readonly [key: string]: Variable };

const wrong = (template: Label, values: Record<string, string> = {}): Refused =>
  new Refused(fill(template, values));
const missing = (name: string): Refused =>
  wrong(['流程变量【{name}】不存在', 'Process variable “{name}” does not exist'], { name });
const mismatch = (): Refused =>
  wrong(['表达式的类型不匹配', 'The types in the expression do not fit']);

const isDecimal = (value: Value): value is Decimal =>
  typeof value === 'object' &&
  value !== null &&
  'digits' in value &&
  typeof value.digits === 'bigint';

const isRecord = (value: Value): value is { readonly [key: string]: Variable } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isDecimal(value);

const lift = (value: Variable): Value => {
  if (typeof value !== 'number') return value;
  const decimal = parseDecimal(String(value));
  if (!decimal) throw mismatch();
  return decimal;
};

const toNumber = (value: Value): Decimal => {
  const decimal =
    typeof value === 'string' ? parseDecimal(value) : isDecimal(value) ? value : undefined;
  if (!decimal) throw mismatch();
  return decimal;
};

const toBoolean = (value: Value): boolean => {
  if (typeof value !== 'boolean') throw mismatch();
  return value;
};

const isEmpty = (value: Value): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

const same = (left: Value, right: Value): boolean => {
  if (isDecimal(left) || isDecimal(right)) {
    if (left === null || right === null) return false;
    return compareDecimals(toNumber(left), toNumber(right)) === 0;
  }
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') {
    return left === right;
  }
  throw mismatch();
};

const order = (left: Value, right: Value): number => {
  if (typeof left === 'string' && typeof right === 'string') {
    return left < right ? -1 : left > right ? 1 : 0;
  }
  return compareDecimals(toNumber(left), toNumber(right));
};

type Calculate = (left: Value, right: () => Value) => Value;

const calculation =
  (op: keyof typeof arithmetic): Calculate =>
  (left, right) => {
    const result = arithmetic[op](toNumber(left), toNumber(right()));
    if (!result)
      throw wrong(['表达式的数值超出范围', 'A number in the expression is out of range']);
    return result;
  };

/** The right side is a thunk, since `&&` and `||` may not look at it. */
const binaries: Readonly<Record<BinaryOperator, Calculate>> = {
  '||': (left, right) => toBoolean(left) || toBoolean(right()),
  '&&': (left, right) => toBoolean(left) && toBoolean(right()),
  '==': (left, right) => same(left, right()),
  '!=': (left, right) => !same(left, right()),
  '<': (left, right) => order(left, right()) < 0,
  '<=': (left, right) => order(left, right()) <= 0,
  '>': (left, right) => order(left, right()) > 0,
  '>=': (left, right) => order(left, right()) >= 0,
  '+': calculation('+'),
  '-': calculation('-'),
  '*': calculation('*'),
  '/': calculation('/'),
  '%': calculation('%'),
};

const unaries: Readonly<Record<UnaryOperator, (value: Value) => Value>> = {
  '!': (value) => !toBoolean(value),
  '-': (value) => {
    const { digits, scale } = toNumber(value);
    return { digits: -digits, scale };
  },
  empty: isEmpty,
};

const count = (n: number): Decimal => ({ digits: BigInt(n), scale: 0 });

const functions: Readonly<Record<FunctionName, (args: readonly Value[]) => Value>> = {
  contains: ([whole = null, part = null]) => {
    if (typeof whole === 'string' && typeof part === 'string') return whole.includes(part);
    if (Array.isArray(whole)) {
      return (whole as readonly Variable[]).some((item) => same(lift(item), part));
    }
    throw mismatch();
  },
  size: ([value = null]) => {
    if (typeof value === 'string' || Array.isArray(value)) return count(value.length);
    if (isRecord(value)) return count(Object.keys(value).length);
    throw mismatch();
  },
  abs: ([value = null]) => {
    const { digits, scale } = toNumber(value);
    return { digits: digits < 0n ? -digits : digits, scale };
  },
  startsWith: ([whole, part]) => {
    if (typeof whole !== 'string' || typeof part !== 'string') throw mismatch();
    return whole.startsWith(part);
  },
};

const member = (of: Value, key: Value): Value => {
  const name = isDecimal(key) ? printDecimal(key) : key;
  if (typeof name !== 'string') throw mismatch();
  if (Array.isArray(of)) {
    const item = /^\d+$/.test(name) ? (of as readonly Variable[])[Number(name)] : undefined;
    if (item === undefined) throw missing(name);
    return lift(item);
  }
  // Own properties only: a prototype's `constructor` or `__proto__` is not a variable.
  if (!isRecord(of) || !Object.hasOwn(of, name)) throw missing(name);
  return lift(of[name] as Variable);
};

type Evaluate<K extends Expression['is']> = (
  expression: Extract<Expression, { is: K }>,
  variables: Variables,
) => Value;

const evaluators: { readonly [K in Expression['is']]: Evaluate<K> } = {
  number: ({ text }) => toNumber(text),
  text: ({ text }) => text,
  constant: ({ value }) => value,
  name: ({ name }, variables) => {
    const value = variables.get(name);
    if (value === undefined) throw missing(name);
    return lift(value);
  },
  member: ({ of, key }, variables) => member(run(of, variables), run(key, variables)),
  unary: ({ op, of }, variables) => unaries[op](run(of, variables)),
  binary: ({ op, left, right }, variables) =>
    binaries[op](run(left, variables), () => run(right, variables)),
  choice: ({ test, yes, no }, variables) =>
    run(toBoolean(run(test, variables)) ? yes : no, variables),
  call: ({ name, args }, variables) => functions[name](args.map((arg) => run(arg, variables))),
};

const run = (expression: Expression, variables: Variables): Value =>
  (evaluators[expression.is] as Evaluate<Expression['is']>)(expression as never, variables);

/**
 * The value of an expression; numbers come back as exact decimal text.
 * @throws Refused when a variable is missing or the types do not fit.
 */
export const evaluate = (expression: Expression, variables: Variables): Variable => {
  const value = run(expression, variables);
  return isDecimal(value) ? printDecimal(value) : value;
};

/**
 * Whether a condition holds: only `true` itself counts, and anything but a boolean is an error,
 * since an approval skipped by a mistyped condition is never noticed.
 */
export const holds = (expression: Expression, variables: Variables): boolean =>
  toBoolean(run(expression, variables));

/** Every variable name that the expression may look at. */
export const namesIn = (expression: Expression): ReadonlySet<string> => {
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
