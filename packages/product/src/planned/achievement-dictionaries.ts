import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const bookType = dictionary(
  'bookType',
  ['著作类别', 'Book type'],
  [
    ['01', '学术专著', 'Monograph'],
    ['02', '编著', 'Compiled work'],
    ['03', '教材', 'Textbook'],
    ['04', '译著', 'Translation'],
    ['05', '工具书(参考书)', 'Reference'],
    ['06', '古籍整理', 'Collation of ancient books'],
    ['07', '皮书(发展报告)', 'Blue book'],
    ['08', '科普读物', 'Popular science'],
    ['09', '论文集', 'Collected papers'],
    ['10', '文艺作品集', 'Literary collection'],
    ['11', '电子出版物', 'Electronic'],
    ['99', '其他', 'Other'],
  ],
);

export const pressLevel = dictionary(
  'pressLevel',
  ['出版社级别', 'Publisher level'],
  [
    ['01', '国家级(权威)出版社', 'National'],
    ['02', '一般出版社', 'General'],
    ['03', '境外出版社', 'Overseas'],
  ],
);

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
);

export const patentStatus = dictionary(
  'patentStatus',
  ['专利状态', 'Patent status'],
  [
    ['01', '拟申请', 'Planned'],
    ['02', '已受理', 'Accepted'],
    ['03', '初审合格', 'Preliminary pass'],
    ['04', '公开(公布)', 'Published'],
    ['05', '实质审查', 'Substantive examination'],
    ['06', '授权', 'Granted'],
    ['07', '驳回', 'Rejected'],
    ['08', '视为撤回', 'Deemed withdrawn'],
    ['09', '主动撤回', 'Withdrawn'],
    ['10', '终止(未缴年费)', 'Lapsed'],
    ['11', '期限届满', 'Expired'],
    ['12', '宣告无效', 'Invalidated'],
    ['13', '权利转移', 'Assigned'],
  ],
);

export const adoptType = dictionary(
  'adoptType',
  ['采纳方式', 'Adoption type'],
  [
    ['01', '领导批示', 'Leader instruction'],
    ['02', '部门采纳', 'Adopted by department'],
    ['03', '内参刊发', 'Internal reference'],
    ['04', '人大(政协)提案采纳', 'NPC/CPPCC proposal'],
    ['05', '政策文件引用', 'Cited in policy'],
    ['06', '企事业单位采纳', 'Adopted by enterprise'],
  ],
);

export const adoptLevel = dictionary(
  'adoptLevel',
  ['采纳(批示)级别', 'Adoption level'],
  [
    ['01', '正国级领导批示', 'State leader'],
    ['02', '副国级领导批示', 'Deputy state leader'],
    ['03', '省部级正职批示(国家部委采纳)', 'Provincial/ministerial principal'],
    ['04', '省部级副职批示(省级部门采纳)', 'Provincial/ministerial deputy'],
    ['05', '市厅级', 'Municipal/departmental'],
    ['06', '县处级', 'County'],
    ['07', '企事业单位', 'Enterprise'],
  ],
);

export const literaryType = dictionary(
  'literaryType',
  ['文艺创作类别', 'Literary creation type'],
  [
    ['01', '文学(小说、散文、诗歌、报告文学)', 'Literature'],
    ['02', '戏剧(曲艺)剧本', 'Drama script'],
    ['03', '影视剧本', 'Screenplay'],
    ['04', '舞蹈作品', 'Dance'],
    ['05', '戏剧(曲艺)演出', 'Performance'],
    ['06', '影视作品', 'Film & TV'],
    ['07', '广播作品', 'Radio'],
    ['08', '摄影作品', 'Photography'],
    ['99', '其他', 'Other'],
  ],
);

export const artType = dictionary(
  'artType',
  ['艺术作品类别', 'Art work type'],
  [
    ['01', '中国画', 'Chinese painting'],
    ['02', '油画', 'Oil painting'],
    ['03', '版画', 'Print'],
    ['04', '雕塑', 'Sculpture'],
    ['05', '水彩(粉)画', 'Watercolour'],
    ['06', '漆画', 'Lacquer'],
    ['07', '壁画', 'Mural'],
    ['08', '书法', 'Calligraphy'],
    ['09', '篆刻', 'Seal carving'],
    ['10', '摄影', 'Photography'],
    ['11', '综合材料(实验艺术)', 'Mixed media'],
    ['12', '工艺美术', 'Crafts'],
    ['99', '其他', 'Other'],
  ],
);

export const designType = dictionary(
  'designType',
  ['设计艺术类别', 'Design type'],
  [
    ['01', '视觉传达设计', 'Visual communication'],
    ['02', '环境(景观、室内)设计', 'Environment'],
    ['03', '产品(工业)设计', 'Product'],
    ['04', '服装与服饰设计', 'Fashion'],
    ['05', '数字媒体(动画、交互)设计', 'Digital media'],
    ['06', '公共艺术', 'Public art'],
    ['07', '工艺设计', 'Craft'],
    ['08', '建筑设计', 'Architecture'],
    ['99', '其他', 'Other'],
  ],
);

