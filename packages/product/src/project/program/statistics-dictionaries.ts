import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Classifications of projects in national statistics. */

export const cooperationForm = dictionary(
  'cooperationForm',
  ['合作形式', 'Form of cooperation'],
  [
    ['1', '与境外机构合作', 'With overseas institution'],
    ['2', '与国内高校合作', 'With domestic university'],
    ['3', '与国内独立研究机构合作', 'With domestic research institute'],
    ['4', '与境内注册外商独资企业合作', 'With foreign-owned enterprise in China'],
    ['5', '与境内注册其他企业合作', 'With other enterprise in China'],
    ['6', '独立完成', 'Independent'],
    ['9', '其他', 'Other'],
  ],
);

export const socialTarget = dictionary(
  'socialTarget',
  ['社会经济目标', 'Social and economic objective'],
  [
    ['01', '环境保护、生态建设及污染防治', 'Environment'],
    ['02', '能源生产、分配和合理利用', 'Energy'],
    ['03', '卫生事业发展', 'Health'],
    ['04', '教育事业发展', 'Education'],
    ['05', '基础设施以及城市和农村规划', 'Infrastructure and planning'],
    ['06', '社会发展和社会服务', 'Social development'],
    ['07', '地球和大气层的探索与利用', 'Earth and atmosphere'],
    ['08', '民用空间探测及开发', 'Civil space'],
    ['09', '农林牧渔业发展', 'Agriculture'],
    ['10', '工商业发展', 'Industry and commerce'],
    ['11', '非定向研究', 'Non-oriented research'],
    ['12', '其他民用目标', 'Other civil'],
    ['13', '国防', 'Defence'],
  ],
);

export const industry = dictionary(
  'industry',
  ['服务行业', 'Industry'],
  [
    ['A', '农、林、牧、渔业', 'Agriculture'],
    ['B', '采矿业', 'Mining'],
    ['C', '制造业', 'Manufacturing'],
    ['D', '电力、热力、燃气及水生产和供应业', 'Utilities'],
    ['E', '建筑业', 'Construction'],
    ['F', '批发和零售业', 'Wholesale and retail'],
    ['G', '交通运输、仓储和邮政业', 'Transport'],
    ['H', '住宿和餐饮业', 'Accommodation and catering'],
    ['I', '信息传输、软件和信息技术服务业', 'Information technology'],
    ['J', '金融业', 'Finance'],
    ['K', '房地产业', 'Real estate'],
    ['L', '租赁和商务服务业', 'Leasing and business services'],
    ['M', '科学研究和技术服务业', 'Scientific research'],
    ['N', '水利、环境和公共设施管理业', 'Water, environment, public facilities'],
    ['O', '居民服务、修理和其他服务业', 'Resident services'],
    ['P', '教育', 'Education'],
    ['Q', '卫生和社会工作', 'Health'],
    ['R', '文化、体育和娱乐业', 'Culture and sports'],
    ['S', '公共管理、社会保障和社会组织', 'Public administration'],
    ['T', '国际组织', 'International organisations'],
  ],
);
