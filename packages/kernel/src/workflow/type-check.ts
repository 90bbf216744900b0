import type { FactKind, FactType, FactTypes } from '../definition/life/facts.ts';
import { fill, type Label } from '../label.ts';
import { parseDecimal } from './decimal.ts';
import type { BinaryOperator, Expression, FunctionName } from './expression.ts';

/** Findings in a condition. */
export interface TypeFindings {
  /** Names that the kind does not declare. */
  readonly unknown: readonly string[];
  /** Reasons why it cannot be evaluated for every valid record. */
  readonly problems: readonly Label[];
  readonly warnings: readonly Label[];
}

const texts = {
  types: [
    '【{name}】是{type}，不能与{other}比较',
    '“{name}” is {type}; it cannot be compared with {other}',
  ],
  wanted: ['【{name}】是{type}，此处应为{other}', '“{name}” is {type}; it should be {other} here'],
  code: ['【{code}】不在字典【{dict}】中', '“{code}” is not in the dictionary “{dict}”'],
  empty: [
    '【{name}】可能为空，请先判断 empty {name}',
    '“{name}” may be empty: test “empty {name}” first',
  ],
  divisor: [
    '【{name}】不能作除数，除数应为非零数字或nrOfInstances',
    '“{name}” cannot be a divisor: use a number other than zero, or nrOfInstances',
  ],
  numeral: ['文本【{text}】按数字比较', 'The text “{text}” is compared as a number'],
  whole: ['条件的结果应为真或假', 'The condition must evaluate to true or false'],
} as const satisfies Record<string, Label>;

const kindLabels: Readonly<Record<FactKind | 'null', Label>> = {
  boolean: ['真假值', 'true or false'],
  number: ['数字', 'a number'],
  text: ['文本', 'a text'],
  code: ['字典代码', 'a code'],
  date: ['日期', 'a date'],
  list: ['列表', 'a list'],
  person: ['人员', 'a person'],
  reference: ['引用', 'a reference'],
  people: ['人员列表', 'people'],
  group: ['一组值', 'a group of values'],
  null: ['空值', 'nothing'],
};

/** Type of an expression; null for an invalid one that was already reported. */
interface Typed extends Omit<FactType, 'is'> {
  readonly is: FactKind | 'null';
  /** Name in messages. */
  readonly name: string;
  /** Text of a literal. */
  readonly literal?: string;
}

type Names = ReadonlySet<string>;

const union = (a: Names, b: Names): Names => new Set([...a, ...b]);
const common = (a: Names, b: Names): Names => new Set([...a].filter((name) => b.has(name)));
const none: Names = new Set();

/** Returns the name or path that an expression consists of, such as `amount` or `param.limit`. */
const pathOf = (expression: Expression): string | undefined => {
  if (expression.is === 'name') return expression.name;
  if (expression.is !== 'member' || expression.key.is !== 'text') return undefined;
  const of = pathOf(expression.of);
  return of === undefined ? undefined : `${of}.${expression.key.text}`;
};

const isNull = (expression: Expression): boolean =>
  expression.is === 'constant' && expression.value === null;

/** Returns the names that certainly have a value if the expression has this truth value. */
const presentWhen = (expression: Expression, truth: boolean): Names => {
  if (expression.is === 'unary' && expression.op === '!') return presentWhen(expression.of, !truth);
  if (expression.is === 'unary' && expression.op === 'empty' && !truth) {
    const path = pathOf(expression.of);
    return path === undefined ? none : new Set([path]);
  }
  if (expression.is !== 'binary') return none;
  const { op, left, right } = expression;
  if (op === '&&' || op === '||') {
    const [a, b] = [presentWhen(left, truth), presentWhen(right, truth)];
    return (op === '&&') === truth ? union(a, b) : common(a, b);
  }
  const differs = (op === '!=' && truth) || (op === '==' && !truth);
  if (!differs) return none;
  const path = isNull(right) ? pathOf(left) : isNull(left) ? pathOf(right) : undefined;
  return path === undefined ? none : new Set([path]);
};

