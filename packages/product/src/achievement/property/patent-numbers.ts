import type { Format } from '@keyan/kernel/definition/field/format.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { patentType } from './dictionaries.ts';

/**
 * Numbers of patents: those of applications in China (ZC 0006-2003) and under the PCT, and those of
 * publications (ZC 0007-2012).
 */

/** Letters as they are printed, without blanks. */
const plain = (text: string): string => text.normalize('NFKC').toUpperCase().replace(/\s/g, '');

/** The check character of the digits of a Chinese application: weights 2 to 9 in turn, modulo 11. */
export const applicationCheck = (digits: string): string => {
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (2 + (at % 8)), 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
};

/** Digits with their check character, as certificates print them: `201710601862.3`. */
const printed = /^(\d{12}|\d{8})\.([\dX])$/;

/** Applications of October 2003 and later have 12 digits, earlier ones 8. */
const tidyApplication = (text: string): string =>
  plain(text)
    .replace(/^(?:专利号|申请号)?:?/, '')
    .replace(/^(?:ZL|CN)\.?(?=\d)/, '')
    .replace(/^((?:19|20)\d{10})([\dX])$/, '$1.$2');

/** Any country's application number; what those of China and the PCT look like depends on the type. */
export const applicationNumber: Format = {
  tidy: tidyApplication,
  test: (text) => /^[\dA-Z][\dA-Z./,-]*$/.test(text),
  message: [
    '【申请（专利）号】只能由数字、字母和 . / - 组成',
    'The application (patent) no. may only contain digits, letters, full stops, slashes and hyphens',
  ],
  example: '201710601862.3',
  make: (n) => {
    const digits = `20231${String(n).padStart(7, '0').slice(-7)}`;
    return `${digits}.${applicationCheck(digits)}`;
  },
};

/** One application has one key, with and without its prefix and its check character. */
export const normaliseApplication = (text: string): string =>
  tidyApplication(text).replace(printed, '$1');

/** Digit after the year of a Chinese application, by patent type; 8 and 9 came in under the PCT. */
const kindDigits: Readonly<Record<string, RegExp>> = {
  '01': /[18]/,
  '02': /[29]/,
  '03': /3/,
} satisfies Readonly<Partial<Record<CodeOf<typeof patentType>, RegExp>>>;

const malformed: Label = [
  '【申请（专利）号】应为 12 位数字（2003 年 10 月以前为 8 位）加小数点和校验位，如 201710601862.3',
  'A Chinese application no. has 12 digits (8 before October 2003), a full stop and a check character, such as 201710601862.3',
];

const malformedPct: Label = [
  '【申请（专利）号】应为 PCT/国别+年份/序号，如 PCT/CN2023/123456',
  'A PCT application no. has the form PCT/country+year/serial, such as PCT/CN2023/123456',
];

/**
 * Error in the number of an application of this type, or null.
 * @param type code of `patentType`: 01 to 03 are those of China, 04 of the PCT; others have no rule.
 */
export const applicationFault = (type: string, number: string): Label | null => {
  if (type === '04') {
    return /^PCT\/[A-Z]{2}(?:\d{4}\/\d{6}|\d{2}\/\d{5})$/.test(number) ? null : malformedPct;
  }
  const kind = kindDigits[type];
  if (!kind) return null;
  const [, digits = number, check] = printed.exec(number) ?? [];
  if (!/^(?:\d{12}|\d{8})$/.test(digits)) return malformed;
  if (!kind.test(digits.length === 12 ? digits.charAt(4) : digits.charAt(2))) {
    return [
      '【申请（专利）号】中的种类号与【专利类型】不符',
      'The type digit of the application (patent) no. does not match the patent type',
    ];
  }
  const right = applicationCheck(digits);
  if (check === undefined || check === right) return null;
  return fill(
    [
      '【申请（专利）号】校验位不正确，请核对（按前 {count} 位应为 {right}）',
      'The check character is wrong; for the first {count} digits it should be {right}',
    ],
    { count: digits.length, right },
  );
};

/** `CN108733926A`, `US2021/0123456A1`: a country, a number and the kind of document. */
export const publicationNumber: Format = {
  tidy: (text) => plain(text).replace(/[,-]/g, ''),
  test: (text) => /^[A-Z]{2}\d[\d/]*(?:[A-Z]\d?)?$/.test(text),
  message: [
    '公开（公告）号应以国别代码开头，如 CN108733926A',
    'A publication no. must begin with a country code, such as CN108733926A',
  ],
  example: 'CN108733926A',
};

/** The kinds of document by which China announces the grant of each type. */
const grantKinds: Readonly<Record<string, RegExp>> = {
  '01': /^CN\d{7,9}[BC]\d?$/,
  '02': /^CN\d{7,9}[UY]\d?$/,
  '03': /^CN\d{7,9}[SD]\d?$/,
} satisfies Readonly<Partial<Record<CodeOf<typeof patentType>, RegExp>>>;

/** Error in the number of a grant of this type (`patentType`), or null. */
export const grantFault = (type: string, number: string): Label | null => {
  const kind = grantKinds[type];
  return !kind || kind.test(number)
    ? null
    : [
        '【授权公告号】与【专利类型】不符（发明以 B 或 C 结尾，实用新型 U 或 Y，外观设计 S 或 D）',
        'The grant no. does not match the patent type (inventions end in B or C, utility models in U or Y, designs in S or D)',
      ];
};
