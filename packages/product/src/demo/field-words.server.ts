import type { RowLike } from '@keyan/kernel/values/row.ts';
import { achievements } from '../achievement/achievements.ts';
import { otherResources } from '../composition/resources.ts';
import { tableByKind } from '../shared/mechanisms/table-by-kind.ts';
import { batchesFrom, noticesFrom, plansFrom } from './announced.server.ts';
import { valuesForCollege } from './choices.server.ts';
import {
  attendedActivities,
  collegeSubjects,
  heldActivities,
  publisherBooks,
} from './occasions.server.ts';
import { newDrugs, propertyHomes, propertyTexts } from './property-words.server.ts';
import {
  inventionNames,
  patentNamesOf,
  productNames,
  standardNames,
  type ValuesByCollege,
} from './specimens/college-values.server.ts';
import { sportResults } from './specimens/sports.server.ts';
import { filled, wordsOf } from './specimens/topic-words.server.ts';
import { teamsByCollege } from './teams.server.ts';
import type { TitleTopic } from './words.server.ts';
import { artWorkTexts, workHomes } from './work-words.server.ts';

const kinds = [...achievements, ...otherResources];

/**
 * Texts of fields by field name, or by `resource.field`. Placeholders: `{topic}` subject of the record; `{object}`,
 * `{aspect}` and `{lens}` words of the topic; `{serial}` four digits; `{awardDate.year}` year of that date field.
 * Fields without an entry get general texts.
 */
