import type { Format } from '@keyan/kernel/definition/field/format.ts';
import { isMobile, isUrl, trimEndCharacters } from '@keyan/kernel/values/pattern.ts';
import { toHalfWidth } from './width.ts';

/**
 * True for a valid ISSN (ISO 3297): the weighted sum of its eight characters (X is 10) is a
 * multiple of 11.
 */
export const isIssn = (text: string): boolean => {
  if (!/^\d{4}-\d{3}[\dX]$/.test(text)) return false;
  const digits = [...text.replace('-', '')].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  return digits.reduce((sum, digit, index) => sum + digit * (8 - index), 0) % 11 === 0;
};

/** The n-th of a million distinct valid ISSNs, for examples. */
export const nthIssn = (n: number): string => {
  const digits = String(8_000_000 + (n % 1_000_000));
  const found = [...'0123456789X'].find((check) =>
    isIssn(`${digits.slice(0, 4)}-${digits.slice(4)}${check}`),
  );
  return `${digits.slice(0, 4)}-${digits.slice(4)}${found}`;
};

/** Format of ISSN: `NNNN-NNNX` with check character. */
export const issn: Format = {
  tidy: (value) => {
    const plain = toHalfWidth(value)
      .toUpperCase()
      .replace(/^ISSN[:\s]*/, '')
      .replace(/[\s–—-]/g, '');
    return plain.length === 8 ? `${plain.slice(0, 4)}-${plain.slice(4)}` : plain;
  },
  test: isIssn,
  message: [
    '【ISSN】格式不正确（应为 NNNN-NNNX，末位为校验码）',
    'ISSN is malformed (NNNN-NNNX, the last being a check character)',
  ],
  example: '1000-0003',
};

/**
 * Format of a CN number of a periodical (GB/T 9999): region and serial, usually with a slash and
 * subject class.
 */
export const cnNumber: Format = {
  tidy: (value) =>
    toHalfWidth(value)
      .toUpperCase()
      .replace(/\s/g, '')
      .replace(/^(?:国内统一)?(?:CN|刊号):?/, '')
      .replace(/[–—‐‑]/g, '-'),
  test: (value) => /^\d{2}-\d{4}(?:\/[A-Z]{1,2}\d{0,3}(?:\.\d+)?)?$/.test(value),
  message: ['【CN】格式不正确（如 42-1234/TP）', 'CN is malformed (such as 42-1234/TP)'],
  example: '42-1234/TP',
};

/**
 * True if the last page precedes the first; abbreviated last pages such as 475-82 are completed.
 */
export const arePagesReversed = (pages: string): boolean =>
  pages.split(/[,，;；+]/).some((range) => {
    const [, first = '', last = ''] = /^\s*(\d+)\s*[-–—]\s*(\d+)\s*$/.exec(range) ?? [];
    return last.length >= first.length && Number(last) < Number(first);
  });

/** Check digit of an ISBN-13 from its first twelve digits: weights 1 and 3 alternately. */
const isbn13Check = (digits: string): string => {
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
};

/** Check character of an ISBN-10 from its first nine digits; X is 10. */
const isbn10Check = (digits: string): string => {
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (10 - at), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
};

/** True for a valid ISBN of 10 or 13 characters (ISO 2108), with or without hyphens. */
export const isIsbn = (text: string): boolean => {
  const plain = text.replaceAll('-', '');
  return (
    (/^\d{9}[\dX]$/.test(plain) && isbn10Check(plain.slice(0, 9)) === plain.slice(9)) ||
    (/^97[89]\d{10}$/.test(plain) && isbn13Check(plain.slice(0, 12)) === plain.slice(12))
  );
};

/** ISBN-13 of an ISBN-10 or ISBN-13, so that both forms of one book are equal. */
export const normaliseIsbn = (value: string): string => {
  const plain = value.replaceAll('-', '').toUpperCase();
  const digits = `978${plain.slice(0, 9)}`;
  return plain.length === 10 ? digits + isbn13Check(digits) : plain;
};

/** Format of ISBN; hyphens are kept as printed, since their positions depend on the publisher. */
export const isbn: Format = {
  tidy: (value) =>
    toHalfWidth(value)
      .trim()
      .toUpperCase()
      .replace(/^ISBN(?:-1[03])?[:\s]*/, '')
      .replace(/[–—‐‑]/g, '-')
      .replace(/\s/g, ''),
  test: isIsbn,
  message: [
    '【ISBN】格式不正确（应为 10 位或 13 位，末位为校验码）',
    'ISBN is malformed (10 or 13 characters, the last being a check character)',
  ],
  example: '978-7-115-54608-1',
  make: (n) => {
    const digits = `9787${String(n).padStart(8, '0').slice(-8)}`;
    return digits + isbn13Check(digits);
  },
};

/** Text with URL escapes decoded; a bare `%` in an old DOI is kept. */
const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const doiResolver = /^(?:https?:\/\/)?(?:dx\.)?doi\.org\//i;

