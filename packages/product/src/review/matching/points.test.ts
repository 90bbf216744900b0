import { expect, test } from 'vitest';
import { expertPanelFor, fitPointsOf, keywordsOfText } from './points.ts';

const of = (subjects: readonly string[], words = '') => ({
  subjects,
  keywords: keywordsOfText(words),
});

test('R-801: the worked example has four points', () => {
  const expert = of(['52040', '41340'], '图神经网络；知识图谱');
  expect(fitPointsOf(expert, of(['52040'], '图神经网络；电子病历；语义检索'))).toBe(4);
});

test('R-801: second level, first level, class, nothing', () => {
  const record = of(['52040']);
  expect(
    ['52040', '52010', '41340', '18044'].map((code) => fitPointsOf(of([code]), record)),
  ).toEqual([3, 2, 1, 0]);
  expect(fitPointsOf(of(['18044', '11011', '21010', '52040']), record)).toBe(0);
});

test('R-801: common keywords in any spelling count, three at most', () => {
  const words = 'ＡＩ；湿地、碳汇,模型；遥感';
  expect(fitPointsOf(of([], words), of([], 'ai;湿地'))).toBe(2);
  expect(fitPointsOf(of([], words), of([], words))).toBe(3);
});

const panels = [
  { groupName: '理工组', subjects: ['520', '140'] },
  { groupName: '计算机组', subjects: ['52020'] },
  { groupName: '其他组', subjects: [] },
];
const record = (subject: string | null, groupName: string | null = null) => ({
  subject,
  groupName,
});

test('a record goes to the panel that holds its discipline most closely (R-801)', () => {
  expect(expertPanelFor(panels, record('52020'))).toBe('计算机组');
  expect(expertPanelFor(panels, record('52040'))).toBe('理工组');
  expect(expertPanelFor(panels, record('87010'))).toBe('其他组');
  expect(expertPanelFor(panels, record(null))).toBe('其他组');
});

test('the office decides where none or several take it', () => {
  const alike = [...panels.slice(0, 2), { groupName: '信息组', subjects: ['52020'] }];
  expect(expertPanelFor(alike, record('52020'))).toBeUndefined();
  expect(expertPanelFor(alike, record('87010'))).toBeUndefined();
  expect(expertPanelFor(alike, record('52020', '信息组'))).toBe('信息组');
  expect(expertPanelFor(panels, record('52020', '没有的组'))).toBe('计算机组');
});
