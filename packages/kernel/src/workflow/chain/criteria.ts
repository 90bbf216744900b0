import { type Expression, printExpression } from '../expression.ts';
import { parseExpression } from '../parse.ts';

/** Comparison operators between a fact and a value. */
export const comparisonOperators = {
  eq: '==',
  ne: '!=',
  ge: '>=',
  gt: '>',
  le: '<=',
  lt: '<',
} as const;
export type Comparison = keyof typeof comparisonOperators;

/** Right side of a comparison: a number, a text (code or day), or another fact. */
export interface Operand {
  readonly is: 'number' | 'text' | 'fact';
  /** Number as written, text, or path of the fact: `param.leaderAmount`. */
  readonly text: string;
}

/** Line of a condition. Facts are named by their paths: `amount`, `notice.needReview`. */
export type Criterion =
  | { readonly op: Comparison; readonly fact: string; readonly value: Operand }
  /** Fact equals one of these codes or texts. */
  | { readonly op: 'in'; readonly fact: string; readonly values: readonly string[] }
  /** Fact, a list or text, contains the text; `lacks`: does not. */
  | { readonly op: 'has' | 'lacks'; readonly fact: string; readonly text: string }
  | { readonly op: 'empty' | 'filled' | 'yes' | 'no'; readonly fact: string };

/** Condition as lines, of which all or any must be true. */
export interface Criteria {
  readonly match: 'all' | 'any';
  readonly of: readonly Criterion[];
}

const pathOf = (expression: Expression): string | undefined => {
  if (expression.is === 'name') return expression.name;
  if (expression.is !== 'member' || expression.key.is !== 'text') return undefined;
  const of = pathOf(expression.of);
  return of === undefined ? undefined : `${of}.${expression.key.text}`;
};

const nameOf = (path: string): Expression => {
  const [root = '', ...rest] = path.split('.');
  return rest.reduce<Expression>((of, text) => ({ is: 'member', of, key: { is: 'text', text } }), {
    is: 'name',
    name: root,
  });
};

const byOperator = new Map(
  Object.entries(comparisonOperators).map(([op, sign]) => [sign, op as Comparison] as const),
);

/** Returns the operands of repeated use of one operator, from left to right. */
const operandsOfChain = (expression: Expression, op: '&&' | '||'): readonly Expression[] =>
  expression.is === 'binary' && expression.op === op
    ? [...operandsOfChain(expression.left, op), ...operandsOfChain(expression.right, op)]
    : [expression];

const operandOf = (expression: Expression): Operand | undefined => {
  if (expression.is === 'number') return { is: 'number', text: expression.text };
  if (expression.is === 'unary' && expression.op === '-' && expression.of.is === 'number') {
    return { is: 'number', text: `-${expression.of.text}` };
  }
  if (expression.is === 'text') return { is: 'text', text: expression.text };
  const text = pathOf(expression);
  return text === undefined ? undefined : { is: 'fact', text };
};

/** Parses `x == 'a' || x == 'b'` as `in`. */
const oneOf = (parts: readonly Expression[]): Criterion | undefined => {
  const lines = parts.map(readOne);
  const [first] = lines;
  const values = lines.flatMap((line) =>
    line?.op === 'eq' && line.fact === first?.fact && line.value.is === 'text'
      ? [line.value.text]
      : [],
  );
  if (!first || parts.length < 2 || values.length < parts.length) return undefined;
  return { op: 'in', fact: first.fact, values };
};

/** Returns the fact that the expression tests for a value, if it tests nothing else. */
const factTestedForValue = (expression: Expression): string | undefined =>
  expression.is === 'unary' &&
  expression.op === '!' &&
  expression.of.is === 'unary' &&
  expression.of.op === 'empty'
    ? pathOf(expression.of.of)
    : undefined;

const readUnary = (expression: Extract<Expression, { is: 'unary' }>): Criterion | undefined => {
  const filled = factTestedForValue(expression);
  if (filled !== undefined) return { op: 'filled', fact: filled };
  const fact = pathOf(expression.of);
  if (expression.op === 'empty') return fact === undefined ? undefined : { op: 'empty', fact };
  if (expression.op !== '!') return undefined;
  if (fact !== undefined) return { op: 'no', fact };
  const inner = readOne(expression.of);
  return inner?.op === 'has' ? { ...inner, op: 'lacks' } : undefined;
};

