import { expect, test } from 'vitest';
import { readPatentSheet } from './patent-sheet.ts';

const head = [
  '序号',
  '申请号',
  '名称',
  '公开（公告）号',
  '公开（公告）日',
  '申请日',
  '申请（专利权）人',
  '发明人',
  '专利类型',
  '法律状态',
  'IPC主分类号',
];

const row = (over: Readonly<Record<string, string>>): string[] =>
  head.map((name) => over[name] ?? '');

test('a grant of the patent office is read with its inventors, days and status', () => {
  const [found] =
    readPatentSheet([
      head,
      row({
        申请号: 'CN201710601862.3',
        名称: '一种湿地水位监测装置',
        '公开（公告）号': 'CN108733926B',
        '公开（公告）日': '2020.05.01',
        申请日: '20170721',
        '申请（专利权）人': '江陵大学;某公司',
        发明人: '林晓岚; 周启明；赵青',
        专利类型: '发明授权',
        法律状态: '有效',
        IPC主分类号: 'G01F23/00; G01F25/00',
      }),
    ]) ?? [];
  expect(found?.inventors).toEqual(['林晓岚', '周启明', '赵青']);
  expect(found?.notes).toEqual([]);
  expect(found?.values).toMatchObject({
    patentName: '一种湿地水位监测装置',
    patentType: '01',
    patentStatus: '06',
    grantNum: 'CN108733926B',
    grantDate: '2020-05-01',
    applyDate: '2017-07-21',
    country: '156',
    ipc: 'G01F23/00',
  });
  expect(found?.values.publicNum).toBeUndefined();
});

test.each([
  ['实用新型', '未缴年费终止', '02', '10'],
  ['外观设计', '权利终止-期限届满', '03', '11'],
  ['发明公开', '实质审查的生效', '01', '05'],
  ['PCT发明', '视为撤回', '04', '08'],
  ['发明专利', '主动撤回', '01', '09'],
  ['发明专利', '驳回', '01', '07'],
  ['发明专利', '专利权全部无效宣告', '01', '12'],
])('%s, %s are codes %s and %s', (type, status, typeCode, statusCode) => {
  const [found] =
    readPatentSheet([head, row({ 名称: '甲', 专利类型: type, 法律状态: status })]) ?? [];
  expect(found?.values).toMatchObject({ patentType: typeCode, patentStatus: statusCode });
});

test('a status that says too little is asked for', () => {
  const [found] = readPatentSheet([head, row({ 名称: '甲', 法律状态: '失效' })]) ?? [];
  expect(found?.notes.map(([zh]) => zh)).toEqual([expect.stringContaining('“失效”')]);
});

test.each([[['论文题目', '作者']], [['专利名称', '申请（专利）号', '专利类型']], [[]]])(
  'the head %j is of no such table',
  (other) => expect(readPatentSheet([other])).toBeNull(),
);
