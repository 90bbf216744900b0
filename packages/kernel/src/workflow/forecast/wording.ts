import { fill, type Label } from '../../label.ts';
import { parseDecimal, printDecimal } from '../decimal.ts';
import type { BinaryOperator, Expression, FunctionName } from '../expression.ts';
import type { ConditionPart } from './grounds.ts';

/** Names of the facts of a kind. */
export interface FactNaming {
  /** Returns the label of a fact, or undefined. */
  labelOf(name: string): Label | undefined;
  /** Returns the label of a code in the fact's dictionary, or undefined. */
  codeOf(name: string, code: string): Label | undefined;
  /** Returns a value fixed at submission, such as a parameter of the tenant: `param`, `limit`. */
  frozenOf(group: string, name: string): string | undefined;
}

const quoted = (label: Label): Label => [`【${label[0]}】`, `“${label[1]}”`];
const same = (text: string): Label => [text, text];

/** Formats a number: `50000.00` → `50,000`, without trailing zeros. */
const numberText = (text: string): string => {
  const decimal = parseDecimal(text);
  const [whole = '', fraction = ''] = (decimal ? printDecimal(decimal) : text).split('.');
  const places = fraction.replace(/0+$/, '');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${places ? `.${places}` : ''}`;
};

const signs: Partial<Readonly<Record<BinaryOperator, string>>> = {
  '+': '+',
  '-': '−',
  '*': '×',
  '/': '÷',
};

const measures: Partial<Readonly<Record<FunctionName, Label>>> = {
  size: ['{of}的数量', 'the number of {of}'],
  abs: ['{of}的绝对值', 'the amount of {of}'],
};

type TermOf<K extends Expression['is']> = (
  expression: Extract<Expression, { is: K }>,
  naming: FactNaming,
) => Label | undefined;

/**
 * Functions that describe a value by type of expression; undefined without a label for some part.
 */
const terms: { readonly [K in Expression['is']]: TermOf<K> } = {
  number: ({ text }) => same(numberText(text)),
  text: ({ text }) => [`“${text}”`, `“${text}”`],
  constant: ({ value }) =>
    value === null ? ['空', 'nothing'] : value ? ['是', 'yes'] : ['否', 'no'],
  name: ({ name }, naming) => {
    const label = naming.labelOf(name);
    return label && quoted(label);
  },
  member: ({ of, key }, naming) => {
    if (of.is !== 'name' || key.is !== 'text') return undefined;
    const frozen = naming.frozenOf(of.name, key.text);
    return frozen === undefined ? undefined : same(numberText(frozen));
  },
  unary: ({ op, of }, naming) => {
    const inner = term(of, naming);
    return inner && op === '-' ? fill(['−{inner}', '−{inner}'], { inner }) : undefined;
  },
  binary: ({ op, left, right }, naming) => {
    const [a, b, sign] = [term(left, naming), term(right, naming), signs[op]];
    return a && b && sign ? fill(same(`{a} ${sign} {b}`), { a, b }) : undefined;
  },
  choice: () => undefined,
  call: ({ name, args: [first] }, naming) => {
    const of = first && term(first, naming);
    const measure = measures[name];
    return of && measure && fill(measure, { of });
  },
};

const term = (expression: Expression, naming: FactNaming): Label | undefined =>
  (terms[expression.is] as TermOf<Expression['is']>)(expression, naming);

/** Describes the right side of a comparison: a code by its label. */
const against = (side: Expression, other: Expression, naming: FactNaming): Label | undefined => {
  if (side.is !== 'text' || other.is !== 'name') return term(side, naming);
  const entry = naming.codeOf(other.name, side.text);
  return entry ? [`“${entry[0]}”`, `“${entry[1]}”`] : term(side, naming);
};

/** Texts of a comparison that is true, and of one that is false. */
const comparisons: Partial<Readonly<Record<BinaryOperator, readonly [Label, Label]>>> = {
  '<': [same('{a}<{b}'), same('{a}≥{b}')],
  '<=': [same('{a}≤{b}'), same('{a}>{b}')],
  '>': [same('{a}>{b}'), same('{a}≤{b}')],
  '>=': [same('{a}≥{b}'), same('{a}<{b}')],
  '==': [
    ['{a}为{b}', '{a} is {b}'],
    ['{a}不为{b}', '{a} is not {b}'],
  ],
  '!=': [
    ['{a}不为{b}', '{a} is not {b}'],
    ['{a}为{b}', '{a} is {b}'],
  ],
};

const tests: Partial<Readonly<Record<FunctionName, readonly [Label, Label]>>> = {
  contains: [
    ['{a}包含{b}', '{a} contains {b}'],
    ['{a}不包含{b}', '{a} does not contain {b}'],
  ],
  startsWith: [
    ['{a}以{b}开头', '{a} begins with {b}'],
    ['{a}不以{b}开头', '{a} does not begin with {b}'],
  ],
};

const isOrIsNot: readonly [Label, Label] = [
  ['{a}为“是”', '{a} is “yes”'],
  ['{a}为“否”', '{a} is “no”'],
];
const isEmptyOrFilled: readonly [Label, Label] = [
  ['{a}为空', '{a} is empty'],
  ['{a}已填写', '{a} is filled in'],
];

const phrase = (
  [yes, no]: readonly [Label, Label],
  holds: boolean,
  a: Label | undefined,
  b: Label | undefined = same(''),
): Label | undefined => a && b && fill(holds ? yes : no, { a, b });

/**
 * Describes a part of a condition as it was evaluated: 【金额】≥50,000.
 * @returns undefined without a label for some part
 */
export const conditionPartLabel = (
  { of, holds }: ConditionPart,
  naming: FactNaming,
): Label | undefined => {
  if (of.is === 'name' && of.name === 'pass') {
    return holds
      ? ['上一环节同意', 'the previous step agreed']
      : ['上一环节不同意', 'the previous step disagreed'];
  }
  if (of.is === 'unary' && of.op === 'empty') {
    return phrase(isEmptyOrFilled, holds, term(of.of, naming));
  }
  if (of.is === 'binary') {
    const { op, left, right } = of;
    const pair = comparisons[op];
    return pair && phrase(pair, holds, against(left, right, naming), against(right, left, naming));
  }
  if (of.is === 'call') {
    const [first, second] = of.args;
    const pair = tests[of.name];
    if (!pair || !first || !second) return undefined;
    return phrase(pair, holds, term(first, naming), against(second, first, naming));
  }
  return phrase(isOrIsNot, holds, term(of, naming));
};

const connected: Readonly<Record<'&&' | '||', Label>> = { '&&': ['且', 'and'], '||': ['或', 'or'] };

/**
 * Describes a whole condition: 【金额】≥50,000 且 【级别】为“国家级”.
 * @returns undefined without a label for some part
 */
export const conditionLabel = (of: Expression, naming: FactNaming): Label | undefined => {
  if (of.is !== 'binary' || (of.op !== '&&' && of.op !== '||')) {
    const negated = of.is === 'unary' && of.op === '!';
    return negated
      ? conditionPartLabel({ of: of.of, holds: false }, naming)
      : conditionPartLabel({ of, holds: true }, naming);
  }
  const part = (side: Expression): Label | undefined => {
    const words = conditionLabel(side, naming);
    const isMixed =
      side.is === 'binary' && (side.op === '&&' || side.op === '||') && side.op !== of.op;
    return isMixed ? words && fill(['（{words}）', '({words})'], { words }) : words;
  };
  const [left, right] = [part(of.left), part(of.right)];
  const between = connected[of.op];
  return (
    left &&
    right &&
    fill(['{left} {between} {right}', '{left} {between} {right}'], { left, between, right })
  );
};
