import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { treeDictionary } from '@keyan/kernel/values/dictionary.ts';
import { expect, test } from 'vitest';
import { isContradictory, withoutAliases } from './aliases.ts';
import { toWire } from './rows.ts';

const notes = defineResource({
  key: 'note',
  label: ['便签', 'Note'],
  path: 'notes',
  title: 'bt',
  fields: { bt: f.text(['标题', 'Title']).alsoNamed('title'), lx: f.text(['类型', 'Type']) },
  list: { columns: [], filters: [], sort: 'bt' },
  form: [{ key: 'a', title: ['甲', 'A'], fields: ['bt', 'lx'] }],
  access: { read: everyone(), write: everyone() },
});

test('two names of a field are compared whatever stands under them', () => {
  expect(isContradictory(notes, { bt: '1', title: 1 })).toBe(false);
  expect(isContradictory(notes, { bt: '', title: null })).toBe(false);
  expect(isContradictory(notes, { bt: '甲', title: '乙' })).toBe(true);
  for (const shape of [{ toString: 1 }, { toString: null, valueOf: null }, [], [{}]]) {
    expect(isContradictory(notes, { bt: '甲', title: shape })).toBe(true);
    expect(withoutAliases(notes, { bt: shape, title: '乙' }, { bt: '甲' })).toEqual({ bt: shape });
  }
});

test('what differs from the row as it stands counts', () => {
  expect(withoutAliases(notes, { bt: '甲', title: '乙' }, { bt: '甲' })).toEqual({ bt: '乙' });
  expect(withoutAliases(notes, { title: '乙', lx: '1' })).toEqual({ bt: '乙', lx: '1' });
});

const items = treeDictionary(
  'items',
  ['科目', 'Items'],
  [
    {
      code: '1',
      label: ['直接费用', 'Direct'],
      children: [
        {
          code: '101',
          label: ['设备费', 'Equipment'],
          children: [{ code: '10101', label: ['购置', 'Purchase'] }],
        },
        { code: '104', label: ['外拨', 'Transfers'] },
      ],
    },
  ],
);
const budgets = defineResource({
  key: 'budget',
  label: ['预算', 'Budget'],
  path: 'budgets',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']),
    lines: f
      .rows(['科目', 'Items'], {
        itemCode: f.dict(['科目', 'Item'], items).alsoNamed('item'),
        amount: f.money(['金额', 'Amount']).alsoNamed('sums'),
      })
      .alsoNamed('tree')
      .asTreeOf('itemCode'),
  },
  list: { columns: [], filters: [], sort: 'name' },
  form: [{ key: 'a', title: ['甲', 'A'], fields: ['name', 'lines'] }],
  access: { read: everyone(), write: everyone() },
});
const printed = toWire(
  budgets,
  {
    name: '甲',
    lines: [
      { id: '8', itemCode: '104', amount: '2.50' },
      { id: '9', itemCode: '10101', amount: '1.25' },
    ],
  },
  { language: 'en', dictionaries: (dict) => dict },
);

test('lines are a tree of their codes under another name, with the sums above them', () => {
  const equipment = {
    id: '101',
    parentId: '1',
    sort: 2,
    itemCode: '101',
    itemName: 'Equipment',
    sums: '1.25',
    children: [{ id: '9', parentId: '101', sort: 2, itemName: 'Purchase', children: [] }],
  };
  expect(printed.tree).toMatchObject([
    {
      id: '1',
      parentId: '0',
      sort: 1,
      item: '1',
      itemName: 'Direct',
      amount: '3.75',
      children: [{ id: '8', parentId: '1', sort: 1, sums: '2.50', children: [] }, equipment],
    },
  ]);
});

test('a tree that comes back says nothing new until a line of it differs', () => {
  const { lines, tree } = printed as { lines: object[]; tree: { children: object[] }[] };
  expect(isContradictory(budgets, { lines, tree })).toBe(false);
  const [head] = tree;
  const changed = [{ ...head, children: [{ ...head?.children[0], amount: '9.00' }] }];
  expect(isContradictory(budgets, { lines, tree: changed })).toBe(true);
  expect(withoutAliases(budgets, { lines, tree: changed }, { lines })).toMatchObject({
    lines: [{ id: '8', itemCode: '104', amount: '9.00' }],
  });
  // Flat lines are lines, and what is no list is judged as it came.
  expect(withoutAliases(budgets, { tree: [{ itemCode: '104' }, null] })).toEqual({
    lines: [{ itemCode: '104' }, null],
  });
  expect(withoutAliases(budgets, { tree: 'x' })).toEqual({ lines: 'x' });
});
