import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { poliStatusSynonyms } from '../shared/formats/synonyms.ts';

/** Political status by GB/T 4762-1984. */
export const poliStatus = dictionary(
  'poliStatus',
  ['政治面貌', 'Political status'],
  [
    ['01', '中国共产党党员', 'CPC member'],
    ['02', '中国共产党预备党员', 'Probationary CPC member'],
    ['03', '中国共产主义青年团团员', 'Communist Youth League member'],
    [
      '04',
      '中国国民党革命委员会会员',
      'Member of the Revolutionary Committee of the Chinese Kuomintang (RCCK)',
    ],
    ['05', '中国民主同盟盟员', 'Member of the China Democratic League (CDL)'],
    [
      '06',
      '中国民主建国会会员',
      'Member of the China National Democratic Construction Association (CNDCA)',
    ],
    ['07', '中国民主促进会会员', 'Member of the China Association for Promoting Democracy (CAPD)'],
    [
      '08',
      '中国农工民主党党员',
      'Member of the Chinese Peasants’ and Workers’ Democratic Party (CPWDP)',
    ],
    ['09', '中国致公党党员', 'Member of the China Zhi Gong Party (CZGP)'],
    ['10', '九三学社社员', 'Member of the Jiusan Society'],
    ['11', '台湾民主自治同盟盟员', 'Member of the Taiwan Democratic Self-Government League'],
    ['12', '无党派民主人士', 'Non-party democratic personage'],
    ['13', '群众', 'None (the masses)'],
  ],
  poliStatusSynonyms,
);

export const personnelCategory = dictionary(
  'sorter',
  ['人员类别', 'Personnel category'],
  [
    ['01', '专任教师', 'Full-time teacher'],
    ['02', '专职科研人员', 'Full-time researcher'],
    ['03', '实验技术人员', 'Lab technician'],
    ['04', '教辅人员', 'Teaching support staff'],
    ['05', '管理人员', 'Administrator'],
    ['06', '附属医院人员', 'Affiliated hospital staff'],
    ['07', '博士后', 'Postdoc'],
    ['08', '学生', 'Student'],
    ['09', '外聘（兼职）人员', 'External/part-time'],
    ['10', '校外人员', 'External person'],
    ['99', '其他', 'Other'],
  ],
);

export const jobCategory = dictionary(
  'jobCategory',
  ['岗位类别', 'Post category'],
  [
    ['01', '教学科研型', 'Teaching & research'],
    ['02', '教学为主型', 'Teaching-focused'],
    ['03', '科研为主型', 'Research-focused'],
    ['04', '社会服务与推广型', 'Social service & extension'],
    ['05', '实验技术岗', 'Lab post'],
    ['06', '管理岗', 'Administration'],
    ['07', '其他专业技术岗', 'Other technical'],
    ['08', '工勤技能岗', 'Logistics'],
    ['99', '其他', 'Other'],
  ],
);

export const languageCode = dictionary(
  'language',
  ['外语语种', 'Foreign language'],
  [
    ['01', '英语', 'English'],
    ['02', '日语', 'Japanese'],
    ['03', '俄语', 'Russian'],
    ['04', '德语', 'German'],
    ['05', '法语', 'French'],
    ['06', '西班牙语', 'Spanish'],
    ['07', '葡萄牙语', 'Portuguese'],
    ['08', '意大利语', 'Italian'],
    ['09', '朝鲜语/韩国语', 'Korean'],
    ['10', '阿拉伯语', 'Arabic'],
    ['99', '其他', 'Other'],
  ],
);

export const languageLevel = dictionary(
  'languageLevel',
  ['外语水平', 'Language level'],
  [
    ['01', '精通', 'Proficient'],
    ['02', '熟练', 'Fluent'],
    ['03', '良好', 'Good'],
    ['04', '一般', 'Basic'],
  ],
);

export const isDoctoral = dictionary(
  'isDoctoral',
  ['是否博导', 'Doctoral supervisor'],
  [
    ['01', '是', 'Yes'],
    ['02', '否', 'No'],
  ],
);

export const employmentStatus = dictionary(
  'zzzt',
  ['在职状态', 'In service'],
  [
    ['1', '在职', 'In service'],
    ['0', '离职', 'Left'],
  ],
);

export const furtherEducation = dictionary(
  'furtherEducation',
  ['进修情况', 'Further education'],
  [
    ['01', '无', 'None'],
    ['02', '在职攻读博士', 'In-service PhD study'],
    ['03', '国内访学', 'Domestic visiting scholar'],
    ['04', '国外（境外）访学', 'Overseas visiting scholar'],
    ['05', '博士后在站', 'Postdoctoral fellow in residence'],
    ['06', '企业实践锻炼', 'Industry secondment'],
    ['99', '其他', 'Other'],
  ],
);

