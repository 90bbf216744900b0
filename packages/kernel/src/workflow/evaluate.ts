import { Refused } from '../errors.ts';
import type { Label } from '../label.ts';
import { fill } from '../label.ts';
import type { Decimal } from './decimal.ts';
import { compareDecimals, decimalArithmetic, parseDecimal, printDecimal } from './decimal.ts';
import type {
  BinaryOperator,
  Expression,
  FunctionName,
  UnaryOperator,
  Variable,
  Variables,
} from './expression.ts';

type Value =
  | null
  | boolean
  | string
  | Decimal
  | readonly Variable[]
  | { readonly [key: string]: Variable };

const wrong = (template: Label, values: Record<string, string> = {}): Refused =>
  new Refused(fill(template, values));

/** Error for a name without a value in an expression. */
export class UnknownName extends Refused {
  /** Name without a value. */
  readonly unknown: string;
  constructor(unknown: string) {
    super(
      fill(['流程变量【{name}】不存在', 'Process variable “{name}” does not exist'], {
        name: unknown,
      }),
    );
    this.unknown = unknown;
  }
}

const missing = (name: string): Refused => new UnknownName(name);
const mismatch = (): Refused =>
  wrong(['表达式的类型不匹配', 'The types in the expression do not match']);

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
    // Amounts are stored as text but compared as decimals: 9.00 is less than 10.00.
    const [a, b] = [parseDecimal(left), parseDecimal(right)];
    if (a && b) return compareDecimals(a, b);
    return left < right ? -1 : left > right ? 1 : 0;
  }
  return compareDecimals(toNumber(left), toNumber(right));
};

type Calculate = (left: Value, right: () => Value) => Value;

const calculation =
  (op: keyof typeof decimalArithmetic): Calculate =>
  (left, right) => {
    const result = decimalArithmetic[op](toNumber(left), toNumber(right()));
    if (!result)
      throw wrong(['表达式的数值超出范围', 'A number in the expression is out of range']);
    return result;
  };

/**
 * Functions of binary operators. The right side is a thunk, since `&&` and `||` may not evaluate
 * it.
 */
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
  // Own properties only: `constructor` or `__proto__` of a prototype is no variable.
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
  (evaluators[expression.is] as Evaluate<Expression['is']>)(expression, variables);

/**
 * Evaluates an expression; numbers are returned as exact decimal text.
 * @throws Refused when a variable is missing or the types do not fit.
 */
export const evaluate = (expression: Expression, variables: Variables): Variable => {
  const value = run(expression, variables);
  return isDecimal(value) ? printDecimal(value) : value;
};

/**
 * True if a condition is `true`; a value other than a boolean throws, since an approval skipped by
 * a mistyped condition would never be noticed.
 */
export const conditionHolds = (expression: Expression, variables: Variables): boolean =>
  toBoolean(run(expression, variables));