const words: Readonly<Record<string, readonly string[]>> = {
  ...propertyTexts,
  ...artWorkTexts,
  'team.target': [
    '三年内形成稳定的研究方向，围绕“{topic}”承担省部级以上项目三项，发表高水平论文十篇，培养青年骨干四名。',
    '建成开放共享的试验平台，在“{topic}”方面取得授权发明专利五项，完成成果转化两项。',
  ],
  'team.intro': ['团队由教授、副教授和博士组成，长期从事“{topic}”研究，与多家单位有稳定合作。'],
  'team.approveUnit': ['湖北省教育厅', '江陵大学', '湖北省科学技术厅'],
  'team.approveNum': [
    '鄂教科〔{foundDate.year}〕{serial} 号',
    '校科字〔{foundDate.year}〕{serial} 号',
  ],
  'robot.robotName': [
    '科研处工作群',
    '院系科研秘书群',
    '成果科工作群',
    '项目科工作群',
    '经费科工作群',
  ],
  'configZip.configName': [
    '年度材料归档',
    '报送材料打包',
    '迎检材料打包',
    '验收材料打包',
    '按院系存档',
  ],
  platforms: ['省级重点实验室、校级分析测试中心', '校级研究基地'],
  'teamDepartment.intro': ['学院设有三个系和两个研究所，科研方向以“{topic}”为主。'],
  templateId: ['SMS_{serial}'],
  'tenantPackage.remark': [
    '成果登记、审核与统计，供刚开始使用的学校选用',
    '成果、项目与经费，不含计分和专家评审',
    '全部业务功能，不含平台管理与开发',
  ],
  signName: ['江陵大学科研处'],
  regionId: ['cn-hangzhou'],
  accessKey: ['AK{serial}'],
  otherTitle: ['荆楚学者', '校级优秀青年', '师德先进个人'],
  awardUnit: ['湖北省教育厅', '湖北省人力资源和社会保障厅', '江陵大学', '中国科学技术协会'],
  orgName: [
    '中国机械工程学会',
    '《材料工程》编辑部',
    '湖北省科技咨询委员会',
    '长江装备股份有限公司',
  ],
  jbxxPosition: ['系主任', '副系主任', '实验室主任', '教研室主任', '学科秘书', '支部书记'],
  otherPost: ['顾问', '分会秘书'],
  progress: [
    '按计划完成“{topic}”的资料搜集与文献梳理，形成研究综述一份；实地调研两次，取得有效数据三百余条。',
    '“{topic}”主体工作已过半：完成方案设计与对比实验，结果与预期一致，正在整理论文。',
    '课题组召开研讨会三次，围绕“{topic}”确定了分析框架，完成第一阶段数据的清洗与建模。',
  ],
  stageResult: [
    '发表论文一篇，另有一篇在审；形成阶段报告一份。',
    '完成原型一套，申请发明专利一项。',
    '形成调研报告一份，被有关部门采纳。',
  ],
  fundsUsage: [
    '到账经费已使用约五成，主要用于资料、差旅与测试，符合预算。',
    '设备费尚未支出，其余科目按预算执行。',
    '经费使用正常，无调整。',
  ],
  problem: [
    '部分样本采集受季节影响，已调整为下一季度补采。',
    '合作单位数据交付延迟，已签补充说明，不影响总体进度。',
  ],
  nextPlan: [
    '完成剩余实验与数据分析，撰写论文两篇，准备结题材料。',
    '开展第二轮调研，完善模型并组织专家论证。',
  ],
  'bookapp.edition': ['第1版', '第1版', '第1版', '第2版'],
  'bookapp.printNum': ['第1次', '第1次', '第2次'],
  'bookapp.cip': ['（{publishDate.year}）第1{serial}6号', '（{publishDate.year}）第0{serial}3号'],
  'bookapp.seriesName': ['江陵大学学术文库', '荆楚文库', '长江中游发展研究丛书'],
  abstractText: [
    '本书以“{topic}”为主线，梳理基本概念与研究进展，给出方法与案例，可供研究生与科研人员参考。',
    '围绕“{topic}”展开系统论述，兼顾理论与应用，附有习题与数据说明。',
  ],
  'processSurplus.plan': [
    '用于“{topic}”后续研究的材料、测试与差旅支出，两年内使用完毕。',
    '继续开展“{topic}”的验证试验，支出测试费与版面费，不列支与研究无关的费用。',
  ],
  fundsHandle: ['已支出经费凭证齐全，剩余经费按规定退回或上缴，不再发生新的支出。'],
  assetHandle: ['购置的设备已登记入学校固定资产，移交学院继续使用。'],
  summary: [
    '本项目围绕“{topic}”开展研究，完成了任务书规定的全部内容：系统梳理了相关理论，建立了分析模型，并通过实证检验了主要结论。',
    '项目组按计划完成“{topic}”的理论研究、样品制备与性能测试，形成研究报告一份，发表论文两篇。',
  ],
  resultSummary: [
    '发表论文两篇，形成研究报告一份，培养研究生两名。',
    '完成原型系统一套，申请发明专利一项。',
  ],
  targetFinish: [
    '任务书各项考核指标均已完成，其中论文数量超出预期。',
    '全部完成任务书规定的考核指标。',
  ],
  benefit: ['研究结论被有关部门参考，具有一定的推广价值。'],
  exemptReason: ['成果已被省级部门采纳，符合免于鉴定的规定。'],
  changeReason: [
    '研究进展与原计划有出入，经项目组讨论并征求同行意见，申请对项目内容作相应变更。',
    '前期试验表明原方案需要调整，为保证“{topic}”按期完成，申请变更。',
  ],
  newName: ['{topic}的机理与应用研究', '面向工程应用的{topic}'],
  newContent: [
    '在原研究内容基础上，增加“{topic}”的工程验证，相应减少理论推导部分。',
    '研究对象由单一样本调整为多区域对比，其余内容不变。',
  ],
  reasonDetail: [
    '受设备到货推迟影响，“{topic}”的测试环节整体后移，需顺延以完成剩余实验。',
    '“{topic}”的代表性成果正在审稿，需延长研究周期以完成发表。',
    '合作单位数据交付延迟，“{topic}”的建模与验证不能按期完成。',
  ],
  finished: [
    '完成“{topic}”的文献梳理、方案设计与第一阶段实验，形成阶段报告一份。',
    '已完成样本采集与初步分析，发表论文一篇，另有一篇在审。',
  ],
  remainPlan: [
    '前三个月完成剩余实验，随后撰写论文与研究报告，期末提交结题材料。',
    '完成第二轮调研与数据分析，组织专家论证，整理并提交成果。',
  ],
  'collectionThesis.authorsText': [
    '林知远；周若澜；许怀瑾',
    'Lin, Zhiyuan; Zhou, Ruolan; Xu, Huaijin',
    '沈砚秋；林知远',
    'Gao, Mingxuan; Lin, Zhiyuan; Shen, Yanqiu',
  ],
  'collectionThesis.source': ['中国管理科学', '生态学报', '系统工程理论与实践', '高教探索'],
  'collectionThesis.issn': ['1000-0003'],
  'collectionThesis.volume': ['38', '41', '45'],
  'collectionThesis.issue': ['2', '5', '8', '11'],
  'collectionThesis.pages': ['12-20', '101-113', '245-256'],
  'collectionThesis.docType': ['Article', 'Review'],
  'collectionThesis.accessionNum': ['WOS:00098765{serial}'],
  'collectionThesis.addresses': ['江陵大学，湖北 武汉 430079'],
  'collectionThesis.reprintAuthor': ['林知远，江陵大学，湖北 武汉 430079'],
  'collectionThesis.batchNo': ['2026年秋季批次'],
  'advisoryapp.abstractText': [
    '报告围绕“{topic}”开展实地调研，分析现状与主要问题，从制度、投入与队伍三方面提出对策建议。',
    '针对“{topic}”中的突出矛盾，比较外省做法，测算资金需求，提出分步实施的政策建议八条。',
  ],
  'declarePlan.guide': [
    '申报人须在截止前于系统内提交申报书及附件；院系审核并排序后上报，逾期不再受理。',
    '申报材料须经本单位学术委员会审议；研究内容应与已立项目有实质区别，经费预算须据实编制。',
  ],
  'declareInfo.abstractText': [
    '针对“{topic}”中的关键科学问题，拟开展机理分析、方法构建与实证检验，形成系列论文与研究报告。',
    '项目围绕“{topic}”，在已有工作基础上提出研究假设，通过实验与调研加以验证，预期成果可供行业参考。',
  ],
  'declareInfo.basis': [
    '课题组长期从事相关研究，已发表论文十余篇，具备完成“{topic}”所需的实验条件与数据基础。',
    '前期已完成预研，取得初步数据；依托单位具备相应的仪器设备与计算平台。',
  ],
  'declareInfo.keywords': [
    '数据分析；模型构建；实证研究',
    '机理；方法；应用示范',
    '评价体系；影响因素；对策',
  ],
  'declareInfo.leaderPhone': ['1390271{serial}', '1860276{serial}'],
  'programApproval.approvalNum': ['{approvalDate.year}AFB{serial}', '6247{serial}'],
  'programApproval.approvalDoc': [
    '科教函〔{approvalDate.year}〕{serial} 号',
    '校科字〔{approvalDate.year}〕{serial} 号',
  ],
  'programApproval.fundCardNum': ['4101{serial}'],
  'programApproval.hostUnit': ['省农业科学院', '华中理工学院'],
  'programApproval.expectResult': [
    '围绕“{topic}”发表论文三篇，形成研究报告一份，培养研究生两名。',
    '建成“{topic}”示范应用一处，申请发明专利一项。',
  ],
  'declareInfo.subjectCode': ['F0203', 'G0114', 'B0601'],
  opinion: [
    '提供的资料齐全，符合鉴定要求；成果方法先进、数据可靠，经应用取得良好效果。同意通过鉴定。',
    '课题组完成了任务书规定的内容，在“{topic}”方面有创新，建议进一步扩大应用范围。',
  ],
  economic: [
    '成果在三家单位应用，近两年新增产值八百余万元，节约成本约一百二十万元。',
    '成果被纳入地方技术指导意见，培训技术人员三百余人次，社会效益明显。',
  ],
  description: [
    '针对“{topic}”中的关键问题，提出了新的方法并经应用检验，成果已在两家单位使用，取得良好的社会与经济效益。',
    '成果系统研究了“{topic}”，完成论文与报告多篇，主要结论被同行引用，并用于本科与研究生教学。',
  ],
  'prizeNotice.content': [
    '各学院：请按附件要求组织申报，成果须已完成并经实践检验，完成人排名以原始材料为准；逾期不再受理。',
  ],
  'prizeDeclaration.content': [
    '成果围绕“{topic}”，构建了理论框架与技术方案，完成系列论文与专题报告，解决了长期存在的关键问题。',
    '针对“{topic}”，历时五年形成从基础研究到应用示范的完整成果，并在三个县市推广。',
  ],
  innovation: [
    '一是提出了新的分析方法；二是建立了首个区域数据集；三是形成可推广的技术规程。',
    '首次系统揭示“{topic}”的机制，并据此提出可操作的改进路径。',
  ],
  socialEffect: [
    '成果被两家单位采用，培训技术人员二百余人次，相关建议被主管部门采纳。',
    '成果在本科与研究生教学中使用，被省内媒体报道，取得良好社会反响。',
  ],
  'achievementAwd.certNum': ['{awardDate.year}-{serial}-R01'],
  'cgjd.appraisalNum': ['EKJ-{appraisalDate.year}-{serial}'],
  'cgjd.regNum': ['EK{appraisalDate.year}A00{serial}'],
  chairExpert: ['郎怀远', '蒲若澜', '乐思齐'],
  instructor: ['省人民政府分管领导'],
  innerName: ['决策参考', '成果要报'],
  innerIssue: ['{submitDate.year}年第8期', '{submitDate.year}年第21期', '{submitDate.year}年第3期'],
  reason: ['因研究内容需要深化，申请办理。', '因合作单位安排变化，申请办理。'],
  remarks: ['无其他说明。', '材料原件存院系办公室。'],
  remark: ['无其他说明。', '材料原件存院系办公室。'],
};