/** Format of DOI without resolver: prefix `10.`, registrant, slash, suffix. */
export const doi: Format = {
  tidy: (value) => {
    const typed = toHalfWidth(value)
      .trim()
      .replace(/^doi\s*[:=]\s*/i, '');
    const plain = doiResolver.test(typed) ? unescaped(typed.replace(doiResolver, '')) : typed;
    return trimEndCharacters(plain.replace(/^doi\s*/i, ''), '.,;。/');
  },
  test: (value) => /^10\.\d{4,9}(?:\.\d+)*\/\S+$/.test(value),
  message: [
    '【DOI】格式不正确（应以 10. 开头，如 10.1000/xyz123）',
    'DOI is malformed (it starts with 10., such as 10.1000/xyz123)',
  ],
  example: '10.1000/xyz123',
  make: (n) => `10.1000/xyz${n}`,
};

/** Format of a web address. */
export const url: Format = {
  test: isUrl,
  message: ['请输入以 http(s):// 开头的网址', 'Enter an address that starts with http(s)://'],
  example: 'https://',
  make: (n) => `https://www.example.cn/works/${n}`,
};

/**
 * Normalised address for comparison: without scheme, `www.`, trailing slash and tracking
 * parameters.
 */
export const normaliseUrl = (value: string): string => {
  const [host = '', ...rest] = value
    .trim()
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .split('/');
  const path = [host.toLowerCase(), ...rest].join('/').replace(/([?&])(?:utm_[^&#]*&?)+/g, '$1');
  return trimEndCharacters(path, '?&/');
};

/** Normalised title: without spaces, punctuation, width and case. */
export const normaliseTitle = (title: string): string =>
  toHalfWidth(title)
    .toLowerCase()
    .replace(/[\p{P}\p{S}\p{Z}\p{C}]/gu, '');

/** Characters of a unified social credit code, in order of value (GB 32100-2015). */
const creditSigns = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/**
 * Check character of a credit code from its first seventeen: weights 3^(i-1) modulo 31 (GB
 * 32100-2015); null for invalid characters or length.
 */
export const creditCheck = (first: string): string | null => {
  const values = [...first].map((sign) => creditSigns.indexOf(sign));
  if (values.length !== 17 || values.includes(-1)) return null;
  let weight = 1;
  let sum = 0;
  for (const value of values) {
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return creditSigns[(31 - (sum % 31)) % 31] ?? null;
};

/** Format of 统一社会信用代码: eighteen characters, the last a check character. */
export const creditCode: Format = {
  tidy: (value) => toHalfWidth(value).toUpperCase().replace(/[\s-]/g, ''),
  test: (value) => value.length === 18 && creditCheck(value.slice(0, 17)) === value[17],
  message: [
    '统一社会信用代码格式不正确（应为 18 位，末位为校验码）',
    'Invalid credit code (18 characters, the last being a check character)',
  ],
  explain: (value) => {
    if (value.length !== 18) return null;
    const foreign = [...value].find((sign) => !creditSigns.includes(sign));
    const check = creditCheck(value.slice(0, 17));
    return foreign !== undefined
      ? [
          `统一社会信用代码不使用字符“${foreign}”，请核对`,
          `Credit codes do not use the character “${foreign}”; please check`,
        ]
      : [
          `统一社会信用代码校验码不符：前 17 位的校验码应为 ${check}，现为 ${value[17]}，请逐位核对`,
          `The check character does not match: for the first 17 characters it should be ${check}, not ${value[17]}; please check each character`,
        ];
  },
  example: '91350100M000100Y43',
  make: (n) => {
    const first = `914201${String(n).padStart(11, '0').slice(-11)}`;
    return first + creditCheck(first);
  },
};

/** Normalised DOI: lower case, since DOIs are case-insensitive (ISO 26324). */
export const normaliseDoi = (value: string): string => value.trim().toLowerCase();

/** True for a valid ORCID: ISO 7064 MOD 11-2 check character. */
const isOrcid = (text: string): boolean => {
  if (!/^(?:\d{4}-){3}\d{3}[\dX]$/.test(text)) return false;
  const [check = '', ...digits] = [...text.replaceAll('-', '')].reverse();
  const total = digits.reverse().reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const expected = (12 - (total % 11)) % 11;
  return check === (expected === 10 ? 'X' : String(expected));
};

/** Format of ORCID: `0000-0000-0000-000X`; pasted addresses are accepted. */
export const orcid: Format = {
  tidy: (value) => {
    const plain = toHalfWidth(value)
      .toUpperCase()
      .replace(/^\s*(?:ORCID(?!\.)(?:\s*ID)?\s*[:：]?\s*)?(?:HTTPS?:\/\/)?(?:ORCID\.ORG\/)?/, '')
      .replace(/[\s‐‑–—-]/g, '');
    return plain.match(/.{1,4}/g)?.join('-') ?? '';
  },
  test: isOrcid,
  message: [
    '【ORCID】格式不正确（应为 16 位，末位为校验码，如 0000-0002-1825-0097）',
    'ORCID is malformed (16 characters, the last being a check character, such as 0000-0002-1825-0097)',
  ],
  example: '0000-0002-1825-0097',
};

/** Format of a Chinese mobile number; accepts +86, spaces and hyphens. */
export const mobile: Format = {
  tidy: (value) =>
    toHalfWidth(value)
      .replace(/[\s-]/g, '')
      .replace(/^(?:\+|00)?86(?=1\d{10}$)/, ''),
  test: isMobile,
  // Message text fixed by the clients’ contract.
  message: ['手机号码格式不正确', 'phone number format is incorrect'],
  make: (n) => `138${String(n).padStart(8, '0').slice(-8)}`,
};
