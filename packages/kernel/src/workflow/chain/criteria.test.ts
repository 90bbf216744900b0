import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExpression } from '../parse.ts';
import { type Criterion, readCriteria, writeCriteria } from './criteria.ts';

const never = () => false;
const always = () => true;

test('reads the conditions of the shipped routes as lines', () => {
  expect(readCriteria("${contractAmount >= param.legalAmount || isRelated == '1'}")).toEqual({
    match: 'any',
    of: [
      { op: 'ge', fact: 'contractAmount', value: { is: 'fact', text: 'param.legalAmount' } },
      { op: 'eq', fact: 'isRelated', value: { is: 'text', text: '1' } },
    ],
  });
  expect(readCriteria("${awardLevel == '01' || awardLevel == '02'}")).toEqual({
    match: 'all',
    of: [{ op: 'in', fact: 'awardLevel', values: ['01', '02'] }],
  });
  expect(readCriteria("${isBreach == '1' || (!empty returnFunds && returnFunds > 0)}")?.of).toEqual(
    [
      { op: 'eq', fact: 'isBreach', value: { is: 'text', text: '1' } },
      { op: 'gt', fact: 'returnFunds', value: { is: 'number', text: '0' } },
    ],
  );
  expect(readCriteria("${contains(applicant.roles, 'teacher')}")?.of).toEqual([
    { op: 'has', fact: 'applicant.roles', text: 'teacher' },
  ]);
});

test('leaves alone what lines cannot say', () => {
  expect(readCriteria('${amount * 2 > 5}')).toBeUndefined();
  expect(readCriteria("${a == 1 && (b == '1' || c == '2')}")).toBeUndefined();
  expect(readCriteria('${a ? b : c}')).toBeUndefined();
});

test('asks for a value before it compares one that may be missing', () => {
  const line = { op: 'ge', fact: 'amount', value: { is: 'number', text: '5' } } as const;
  expect(writeCriteria({ match: 'all', of: [line] }, always)).toBe(
    '${(!empty amount) && (amount >= 5)}'.replace('(!empty amount)', '!empty amount'),
  );
  expect(writeCriteria({ match: 'all', of: [line] }, never)).toBe('${amount >= 5}');
});

const fact = fc.constantFrom('amount', 'level', 'notice.needReview', 'applicant.roles', '金额');
const value = fc.oneof(
  fc.record({
    is: fc.constant('number' as const),
    text: fc.constantFrom('0', '-5', '50000', '0.25'),
  }),
  fc.record({ is: fc.constant('text' as const), text: fc.string({ maxLength: 5 }) }),
  fc.record({ is: fc.constant('fact' as const), text: fc.constantFrom('param.limit', 'other') }),
);
const line: fc.Arbitrary<Criterion> = fc.oneof(
  fc.record({ op: fc.constantFrom('eq', 'ne', 'ge', 'gt', 'le', 'lt'), fact, value }),
  fc.record({
    op: fc.constant('in' as const),
    fact,
    values: fc.uniqueArray(fc.string({ maxLength: 4 }), { minLength: 2, maxLength: 3 }),
  }),
  fc.record({ op: fc.constantFrom('has', 'lacks'), fact, text: fc.string({ maxLength: 4 }) }),
  fc.record({ op: fc.constantFrom('empty', 'filled', 'yes', 'no'), fact }),
);

/** A list of one fact's values is one line, and a question for a value belongs to the line behind it. */
const isPlain = (lines: readonly Criterion[]): boolean =>
  lines.every(({ op }) => op !== 'filled' && op !== 'in' && op !== 'eq');

test('what was written is read as it was, with or without questions for values', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('all' as const, 'any' as const),
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(never, always),
      (match, of, mayBeEmpty) => {
        const text = writeCriteria({ match, of }, mayBeEmpty);
        const read = readCriteria(text);
        if (of.every(({ op }) => op !== 'filled')) {
          expect(read && writeCriteria(read, mayBeEmpty)).toBe(text);
        }
        expect(parseExpression(text)).toBeDefined();
        if (of.length === 1) expect(read).toEqual({ match: 'all', of });
        else if (isPlain(of)) expect(read).toEqual({ match, of });
      },
    ),
  );
});
