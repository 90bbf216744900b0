import { expect, test } from 'vitest';
import { checkNumbering, numberLength, placesOf } from './numbering.ts';

const places = {
  kind: (row: Readonly<Record<string, unknown>>) => String(row.kind ?? ''),
  dept: (_row: object, facts: Readonly<Record<string, unknown>>) => facts.dept as string | null,
};

test('a place that nothing fills does not load', () => {
  const number = { field: 'no', pattern: '${kind}${yyyy}${dept}${seq4}' };
  expect(() => checkNumbering({ key: 'thing', number: { ...number, places } })).not.toThrow();
  expect(() => checkNumbering({ key: 'thing', number })).toThrow(
    'thing: nothing fills ${kind}, ${dept} of its number',
  );
});

test('places come from the row and its facts, and a text of theirs is no pattern', () => {
  expect(placesOf({ places }, { kind: 'Z' }, { dept: '0${seq9}' })).toEqual({
    kind: 'Z',
    dept: '0{seq9}',
  });
});

test('without a text for one of them there is no number yet', () => {
  expect(placesOf({ places }, { kind: 'Z' }, { dept: null })).toBeNull();
  expect(placesOf({}, {}, {})).toEqual({});
});

test('a number is as long as its digits, whatever its pattern says', () => {
  expect(numberLength({ pattern: 'LW${yyyy}${seq4}' })).toBe('LW20260001'.length);
  expect(numberLength({ pattern: '${kind}${yyyy}${MM}${seq3}' })).toBe('AWARDS202601001'.length);
});
