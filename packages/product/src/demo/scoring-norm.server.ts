/** A rule of the demo's norm: code, name, what scores, conditions on its fields, points, and what differs. */
export interface DemoRule {
  readonly code: string;
  readonly name: string;
  readonly object: string;
  /** By field of the kind: a code, or several separated by commas. */
  readonly when: Readonly<Record<string, string>>;
  readonly base: string;
  readonly unit?: '2' | '3' | '4';
  readonly most?: string;
  readonly mode?: '2' | '3' | '5' | '7';
  /** Group of rules, of which the one that gives most counts. */
  readonly group?: string;
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

type Level = readonly [code: string, name: string, points: string];

/** One rule for each level of a kind. */
const byLevel = (
  prefix: string,
  object: string,
  field: string,
  levels: readonly Level[],
  more: Partial<DemoRule> = {},
): readonly DemoRule[] =>
  levels.map(([level, name, base], at) => ({
    code: `${prefix}-${String(at + 1).padStart(2, '0')}`,
    name,
    object,
    when: { ...more.when, [field]: level },
    base,
    ...(more.unit ? { unit: more.unit } : {}),
    ...(more.mode ? { mode: more.mode } : {}),
    ...(more.group ? { group: more.group } : {}),
  }));

const shown = (kind: string): readonly Level[] => [
  ['01', `${kind}（国际级）`, '60'],
  ['02', `${kind}（国家级）`, '40'],
  ['03', `${kind}（省部级）`, '20'],
  ['04,05', `${kind}（市厅级、校级）`, '5'],
];

/** Projects, funds, activities, works and what else is approved or registered. */
const workRules: readonly DemoRule[] = [
  ...byLevel(
    'LX',
    'vertical',
    'level',
    [
      ['01', '国家级项目立项', '400'],
      ['02', '省部级项目立项', '150'],
      ['03', '市厅级项目立项', '50'],
      ['04', '校级项目立项', '20'],
    ],
    { mode: '2', group: '立项' },
  ),
  {
    code: 'LX-09',
    name: '重大项目立项（按上级拨款）',
    object: 'vertical',
    when: { level: '01,02' },
    base: '4',
    unit: '2',
    most: '800',
    mode: '2',
    group: '立项',
  },
  {
    code: 'DZ-01',
    name: '纵向到账经费',
    object: 'arrive',
    when: { programKind: 'vertical' },
    base: '10',
    unit: '2',
  },
  {
    code: 'DZ-02',
    name: '横向到账经费',
    object: 'arrive',
    when: { programKind: 'horizontal' },
    base: '5',
    unit: '2',
  },
  ...byLevel('JT', 'conclusion', 'conclusionGrade', [
    ['01', '项目结题（优秀）', '30'],
    ['02', '项目结题（良好）', '20'],
    ['03,05', '项目结题（合格、免评级）', '10'],
  ]),
  ...byLevel('HD', 'activityHold', 'activityLevel', [
    ['01', '举办国际学术活动', '60'],
    ['02', '举办全国学术活动', '30'],
    ['03', '举办省级学术活动', '15'],
  ]),
  ...byLevel(
    'CJ',
    'activityJoin',
    'activityLevel',
    [
      ['01', '国际学术会议报告', '10'],
      ['02', '全国学术会议报告', '5'],
    ],
    { when: { attendRole: '01,02' }, unit: '4' },
  ),
  ...byLevel('YS', 'art', 'displayLevel', shown('艺术作品')),
  ...byLevel('WY', 'literary', 'displayLevel', shown('文艺创作')),
  ...byLevel('SJ', 'design', 'displayLevel', shown('设计作品')),
  ...byLevel('YY', 'music', 'displayLevel', shown('音乐作品')),
  ...byLevel('TY', 'sport', 'sportLevel', [
    ['01', '奥运会、世界锦标赛名次', '200'],
    ['02', '亚运会、世界大学生运动会名次', '150'],
    ['03', '全国运动会、全国锦标赛名次', '80'],
    ['04', '全国大学生运动会、单项赛名次', '60'],
    ['05', '省运会、省级赛名次', '30'],
    ['06,07', '市级、校级赛名次', '5'],
  ]),
  ...byLevel(
    'WL',
    'web',
    'platformLevel',
    [
      ['01', '中央主要媒体平台', '40'],
      ['02', '部委（行业）媒体平台', '20'],
      ['03', '省级主要媒体平台', '10'],
      ['04,05,06', '其他网络平台', '3'],
    ],
    { group: '网络成果' },
  ),
  {
    code: 'WL-09',
    name: '入选优秀网络作品',
    object: 'web',
    when: { isSelected: '1' },
    base: '30',
    group: '网络成果',
  },
  ...byLevel(
    'PZ',
    'variety',
    'level',
    [
      ['01', '国家级新品种', '200'],
      ['02', '省部级新品种', '100'],
      ['03,04,05,06,99', '其他新品种', '30'],
    ],
    { mode: '3', group: '新品种' },
  ),
  {
    code: 'PZ-09',
    name: '植物新品种权',
    object: 'variety',
    when: { varietyMode: '04' },
    base: '150',
    mode: '3',
    group: '新品种',
  },
  ...byLevel('XY', 'drug', 'drugStage', [
    ['01', '临床试验批准', '200'],
    ['02', '新药证书', '500'],
    ['03', '药品注册（上市）批准', '400'],
    ['04', '医疗器械注册证', '100'],
  ]),
  ...byLevel('CP', 'product', 'level', [
    ['01', '国家级高新技术产品', '150'],
    ['02', '省部级高新技术产品', '60'],
    ['03,04,05,06,99', '其他高新技术产品', '20'],
  ]),
];

/** The rules of the rule book. */
export const demoRules: readonly DemoRule[] = [
  ...papers.map(([grade, base]) => ({
    code: `LW-${grade}`,
    name: `${grade} 级期刊论文`,
    object: 'paper',
    when: { journalLevel: grade },
    base,
    group: '论文',
  })),
  {
    code: 'LW-ZZ1',
    name: '《新华文摘》全文转载',
    object: 'paper',
    when: { reprintTypes: '01' },
    base: '200',
    group: '论文',
  },
  {
    code: 'LW-ZZ2',
    name: '《人大复印报刊资料》全文转载',
    object: 'paper',
    when: { reprintTypes: '05' },
    base: '30',
    group: '论文',
  },
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
    group: '专利',
  },
  {
    code: 'ZL-02',
    name: '实用新型授权',
    object: 'patent',
    when: { patentType: '02', patentStatus: granted },
    base: '20',
    group: '专利',
  },
  {
    code: 'ZL-03',
    name: '外观设计授权',
    object: 'patent',
    when: { patentType: '03', patentStatus: granted },
    base: '10',
    group: '专利',
  },
  {
    code: 'ZL-04',
    name: 'PCT 国际申请',
    object: 'patent',
    when: { patentType: '04' },
    base: '100',
  },
  {
    code: 'ZL-05',
    name: '专利转化（转让、许可、作价投资）',
    object: 'patent',
    when: { patentUse: '1,2,3' },
    base: '2',
    unit: '2',
    most: '300',
    group: '专利',
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
  ...workRules,
];
