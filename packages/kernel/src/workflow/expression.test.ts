import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refused } from '../errors.ts';
import { conditionHolds, evaluate } from './evaluate.ts';
import type { Variable } from './expression.ts';
import { Unreadable, variableNamesIn } from './expression.ts';
import { parseExpression } from './parse.ts';

const value = (source: string, variables: Record<string, Variable> = {}): Variable =>
  evaluate(parseExpression(source), new Map(Object.entries(variables)));

describe('what conditions mean', () => {
  const given: Record<string, Variable> = {
    amount: '50000.00',
    leader: false,
    dept: { code: '310', leaders: ['7', '8'] },
    kind: 'x',
    nothing: null,
    list: [],
  };
  test.each<[string, Variable]>([
    ['${amount >= 50000 && !leader}', true],
    ['${amount gt 50000 or leader}', false],
    ['#{dept.code == "310"}', true],
    ["${dept['code'] == 310}", true],
    ['${dept.leaders[1] eq 8}', true],
    ["${contains(dept.leaders, '7') and size(dept.leaders) == 2}", true],
    ["${startsWith(kind, 'x') ? 'a' : 'b'}", 'a'],
    ['${empty list && empty nothing && not empty kind}', true],
    ['${0.1 + 0.2 == 0.3}', true],
    ['${1 div 3 * 3 < 1}', true],
    ['${2 / 3}', '0.666666666667'],
    ['${-2 / 3}', '-0.666666666667'],
    ['${7 mod 4 + 2 * 3}', '9'],
    ['${abs(-1.50)}', '1.5'],
    ['1e3 == 1000', true],
    ['${amount == null}', false],
    ["${'a\\'b'}", "a'b"],
    ['${审批 == null}', true],
  ])('%s', (source, expected) => {
    expect(value(source, { ...given, 审批: null })).toBe(expected);
  });

  test('a limit is not decided by a float', () => {
    expect(value('${a + b == 0.3}', { a: '0.1', b: '0.2' })).toBe(true);
    expect(value('${m > 9007199254740992}', { m: '9007199254740993' })).toBe(true);
  });

  test.each([
    '${x}',
    '${a.b}',
    "${a['__proto__']}",
    '${a.constructor}',
    '${toString}',
    '${a.length}',
  ])('%s: what is not given is an error, never false', (source) => {
    expect(() => value(source, { a: { c: 1 } })).toThrow(/^流程变量【.+】不存在$/);
  });

  test.each(['${1 + null}', "${'a' * 2}", "${!'true'}", '${1 && true}', '${1 / 0}', "${'a' < 1}"])(
    '%s does not fit',
    (source) => {
      expect(() => value(source)).toThrow(Refused);
    },
  );

  test('a condition is a boolean', () => {
    expect(() => conditionHolds(parseExpression('${1}'), new Map())).toThrow(Refused);
    expect(conditionHolds(parseExpression('${1 < 2}'), new Map())).toBe(true);
  });

  test.each<[string, number]>([
    ['${}', 3],
    ['${a +}', 6],
    ['${a b}', 5],
    ['${a.b()}', 6],
    ['${foo(1)}', 6],
    ["${'open}", 3],
    ['${a @ b}', 5],
    ['${contains(a)}', 13],
    ['${a = b}', 5],
    ['('.repeat(60), 51],
    ['1'.repeat(1001), 1001],
  ])('%s is refused with its place', (source, position) => {
    expect(() => parseExpression(source)).toThrow(`表达式有误（第 ${position} 个字符）`);
  });

  test('names', () => {
    expect([...variableNamesIn(parseExpression('${pass && size(list) > a.b[c]}'))].sort()).toEqual([
      'a',
      'c',
      'list',
      'pass',
    ]);
  });
});

describe('17: any text at all', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '1',
    '0.5',
    "'x'",
    '"',
    '(',
    ')',
    '[',
    ']',
    '.',
    ',',
    '?',
    ':',
    '&&',
    '||',
    '!',
    '==',
    '<',
    '+',
    '-',
    '*',
    '/',
    '%',
    'empty',
    'not',
    'contains(',
    'size(',
    'true',
    'null',
    '__proto__',
    'constructor',
    'toString',
    ' ',
    '${',
    '}',
    '\\',
    '变',
  );
  const texts = fc.oneof(
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    fc.string({ maxLength: 80, unit: 'grapheme' }),
  );
  test('is read or refused, reads only what is given, and always ends soon', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const read: string[] = [];
        const variables = new Map<string, Variable>([
          ['a', 1],
          ['b', { c: [true] }],
        ]);
        const watched = {
          get: (name: string) => {
            read.push(name);
            return variables.get(name);
          },
        } as ReadonlyMap<string, Variable>;
        try {
          evaluate(parseExpression(text), watched);
        } catch (error) {
          if (!(error instanceof Unreadable) && !(error instanceof Refused)) throw error;
        }
        for (const name of read) expect(text).toContain(name);
      }),
      { numRuns: 2000 },
    );
  });

  test('agrees with JavaScript where the two languages are one', () => {
    const number = fc.integer({ min: -50, max: 50 }).map((n) => (n < 0 ? `(${n})` : `${n}`));
    const { sum, truth } = fc.letrec<{ sum: string; truth: string }>((tie) => ({
      sum: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        number,
        fc.constantFrom('x', 'y'),
        fc
          .tuple(tie('sum'), fc.constantFrom('+', '-', '*'), tie('sum'))
          .map((p) => `(${p.join(' ')})`),
        fc
          .tuple(tie('truth'), tie('sum'), tie('sum'))
          .map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
      ),
      truth: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom('true', 'false', 'p'),
        fc
          .tuple(tie('sum'), fc.constantFrom('<', '<=', '>', '>=', '==', '!='), tie('sum'))
          .map((p) => p.join(' ')),
        fc
          .tuple(tie('truth'), fc.constantFrom('&&', '||'), tie('truth'))
          .map((p) => `(${p.join(' ')})`),
        tie('truth').map((inner) => `!(${inner})`),
      ),
    }));
    fc.assert(
      fc.property(
        fc.oneof(
          truth,
          sum.map((text) => `${text} > 0`),
        ),
        fc.integer({ min: -9, max: 9 }),
        fc.integer({ min: -9, max: 9 }),
        fc.boolean(),
        (text, x, y, p) => {
          fc.pre(text.length < 900);
          const reference = new Function('x', 'y', 'p', `return ${text}`)(x, y, p) as boolean;
          let own: Variable;
          try {
            own = value(`\${${text}}`, { x, y, p });
          } catch (error) {
            // Deeper than the language allows: not a difference of meaning.
            fc.pre(!(error instanceof Unreadable));
            throw error;
          }
          expect(own).toBe(reference);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
