import type { Format } from '@keyan/kernel/definition/field/format.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** Numbers of certificates: registrations of copyrights, and standards. */

const plain = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ');

/** Normalises a number: case, blanks and hyphens are ignored in comparisons. */
export const normaliseNumber = (text: string): string =>
  plain(text)
    .toUpperCase()
    .replace(/[\s‐‑–—-]/g, '');

/** Registration number of software `2025SR0123456`, or of a work `国作登字-2025-F-00123456`. */
export const registrationNumber: Format = {
  tidy: (text) =>
    plain(text)
      .toUpperCase()
      .replace(/[‐‑–—]/g, '-')
      .replace(/(?<=\d)\s*SR\s*(?=\d)/, 'SR'),
  test: (text) => /^[\p{L}\d][\p{L}\d ()-]*$/u.test(text),
  message: [
    '【登记号】格式不正确，如 2025SR0123456',
    'Invalid registration no.; use for example 2025SR0123456',
  ],
  example: '2025SR0123456',
};

/**
 * Returns the fault of a registration number by type (`copyrightType`), or null. Software numbers have the year, SR and
 * 6 or 7 digits; works have the number of their register.
 */
export const registrationFault = (type: string, number: string): Label | null => {
  const isSoftware = /^(?:19|20)\d{2}SR\d{6,7}$/.test(number);
  if (type === '01') {
    return isSoftware
      ? null
      : [
          '【登记号】计算机软件应为 4 位年份 + SR + 6 至 7 位数字，如 2025SR0123456',
          'A software registration no. must be a 4-digit year, SR and 6 to 7 digits, such as 2025SR0123456',
        ];
  }
  return isSoftware
    ? [
        '【登记号】是计算机软件的登记号，与【著作权类别】不符',
        'This is a software registration no., which does not match the copyright type',
      ]
    : null;
};

/** Format of standard numbers: `GB/T 1.1-2020`, `ISO/IEC 27001:2022`, `T/CECS 1234-2024`. */
export const standardNumber: Format = {
  tidy: (text) =>
    plain(text)
      .toUpperCase()
      .replace(/\s*([‐‑–—-]|:)\s*/g, (_, sign: string) => (sign === ':' ? ':' : '-'))
      .replace(/\s*\/\s*/g, '/')
      .replace(/^((?!DB)[A-Z]{2}(?:\/[TZ])?|DB\d{2,6}\/T)(?=\d)/, '$1 '),
  test: (text) => /^[A-Z][A-Z\d/]* ?[A-Z\d][A-Z\d./ -]*[-:](?:19|20)?\d{2}$/.test(text),
  message: [
    '【标准号】格式不正确，如 GB/T 1.1-2020、ISO 9001:2015',
    'Invalid standard no.; use for example GB/T 1.1-2020 or ISO 9001:2015',
  ],
  example: 'GB/T 19001-2016',
};

/** Patterns of the beginning of a number by `standardLevel`; numbers of associations and enterprises are free. */
const beginnings: Readonly<Record<string, RegExp>> = {
  '01': /^(?:ISO|IEC|ITU|IEEE|[A-Z]{3,})/,
  '02': /^GB(?:\/[TZ])? \d/,
  '03': /^(?!GB|DB)[A-Z]{2}(?:\/[TZ])? \d/,
  '04': /^DB\d{2,6}(?:\/T)? \d/,
  '05': /^T\/[A-Z]/,
  '06': /^Q\//,
};

/** Returns the code of `standardNature` from the letters before the number: T, Z or neither. */
const natureOf = (number: string): string => {
  const [, letter] = /^(?:GB|DB\d{2,6}|[A-Z]{2})\/([TZ]) /.exec(number) ?? [];
  return letter === 'T' ? '2' : letter === 'Z' ? '3' : '1';
};

/** Returns the fault of a standard number by level and nature, or null. */
export const standardFault = (
  level: string,
  nature: string | null,
  number: string,
): Label | null => {
  if (!(beginnings[level]?.test(number) ?? true)) {
    return [
      '【标准号】与【标准级别】不符（国标 GB，地标 DB，团标 T/，企标 Q/）',
      'The standard no. does not match the level (GB national, DB local, T/ association, Q/ enterprise)',
    ];
  }
  const isState = level === '02' || level === '03' || level === '04';
  return isState && nature && nature !== natureOf(number)
    ? [
        '【标准号】与【标准性质】不符（推荐性带 /T，指导性技术文件带 /Z，强制性不带）',
        'The standard no. does not match the nature (/T recommended, /Z guidance, none mandatory)',
      ]
    : null;
};
