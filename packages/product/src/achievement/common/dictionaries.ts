import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const authorType = dictionary(
  'authorType',
  ['作者角色', 'Author role'],
  [
    ['01', '第一作者', 'First author'],
    ['02', '通讯作者', 'Corresponding author'],
    ['03', '第一作者兼通讯作者', 'First & corresponding'],
    ['04', '共同第一作者', 'Co-first author'],
    ['05', '共同通讯作者', 'Co-corresponding author'],
    ['06', '参与作者', 'Contributing author'],
  ],
);

/** Codes of `authorType` for corresponding authors. */
export const correspondingAuthorCodes: ReadonlySet<string> = new Set(['02', '03', '05']);

/** Contributor roles of CRediT, ANSI/NISO Z39.104. */
export const creditRole = dictionary(
  'creditRole',
  ['贡献角色（CRediT）', 'CRediT role'],
  [
    ['01', '概念构思', 'Conceptualization'],
    ['02', '数据管理', 'Data curation'],
    ['03', '形式分析', 'Formal analysis'],
    ['04', '经费获取', 'Funding acquisition'],
    ['05', '调查研究', 'Investigation'],
    ['06', '方法学', 'Methodology'],
    ['07', '项目管理', 'Project administration'],
    ['08', '资源提供', 'Resources'],
    ['09', '软件', 'Software'],
    ['10', '指导监督', 'Supervision'],
    ['11', '验证', 'Validation'],
    ['12', '可视化', 'Visualization'],
    ['13', '写作—初稿', 'Writing – original draft'],
    ['14', '写作—审阅与修改', 'Writing – review & editing'],
  ],
);

/** Rank of the university among the institutions, for statistics and scoring; 1 is the first. */
export const schoolSign = dictionary(
  'schoolSign',
  ['学校署名顺序', 'University author position'],
  [
    ['1', '第一单位', 'First'],
    ['2', '第二单位', 'Second'],
    ['3', '第三单位', 'Third'],
    ['4', '第四单位及以后', 'Fourth or later'],
    ['5', '仅通讯单位', 'Corresponding only'],
    ['0', '非本校署名', 'Not affiliated'],
  ],
);

export const paperType = dictionary(
  'paperType',
  ['论文类型', 'Paper type'],
  [
    ['01', '期刊论文', 'Journal article'],
    ['02', '会议论文', 'Conference paper'],
    ['03', '报纸文章（理论版）', 'Newspaper article'],
    ['04', '论文集论文', 'Collection paper'],
    ['05', '综述', 'Review'],
    ['06', '译文', 'Translation'],
    ['07', '学术书评（短文）', 'Book review/short'],
    ['99', '其他', 'Other'],
  ],
);

export const publishLanguage = dictionary(
  'publishLanguage',
  ['发表语种', 'Language'],
  [
    ['01', '中文', 'Chinese'],
    ['02', '英文', 'English'],
    ['99', '其他语种', 'Other'],
  ],
);

export const publishScope = dictionary(
  'publishScope',
  ['刊物范围', 'Publication scope'],
  [
    ['1', '国外（境外）学术刊物', 'Overseas'],
    ['2', '全国性学术刊物', 'National'],
    ['3', '地方性学术刊物', 'Local'],
    ['4', '港澳台刊物', 'HK/Macao/TW'],
  ],
);

/**
 * Journal levels of the university, from the journal catalogue; the research office may change a paper's level.
 */
export const journalLevel = dictionary(
  'journalLevel',
  ['期刊级别（校定）', 'Journal grade (university)'],
  [
    ['T', 'T级（顶级）', 'Top'],
    ['A1', 'A1级', 'A1'],
    ['A2', 'A2级', 'A2'],
    ['B1', 'B1级', 'B1'],
    ['B2', 'B2级', 'B2'],
    ['C', 'C级', 'C'],
    ['D', 'D级（一般）', 'D'],
    ['Z', '不予认定', 'Not recognised'],
  ],
);