const homes = tableByKind('homes of kinds', kinds, { ...propertyHomes, ...workHomes });

/** Returns the codes of the colleges whose people have records of the resource; all colleges by default. */
export const collegesWithKind = (kind: string): readonly string[] | undefined => homes[kind];

type Values = Readonly<Record<string, string>>;

/** Consistent values of several fields, by resource; a record gets one of the sets. */
const consistentValues = tableByKind<readonly Values[]>('values together', kinds, {
  bookapp: publisherBooks,
  xy: newDrugs,
  tycgdj: sportResults,
  xshdjb: heldActivities,
  xshdcj: attendedActivities,
  processOver: [
    {
      overType: '01',
      overReason: '合作单位退出，“{topic}”的关键试验条件无法落实，经课题组讨论申请终止。',
    },
    { overType: '02', overReason: '项目主管部门发文撤销“{topic}”立项，按文件要求办理撤项手续。' },
    {
      overType: '05',
      overReason: '项目负责人工作调动，“{topic}”研究团队不再具备继续实施的条件，申请终止。',
    },
  ],
  achievementAwd: [
    { awardName: '省科学技术进步奖', awardType: '04', awardLevel: '02', awardUnit: '省人民政府' },
    { awardName: '省自然科学奖', awardType: '02', awardLevel: '02', awardUnit: '省人民政府' },
    { awardName: '省技术发明奖', awardType: '03', awardLevel: '02', awardUnit: '省人民政府' },
    {
      awardName: '省社会科学优秀成果奖',
      awardType: '06',
      awardLevel: '02',
      awardUnit: '省人民政府',
    },
    { awardName: '市科学技术进步奖', awardType: '04', awardLevel: '03', awardUnit: '市人民政府' },
    {
      awardName: '省教育科学研究优秀成果奖',
      awardType: '07',
      awardLevel: '02',
      awardUnit: '省教育厅',
    },
    {
      awardName: '江陵大学优秀科研成果奖',
      awardType: '99',
      awardLevel: '05',
      awardUnit: '江陵大学',
    },
  ],
  cgjd: [
    { appraisalUnit: '省科学技术厅', hostUnit: '省科技评价中心', appraisalLevel: '02' },
    { appraisalUnit: '省技术交易所', hostUnit: '省技术交易所', appraisalLevel: '03' },
    { appraisalUnit: '市科学技术局', hostUnit: '市科技情报研究所', appraisalLevel: '04' },
  ],
  advisoryapp: [
    { submitUnit: '省农业农村厅', adoptUnit: '省农业农村厅', adoptLevel: '04' },
    { submitUnit: '省发展和改革委员会', adoptUnit: '省发展和改革委员会', adoptLevel: '04' },
    { submitUnit: '市文化和旅游局', adoptUnit: '市文化和旅游局', adoptLevel: '05' },
    { submitUnit: '省教育厅', adoptUnit: '省教育厅', adoptLevel: '04' },
  ],
});

