import { flattenEntries } from '@keyan/kernel/values/dictionary.ts';
import { expect, test } from 'vitest';
import { budgetItem } from '../../project/budget/budget-items.ts';
import { suggestedItem } from './items.ts';

const itemOf = (...names: readonly string[]) =>
  suggestedItem({ lines: names.map((name) => ({ name, amount: '', tax: '' })) });

test('the class of goods on an invoice suggests a budget item', () => {
  expect(itemOf('*纸制品*打印纸')).toBe('10201');
  expect(itemOf('*实验材料*试剂 & 耗材')).toBe('10201');
  expect(itemOf('*住宿服务*住宿费')).toBe('10205');
  expect(itemOf('*仪器仪表*恒温箱')).toBe('10101');
  expect(itemOf('运费', '*运输服务*客运服务费')).toBe('10205');
});

test('goods without a class, or of a class that says nothing, suggest none', () => {
  expect(itemOf('打印纸')).toBeNull();
  expect(itemOf('*其他*杂项')).toBeNull();
  expect(itemOf()).toBeNull();
});

test('items that are suggested take amounts', () => {
  const open = flattenEntries(budgetItem.entries).filter(({ heading }) => !heading);
  for (const name of ['*检测服务*检验', '*供电*电费', '*出版物*版面费', '*印刷品*海报']) {
    expect(open.map(({ code }) => code)).toContain(itemOf(name));
  }
});
