/** A rule of the demo's norm: code, name, what scores, conditions on its fields, points, and what differs. */
export interface DemoRule {
  readonly code: string;
  readonly name: string;
  readonly object: string;
  /** By field of the kind: a code, or several separated by commas. */
  readonly when: Readonly<Record<string, string>>;
  /** Least values of number fields. */
  readonly least?: Readonly<Record<string, string>>;
  readonly base: string;
  readonly unit?: '2' | '3' | '4';
  readonly most?: string;
  readonly mode?: '2' | '3' | '5' | '7';
  /** Group of rules, of which the one that gives most counts. */
  readonly group?: string;
}

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
export const workRules: readonly DemoRule[] = [
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
    code: 'HX-01',
    name: '横向项目立项（合同额 100 万元及以上）',
    object: 'horizontal',
    when: {},
    least: { contractAmount: '1000000' },
    base: '60',
    mode: '2',
    group: '横向立项',
  },
  {
    code: 'HX-02',
    name: '横向项目立项（合同额 30 万元及以上）',
    object: 'horizontal',
    when: {},
    least: { contractAmount: '300000' },
    base: '30',
    mode: '2',
    group: '横向立项',
  },
  {
    code: 'HX-03',
    name: '横向项目立项',
    object: 'horizontal',
    when: {},
    base: '10',
    mode: '2',
    group: '横向立项',
  },
  {
    code: 'DZ-01',
    name: '纵向到账经费',
    object: 'arrive',
    when: { programKind: 'vertical' },
    base: '10',
    unit: '2',
    most: '30',
  },
  {
    code: 'DZ-02',
    name: '横向到账经费（技术开发）',
    object: 'arrive',
    when: { programKind: 'horizontal', contractType: '0101,0102' },
    base: '5',
    unit: '2',
    most: '30',
  },
  {
    code: 'DZ-03',
    name: '横向到账经费（技术咨询、服务及其他）',
    object: 'arrive',
    when: { programKind: 'horizontal' },
    base: '3',
    unit: '2',
    most: '30',
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
      ['01', '国家级新品种', '80'],
      ['02', '省部级新品种', '40'],
      ['03,04,05,06,99', '其他新品种', '15'],
    ],
    { mode: '3', group: '新品种' },
  ),
  {
    code: 'PZ-09',
    name: '植物新品种权',
    object: 'variety',
    when: { varietyMode: '04' },
    base: '60',
    mode: '3',
    group: '新品种',
  },
  ...byLevel('XY', 'drug', 'drugStage', [
    ['01', '临床试验批准', '20'],
    ['02', '新药证书', '40'],
    ['03', '药品注册（上市）批准', '30'],
    ['04', '医疗器械注册证', '15'],
  ]),
  ...byLevel('CP', 'product', 'level', [
    ['01', '国家级高新技术产品', '150'],
    ['02', '省部级高新技术产品', '60'],
    ['03,04,05,06,99', '其他高新技术产品', '20'],
  ]),
];