/** Consistent values that depend on today, by resource. */
const open = tableByKind<(now: Date) => readonly Values[]>('values of today', kinds, {
  prizeNotice: noticesFrom,
  declarePlan: plansFrom,
  checkBatch: batchesFrom,
});

/** Consistent values by resource and college code. */
const ofCollege = tableByKind<ValuesByCollege>('values of colleges', kinds, {
  team: teamsByCollege,
  standard: standardNames,
  gxjscp: productNames,
});

/** Values by a code that the record already has: a design patent is of an object, not of a method. */
const byCode = tableByKind<{
  readonly field: string;
  readonly valuesOf: (college: string, code: string) => readonly Values[] | undefined;
}>('values by code', kinds, {
  patentapp: { field: 'patentType', valuesOf: patentNamesOf },
  zlsb: {
    field: 'patentType',
    valuesOf: (_, code) => inventionNames[code] ?? inventionNames['01'],
  },
});

/** Subject of a record. */
interface Subject {
  readonly topic: TitleTopic;
  /** Code of the college. */
  readonly college: string;
  /** Index of the record within its resource and college, from 0. */
  readonly place?: number;
  /** Values that the record has already. */
  readonly drawn?: RowLike;
}

/**
 * Returns a set of consistent values for a record; empty if none is defined.
 * @param index position of the record within its resource, which selects the set
 */
