import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { patentTypeSynonyms } from '../../shared/formats/synonyms.ts';

export const patentType = dictionary(
  'patentType',
  ['专利类型', 'Patent type'],
  [
    ['01', '发明专利', 'Invention'],
    ['02', '实用新型', 'Utility model'],
    ['03', '外观设计', 'Design'],
    ['04', 'PCT国际申请', 'PCT'],
    ['05', '国外发明专利', 'Foreign invention'],
    ['06', '国防专利', 'Defence'],
    ['07', '集成电路布图设计', 'IC layout'],
  ],
  patentTypeSynonyms,
);

export const patentStatus = dictionary(
  'patentStatus',
  ['专利状态', 'Patent status'],
  [
    ['01', '拟申请', 'Planned'],
    ['02', '已受理', 'Accepted'],
    ['03', '初审合格', 'Preliminary pass'],
    ['04', '公开（公布）', 'Published'],
    ['05', '实质审查', 'Substantive examination'],
    ['06', '授权', 'Granted'],
    ['07', '驳回', 'Rejected'],
    ['08', '视为撤回', 'Deemed withdrawn'],
    ['09', '主动撤回', 'Withdrawn'],
    ['10', '终止（未缴年费）', 'Lapsed'],
    ['11', '期限届满', 'Expired'],
    ['12', '宣告无效', 'Invalidated'],
    ['13', '权利转移', 'Assigned'],
  ],
);

export const copyrightType = dictionary(
  'copyrightType',
  ['著作权类别', 'Copyright type'],
  [
    ['01', '计算机软件著作权', 'Software'],
    ['02', '作品著作权（美术）', 'Work (fine art)'],
    ['03', '作品著作权（文字）', 'Work (text)'],
    ['04', '作品著作权（音乐、影视）', 'Work (music, film)'],
    ['99', '其他作品', 'Other'],
  ],
);

export const varietyType = dictionary(
  'varietyType',
  ['品种类别', 'Variety type'],
  [
    ['01', '农作物', 'Crop'],
    ['02', '林木', 'Tree'],
    ['03', '果树（园艺）', 'Fruit/horticulture'],
    ['04', '畜禽', 'Livestock'],
    ['05', '水产', 'Aquatic'],
    ['06', '蚕桑（蜂、药用植物）', 'Silkworm/bee/medicinal'],
    ['07', '微生物菌种', 'Microbial strain'],
    ['99', '其他', 'Other'],
  ],
);

export const drugType = dictionary(
  'drugType',
  ['新药类别', 'Drug category'],
  [
    ['01', '中药', 'Chinese medicine'],
    ['02', '化学药', 'Chemical drug'],
    ['03', '生物制品', 'Biological product'],
    ['04', '医疗器械', 'Medical device'],
    ['05', '兽药', 'Veterinary drug'],
    ['06', '农药', 'Pesticide'],
    ['99', '其他', 'Other'],
  ],
);

export const drugStage = dictionary(
  'drugStage',
  ['批准类型', 'Approval type'],
  [
    ['01', '临床试验批准', 'Clinical trial approval'],
    ['02', '新药证书', 'New drug certificate'],
    ['03', '药品注册（上市）批准', 'Marketing approval'],
    ['04', '医疗器械注册证', 'Device registration'],
  ],
);

export const productType = dictionary(
  'productType',
  ['高新技术产品类别', 'High-tech product type'],
  [
    ['01', '国家级新产品', 'National new product'],
    ['02', '省级新产品', 'Provincial new product'],
    ['03', '高新技术产品认定', 'Recognised high-tech product'],
    ['04', '首台（套）装备', 'First (set) equipment'],
    ['05', '软件产品登记', 'Software product'],
    ['99', '其他', 'Other'],
  ],
);

export const standardLevel = dictionary(
  'standardLevel',
  ['标准级别', 'Standard level'],
  [
    ['01', '国际标准', 'International'],
    ['02', '国家标准', 'National'],
    ['03', '行业标准', 'Industry'],
    ['04', '地方标准', 'Local'],
    ['05', '团体标准', 'Association'],
    ['06', '企业标准', 'Enterprise'],
  ],
);

export const standardNature = dictionary(
  'standardNature',
  ['标准性质', 'Standard nature'],
  [
    ['1', '强制性', 'Mandatory'],
    ['2', '推荐性', 'Recommended'],
    ['3', '指导性技术文件', 'Guidance'],
  ],
);

export const patentUse = dictionary(
  'patentUse',
  ['专利转化情况', 'Patent use'],
  [
    ['0', '未转化', 'None'],
    ['1', '转让', 'Assigned'],
    ['2', '许可', 'Licensed'],
    ['3', '作价投资', 'Equity'],
    ['4', '自行实施', 'Self-implemented'],
  ],
);

export const rightGetWay = dictionary(
  'rightGetWay',
  ['权利取得方式', 'Acquisition'],
  [
    ['1', '原始取得', 'Original'],
    ['2', '继受取得', 'Derivative'],
  ],
);

export const rightScope = dictionary(
  'rightScope',
  ['权利范围', 'Scope of rights'],
  [
    ['1', '全部权利', 'All'],
    ['2', '部分权利', 'Part'],
  ],
);

export const varietyMode = dictionary(
  'varietyMode',
  ['认定方式', 'Recognition'],
  [
    ['01', '国家审定', 'National approval'],
    ['02', '省级审定', 'Provincial approval'],
    ['03', '品种登记', 'Registration'],
    ['04', '植物新品种权授权', 'Plant variety right'],
    ['05', '良种认定', 'Improved variety recognition'],
  ],
);

export const standardMode = dictionary(
  'standardMode',
  ['制修订类型', 'Standard mode'],
  [
    ['1', '制定', 'New'],
    ['2', '修订', 'Revision'],
  ],
);

export const joinMode = dictionary(
  'joinMode',
  ['参与方式', 'Participation'],
  [
    ['1', '主持（牵头）', 'Lead'],
    ['2', '参与', 'Participate'],
  ],
);

export const feeSource = dictionary(
  'feeSource',
  ['费用来源', 'Fee source'],
  [
    ['1', '项目经费', 'Project funds'],
    ['2', '学校资助', 'University'],
    ['3', '自筹', 'Own funds'],
    ['4', '合作单位', 'Partner'],
  ],
);