/** Kinds of values that are stored and compared as text. */
const asText: ReadonlySet<string> = new Set(['text', 'code', 'date', 'person', 'reference']);
const ordered: ReadonlySet<string> = new Set(['number', 'date']);
const listed: ReadonlySet<string> = new Set(['list', 'people']);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

class Checker {
  readonly unknown = new Set<string>();
  readonly problems = new Map<string, Label>();
  readonly warnings = new Map<string, Label>();
  private readonly types: FactTypes;
  constructor(types: FactTypes) {
    this.types = types;
  }

  private tell(text: Label, values: Readonly<Record<string, string | Label>>): null {
    const filled = fill(text, values);
    this.problems.set(filled[0], filled);
    return null;
  }

  private want(typed: Typed | null, kinds: ReadonlySet<string>, other: Label): Typed | null {
    if (!typed) return null;
    if (typed.literal !== undefined && kinds.has('number') && this.numeral(typed)) return typed;
    const { name } = typed;
    if (!kinds.has(typed.is)) {
      return this.tell(texts.wanted, { name, type: kindLabels[typed.is], other });
    }
    return typed.nullable ? this.tell(texts.empty, { name }) : typed;
  }

  private wantKind(typed: Typed | null, kind: FactKind): Typed | null {
    return this.want(typed, new Set([kind]), kindLabels[kind]);
  }

  /** True for a text that is written like a number, and so counts as one. */
  private numeral({ is, literal }: Typed): boolean {
    if (is !== 'text' || literal === undefined || parseDecimal(literal) === undefined) return false;
    const warning = fill(texts.numeral, { text: literal });
    this.warnings.set(warning[0], warning);
    return true;
  }

  private fits(a: Typed, b: Typed): boolean {
    if (a.is === 'null' || b.is === 'null') return true;
    if (a.is === 'number' && b.is === 'text') return this.numeral(b);
    if (a.is === 'date' && b.literal !== undefined) return isDay(b.literal);
    if (a.is === 'code' && b.literal !== undefined && a.dictionary) {
      const { label, codes } = a.dictionary;
      if (codes && !codes.has(b.literal)) {
        this.tell(texts.code, { code: b.literal, dict: label });
      }
      return true;
    }
    if (a.is === b.is) return !listed.has(a.is) && a.is !== 'group';
    return asText.has(a.is) && asText.has(b.is);
  }

  private comparable(a: Typed | null, b: Typed | null): void {
    if (!a || !b) return;
    // Literals come second, so that each pair of types is handled once.
    const [fact, other] = a.literal === undefined ? [a, b] : [b, a];
    if (this.fits(fact, other)) return;
    const { name } = fact;
    this.tell(texts.types, { name, type: kindLabels[fact.is], other: kindLabels[other.is] });
  }

  private divisor(expression: Expression): void {
    const isCount = expression.is === 'name' && expression.name === 'nrOfInstances';
    const isNumber = expression.is === 'number' && parseDecimal(expression.text)?.digits !== 0n;
    if (isCount || isNumber) return;
    this.tell(texts.divisor, { name: pathOf(expression) ?? '…' });
  }

  private binary(
    { op, left, right }: Extract<Expression, { is: 'binary' }>,
    present: Names,
  ): Typed | null {
    const a = this.type(left, present);
    const known = op === '&&' || op === '||' ? presentWhen(left, op === '&&') : none;
    const b = this.type(right, union(present, known));
    const name = op;
    if (op === '&&' || op === '||') {
      this.wantKind(a, 'boolean');
      this.wantKind(b, 'boolean');
      return { is: 'boolean', name };
    }
    if (op === '==' || op === '!=') {
      this.comparable(a, b);
      return { is: 'boolean', name };
    }
    if (isOrder(op)) {
      const some = [a, b].some((typed) => typed?.is === 'date') ? 'date' : 'number';
      for (const typed of [a, b]) {
        if (typed?.literal === undefined) this.want(typed, ordered, kindLabels[some]);
      }
      this.comparable(a, b);
      return { is: 'boolean', name };
    }
    this.wantKind(a, 'number');
    this.wantKind(b, 'number');
    if (op === '/' || op === '%') this.divisor(right);
    return { is: 'number', name };
  }

