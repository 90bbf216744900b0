import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arePagesReversed,
  cnNumber,
  doi,
  isbn,
  isIsbn,
  isIssn,
  issn,
  mobile,
  normaliseDoi,
  normaliseIsbn,
  normaliseTitle,
  orcid,
  url,
} from './formats.ts';

describe('ISSN', () => {
  test.each(['0317-8471', '2049-3630', '1050-124X'])('%s has the right check character', (text) => {
    expect(isIssn(text)).toBe(true);
  });
  test.each(['0317-8472', '03178471', '1050-1240', '1050-124x', ''])('%j is refused', (text) => {
    expect(isIssn(text)).toBe(false);
  });
  test.each([
    ['ISSN 1050124x', '1050-124X'],
    ['1050–124X', '1050-124X'],
    ['1050-124X', '1050-124X'],
    ['123', '123'],
  ])('%j is tidied to %j', (given, tidied) => {
    expect(issn.tidy?.(given)).toBe(tidied);
  });
});

describe('ISBN (ISO 2108)', () => {
  test.each(['978-7-115-54608-1', '9787115546081', '0-306-40615-2', '080442957X'])('%s', (text) => {
    expect(isIsbn(text)).toBe(true);
  });
  test.each(['978-7-115-54608-2', '0-306-40615-3', '977-7-115-54608-1', '97871155460', ''])(
    'not %s',
    (text) => {
      expect(isIsbn(text)).toBe(false);
    },
  );
  test('is read with what stands around it', () => {
    expect(isbn.tidy?.(' ISBN 978–7–115–54608–1')).toBe('978-7-115-54608-1');
    expect(isbn.tidy?.('ISBN-10: 080442957x')).toBe('080442957X');
  });
  test('of ten or thirteen characters names one book', () => {
    expect(normaliseIsbn('0-306-40615-2')).toBe('9780306406157');
    expect(normaliseIsbn('978-0-306-40615-7')).toBe('9780306406157');
  });
  test('has a check character that notices any changed digit', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), fc.nat(12), fc.integer({ min: 1, max: 9 }), (n, at, by) => {
        const right = isbn.make?.(n) ?? '';
        expect(isIsbn(right)).toBe(true);
        const digit = String((Number(right[at]) + by) % 10);
        expect(isIsbn(right.slice(0, at) + digit + right.slice(at + 1))).toBe(false);
      }),
    );
  });
});

describe('DOI', () => {
  test.each([
    ['https://doi.org/10.5555/JLU.2026.000123', '10.5555/JLU.2026.000123'],
    ['doi: 10.5555/abc.', '10.5555/abc'],
    ['http://dx.doi.org/10.5555/abc', '10.5555/abc'],
    [' 10.5555/abc ', '10.5555/abc'],
  ])('%j is tidied to %j', (given, tidied) => {
    expect(doi.tidy?.(given)).toBe(tidied);
    expect(doi.test(tidied)).toBe(true);
  });
  test.each(['11.5555/abc', '10.5/abc', '10.5555', '10.5555/a b'])('%j is refused', (text) => {
    expect(doi.test(text)).toBe(false);
  });
  test('case does not tell two of them apart', () => {
    expect(normaliseDoi('10.5555/ABC')).toBe(normaliseDoi('10.5555/abc'));
  });
});

describe('ORCID', () => {
  test('the check character is that of ISO 7064 MOD 11-2', () => {
    expect(orcid.test('0000-0002-1825-0097')).toBe(true);
    expect(orcid.test('0000-0002-1694-233X')).toBe(true);
    expect(orcid.test('0000-0002-1825-0098')).toBe(false);
    expect(orcid.tidy?.('https://orcid.org/0000-0002-1694-233x')).toBe('0000-0002-1694-233X');
  });
});

test('a web address needs its scheme', () => {
  expect(url.test('https://example.edu/a')).toBe(true);
  expect(url.test('example.edu')).toBe(false);
});

describe('titles are the same work (R-502)', () => {
  test.each([
    ['高校科研数据治理:逻辑与路径', '高校科研数据治理 ： 逻辑与路径'],
    ['Ａ Study of Ｗater', 'a study of water'],
    ['“双碳”目标下的路径', '双碳目标下的路径'],
  ])('%j and %j', (one, other) => {
    expect(normaliseTitle(one)).toBe(normaliseTitle(other));
  });
  test('but for a different word', () => {
    expect(normaliseTitle('湖泊水质反演')).not.toBe(normaliseTitle('湖泊水质预测'));
  });
});

describe('numbers as people write and copy them', () => {
  test.each([
    ['ORCID: 0000-0002-1825-0097', '0000-0002-1825-0097'],
    ['0000000218250097', '0000-0002-1825-0097'],
    ['orcid.org/0000-0002-1694-233x', '0000-0002-1694-233X'],
    ['ＯＲＣＩＤ iD：0000 0002 1825 0097', '0000-0002-1825-0097'],
  ])('ORCID %j is tidied to %j', (given, tidied) => {
    expect(orcid.tidy?.(given)).toBe(tidied);
    expect(orcid.test(tidied)).toBe(true);
  });
  test.each([
    ['https://doi.org/10.1234%2Fabc.5', '10.1234/abc.5'],
    ['10.1234/abc/', '10.1234/abc'],
    ['ＤＯＩ：１０.1234/abc', '10.1234/abc'],
    ['10.1234/a%2Fb', '10.1234/a%2Fb'],
    ['https://doi.org/10.1234/50%', '10.1234/50%'],
  ])('DOI %j is tidied to %j', (given, tidied) => {
    expect(doi.tidy?.(given)).toBe(tidied);
  });
  test.each(['+86 138 0013 8000', '86-13800138000', '１３８００１３８０００', '0086 13800138000'])(
    'mobile %j is one number',
    (given) => {
      expect(mobile.tidy?.(given)).toBe('13800138000');
    },
  );
});

test('a Chinese serial number is tidied, and anything else is none', () => {
  expect(cnNumber.tidy?.(' CN 42—1234/tp ')).toBe('42-1234/TP');
  for (const right of ['42-1234/TP', '53-1045/N', '51-1311/O4', '53-0001', '11-2402/TD']) {
    expect([right, cnNumber.test(right)]).toEqual([right, true]);
  }
  for (const wrong of ['abc', '42-123', '1234-5678']) expect(cnNumber.test(wrong)).toBe(false);
});

test('pages do not run backwards; a short end is none', () => {
  for (const pages of ['1037-1021', '45-56,92-83']) expect(arePagesReversed(pages)).toBe(true);
  for (const pages of ['1021-1037', '475-82', '238', 'e12-e9', '45-56+112', 'S1-S9']) {
    expect([pages, arePagesReversed(pages)]).toEqual([pages, false]);
  }
});