const readOne = (expression: Expression): Criterion | undefined => {
  const fact = pathOf(expression);
  if (fact !== undefined) return { op: 'yes', fact };
  if (expression.is === 'unary') return readUnary(expression);
  if (expression.is === 'call') {
    const [of, text] = expression.args;
    const list = of && pathOf(of);
    return expression.name === 'contains' && list !== undefined && text?.is === 'text'
      ? { op: 'has', fact: list, text: text.text }
      : undefined;
  }
  if (expression.is !== 'binary') return undefined;
  if (expression.op === '||') return oneOf(operandsOfChain(expression, '||'));
  if (expression.op === '&&') {
    const filled = factTestedForValue(expression.left);
    const rest = readOne(expression.right);
    return filled !== undefined && rest?.fact === filled ? rest : undefined;
  }
  const op = byOperator.get(expression.op as (typeof comparisonOperators)[Comparison]);
  const left = pathOf(expression.left);
  const value = operandOf(expression.right);
  return op && left !== undefined && value ? { op, fact: left, value } : undefined;
};

/**
 * Returns the parts of a conjunction; a test that a fact has a value is merged into the following
 * line.
 */
const conjunctionParts = (expression: Expression): readonly Expression[] => {
  const parts = operandsOfChain(expression, '&&');
  const joined: Expression[] = [];
  for (let i = 0; i < parts.length; i += 1) {
    const [left, right] = [parts[i] as Expression, parts[i + 1]];
    const isGuard =
      right !== undefined &&
      factTestedForValue(left) !== undefined &&
      readOne({ is: 'binary', op: '&&', left, right }) !== undefined;
    joined.push(isGuard ? { is: 'binary', op: '&&', left, right } : left);
    if (isGuard) i += 1;
  }
  return joined;
};

/**
 * Converts an expression to lines that people can edit without knowing the language; the inverse of
 * `writeCriteria`.
 * @returns undefined if lines cannot express the condition
 * @throws Unreadable for a text that is no expression
 */
export const readCriteria = (text: string): Criteria | undefined => {
  const expression = parseExpression(text);
  const whole = readOne(expression);
  if (whole) return { match: 'all', of: [whole] };
  const isAny = expression.is === 'binary' && expression.op === '||';
  const parts = isAny ? operandsOfChain(expression, '||') : conjunctionParts(expression);
  const lines = parts.map(readOne);
  const of = lines.filter((line) => line !== undefined);
  return of.length < lines.length ? undefined : { match: isAny ? 'any' : 'all', of };
};

const joined = (parts: readonly Expression[], op: '&&' | '||'): Expression =>
  parts.reduce((left, right) => ({ is: 'binary', op, left, right }));

const text = (value: string): Expression => ({ is: 'text', text: value });

const operand = (value: Operand): Expression => {
  if (value.is === 'fact') return nameOf(value.text);
  if (value.is === 'text') return text(value.text);
  const number: Expression = { is: 'number', text: value.text.replace(/^-/, '') };
  return value.text.startsWith('-') ? { is: 'unary', op: '-', of: number } : number;
};

const not = (of: Expression): Expression => ({ is: 'unary', op: '!', of });

/** Comparisons that fail for a fact without a value. */
const needsValue: ReadonlySet<Criterion['op']> = new Set([
  'ge',
  'gt',
  'le',
  'lt',
  'has',
  'lacks',
  'yes',
  'no',
]);

const expressionOf = (line: Criterion): Expression => {
  const fact = nameOf(line.fact);
  switch (line.op) {
    case 'in':
      return joined(
        line.values.map((value) => ({ is: 'binary', op: '==', left: fact, right: text(value) })),
        '||',
      );
    case 'has':
    case 'lacks': {
      const call: Expression = { is: 'call', name: 'contains', args: [fact, text(line.text)] };
      return line.op === 'has' ? call : not(call);
    }
    case 'empty':
      return { is: 'unary', op: 'empty', of: fact };
    case 'filled':
      return not({ is: 'unary', op: 'empty', of: fact });
    case 'yes':
      return fact;
    case 'no':
      return not(fact);
    default:
      return {
        is: 'binary',
        op: comparisonOperators[line.op],
        left: fact,
        right: operand(line.value),
      };
  }
};

/** Splits a line into alternatives, of which any must be true. */
const alternatives = (line: Criterion): readonly Criterion[] =>
  line.op === 'in'
    ? line.values.map((value) => ({
        op: 'eq',
        fact: line.fact,
        value: { is: 'text', text: value },
      }))
    : [line];

/**
 * Writes lines as the expression of a condition.
 * @param mayBeEmpty true for a fact that a valid record may lack: a test for a value is added
 * before its comparison
 */
export const writeCriteria = (
  { match, of }: Criteria,
  mayBeEmpty: (fact: string) => boolean,
): string => {
  const flat = match === 'any' ? of.flatMap(alternatives) : of;
  const lines = flat.map((line) => {
    const expression = expressionOf(line);
    const isOpen = needsValue.has(line.op) && mayBeEmpty(line.fact);
    return isOpen
      ? joined([expressionOf({ op: 'filled', fact: line.fact }), expression], '&&')
      : expression;
  });
  return `\${${printExpression(joined(lines, match === 'any' ? '||' : '&&'))}}`;
};
