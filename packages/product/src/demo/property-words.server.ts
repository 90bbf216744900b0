/** Codes of colleges with inventions: engineering, and sciences except mathematics. */
const inventing = ['310', '330', '340', '350', '360'];

/** Codes of the colleges with records of each resource. */
export const propertyHomes: Readonly<Record<string, readonly string[]>> = {
  patentapp: inventing,
  zlsb: inventing,
  standard: inventing,
  gxjscp: inventing,
  xpz: ['350'],
  xy: ['340', '350'],
};

/** Texts of patents, copyrights, standards and similar records, in the format of `field-words.server.ts`. */
export const propertyTexts: Readonly<Record<string, readonly string[]>> = {
  patentName: ['一种{object}{aspect}方法', '基于{lens}的{object}{aspect}方法及系统'],
  applicants: ['江陵大学', '江陵大学', '江陵大学；武汉光谷信息技术有限公司'],
  agency: [
    '武汉科皓知识产权代理事务所',
    '湖北武汉永嘉专利代理有限公司',
    '北京清亦华知识产权代理事务所',
  ],
  agent: ['鲁力', '唐万荣', '张大威'],
  certNum: ['第 4512876 号', '第 5230194 号', '第 3987612 号'],
  ipc: ['G06F 17/30；G06N 3/04', 'H04L 29/06', 'C02F 1/28；B01J 20/20', 'A01G 9/02'],
  copyrightName: ['{object}数据管理系统', '{object}分析软件', '{object}教学资源平台'],
  shortName: ['分析软件', '管理系统'],
  owners: ['江陵大学', '江陵大学；武汉光谷信息技术有限公司'],
  'copyrightapp.certNum': [
    '软著登字第 12045678 号',
    '软著登字第 11386024 号',
    '软著登字第 10973315 号',
  ],
  'copyrightapp.description': [
    '围绕{object}实现数据管理、分析计算与可视化，支持批量导入与报表导出。',
  ],
  standardName: ['{object}技术规范', '{object}通用要求', '{object}检测方法'],
  standardNameEn: ['Technical specification', 'General requirements', 'Test method'],
  'standard.issueUnit': [
    '国家市场监督管理总局、国家标准化管理委员会',
    '湖北省市场监督管理局',
    '中国工程建设标准化协会',
  ],
  manageUnit: ['全国信息技术标准化技术委员会', '全国农业机械标准化技术委员会'],
  ics: ['35.240.01', '65.020.20', '13.060.50'],
  ccs: ['L 77', 'B 05', 'Z 16'],
  'standard.description': ['规定了术语、基本要求、方法与判定规则，适用于科研、生产与检验。'],
  // One name per record, since variety names are unique.
  varietyName: [
    '江农优 58',
    '荆两优 12',
    '江恢香丝',
    '楚稻 917',
    '江陵籼 6 号',
    '荆楚优珍 3 号',
    '云梦晚粳',
    '洪湖软占',
    '荆香糯 2 号',
    '华章早 41',
    '沙市丰优',
    '江汉红米',
    '青垱优 208',
    '监利香稻',
    '长湖节水旱稻',
    '天问两优 73',
    '凤台抗瘟 1 号',
    '郢都紫糯',
    '虎渡低镉优',
    '梦泽虾稻 9 号',
  ],
  species: ['水稻'],
  'xpz.approveUnit': ['国家农作物品种审定委员会'],
  breedSource: ['R58S × 江恢 917', '荆 06S × R12'],
  suitArea: ['长江中下游稻区作一季中稻种植', '湖北、湖南、江西稻区'],
  feature: [
    '株型适中，茎秆粗壮，抗倒性较强；全生育期 132 天，区域试验平均亩产 652 公斤。',
    '分蘖力强，结实率高，米质优，抗稻瘟病优于对照。',
  ],
  genericName: ['中药复方制剂'],
  coopUnit: ['武汉九州制药有限公司', '湖北楚天生物科技股份有限公司'],
  productName: ['{object}监测设备', '{object}分析系统'],
  'gxjscp.approveUnit': ['湖北省科学技术厅', '湖北省经济和信息化厅'],
  produceUnit: ['武汉光谷信息技术有限公司', '荆州江汉精工股份有限公司'],
  'gxjscp.description': ['以{object}{aspect}为核心技术，已在三家企业应用，运行稳定。'],
  'copyrightapp.regNum': ['国作登字-{regDate.year}-F-0012{serial}'],
  'xpz.approveNum': ['国审稻{approveDate.year}{serial}'],
  'xy.approveNum': ['国药证字Z{approveDate.year}{serial}'],
  regClass: ['1.1 类', '1 类', '2.2 类', '3 类'],
  'xy.approveUnit': ['国家药品监督管理局'],
  'gxjscp.certNum': ['鄂高新产{approveDate.year}{serial}'],
  novelty: [
    '经检索，未见将{object}{aspect}与在线校正结合的公开文献；与最接近的现有技术相比，误差降低约三成。',
    '现有方案均需离线处理，本方案首次在{object}{aspect}中实现实时处理，具有突出的实质性特点和显著进步。',
  ],
  background: [
    '{object}{aspect}目前依赖人工操作，效率低、成本高。本方案解决其自动化与精度不足的问题。',
    '现有设备结构复杂、能耗高，难以在野外长期使用，本方案针对这一不足提出。',
  ],
  scheme: [
    '采集现场数据，经滤波与特征提取后建立{object}模型，由控制单元在线修正参数并输出结果。',
    '由壳体、检测单元和控制单元组成，检测单元可拆卸地装于壳体内，控制单元按检测结果调节工作状态。',
  ],
  publishNote: ['相关论文已在线发表，距今不足六个月。', '曾在学术会议上口头报告，未披露实施细节。'],
  marketValue: [
    '已有两家企业表示合作意向，预计三年内可推广。',
    '可用于同类设备的改造，市场前景较好。',
  ],
  coApplicants: ['武汉光谷信息技术有限公司', '荆州江汉精工股份有限公司'],
  'patentapp.abstractText': [
    '公开了一种{object}{aspect}方法，包括采集数据、预处理、建模与输出四个步骤，能够在不增加硬件的前提下提高准确率，适用于工程现场。',
  ],
};

