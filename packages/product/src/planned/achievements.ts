import { type Fields, f } from '@keyan/kernel/definition/field.ts';
import type { ChainLink, Kind, Process } from '@keyan/kernel/definition/process.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { achievementFields } from '../achievement/common/achievement.ts';
import { paperAuthors } from '../achievement/common/authors.ts';
import { authorType, journalLevel, schoolSign } from '../achievement/common/dictionaries.ts';
import {
  deptLeader,
  deptSecretary,
  onlyIf,
  publicity,
  rdAchieve,
  rdLeader,
} from '../shared/approval-steps.ts';
import { type AttachmentCodes, attachmentCategories } from '../shared/attachments.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { user } from '../shared/refs.ts';
import {
  adoptLevel,
  adoptType,
  appraisalLevel,
  artType,
  bookType,
  copyrightType,
  designType,
  displayLevel,
  drugStage,
  drugType,
  literaryType,
  musicType,
  patentStatus,
  patentType,
  platformLevel,
  pressLevel,
  productType,
  sportLevel,
  sportType,
  standardLevel,
  standardNature,
  varietyType,
  webWorkType,
} from './achievement-dictionaries.ts';
import { awardGrade, awardLevel, awardType } from './activity-dictionaries.ts';
import { attachments, planned } from './planned.ts';

/** What the achievement section may correct of every achievement. */
const counted = ['secretLevel', 'isStatistics', 'statYear'] as const;

/** Achievements have the fields of all achievements beside their own. */
const achievement = (
  flow: number,
  kind: string,
  label: Label,
  files: AttachmentCodes,
  own: Fields,
  steps: readonly ChainLink[],
  more: Partial<Pick<Process, 'parameters'>> = {},
): Kind => {
  const common = achievementFields(paperAuthors, attachmentCategories(...files));
  return planned(flow, kind, label, { ...common, ...own }, steps, more);
};

/** The usual route: the department's secretary, then the section, which sets these fields right. */
const registration = (...judged: readonly string[]): readonly ChainLink[] => [
  deptSecretary,
  rdAchieve([...judged, ...counted]),
];

const level = f.dict(['级别', 'Level'], awardLevel).required();
const publishDate = f.date(['发表日期', 'Published']).required();
const approveDate = f.date(['批准日期', 'Approved on']).required();

/** Intellectual property and its like. */
const property: readonly Kind[] = [
  achievement(
    5,
    'patentapp',
    ['专利登记', 'Patent registration'],
    ['17*', '18', '19', '99'],
    {
      patentType: f.dict(['专利类型', 'Patent type'], patentType).required(),
      patentStatus: f.dict(['专利状态', 'Legal status'], patentStatus).required(),
      applyDate: f.date(['申请日期', 'Filed']).required(),
      isService: f.dict(['是否职务发明', 'Service invention'], yesNo).required(),
      useAmount: f.money(['转化金额', 'Transfer amount']),
    },
    registration('patentStatus'),
  ),
  achievement(
    6,
    'zlsb',
    ['专利申报', 'Patent filing request'],
    ['99*', '32'],
    {
      patentType: f.dict(['拟申请类型', 'Patent type'], patentType).required(),
      isPublished: f.dict(['技术方案是否已公开', 'Disclosed'], yesNo).required(),
      isCoApply: f.dict(['是否联合申请', 'Joint filing'], yesNo).required(),
      urgent: f.dict(['是否加急', 'Urgent'], yesNo),
    },
    [deptSecretary, deptLeader, rdAchieve([]), rdLeader],
  ),
  achievement(
    11,
    'copyrightapp',
    ['著作权登记', 'Copyright'],
    ['17*', '99'],
    {
      copyrightType: f.dict(['著作权类别', 'Type'], copyrightType).required(),
      regDate: f.date(['登记日期', 'Registered']).required(),
    },
    registration(),
  ),
  achievement(
    20,
    'xpz',
    ['新品种登记', 'New variety'],
    ['31*', '99'],
    {
      varietyType: f.dict(['品种类别', 'Variety type'], varietyType).required(),
      level,
      approveDate,
    },
    registration('level'),
  ),
  achievement(
    21,
    'xy',
    ['新药登记', 'New drug'],
    ['17*', '99'],
    {
      drugType: f.dict(['类别', 'Category'], drugType).required(),
      drugStage: f.dict(['批准类型', 'Approval type'], drugStage).required(),
      approveDate,
      transferAmount: f.money(['转让金额', 'Transfer amount']),
    },
    registration(),
  ),
  achievement(
    22,
    'gxjscp',
    ['高新技术产品登记', 'High-tech product'],
    ['17*', '99'],
    {
      productType: f.dict(['产品类别', 'Product type'], productType).required(),
      level,
      approveDate,
      saleAmount: f.decimal(['年销售额(万元)', 'Sales (10k yuan)'], 2),
    },
    registration('level'),
  ),
  achievement(
    25,
    'standard',
    ['标准登记', 'Standard'],
    ['30*', '17', '99'],
    {
      standardLevel: f.dict(['标准级别', 'Level'], standardLevel).required(),
      standardNature: f.dict(['标准性质', 'Nature'], standardNature).required(),
      unitSort: f.integer(['我校排名', 'Our order']).required(),
      issueDate: f.date(['发布日期', 'Issued']).required(),
    },
    registration('standardLevel'),
  ),
];

