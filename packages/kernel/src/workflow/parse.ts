import type { BinaryOperator, Expression, FunctionName, UnaryOperator } from './expression.ts';
import { maxExpressionDepth, maxExpressionLength, Unreadable } from './expression.ts';
import type { Token } from './token.ts';
import { tokenize } from './token.ts';

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

/** Pratt parser for the tokens of one expression. */
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

  private fail(called?: string): never {
    throw new Unreadable(this.token.at + 1, called);
  }

  private take(): Token {
    const token = this.token;
    this.index += 1;
    return token;
  }

  /** Consumes the given operator or bracket, or throws. */
  private expect(text: string): void {
    const token = this.token;
    const found = token.is === 'end' ? 'end' : token.is === 'sign' ? token.text : '';
    if (found !== text) this.fail();
    this.index += 1;
  }

  /** Operators may be signs or words; a quoted text is never an operator. */
  private word(): string {
    return this.token.is === 'sign' || this.token.is === 'name' ? this.token.text : '';
  }

  private expression(power: number): Expression {
    this.depth += 1;
    if (this.depth > maxExpressionDepth) this.fail();
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
    if (count === undefined) this.fail(name);
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
      if (links > maxExpressionDepth) this.fail();
      this.index += 1;
      if (sign === '.') {
        if (this.token.is !== 'name') this.fail();
        const { text } = this.take();
        if (this.word() === '(') this.fail(text);
        expression = { is: 'member', of: expression, key: { is: 'text', text } };
      } else {
        expression = { is: 'member', of: expression, key: this.expression(0) };
        this.expect(']');
      }
    }
  }
}

/**
 * Parses `${…}`, `#{…}` or a bare expression.
 * @throws Unreadable with the position of the first invalid character.
 */
export const parseExpression = (source: string): Expression => {
  if (source.length > maxExpressionLength) throw new Unreadable(maxExpressionLength + 1);
  const wrapped = /^\s*[$#]\{([\s\S]*)\}\s*$/.exec(source);
  const text = wrapped?.[1] ?? source;
  const offset = wrapped ? source.indexOf('{') + 1 : 0;
  const { tokens, stopped } = tokenize(text, offset);
  if (stopped !== undefined) throw new Unreadable(stopped + 1);
  return new Parser(tokens).whole();
};