export const valuesTogetherFor = (
  kind: string,
  index: number,
  now: Date,
  { topic, college, place = index, drawn = {} }: Subject,
): Values => {
  const coded = byCode[kind];
  const own = coded?.valuesOf(college, String(drawn[coded.field])) ?? ofCollege[kind]?.[college];
  const all = own ?? open[kind]?.(now) ?? consistentValues[kind] ?? [];
  const known = valuesForCollege(kind, college, all, (values) => values);
  const values = known[(own ? place : index) % Math.max(1, known.length)] ?? {};
  const said: Values = {
    ...wordsOf(topic),
    subject: collegeSubjects[college] ?? '',
    serial: String(index + 1),
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, filled(text, said)]),
  );
};

/** Returns whether a text contains a placeholder for the year of a date field. */
export const isDated = (text: unknown): text is string =>
  typeof text === 'string' && text.includes('.year}');

/** Replaces year placeholders by the years of the record's dates. */
export const withYears = (text: string, row: RowLike): string =>
  text.replace(/\{(\w+)\.year\}/g, (_, date: string) => String(row[date] ?? '').slice(0, 4));

/** Returns a text for a field; undefined if no texts are defined. */
export const fieldTextFor = (
  kind: string,
  field: string,
  topic: TitleTopic,
  serial: () => number,
  pick: (from: readonly string[]) => string,
): string | undefined => {
  const known = words[`${kind}.${field}`] ?? words[field];
  return (
    known && filled(pick(known), wordsOf(topic)).replaceAll('{serial}', () => String(serial()))
  );
};
