import { expect, test } from 'vitest';
import { f } from '../definition/field/field.ts';
import { fieldTypeTable } from '../definition/field/field-types.ts';
import { isId } from './id.ts';

test('an id is a whole number of 64 bits, as text', () => {
  for (const id of ['0', '1', '2124091342614392837', '9223372036854775807']) {
    expect(isId(id)).toBe(true);
  }
  for (const no of ['', '-1', '1.0', ' 1', '9223372036854775808', '1'.repeat(20), 1, null, {}]) {
    expect(isId(no)).toBe(false);
  }
});

test('a reference is the id as it is stored, however many zeros it begins with', () => {
  const thing = { key: 'thing', label: ['事物', 'Thing'] } as const;
  const { spec } = f.ref(['事物', 'Thing'], thing as never);
  for (const [given, kept] of [
    ['007', '7'],
    [' 70 ', '70'],
    ['0', '0'],
    ['00', '0'],
  ]) {
    expect(fieldTypeTable.ref.parse(given, spec)).toEqual({ value: kept });
    expect(fieldTypeTable.refs.parse([given, kept], spec)).toEqual({ value: [kept] });
  }
});