type Values = Readonly<Record<string, string>>;

/** Medicines by dosage form: names and uses. */
const medicines: readonly (readonly [
  form: string,
  spec: string,
  drugs: readonly (readonly [name: string, indication: string])[],
])[] = [
  [
    '颗粒剂',
    '每袋 5 g',
    [
      ['参芪益肺颗粒', '用于慢性支气管炎缓解期的辅助治疗。'],
      ['连翘清咽颗粒', '用于风热感冒所致的咽痛、发热。'],
      ['山楂化积颗粒', '用于小儿饮食积滞、脘腹胀满。'],
      ['杜仲平压颗粒', '用于轻度高血压属肝肾阴虚者。'],
      ['苍术除湿颗粒', '用于寒湿痹阻所致的关节疼痛。'],
    ],
  ],
  [
    '胶囊剂',
    '每粒 0.3 g',
    [
      ['丹参舒心胶囊', '用于气虚血瘀所致的胸闷心悸。'],
      ['水飞蓟护肝胶囊', '用于慢性肝炎的辅助治疗。'],
      ['红景天抗缺氧胶囊', '用于高原反应的预防。'],
      ['茯苓健脾胶囊', '用于脾虚湿盛所致的泄泻。'],
      ['灵芝安神胶囊', '用于心脾两虚所致的失眠。'],
    ],
  ],
  [
    '片剂',
    '每片 0.25 g',
    [
      ['银杏清脑片', '用于轻度脑供血不足所致的头晕。'],
      ['葛根解酒片', '用于饮酒过量后的不适。'],
      ['半枝莲消肿片', '用于皮肤疮疡初起。'],
      ['天麻止眩片', '用于肝阳上亢所致的眩晕。'],
      ['川芎通络片', '用于偏头痛发作期。'],
    ],
  ],
  [
    '丸剂',
    '每丸 9 g',
    [
      ['黄连止痢丸', '用于湿热痢疾。'],
      ['当归补血丸', '用于产后血虚。'],
      ['金樱固精丸', '用于肾虚不固。'],
      ['香附调经丸', '用于气滞血瘀所致的痛经。'],
      ['百部润喉丸', '用于阴虚干咳。'],
    ],
  ],
];

/** Consistent name, form and use of new drugs, each used once. */
export const newDrugs: readonly Values[] = medicines.flatMap(([dosageForm, spec, sold]) =>
  sold.map(([drugName, indication]) => ({ drugName, dosageForm, spec, indication })),
);