/** Citation indexes of a paper; 99 (none) excludes all others. */
export const indexType = dictionary(
  'indexType',
  ['收录类别', 'Indexing'],
  [
    ['01', 'SCIE', 'SCIE'],
    ['02', 'SSCI', 'SSCI'],
    ['03', 'A&HCI', 'A&HCI'],
    ['04', 'ESCI', 'ESCI'],
    ['05', 'EI期刊', 'EI journal'],
    ['06', 'EI会议', 'EI conference'],
    ['07', 'CPCI-S', 'CPCI-S'],
    ['08', 'CPCI-SSH', 'CPCI-SSH'],
    ['09', 'Scopus', 'Scopus'],
    ['10', 'Medline/PubMed', 'Medline'],
    ['11', 'CSSCI来源期刊', 'CSSCI'],
    ['12', 'CSSCI扩展版', 'CSSCI extended'],
    ['13', 'CSSCI集刊', 'CSSCI collection'],
    ['14', 'CSCD核心库', 'CSCD core'],
    ['15', 'CSCD扩展库', 'CSCD extended'],
    ['16', '北大中文核心', 'PKU core'],
    ['17', '中国科技核心（CSTPCD）', 'CSTPCD'],
    ['18', 'AMI期刊', 'AMI'],
    ['19', '中国科技期刊卓越行动计划', 'Excellence plan'],
    ['98', '其他收录', 'Other'],
    ['99', '未收录', 'None'],
  ],
);

export const reprintType = dictionary(
  'reprintType',
  ['转载类别', 'Reprint'],
  [
    ['01', '新华文摘（全文）', 'Xinhua Digest (full)'],
    ['02', '新华文摘（论点摘编）', 'Xinhua Digest (excerpt)'],
    ['03', '中国社会科学文摘', 'Chinese Social Science Digest'],
    ['04', '高等学校文科学术文摘', 'University Liberal Arts Digest'],
    ['05', '人大复印报刊资料（全文）', 'RUC reprints'],
    ['06', '社会科学文摘', 'Social Sciences Digest'],
    ['99', '其他', 'Other'],
  ],
);

export const jcrZone = dictionary(
  'jcrZone',
  ['JCR分区', 'JCR quartile'],
  [
    ['Q1', 'Q1', 'Q1'],
    ['Q2', 'Q2', 'Q2'],
    ['Q3', 'Q3', 'Q3'],
    ['Q4', 'Q4', 'Q4'],
  ],
);

export const casZone = dictionary(
  'casZone',
  ['中科院分区（大类）', 'CAS quartile'],
  [
    ['1', '1区', '1'],
    ['2', '2区', '2'],
    ['3', '3区', '3'],
    ['4', '4区', '4'],
  ],
);

export const activityLevel = dictionary(
  'activityLevel',
  ['学术活动级别', 'Activity level'],
  [
    ['01', '国际性', 'International'],
    ['02', '全国性', 'National'],
    ['03', '区域（省级）', 'Regional'],
    ['04', '校级', 'University'],
    ['05', '院级', 'College'],
  ],
);

/** Answer of a co-author. The registrant and external people are not asked. */
export const confirmStatus = dictionary(
  'confirmStatus',
  ['本人确认', 'Confirmation'],
  [
    ['0', '待确认', 'Awaiting'],
    ['1', '已确认', 'Confirmed'],
    ['2', '有异议', 'Disputed'],
  ],
);

export const awardLevel = dictionary(
  'awardLevel',
  ['获奖级别', 'Award level'],
  [
    ['01', '国家级', 'National'],
    ['02', '省部级', 'Provincial/ministerial'],
    ['03', '市厅级', 'Municipal'],
    ['04', '全国性学会（社会力量设奖）', 'National society'],
    ['05', '校级', 'University'],
    ['06', '国际', 'International'],
    ['99', '其他', 'Other'],
  ],
);

/** Open-access status, by the names of OpenAlex. */
export const openAccess = dictionary(
  'openAccess',
  ['开放获取', 'Open access'],
  [
    ['diamond', '钻石开放', 'Diamond'],
    ['gold', '金色开放', 'Gold'],
    ['green', '绿色开放', 'Green'],
    ['hybrid', '混合开放', 'Hybrid'],
    ['bronze', '青铜开放', 'Bronze'],
    ['closed', '不开放', 'Closed'],
  ],
);
