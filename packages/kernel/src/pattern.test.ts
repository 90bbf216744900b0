import { describe, expect, it } from 'vitest';
import { isEmail, isMobile, isUrl, phoneFault } from './pattern.ts';

describe('patterns of spec §5', () => {
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
