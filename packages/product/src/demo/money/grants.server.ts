import type { Chance } from '../random.server.ts';
import { collegeWords, outsideUnits } from '../words.server.ts';

/** Least and most of a grant by level, in ten thousand yuan: those of the nation are flat. */
const grants: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '01': [30, 30],
  '02': [6, 20],
  '03': [3, 10],
  '04': [2, 6],
};

/** A grant of this level, in yuan. */
export const grantAt = (level: string, random: Chance): string => {
  const [least, most] = grants[level] ?? [4, 40];
  return `${random.int(least, most)}0000.00`;
};

/** The funder of a college in place of one of the sciences, where its disciplines are others. */
export const funderFor = (college: string, sciences: string): string =>
  (collegeWords[college]?.subjectClass === '02' && outsideUnits.humanities[sciences]) || sciences;
