import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const literaryType = dictionary(
  'literaryType',
  ['文艺创作类别', 'Literary creation type'],
  [
    ['01', '文学（小说、散文、诗歌、报告文学）', 'Literature'],
    ['02', '戏剧（曲艺）剧本', 'Drama script'],
    ['03', '影视剧本', 'Screenplay'],
    ['04', '舞蹈作品', 'Dance'],
    ['05', '戏剧（曲艺）演出', 'Performance'],
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
    ['05', '水彩（粉）画', 'Watercolour'],
    ['06', '漆画', 'Lacquer'],
    ['07', '壁画', 'Mural'],
    ['08', '书法', 'Calligraphy'],
    ['09', '篆刻', 'Seal carving'],
    ['10', '摄影', 'Photography'],
    ['11', '综合材料（实验艺术）', 'Mixed media'],
    ['12', '工艺美术', 'Crafts'],
    ['99', '其他', 'Other'],
  ],
);

export const designType = dictionary(
  'designType',
  ['设计艺术类别', 'Design type'],
  [
    ['01', '视觉传达设计', 'Visual communication'],
    ['02', '环境（景观、室内）设计', 'Environment'],
    ['03', '产品（工业）设计', 'Product'],
    ['04', '服装与服饰设计', 'Fashion'],
    ['05', '数字媒体（动画、交互）设计', 'Digital media'],
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
    ['01', '作曲（器乐）', 'Composition (instrumental)'],
    ['02', '作曲（声乐）', 'Composition (vocal)'],
    ['03', '歌剧（音乐剧）', 'Opera/musical'],
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
  ['发表（展演）级别', 'Presentation level'],
  [
    ['01', '国际级', 'International'],
    ['02', '国家级', 'National'],
    ['03', '省部级', 'Provincial'],
    ['04', '市厅级', 'Municipal'],
    ['05', '校级', 'University'],
  ],
);

export const displayWay = dictionary(
  'displayWay',
  ['发表（展演）方式', 'Presentation'],
  [
    ['01', '公开发表', 'Published'],
    ['02', '展览', 'Exhibited'],
    ['03', '演出', 'Performed'],
    ['04', '播映', 'Broadcast'],
    ['05', '收藏', 'Collected'],
    ['06', '入选', 'Selected'],
    ['07', '获奖', 'Awarded'],
    ['08', '采用（落成）', 'Adopted (completed)'],
  ],
);

export const sportType = dictionary(
  'sportType',
  ['体育成果类别', 'Sports achievement type'],
  [
    ['01', '竞赛名次（本人参赛）', 'Own competition result'],
    ['02', '指导竞赛名次', 'Coached competition result'],
    ['03', '打破纪录', 'Record broken'],
    ['04', '裁判（执裁）工作', 'Refereeing'],
    ['05', '体育编排（套路、操舞）作品', 'Choreography'],
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
    ['07', '校级', 'University'],
  ],
);

export const webWorkType = dictionary(
  'webWorkType',
  ['网络文化成果形式', 'Web work form'],
  [
    ['01', '网络文章', 'Article'],
    ['02', '微视频（短视频）', 'Short video'],
    ['03', '微电影', 'Micro film'],
    ['04', '音频', 'Audio'],
    ['05', '动漫', 'Animation'],
    ['06', '图文（H5、海报）', 'Graphics/H5'],
    ['07', '微课（网络课程）', 'Micro course'],
    ['08', '直播访谈', 'Live talk'],
    ['09', '网络专栏（公众号）', 'Column'],
    ['99', '其他', 'Other'],
  ],
);

export const platformLevel = dictionary(
  'platformLevel',
  ['发布平台级别', 'Platform level'],
  [
    ['01', '中央主要媒体及其新媒体平台', 'Central media'],
    ['02', '部委（行业）主要媒体平台', 'Ministry media'],
    ['03', '省级主要媒体平台', 'Provincial media'],
    ['04', '高校官方平台', 'University official'],
    ['05', '商业门户平台', 'Commercial portal'],
    ['06', '其他', 'Other'],
  ],
);

export const sportIdentity = dictionary(
  'sportIdentity',
  ['本人身份', 'Identity'],
  [
    ['1', '运动员', 'Athlete'],
    ['2', '主教练', 'Head coach'],
    ['3', '教练', 'Coach'],
    ['4', '裁判', 'Referee'],
    ['5', '编排者', 'Choreographer'],
  ],
);
