import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FactType } from '../definition/life/facts.ts';
import { processFacts } from '../definition/life/facts.ts';
import { conditionHolds } from './evaluate.ts';
import type { Variable } from './expression.ts';
import { parseExpression } from './parse.ts';
import { checkCondition } from './type-check.ts';

const types = new Map<string, FactType>([
  ...processFacts,
  ['amount', { is: 'number' }],
  ['count', { is: 'number', nullable: true }],
  ['flag', { is: 'boolean', nullable: true }],
  ['name', { is: 'text' }],
  ['day', { is: 'date' }],
  ['level', { is: 'code', dictionary: { label: ['级别', 'Level'], codes: new Set(['1', '2']) } }],
  ['authors', { is: 'list' }],
  ['boss', { is: 'person', nullable: true }],
  ['param', { is: 'group', members: new Map([['limit', { is: 'number' } as const]]) }],
]);

const problems = (source: string): string[] =>
  checkCondition(parseExpression(source), types).problems.map(([zh]) => zh);

describe('a condition is judged before it is deployed', () => {
  test.each([
    '${amount >= 50000 && pass}',
    '${amount > param.limit}',
    "${day < '2026-01-01'}",
    "${level == '1' || name == 'x'}",
    '${!empty count && count > 3}',
    '${empty count || count > 3}',
    '${count != null && (count + 1) / 2 > amount}',
    '${empty count ? false : count > 3}',
    '${size(authors) > 1 && startsWith(name, "a")}',
    '${boss == applyUser}',
    '${!(empty count) and not (count < 1)}',
    '${!empty flag && flag}',
  ])('%s is accepted', (source) => {
    expect(problems(source)).toEqual([]);
    expect(checkCondition(parseExpression(source), types).unknown).toEqual([]);
  });

  test.each([
    ['${count > 3}', '【count】可能为空，请先判断 empty count'],
    ['${!empty count || count > 3}', '【count】可能为空，请先判断 empty count'],
    ['${flag}', '【flag】可能为空，请先判断 empty flag'],
    ["${level == '7'}", '【7】不在字典【级别】中'],
    ['${name > 3}', '【name】是文本，此处应为数字'],
    ["${amount == 'x'}", '【amount】是数字，不能与文本比较'],
    ["${day == 'today'}", '【day】是日期，不能与文本比较'],
    ['${authors == 3}', '【authors】是列表，不能与数字比较'],
    ['${amount / amount > 1}', '【amount】不能作除数，除数应为非零数字或nrOfInstances'],
    ['${amount / 0 > 1}', '【…】不能作除数，除数应为非零数字或nrOfInstances'],
    ['${amount}', '条件的结果应为真或假'],
    ['${amount && pass}', '【amount】是数字，此处应为真假值'],
  ])('%s is refused', (source, problem) => {
    expect(problems(source)).toContain(problem);
  });

  test('names that nobody declared are listed; a text that is a number is a warning', () => {
    expect(checkCondition(parseExpression('${amout > param.limits}'), types).unknown).toEqual([
      'amout',
      'param.limits',
    ]);
    const found = checkCondition(parseExpression("${amount > '50000'}"), types);
    expect(found.problems).toEqual([]);
    expect(found.warnings.map(([zh]) => zh)).toEqual(['文本【50000】按数字比较']);
  });
});

test('what is accepted has a value on every valid record', () => {
  const atoms = [
    ...['amount', 'count', 'flag', 'name', 'day', 'level', 'authors', 'boss', 'param.limit'],
    ...['pass', '3', '0', 'null', 'true', "'1'", "'x'", "'2026-01-01'"],
  ];
  const { whole } = fc.letrec<{ whole: string }>((tie) => ({
    whole: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom(...atoms),
      fc
        .tuple(
          tie('whole'),
          fc.constantFrom('&&', '||', '==', '!=', '<', '>=', '+', '*', '/', '%'),
          tie('whole'),
        )
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
      tie('whole').map((of) => `(!empty ${of})`),
      tie('whole').map((of) => `(!${of})`),
      fc.tuple(tie('whole'), tie('whole'), tie('whole')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    ),
  }));
  const rows = fc.record({
    amount: fc.constantFrom('0', '50000', '12.5'),
    count: fc.constantFrom(null, 0, 7),
    flag: fc.constantFrom(null, true, false),
    name: fc.constantFrom('', 'x', '12'),
    day: fc.constantFrom('2026-01-01', '2025-12-31'),
    level: fc.constantFrom('1', '2'),
    authors: fc.constantFrom<Variable>([], [{ userId: '1' }]),
    boss: fc.constantFrom(null, '7'),
    param: fc.constantFrom<Variable>({ limit: '50000' }),
    pass: fc.boolean(),
  });
  let accepted = 0;
  fc.assert(
    fc.property(whole, rows, (source, row) => {
      const expression = parseExpression(source);
      const found = checkCondition(expression, types);
      if (found.problems.length + found.unknown.length > 0) return;
      accepted += 1;
      expect(
        typeof conditionHolds(expression, new Map<string, Variable>(Object.entries(row))),
      ).toBe('boolean');
    }),
    { numRuns: 4000, seed: 3 },
  );
  expect(accepted).toBeGreaterThan(100);
});
