import { canonicalReference, type Reference } from './reference.ts';

/** Patent numbers: the facts that they encode, and their recognition in a text. */

/** Values encoded in a number, by form field. */
export interface NumberedPatent {
  readonly applyNum?: string | undefined;
  readonly publicNum?: string | undefined;
  readonly grantNum?: string | undefined;
  readonly patentType?: string | undefined;
  readonly patentStatus?: string | undefined;
  readonly country?: string | undefined;
}

/** Application number: twelve digits (eight before October 2003) with check character. */
const application = /^(?:CN|ZL)?\.?(\d{4}(\d)\d{7}|\d{2}(\d)\d{5})(?:\.?[\dX])?$/;
const pct = /^PCT\/[A-Z]{2}\d{2,4}\/\d{5,6}$/;
/** Publication number: country, digits and kind code, as in `CN102345678A`, `US11651140B2`, `WO2023/123456A1`. */
const publication = /^([A-Z]{2})\d[\d/]{3,13}(?:([A-Z])\d?)?$/;

/** Code of `patentType` by the digit after the year of an application. */
const byDigit: Readonly<Record<string, string>> = {
  '1': '01',
  '8': '01',
  '2': '02',
  '9': '02',
  '3': '03',
};

/** Code of `patentType` and whether granted, by the kind code of a Chinese publication. */
const byLetter: Readonly<Record<string, readonly [type: string, granted: boolean]>> = {
  A: ['01', false],
  B: ['01', true],
  C: ['01', true],
  U: ['02', true],
  Y: ['02', true],
  S: ['03', true],
  D: ['03', true],
};

/** Code of `nationality` by country of the publication; absent for organisations of several countries. */
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

/** Returns a number in capital letters without blanks. */
const plainOf = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s,-]/g, '');

/** Returns the number as application, publication or grant, with the values encoded in it. */
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

/** Pattern of an unmistakable number: a publication with kind code, or an application with prefix. */
const alone =
  /^(?:[A-Z]{2}(?:\d{6,9}|\d{10,11}|\d{4}\/\d{6,7})[A-Z]\d?|(?:CN|ZL)\.?(?:\d{12}|\d{8})(?:\.[\dX])?|PCT\/[A-Z]{2}\d{2,4}\/\d{5,6})$/;

/** Maximum length of a printed number in characters. */
const maxNumberLength = 24;

/** Number in groups as on certificates: `ZL 2022 1 1369999.8`. */
const grouped =
  /(?:ZL|CN)?\s?((?:19|20)\d{2}\s?\d\s?\d{7}\s?\.\s?[\dX])(?![\d.])|ZL\s?((?:19|20)\d{2}\s\d\s?\d{7})(?![\d.])/gi;

const ungrouped = (line: string): string =>
  line
    .normalize('NFKC')
    .replace(
      grouped,
      (_all, checked = '', bare = '') => ` ZL${(checked || bare).replace(/\s/g, '')} `,
    );

/** Returns a reference for each patent number in a text without records. */
export const readPatentNumbers = (lines: readonly string[]): Reference[] => {
  const words = lines.flatMap((line) => ungrouped(line).split(/[\s,:;，：；、。]+/));
  const numbers = words.filter((word) => word.length <= maxNumberLength).map(plainOf);
  const found = new Set(numbers.filter((number) => alone.test(number)));
  return [...found].map((number) =>
    canonicalReference({ type: 'patent', source: 'patentNumber', title: '', number }),
  );
};