/** Books, claims of papers, reports, awards and appraisals. */
const writings: readonly Kind[] = [
  planned(
    3,
    'papersappClaim',
    ['论文认领', 'Paper claim'],
    {
      claimUserId: f.ref(['认领人', 'Claimant'], user).required(),
      authorSort: f.integer(['本人排名', 'My order']).required(),
      authorType: f.dict(['本人角色', 'My role'], authorType).required(),
      schoolSign: f.dict(['学校署名', 'University signing'], schoolSign).required(),
      attachments: attachments('13', '15'),
    },
    [deptSecretary, rdAchieve([])],
  ),
  achievement(
    4,
    'bookapp',
    ['著作登记', 'Book registration'],
    ['14*', '17', '99'],
    {
      bookType: f.dict(['著作类别', 'Book type'], bookType).required(),
      pressLevel: f.dict(['出版社级别', 'Publisher level'], pressLevel).required(),
      publishDate,
      totalWords: f.decimal(['总字数(万字)', 'Words (10k)'], 2).required(),
    },
    registration('bookType', 'pressLevel'),
  ),
  achievement(
    7,
    'advisoryapp',
    ['研究咨询报告登记', 'Advisory report'],
    ['20*', '01', '99'],
    {
      adoptType: f.dict(['采纳方式', 'Adoption'], adoptType).required(),
      adoptLevel: f.dict(['采纳(批示)级别', 'Level of adoption'], adoptLevel).required(),
      submitDate: f.date(['提交日期', 'Submitted']).required(),
    },
    [
      ...registration('adoptLevel'),
      onlyIf(rdLeader, "${adoptLevel == '01' || adoptLevel == '02' || adoptLevel == '03'}"),
    ],
  ),
  achievement(
    10,
    'achievementAwd',
    ['成果获奖登记', 'Achievement award'],
    ['17*', '99'],
    {
      awardType: f.dict(['奖励种类', 'Award type'], awardType).required(),
      awardLevel: f.dict(['获奖级别', 'Award level'], awardLevel).required(),
      awardGrade: f.dict(['获奖等级', 'Award grade'], awardGrade).required(),
      awardDate: f.date(['获奖日期', 'Awarded']).required(),
      isFirstUnit: f.dict(['我校是否第一完成单位', 'First unit'], yesNo).required(),
      bonus: f.money(['奖金', 'Bonus']),
    },
    [
      ...registration('awardLevel', 'awardGrade'),
      onlyIf(rdLeader, "${awardLevel == '01' || awardLevel == '02'}"),
    ],
  ),
  achievement(
    14,
    'cgjd',
    ['成果鉴定登记', 'Achievement appraisal'],
    ['17*', '29', '32', '99'],
    {
      appraisalLevel: f.dict(['鉴定水平', 'Appraised level'], appraisalLevel).required(),
      appraisalDate: f.date(['鉴定日期', 'Appraised']).required(),
    },
    registration('appraisalLevel'),
  ),
];

const shown = f.dict(['级别', 'Level'], displayLevel).required();

/** Works of art, sport and the internet. */
const works: readonly Kind[] = [
  achievement(
    8,
    'wenyichuangzuo',
    ['文艺创作登记', 'Literary and artistic creation'],
    ['21*', '22', '17', '99'],
    {
      literaryType: f.dict(['创作类别', 'Type'], literaryType).required(),
      displayLevel: shown,
      publishDate,
    },
    registration('displayLevel'),
  ),
  achievement(
    9,
    'art',
    ['艺术作品登记', 'Art work'],
    ['21*', '22', '17', '99'],
    {
      artType: f.dict(['作品类别', 'Type'], artType).required(),
      displayLevel: shown,
      publishDate,
      isCollected: f.dict(['是否被收藏', 'Collected'], yesNo),
    },
    registration('displayLevel'),
  ),
  achievement(
    12,
    'tycgdj',
    ['体育成果登记', 'Sports achievement'],
    ['17*', '22', '99'],
    {
      sportType: f.dict(['成果类别', 'Type'], sportType).required(),
      sportLevel: f.dict(['赛事级别', 'Competition level'], sportLevel).required(),
      matchDate: f.date(['比赛日期', 'Date']).required(),
    },
    registration('sportLevel'),
  ),
  achievement(
    13,
    'yxhlwwhdj',
    ['优秀互联网文化成果登记', 'Outstanding internet-culture work'],
    ['21*', '22*', '16', '99'],
    {
      webWorkType: f.dict(['成果形式', 'Form'], webWorkType).required(),
      platformLevel: f.dict(['平台级别', 'Platform level'], platformLevel).required(),
      publishDate,
      readNum: f.integer(['阅读(播放)量', 'Reads']).required(),
      equalLevel: f.dict(['拟认定等级', 'Equal to'], journalLevel),
    },
    [
      deptSecretary,
      onlyIf(publicity, '${param.publicity}'),
      rdAchieve(['equalLevel', ...counted]),
      rdLeader,
    ],
    { parameters: { publicity: { key: 'web.propaganda', is: 'boolean', fallback: true } } },
  ),
  achievement(
    15,
    'sjyszp',
    ['设计艺术作品登记', 'Design art work'],
    ['21*', '22', '17', '99'],
    {
      designType: f.dict(['设计类别', 'Type'], designType).required(),
      displayLevel: shown,
      publishDate,
      contractAmount: f.money(['设计合同额', 'Contract amount']),
    },
    registration('displayLevel'),
  ),
  achievement(
    16,
    'yyzp',
    ['音乐作品登记', 'Music work'],
    ['21*', '22', '17', '99'],
    {
      musicType: f.dict(['作品类别', 'Type'], musicType).required(),
      displayLevel: shown,
      publishDate,
      isSolo: f.dict(['是否个人专场', 'Solo concert'], yesNo),
    },
    registration('displayLevel'),
  ),
];

/** Kinds of achievement. */
export const plannedAchievements: readonly Kind[] = [...property, ...writings, ...works];
