import { suppliedDictionary } from '@keyan/kernel/values/dictionary.ts';

/**
 * Classifications of national standards, loaded by pages on demand; entries are in `data/*.json`.
 * Entries without an English name show the Chinese one.
 */

/** GB/T 13745-2009: five groups as headings, first-level and second-level disciplines. */
export const discipline = suppliedDictionary(
  'discipline',
  ['学科分类', 'Discipline classification'],
  true,
);

/** 研究生教育学科专业目录(2022年): fields and first-level disciplines. */
export const moeDiscipline = suppliedDictionary(
  'moeDiscipline',
  ['学科门类与一级学科（教育部）', 'MOE disciplines'],
  true,
);

/** GB/T 8561-2001: series, and ranks within series. */
export const ranks = suppliedDictionary('ranks', ['职称', 'Professional rank'], true);

/** GB/T 6864-2003, plus degrees in arts introduced later. */
export const tlDegree = suppliedDictionary('tlDegree', ['最后学位', 'Highest degree'], true);

/** Education levels by GB/T 4658-2006. */
export const educationLevel = suppliedDictionary(
  'education',
  ['最后学历', 'Highest education'],
  true,
);

/** Ethnic groups by GB/T 3304-1991. */
export const ethnicGroup = suppliedDictionary('nation', ['民族', 'Ethnic group'], false);

/** Countries by GB/T 2659: three-digit codes. */
export const nationality = suppliedDictionary(
  'nationality',
  ['国籍/国家和地区', 'Country or region'],
  false,
);

/**
 * Codes of GB/T 2260 as of 2023: provinces, cities and counties, and what belongs to no province. Names from
 * github.com/modood/Administrative-divisions-of-China (WTFPL), after the National Bureau of Statistics.
 */
export const adminDivision = suppliedDictionary(
  'division',
  ['行政区划', 'Administrative division'],
  'path',
);

export const nationalDictionaries = [
  discipline,
  moeDiscipline,
  ranks,
  tlDegree,
  educationLevel,
  ethnicGroup,
  nationality,
  adminDivision,
] as const;
