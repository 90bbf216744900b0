type Values = Readonly<Record<string, string>>;

/** Competitions by name: level (`sportLevel`), host, and place. */
const matches = {
  university: ['第十七届省大学生运动会', '05', '省教育厅、省体育局', '省奥体中心'],
  boats: ['全国大学生龙舟锦标赛', '04', '中国大学生体育协会', '东湖水上运动基地'],
  students: ['全国学生（青年）运动会', '04', '中国大学生体育协会', '大学城体育馆'],
  aerobics: ['省大学生健美操啦啦操锦标赛', '05', '省大学生体育协会', '大学城体育馆'],
  wushu: ['全国大学生武术套路锦标赛', '04', '中国大学生体育协会', '大学城体育馆'],
  city: ['市全民健身运动会', '06', '市体育局', '市体育公园'],
} as const;

/** Sort of a result, and what its writer was: coach, competitor, referee, author of a routine. */
const parts = {
  coached: ['02', '2'],
  helped: ['02', '3'],
  own: ['01', '1'],
  refereed: ['04', '4'],
  arranged: ['05', '5'],
} as const;

/** Results: title, competition, part, event, ranking, and what was measured. */
const results: readonly (readonly [
  title: string,
  match: keyof typeof matches,
  part: keyof typeof parts,
  event: string,
  ranking: string,
  result: string,
])[] = [
  ['龙舟男子 500 米直道赛第一名', 'boats', 'coached', '男子 500 米直道赛', '第一名', '2:05.31'],
  ['男子 110 米栏第二名', 'university', 'coached', '男子 110 米栏', '第二名', '14.62 秒'],
  ['女子健美操团体第一名', 'aerobics', 'coached', '女子健美操团体', '第一名', '9.35 分'],
  ['男子长拳第三名', 'wushu', 'helped', '男子长拳', '第三名', '9.12 分'],
  ['男子篮球甲组第四名', 'university', 'coached', '男子篮球甲组', '第四名', '71:78'],
  ['女子排球甲组第二名', 'university', 'helped', '女子排球甲组', '第二名', '1:3'],
  ['田径女子跳远第一名', 'university', 'coached', '女子跳远', '第一名', '6.02 米'],
  ['男子 100 米蛙泳第三名', 'students', 'coached', '男子 100 米蛙泳', '第三名', '1:03.18'],
  ['羽毛球混合双打第一名', 'city', 'own', '混合双打', '第一名', '2:1'],
  ['乒乓球女子团体第二名', 'university', 'helped', '女子团体', '第二名', '2:3'],
  ['田径项目裁判工作', 'university', 'refereed', '田径', '优秀裁判员', '执裁 32 场'],
  ['啦啦操花球规定动作第一名', 'aerobics', 'coached', '花球规定动作', '第一名', '9.41 分'],
  ['舞龙自选套路编排', 'students', 'arranged', '舞龙自选套路', '第二名', '8.97 分'],
  ['网球男子单打第五名', 'university', 'coached', '男子单打', '第五名', '0:2'],
  ['健身气功团体第一名', 'city', 'arranged', '健身气功团体', '第一名', '9.28 分'],
  ['武术套路裁判工作', 'wushu', 'refereed', '武术套路', '优秀裁判员', '执裁 18 场'],
  ['龙舟女子 200 米直道赛第三名', 'boats', 'coached', '女子 200 米直道赛', '第三名', '58.74 秒'],
  ['毽球男子三人赛第一名', 'city', 'own', '男子三人赛', '第一名', '2:0'],
  ['体育舞蹈拉丁组第二名', 'students', 'helped', '拉丁组', '第二名', '8.85 分'],
  ['定向越野短距离赛第一名', 'university', 'coached', '短距离赛', '第一名', '17:42'],
];

/** Sports results whose title, event, ranking and competition are of one thing. */
export const sportResults: readonly Values[] = results.map(
  ([achName, match, part, eventName, ranking, result]) => {
    const [matchName, sportLevel, hostUnit, place] = matches[match];
    const [sportType, identity] = parts[part];
    const said = { achName, matchName, sportLevel, hostUnit, place, sportType, identity };
    return { ...said, eventName, ranking, result, isRecord: '0' };
  },
);
