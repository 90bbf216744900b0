import { expect, test } from 'vitest';
import { panelFor } from './panels.ts';

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
  expect(panelFor(panels, record('52020'))).toBe('计算机组');
  expect(panelFor(panels, record('52040'))).toBe('理工组');
  expect(panelFor(panels, record('87010'))).toBe('其他组');
  expect(panelFor(panels, record(null))).toBe('其他组');
});

test('the office decides where none or several take it', () => {
  const alike = [...panels.slice(0, 2), { groupName: '信息组', subjects: ['52020'] }];
  expect(panelFor(alike, record('52020'))).toBeUndefined();
  expect(panelFor(alike, record('87010'))).toBeUndefined();
  expect(panelFor(alike, record('52020', '信息组'))).toBe('信息组');
  expect(panelFor(panels, record('52020', '没有的组'))).toBe('计算机组');
});
