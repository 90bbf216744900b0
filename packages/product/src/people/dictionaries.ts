import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** GB/T 4762-1984 */
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
      "Member of the Chinese Peasants' and Workers' Democratic Party (CPWDP)",
    ],
    ['09', '中国致公党党员', 'Member of the China Zhi Gong Party (CZGP)'],
    ['10', '九三学社社员', 'Member of the Jiusan Society'],
    ['11', '台湾民主自治同盟盟员', 'Member of the Taiwan Democratic Self-Government League'],
    ['12', '无党派民主人士', 'Non-party democratic personage'],
    ['13', '群众', 'None (the masses)'],
  ],
);

export const sorter = dictionary(
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
    ['10', '校外人员', 'Outside person'],
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

export const language = dictionary(
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

export const zzzt = dictionary(
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
    ['05', '博士后在站', 'Postdoc in station'],
    ['06', '企业实践锻炼', 'Industry secondment'],
    ['99', '其他', 'Other'],
  ],
);