/** Code of “other”; a text field beside it holds the description. */
export const otherEntryCode = '99';

export const honorLevel = dictionary(
  'honorLevel',
  ['荣誉称号级别', 'Level of honour'],
  [
    ['01', '国家级', 'National'],
    ['02', '省部级', 'Provincial or ministerial'],
    ['03', '市厅级', 'Municipal or departmental'],
    ['04', '校级', 'University'],
    ['05', '国际', 'International'],
  ],
);

export const honorTitle = dictionary(
  'honorTitle',
  ['荣誉（人才）称号', 'Honorary title'],
  [
    ['01', '中国科学院院士', 'Academician of the Chinese Academy of Sciences'],
    ['02', '中国工程院院士', 'Academician of the Chinese Academy of Engineering'],
    ['03', '国家级领军人才', 'National leading talent'],
    ['04', '国家级青年人才', 'National young talent'],
    ['05', '国家杰出青年基金获得者（青年A类）', 'National distinguished young scholar (A)'],
    ['06', '优秀青年基金获得者（青年B类）', 'Excellent young scholar (B)'],
    ['07', '享受国务院政府特殊津贴专家', 'Expert with the special allowance of the State Council'],
    ['08', '国家百千万人才工程', 'National project of talents'],
    ['09', '文化名家暨“四个一批”人才', 'Master of culture'],
    ['10', '教育部新世纪优秀人才', 'New century excellent talent'],
    ['11', '省级高层次人才', 'Provincial high-level talent'],
    ['12', '省级教学科研名师', 'Provincial master of teaching and research'],
    ['13', '校级学科带头人', 'Leader of a discipline at the university'],
    ['14', '校级青年骨干', 'Young key scholar of the university'],
    [otherEntryCode, '其他', 'Other'],
  ],
);

export const partTimeType = dictionary(
  'partTimeType',
  ['学术兼职类型', 'Type of appointment'],
  [
    ['01', '学术团体任职', 'Post in a learned society'],
    ['02', '期刊编委', 'Editorial board'],
    ['03', '期刊审稿人', 'Reviewer of a journal'],
    ['04', '政府咨询（评审）专家', 'Adviser or reviewer of the government'],
    ['05', '高校（科研院所）兼职', 'Post at another university or institute'],
    ['06', '企业兼职（技术顾问）', 'Adviser of an enterprise'],
    [otherEntryCode, '其他', 'Other'],
  ],
);

export const partTimeOrgType = dictionary(
  'partTimeOrgType',
  ['兼职机构类别', 'Category of organisation'],
  [
    ['01', '国际组织', 'International'],
    ['02', '国家级', 'National'],
    ['03', '省部级', 'Provincial or ministerial'],
    ['04', '市厅级', 'Municipal or departmental'],
    ['05', '企业', 'Enterprise'],
    [otherEntryCode, '其他', 'Other'],
  ],
);

export const partTimePost = dictionary(
  'partTimePost',
  ['兼职职务', 'Position held'],
  [
    ['01', '理事长/会长/主任委员', 'President or chair'],
    ['02', '副理事长/副会长/副主任委员', 'Vice president or vice chair'],
    ['03', '常务理事/常务委员', 'Executive council member'],
    ['04', '理事/委员', 'Council or committee member'],
    ['05', '秘书长', 'Secretary general'],
    ['06', '主编', 'Editor in chief'],
    ['07', '副主编', 'Associate editor in chief'],
    ['08', '编委', 'Member of the editorial board'],
    ['09', '审稿人', 'Reviewer'],
    ['10', '客座（兼职）教授', 'Visiting or adjunct professor'],
    [otherEntryCode, '其他', 'Other'],
  ],
);

/** Operations of a change (操作类型). */
export const changeOperation = dictionary(
  'czlx',
  ['操作类型', 'Operation'],
  [
    ['1', '新增', 'Added'],
    ['2', '修改', 'Changed'],
    ['3', '删除', 'Deleted'],
  ],
);

/** Subjects of a change (业务类型). */
export const changeBusiness = dictionary(
  'ywlx',
  ['业务类型', 'Subject'],
  [
    ['1', '基本信息', 'Basic information'],
    ['2', '荣誉称号', 'Honorary title'],
    ['3', '学术兼职', 'Academic appointment'],
  ],
);