export const musicType = dictionary(
  'musicType',
  ['音乐作品类别', 'Music type'],
  [
    ['01', '作曲(器乐)', 'Composition (instrumental)'],
    ['02', '作曲(声乐)', 'Composition (vocal)'],
    ['03', '歌剧(音乐剧)', 'Opera/musical'],
    ['04', '作词', 'Lyrics'],
    ['05', '声乐演唱', 'Vocal performance'],
    ['06', '器乐演奏', 'Instrumental performance'],
    ['07', '指挥', 'Conducting'],
    ['08', '电子音乐', 'Electronic'],
    ['99', '其他', 'Other'],
  ],
);

export const displayLevel = dictionary(
  'displayLevel',
  ['发表(展演)级别', 'Presentation level'],
  [
    ['01', '国际级', 'International'],
    ['02', '国家级', 'National'],
    ['03', '省部级', 'Provincial'],
    ['04', '市厅级', 'Municipal'],
    ['05', '校级', 'School'],
  ],
);

export const copyrightType = dictionary(
  'copyrightType',
  ['著作权类别', 'Copyright type'],
  [
    ['01', '计算机软件著作权', 'Software'],
    ['02', '作品著作权(美术)', 'Work (fine art)'],
    ['03', '作品著作权(文字)', 'Work (text)'],
    ['04', '作品著作权(音乐、影视)', 'Work (music, film)'],
    ['99', '其他作品', 'Other'],
  ],
);

export const sportType = dictionary(
  'sportType',
  ['体育成果类别', 'Sports achievement type'],
  [
    ['01', '竞赛名次(本人参赛)', 'Own competition result'],
    ['02', '指导竞赛名次', 'Coached competition result'],
    ['03', '打破纪录', 'Record broken'],
    ['04', '裁判(执裁)工作', 'Refereeing'],
    ['05', '体育编排(套路、操舞)作品', 'Choreography'],
    ['99', '其他', 'Other'],
  ],
);

export const sportLevel = dictionary(
  'sportLevel',
  ['赛事级别', 'Competition level'],
  [
    ['01', '奥运会/世界杯/世锦赛', 'Olympics/Worlds'],
    ['02', '亚运会/亚锦赛/世界大学生运动会', 'Asian games/FISU'],
    ['03', '全国运动会/全国锦标赛', 'National games'],
    ['04', '全国大学生运动会/全国单项赛', 'National university'],
    ['05', '省运会/省级赛', 'Provincial'],
    ['06', '市级赛', 'Municipal'],
    ['07', '校级', 'School'],
  ],
);

export const webWorkType = dictionary(
  'webWorkType',
  ['网络文化成果形式', 'Web work form'],
  [
    ['01', '网络文章', 'Article'],
    ['02', '微视频(短视频)', 'Short video'],
    ['03', '微电影', 'Micro film'],
    ['04', '音频', 'Audio'],
    ['05', '动漫', 'Animation'],
    ['06', '图文(H5、海报)', 'Graphics/H5'],
    ['07', '微课(网络课程)', 'Micro course'],
    ['08', '直播访谈', 'Live talk'],
    ['09', '网络专栏(公众号)', 'Column'],
    ['99', '其他', 'Other'],
  ],
);

export const platformLevel = dictionary(
  'platformLevel',
  ['发布平台级别', 'Platform level'],
  [
    ['01', '中央主要媒体及其新媒体平台', 'Central media'],
    ['02', '部委(行业)主要媒体平台', 'Ministry media'],
    ['03', '省级主要媒体平台', 'Provincial media'],
    ['04', '高校官方平台', 'University official'],
    ['05', '商业门户平台', 'Commercial portal'],
    ['06', '其他', 'Other'],
  ],
);

export const appraisalLevel = dictionary(
  'appraisalLevel',
  ['鉴定水平', 'Appraised level'],
  [
    ['01', '国际领先', 'Internationally leading'],
    ['02', '国际先进', 'Internationally advanced'],
    ['03', '国内领先', 'Domestically leading'],
    ['04', '国内先进', 'Domestically advanced'],
    ['05', '其他', 'Other'],
  ],
);

export const varietyType = dictionary(
  'varietyType',
  ['品种类别', 'Variety type'],
  [
    ['01', '农作物', 'Crop'],
    ['02', '林木', 'Tree'],
    ['03', '果树(园艺)', 'Fruit/horticulture'],
    ['04', '畜禽', 'Livestock'],
    ['05', '水产', 'Aquatic'],
    ['06', '蚕桑(蜂、药用植物)', 'Silkworm/bee/medicinal'],
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
    ['03', '药品注册(上市)批准', 'Marketing approval'],
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
    ['04', '首台(套)装备', 'First (set) equipment'],
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