  private call(name: FunctionName, args: readonly (Typed | null)[]): Typed | null {
    const [first = null, second = null] = args;
    const textual: ReadonlySet<string> = new Set([...asText, ...listed]);
    if (name === 'abs') {
      this.wantKind(first, 'number');
      return { is: 'number', name };
    }
    if (name === 'size') {
      this.want(first, textual, kindLabels.list);
      return { is: 'number', name };
    }
    this.want(first, name === 'contains' ? textual : asText, kindLabels.text);
    this.want(second, asText, kindLabels.text);
    return { is: 'boolean', name };
  }

  /** Returns the declared type of a name, or of one within a group: `votes.n3.against`. */
  private declared(expression: Expression): FactType | undefined {
    if (expression.is === 'name') return this.types.get(expression.name);
    if (expression.is !== 'member' || expression.key.is !== 'text') return undefined;
    const of = this.declared(expression.of);
    return of?.is === 'group' ? of.members?.get(expression.key.text) : undefined;
  }

  private member(expression: Expression, present: Names): Typed | null {
    const path = pathOf(expression);
    if (path === undefined || expression.is !== 'member') {
      return this.tell(texts.wanted, {
        name: '[…]',
        type: kindLabels.list,
        other: ['字段', 'a field'],
      });
    }
    const found = this.declared(expression);
    if (!found) this.unknown.add(path);
    return found ? { ...found, name: path, nullable: isOpen(found, path, present) } : null;
  }

  /**
   * Returns the type of an expression, given the names that have a value; null if it is invalid.
   */
  type(expression: Expression, present: Names): Typed | null {
    switch (expression.is) {
      case 'number':
        return { is: 'number', name: expression.text, literal: expression.text };
      case 'text':
        return { is: 'text', name: expression.text, literal: expression.text };
      case 'constant':
        return expression.value === null
          ? { is: 'null', name: 'null' }
          : { is: 'boolean', name: String(expression.value) };
      case 'name': {
        const { name } = expression;
        const found = this.types.get(name);
        if (!found) this.unknown.add(name);
        return found ? { ...found, name, nullable: isOpen(found, name, present) } : null;
      }
      case 'member':
        return this.member(expression, present);
      case 'unary': {
        const of = this.type(expression.of, present);
        if (expression.op === 'empty') return { is: 'boolean', name: 'empty' };
        const is = expression.op === '!' ? 'boolean' : 'number';
        this.wantKind(of, is);
        return { is, name: expression.op };
      }
      case 'binary':
        return this.binary(expression, present);
      case 'choice': {
        const { test, yes, no } = expression;
        this.wantKind(this.type(test, present), 'boolean');
        const a = this.type(yes, union(present, presentWhen(test, true)));
        const b = this.type(no, union(present, presentWhen(test, false)));
        this.comparable(a, b);
        return a && { ...a, nullable: a.nullable || b?.nullable || b?.is === 'null' };
      }
      case 'call':
        return this.call(
          expression.name,
          expression.args.map((arg) => this.type(arg, present)),
        );
    }
  }

  whole(expression: Expression): void {
    const typed = this.type(expression, none);
    if (!typed) return;
    if (typed.is !== 'boolean') this.tell(texts.whole, {});
    else this.wantKind(typed, 'boolean');
  }
}

const isOpen = ({ nullable }: FactType, path: string, present: Names): boolean =>
  nullable === true && !present.has(path);

const isOrder = (op: BinaryOperator): boolean => ['<', '<=', '>', '>='].includes(op);

/**
 * Checks that a condition is true or false for every valid record: its names are declared, its
 * comparisons are valid, and values that may be missing are tested first. After `!empty x &&` the
 * fact `x` has a value.
 */
export const checkCondition = (expression: Expression, types: FactTypes): TypeFindings => {
  const checker = new Checker(types);
  checker.whole(expression);
  return {
    unknown: [...checker.unknown],
    problems: [...checker.problems.values()],
    warnings: [...checker.warnings.values()],
  };
};
