import { canonicalReference, type Reference } from './reference.ts';

/** Numbers of patents: what they say of the patent, and where they stand in a text. */

/** Values that a number tells, as the form of a patent has them. */
export interface NumberedPatent {
  readonly applyNum?: string | undefined;
  readonly publicNum?: string | undefined;
  readonly grantNum?: string | undefined;
  readonly patentType?: string | undefined;
  readonly patentStatus?: string | undefined;
  readonly country?: string | undefined;
}

/** Twelve digits (eight before October 2003) with their check character. */
const application = /^(?:CN|ZL)?\.?(\d{4}(\d)\d{7}|\d{2}(\d)\d{5})(?:\.?[\dX])?$/;
const pct = /^PCT\/[A-Z]{2}\d{2,4}\/\d{5,6}$/;
/** A country, digits and the kind of document: `CN102345678A`, `US11651140B2`, `WO2023/123456A1`. */
const publication = /^([A-Z]{2})\d[\d/]{3,13}(?:([A-Z])\d?)?$/;

/** Dictionary `patentType`: by the digit behind the year of an application. */
const byDigit: Readonly<Record<string, string>> = {
  '1': '01',
  '8': '01',
  '2': '02',
  '9': '02',
  '3': '03',
};

/** By the letter behind the number of a Chinese publication: the type, and whether it is granted. */
const byLetter: Readonly<Record<string, readonly [type: string, granted: boolean]>> = {
  A: ['01', false],
  B: ['01', true],
  C: ['01', true],
  U: ['02', true],
  Y: ['02', true],
  S: ['03', true],
  D: ['03', true],
};

/** Dictionary `nationality`, by the country of a publication; organisations of several have none. */
const countries: Readonly<Record<string, string>> = {
  CN: '156',
  HK: '344',
  MO: '446',
  TW: '158',
  US: '840',
  JP: '392',
  KR: '410',
  DE: '276',
  GB: '826',
  FR: '250',
  RU: '643',
  CA: '124',
  AU: '036',
  IN: '356',
};

/** Codes of `patentType` and `patentStatus`. */
const pctType = '04';
const foreignType = '05';
const published = '04';
const granted = '06';

/** Letters as they are printed, without blanks. */
const plainOf = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s,-]/g, '');

/** The number as an application, a publication or a grant, with what it tells of the patent. */
export const patentNumbersOf = (number = ''): NumberedPatent => {
  const plain = plainOf(number);
  const filed = application.exec(plain);
  if (filed) {
    const patentType = byDigit[filed[2] ?? filed[3] ?? ''];
    return { applyNum: plain, patentType, country: countries.CN };
  }
  if (pct.test(plain)) return { applyNum: plain, patentType: pctType };
  const [, office = '', letter = ''] = publication.exec(plain) ?? [];
  if (office === '') return plain === '' ? {} : { applyNum: plain };
  if (office === 'WO') {
    return { publicNum: plain, patentType: pctType, patentStatus: published };
  }
  const [type, isGrant] =
    office === 'CN' ? (byLetter[letter] ?? []) : [foreignType, /[BCEY]/.test(letter)];
  return {
    ...(isGrant ? { grantNum: plain } : { publicNum: plain }),
    patentType: type,
    patentStatus: letter === '' ? undefined : isGrant ? granted : published,
    country: countries[office],
  };
};

/** A number that nothing else looks like: a publication with its kind, or an application with its prefix. */
const alone =
  /^(?:[A-Z]{2}(?:\d{6,9}|\d{10,11}|\d{4}\/\d{6,7})[A-Z]\d?|(?:CN|ZL)\.?(?:\d{12}|\d{8})(?:\.[\dX])?|PCT\/[A-Z]{2}\d{2,4}\/\d{5,6})$/;

/** Characters of the longest printed number. */
const longest = 24;

/** Patent number in the groups that certificates print: `ZL 2022 1 1369999.8`. */
const grouped =
  /(?:ZL|CN)?\s?((?:19|20)\d{2}\s?\d\s?\d{7}\s?\.\s?[\dX])(?![\d.])|ZL\s?((?:19|20)\d{2}\s\d\s?\d{7})(?![\d.])/gi;

const ungrouped = (line: string): string =>
  line
    .normalize('NFKC')
    .replace(
      grouped,
      (_all, checked = '', bare = '') => ` ZL${(checked || bare).replace(/\s/g, '')} `,
    );

/** The patents whose numbers stand in a text that is no record. */
export const readPatentNumbers = (lines: readonly string[]): Reference[] => {
  const words = lines.flatMap((line) => ungrouped(line).split(/[\s,:;，：；、。]+/));
  const numbers = words.filter((word) => word.length <= longest).map(plainOf);
  const found = new Set(numbers.filter((number) => alone.test(number)));
  return [...found].map((number) =>
    canonicalReference({ type: 'patent', source: 'patentNumber', title: '', number }),
  );
};
