import { expect, test } from 'vitest';
import type { RowLike } from '../../values/row.ts';
import { numberRule } from './number-rule.ts';
import { checkNumbering, numberLength, numberPlaceholders } from './numbering.ts';
import { parameterFault } from './parameter.ts';

const places = {
  kind: (row: RowLike) => String(row.kind ?? ''),
  dept: (_row: object, facts: RowLike) => facts.dept as string | null,
};

const pattern = '${kind}${yyyy}${dept}${seq4}';

test('a school writes the numbers of a kind by a parameter', () => {
  const rule = numberRule({
    key: 'thing',
    label: ['东西', 'Thing'],
    number: { field: 'no', pattern, places },
  });
  if (!rule) throw new Error('no rule');
  expect([rule.key, rule.initial]).toEqual(['number.rule.thing', pattern]);
  expect(rule.field.spec.label[0]).toBe('东西编号规则');
  expect(parameterFault(rule, 'DX${yyyy}${seq6}')).toBeNull();
  for (const wrong of ['DX${yyyy}', 'DX${seq4}${seq4}', 'DX${colour}${seq4}']) {
    expect(parameterFault(rule, wrong)?.[0]).toContain(
      '占位符 ${yyyy} ${MM} ${dd} ${kind} ${dept} ${seq4}，且有且只有一个流水号',
    );
  }
  expect(numberRule({ key: 'thing', label: ['东西', 'Thing'] })).toBeNull();
});

test('a place that nothing fills does not load', () => {
  const number = { field: 'no', pattern: '${kind}${yyyy}${dept}${seq4}' };
  expect(() => checkNumbering({ key: 'thing', number: { ...number, places } })).not.toThrow();
  expect(() => checkNumbering({ key: 'thing', number })).toThrow(
    'thing: no value for ${kind}, ${dept} in the numbering rule',
  );
});

test('places come from the row and its facts, and a text of theirs is no pattern', () => {
  expect(numberPlaceholders({ pattern, places }, { kind: 'Z' }, { dept: '0${seq9}' })).toEqual({
    kind: 'Z',
    dept: '0{seq9}',
  });
});

test('without a text for one of them there is no number yet', () => {
  expect(numberPlaceholders({ pattern, places }, { kind: 'Z' }, { dept: null })).toBeNull();
  expect(numberPlaceholders({ pattern: 'LW${seq4}' }, {}, {})).toEqual({});
  expect(
    numberPlaceholders({ pattern: '${kind}${seq4}', places }, { kind: 'Z' }, { dept: null }),
  ).toEqual({
    kind: 'Z',
  });
});

test('a number is as long as its digits, whatever its pattern says', () => {
  expect(numberLength({ pattern: 'LW${yyyy}${seq4}' })).toBe('LW20260001'.length);
  expect(numberLength({ pattern: '${kind}${yyyy}${MM}${seq3}' })).toBe('AWARDS202601001'.length);
});
