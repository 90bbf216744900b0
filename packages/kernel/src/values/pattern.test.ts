import { describe, expect, it } from 'vitest';
import { f } from '../definition/field/field.ts';
import { fieldTypeTable } from '../definition/field/field-types.ts';
import { growthOf, linearGrowthLimit } from '../testing/growth.ts';
import {
  isEmail,
  isMobile,
  isUrl,
  personNameFault,
  phoneFault,
  trimEndCharacters,
} from './pattern.ts';

describe('patterns of the specification', () => {
  it.each([
    ['lin.xiao-lan@example.edu.cn', true],
    ['a+b@x.org', true],
    ['a@b', false],
    ['@example.org', false],
    ['a b@example.org', false],
    ['a@example..org', false],
    [`${'a'.repeat(250)}@example.org`, false],
  ])('e-mail %s → %s', (text, expected) => expect(isEmail(text)).toBe(expected));

  it.each([
    ['13800000000', true],
    ['19912345678', true],
    ['12345678901', true],
    ['02345678901', false],
    ['1380000000', false],
    ['138000000000', false],
    ['1380000000a', false],
  ])('mobile %s → %s', (text, expected) => expect(isMobile(text)).toBe(expected));

  it.each([
    ['http://example.org', true],
    ['https://example.org/a?b=c#d', true],
    ['HTTPS://EXAMPLE.ORG', true],
    ['ftp://example.org', false],
    ['example.org', false],
    ['http://', false],
    ['http://a b', false],
  ])('address %s → %s', (text, expected) => expect(isUrl(text)).toBe(expected));

  it.each([
    ['', 'phone number cannot be empty'],
    [null, 'phone number cannot be empty'],
    ['138', 'phone number length is not 11'],
    ['2380000000 ', 'phone number length is not 11'],
    ['23800000000', 'phone number format is incorrect'],
    ['13800000000', undefined],
  ])('phone %s → %s', (text, expected) => expect(phoneFault(text)?.[1]).toBe(expected));

  // Whatever grows with the square of the length, or faster, would run into the time-out.
  it('comes to an end on hostile input', () => {
    expect(isEmail(`${'a.'.repeat(100_000)}@`)).toBe(false);
    expect(isEmail(`a@${'a-'.repeat(100_000)}`)).toBe(false);
  });
});

describe('names of people', () => {
  const label = ['姓名', 'Name'] as const;

  it.each([
    ['何敬之'],
    ['阿依古丽·买买提'],
    ['O’Neill, Jean-Luc'],
    ['Ñandú  Ибрагимов'],
    [' 王芳\n'],
    // Rare characters: beyond the basic plane, and as older registers write them (private use).
    ['\u{2CE93}\ue863'],
  ])('%j is one', (name) => expect(personNameFault(name, label)).toBeUndefined());

  it.each([
    ['turned around', '\u202eadmin'],
    ['isolated', '王\u2066芳\u2069'],
    ['marked', '王\u200f芳'],
    ['without width', '王\u200b芳'],
    ['joined', '王\u200d芳'],
    ['with a soft hyphen', '王\u00ad芳'],
    ['with a byte order mark', '王\ufeff芳'],
    ['with a filler', '王\u3164芳'],
    ['with another picture of a character', '王\ufe0f芳'],
    ['of nothing', '\u2800'],
    ['with a bell', '王\u0007芳'],
    ['on two lines', '王\n芳'],
    ['tagged', '王\u{e0041}芳'],
  ])('%s is none', (_what, name) =>
    expect(personNameFault(name, label)).toEqual([
      '【姓名】不能包含不可见字符',
      'Name contains invisible characters',
    ]),
  );

  it.each([
    ['张 三', '张三'],
    ['张\u3000三', '张三'],
    [' 欧阳 明 ', '欧阳明'],
    ['Anna Schmidt', 'Anna Schmidt'],
    ['阿依古丽·买买提', '阿依古丽·买买提'],
  ])('%j is stored as %j: blanks inside Chinese names do not count', (given, stored) => {
    expect(fieldTypeTable.text.parse(given, f.text(label).personName().spec)).toEqual({
      value: stored,
    });
  });

  it('is asked of fields that hold one, and of no other', () => {
    const given = '王\u200b芳';
    const parse = (field: ReturnType<typeof f.text>) =>
      fieldTypeTable.text.parse(given, field.spec);
    expect(parse(f.text(label).personName())).toHaveProperty('fault');
    expect(parse(f.text(label))).toHaveProperty('value', given);
  });
});

describe('texts far longer than their field', () => {
  const text = f.text(['题目', 'Title']).max(300).spec;
  const number = f.decimal(['数', 'Number'], 0).spec;
  it.each([
    ['blanks inside', (length: number) => `a${' '.repeat(length)}b`],
    ['lines inside', (length: number) => `a${' \n'.repeat(length / 2)}b`],
  ])('%s are judged at once', (_, made) => {
    const judging = (length: number) => {
      const [value, amount] = [made(length), `1.${'0'.repeat(length)}1`];
      return () => {
        expect(fieldTypeTable.text.parse(value, text)).toHaveProperty('fault');
        expect(fieldTypeTable.decimal.parse(amount, number)).toHaveProperty('fault');
      };
    };
    expect(growthOf(judging, 50_000)).toBeLessThan(linearGrowthLimit);
  });

  it('lines of a text become one, as before', () => {
    expect(fieldTypeTable.text.parse(' a \r\n\n  b\tc\n d ', text)).toEqual({ value: 'a b\tc d' });
    expect(fieldTypeTable.text.parse('字'.repeat(301), text)).toHaveProperty('fault');
    expect(fieldTypeTable.text.parse('𠮷'.repeat(300), text)).toEqual({ value: '𠮷'.repeat(300) });
  });

  it('an end is cut off without looking twice', () => {
    expect(trimEndCharacters('10.1000/x.,;', '.,;')).toBe('10.1000/x');
    expect(trimEndCharacters('...', '.')).toBe('');
    expect(trimEndCharacters(`${'.'.repeat(1_000_000)}!`, '.')).toHaveLength(1_000_001);
  });
});
