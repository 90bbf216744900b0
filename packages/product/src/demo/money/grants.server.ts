import { addDays, addMonths } from '@keyan/kernel/values/time.ts';
import type { ProgramKind } from '../../project/common/access.ts';
import { collegeWords } from '../words.server.ts';

/** Funding programme with the data of its guide. */
export interface Programme {
  readonly kind: 'vertical' | 'school' | 'cultural';
  readonly level: '01' | '02' | '03' | '04';
  /** Codes of the source and of its sub-type. */
  readonly resource: string;
  readonly type: string | null;
  /** Pattern of approval numbers: `{yyyy}` and `{yy}` year, `{unit}` college, `{nn}` and `{nnn}` index. */
  readonly approval: string;
  readonly years: number;
  /** Grants in yuan as decimal text, cyclic. */
  readonly grants: readonly string[];
}

/** Programmes by name, with the amounts and durations of their guides. */
export const programmes = {
  nsfcGeneral: {
    kind: 'vertical',
    level: '01',
    resource: '1003',
    type: '100301',
    approval: '62{yy}{unit}{nn}',
    years: 4,
    grants: ['500000.00', '480000.00', '520000.00'],
  },
  nsfcYouth: {
    kind: 'vertical',
    level: '01',
    resource: '1003',
    type: '100302',
    approval: '62{yy}{unit}{nn}',
    years: 3,
    grants: ['300000.00'],
  },
  nssfGeneral: {
    kind: 'vertical',
    level: '01',
    resource: '1004',
    type: '100403',
    approval: '{yy}BZX{unit}{nn}',
    years: 3,
    grants: ['200000.00'],
  },
  moeYouth: {
    kind: 'vertical',
    level: '02',
    resource: '2001',
    type: '200103',
    approval: '{yy}YJC{unit}{nnn}',
    years: 3,
    grants: ['80000.00'],
  },
  moePlanning: {
    kind: 'vertical',
    level: '02',
    resource: '2001',
    type: '200102',
    approval: '{yy}YJA{unit}{nnn}',
    years: 3,
    grants: ['100000.00'],
  },
  provincialNatural: {
    kind: 'vertical',
    level: '02',
    resource: '2005',
    type: '200501',
    approval: '{yyyy}AFB{unit}{nnn}',
    years: 3,
    grants: ['50000.00', '80000.00'],
  },
  provincialKey: {
    kind: 'vertical',
    level: '02',
    resource: '2004',
    type: null,
    approval: '{yyyy}BCB{unit}{nnn}',
    years: 2,
    grants: ['200000.00', '300000.00', '150000.00'],
  },
  provincialSocial: {
    kind: 'vertical',
    level: '02',
    resource: '2006',
    type: null,
    approval: 'HBSK{yyyy}{unit}{nnn}',
    years: 2,
    grants: ['30000.00', '20000.00', '50000.00'],
  },
  educationDepartment: {
    kind: 'vertical',
    level: '03',
    resource: '3001',
    type: null,
    approval: 'B{yyyy}{unit}{nnn}',
    years: 2,
    grants: ['20000.00', '30000.00'],
  },
  ownGeneral: {
    kind: 'school',
    level: '04',
    resource: '6001',
    type: '600102',
    approval: 'XJ{yyyy}{unit}{nnn}',
    years: 2,
    grants: ['30000.00', '20000.00', '50000.00'],
  },
  ownCultivation: {
    kind: 'school',
    level: '04',
    resource: '6001',
    type: '600105',
    approval: 'XP{yyyy}{unit}{nnn}',
    years: 2,
    grants: ['60000.00', '50000.00'],
  },
  cultureBase: {
    kind: 'cultural',
    level: '04',
    resource: '6005',
    type: '600503',
    approval: 'WH{yyyy}{unit}{nnn}',
    years: 2,
    grants: ['20000.00', '30000.00'],
  },
} as const satisfies Readonly<Record<string, Programme>>;

type Name = keyof typeof programmes;

/** Programmes by purpose, for sciences and for humanities, cyclic. */
const turns: Readonly<
  Record<string, readonly [sciences: readonly Name[], humanities: readonly Name[]]>
> = {
  /** Programmes of projects that papers acknowledge. */
  cited: [
    ['provincialNatural', 'nsfcGeneral', 'nsfcYouth', 'ownCultivation', 'educationDepartment'],
    ['provincialSocial', 'educationDepartment', 'nssfGeneral', 'cultureBase', 'moeYouth'],
  ],
  /** Provincial programmes of the other projects. */
  provincial: [
    ['provincialKey', 'provincialNatural', 'educationDepartment'],
    ['moePlanning', 'provincialSocial', 'educationDepartment'],
  ],
  own: [['ownGeneral'], ['ownGeneral', 'cultureBase']],
  /** Programmes of projects that were concluded with money left. */
  ended: [
    ['provincialNatural', 'educationDepartment', 'provincialKey'],
    ['provincialSocial', 'educationDepartment', 'moePlanning'],
  ],
};

/** Returns the programme of a project by college, purpose and index. */
export const programmeFor = (
  purpose: 'cited' | 'provincial' | 'own' | 'ended',
  college: string,
  place: number,
): Programme => {
  const side = collegeWords[college]?.subjectClass === '02' ? 1 : 0;
  const names = turns[purpose]?.[side] ?? ['ownGeneral'];
  return programmes[names[place % names.length] ?? 'ownGeneral'];
};

/** Returns a grant of the programme in yuan. */
export const grantOf = ({ grants }: Programme, place: number): string =>
  grants[place % grants.length] ?? '20000.00';

/** Letter in project numbers, by project kind. */
export const letterOf: Readonly<Record<string, string>> = {
  vertical: 'Z',
  school: 'X',
  cultural: 'J',
  horizontal: 'H',
} satisfies Readonly<Record<ProgramKind, string>>;

/** Returns the funder's approval number of the project with an internal number. */
export const approvalNumberOf = ({ approval }: Programme, number: string): string => {
  const said: Readonly<Record<string, string>> = {
    yyyy: number.slice(1, 5),
    yy: number.slice(3, 5),
    unit: number.slice(5, 7),
    nn: number.slice(-2),
    nnn: number.slice(-3),
  };
  return approval.replace(/\{(\w+)\}/g, (_, word: string) => said[word] ?? '');
};

/** Returns start and end of a project with a duration in years that ends some months from a day. */
export const termUntil = (
  today: string,
  months: number,
  years: number,
): { readonly startDate: string; readonly endDate: string } => {
  const first = addMonths(`${today.slice(0, 7)}-01`, months);
  return { startDate: addMonths(first, 1 - years * 12), endDate: addDays(addMonths(first, 1), -1) };
};
