/** A rule of the demo's norm: code, name, what scores, conditions on its fields, points, and what differs. */
export interface DemoRule {
  readonly code: string;
  readonly name: string;
  readonly object: string;
  /** By field of the kind: a code, or several separated by commas. */
  readonly when: Readonly<Record<string, string>>;
  readonly base: string;
  readonly unit?: '2' | '3';
  readonly most?: string;
  readonly mode?: '2' | '5';
}

const papers: readonly (readonly [grade: string, points: string])[] = [
  ['T', '500'],
  ['A1', '200'],
  ['A2', '120'],
  ['B1', '60'],
  ['B2', '40'],
  ['C', '20'],
  ['D', '5'],
];

const awards: readonly (readonly [level: string, grade: string, name: string, points: string])[] = [
  ['01', '01', '国家级一等奖', '2000'],
  ['01', '02', '国家级二等奖', '1200'],
  ['02', '01', '省部级一等奖', '600'],
  ['02', '02', '省部级二等奖', '300'],
  ['02', '03', '省部级三等奖', '150'],
  ['03', '01', '市厅级一等奖', '80'],
  ['03', '02', '市厅级二等奖', '50'],
  ['03', '03', '市厅级三等奖', '30'],
];

const granted = '06';

/** The rules of the rule book. */
export const demoRules: readonly DemoRule[] = [
  ...papers.map(([grade, base]) => ({
    code: `LW-${grade}`,
    name: `${grade} 级期刊论文`,
    object: 'paper',
    when: { journalLevel: grade },
    base,
  })),
  {
    code: 'ZZ-01',
    name: '专著',
    object: 'book',
    when: { bookType: '01' },
    base: '10',
    unit: '3',
    most: '300',
  },
  {
    code: 'ZZ-03',
    name: '教材',
    object: 'book',
    when: { bookType: '03' },
    base: '6',
    unit: '3',
    most: '300',
  },
  {
    code: 'ZZ-99',
    name: '编著、译著',
    object: 'book',
    when: {},
    base: '5',
    unit: '3',
    most: '300',
  },
  {
    code: 'ZL-01',
    name: '发明专利授权',
    object: 'patent',
    when: { patentType: '01', patentStatus: granted },
    base: '80',
  },
  {
    code: 'ZL-02',
    name: '实用新型授权',
    object: 'patent',
    when: { patentType: '02', patentStatus: granted },
    base: '20',
  },
  {
    code: 'ZL-03',
    name: '外观设计授权',
    object: 'patent',
    when: { patentType: '03', patentStatus: granted },
    base: '10',
  },
  {
    code: 'ZL-04',
    name: 'PCT 国际申请',
    object: 'patent',
    when: { patentType: '04' },
    base: '100',
  },
  ...awards.map(([awardLevel, awardGrade, name, base]) => ({
    code: `HJ-${awardLevel}${awardGrade}`,
    name,
    object: 'award',
    when: { awardLevel, awardGrade },
    base,
    mode: '2' as const,
  })),
  {
    code: 'ZX-01',
    name: '正国级领导批示',
    object: 'advisory',
    when: { adoptLevel: '01' },
    base: '600',
  },
  {
    code: 'ZX-02',
    name: '副国级领导批示',
    object: 'advisory',
    when: { adoptLevel: '02' },
    base: '400',
  },
  {
    code: 'ZX-03',
    name: '省部级正职批示',
    object: 'advisory',
    when: { adoptLevel: '03' },
    base: '200',
    mode: '5',
  },
  {
    code: 'ZX-04',
    name: '省部级副职批示',
    object: 'advisory',
    when: { adoptLevel: '04' },
    base: '100',
    mode: '5',
  },
  {
    code: 'ZX-05',
    name: '市厅级批示',
    object: 'advisory',
    when: { adoptLevel: '05' },
    base: '40',
    mode: '5',
  },
  {
    code: 'BZ-01',
    name: '国际标准',
    object: 'standard',
    when: { standardLevel: '01' },
    base: '500',
  },
  {
    code: 'BZ-02',
    name: '国家标准',
    object: 'standard',
    when: { standardLevel: '02' },
    base: '200',
  },
  {
    code: 'BZ-03',
    name: '行业标准',
    object: 'standard',
    when: { standardLevel: '03' },
    base: '100',
  },
  {
    code: 'BZ-04',
    name: '地方标准',
    object: 'standard',
    when: { standardLevel: '04' },
    base: '60',
  },
  {
    code: 'BZ-05',
    name: '团体标准',
    object: 'standard',
    when: { standardLevel: '05' },
    base: '30',
  },
  { code: 'ZQ-01', name: '著作权', object: 'copyright', when: {}, base: '10' },
  {
    code: 'JD-01',
    name: '鉴定（国际领先）',
    object: 'appraisal',
    when: { appraisalLevel: '01' },
    base: '60',
  },
  { code: 'JD-99', name: '鉴定（其他）', object: 'appraisal', when: {}, base: '30' },
];
