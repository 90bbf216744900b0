import { leads } from '../project/program/origin-fields.ts';
import type { DemoProject } from './papers.server.ts';
import { fieldWords } from './words.server.ts';

/** Sponsors by level: source, type, and number format of the sponsor, for sciences and for humanities. */
const sponsors: Readonly<
  Record<string, readonly [source: string, type: string | null, number: string][]>
> = {
  '01': [
    ['1003', '100301', '62'],
    ['1004', '100403', 'BZX'],
  ],
  '02': [
    ['2004', null, 'KJ'],
    ['2006', null, 'SK'],
  ],
  '03': [
    ['3001', null, 'JYT'],
    ['3001', null, 'JYTS'],
  ],
  '04': [
    ['6001', '600102', 'XJ'],
    ['6005', '600503', 'WH'],
  ],
};

/** Where a project of the demo comes from, as its approval would have told the ledger. */
export const originOf = ({ number, kind, level, unit, startDate }: DemoProject) => {
  const words = fieldWords[unit];
  const side = words?.subjectClass === '02' ? 1 : 0;
  const [source, type, letters] = sponsors[level]?.[side] ?? ['4002', null, ''];
  const isGranted = kind !== 'horizontal';
  return {
    resource: source,
    projectType: kind === 'cultural' ? '600503' : type,
    ...(kind === 'cultural' ? { resource: '6005' } : {}),
    ...(isGranted ? { approvalNum: `${letters}${number.slice(1)}`, approvalDate: startDate } : {}),
    planYear: Number(startDate.slice(0, 4)),
    schoolSign: leads,
    subjectClass: words?.subjectClass ?? '01',
    subject: words?.disciplines[0],
    researchType: isGranted ? '1' : '5',
    isStatistics: '1',
  };
};
