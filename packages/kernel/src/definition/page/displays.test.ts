import { expect, test } from 'vitest';
import { everyone } from '../../access/scope.ts';
import { dictionary } from '../../values/dictionary.ts';
import { f } from '../field/field.ts';
import { actionsBetween, checkDisplays, displaysOf } from './displays.ts';

const status = dictionary(
  'status',
  ['状态', 'Status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '发布', 'Out'],
  ],
);
const fields = {
  name: f.text(['名称', 'Name']).max(20),
  day: f.date(['日期', 'Day']),
  status: f.dict(['状态', 'Status'], status),
};

test('a list offers what its definition names, and refuses what shows nothing', () => {
  const check = (displays: object) => checkDisplays({ key: 'x', fields, list: { displays } });
  expect(displaysOf({ list: { displays: { board: 'status', calendar: ['day'] } } })).toEqual([
    'calendar',
    'board',
  ]);
  expect(displaysOf({ list: {} })).toEqual([]);
  check({ board: 'status', calendar: ['day'], timeline: { from: 'day', to: 'day' } });
  expect(() => check({ calendar: ['name'] })).toThrow('name is no day');
  expect(() => check({ timeline: { from: 'day', to: 'gone' } })).toThrow('gone is no day');
  expect(() => check({ board: 'day' })).toThrow('day has no codes');
});

test('actions that lead to a column are those of its field that the record offers', () => {
  const label = ['做', 'Do'] as const;
  const kind = {
    states: { field: 'status' },
    actions: {
      publish: { label, from: ['0'], to: '1' },
      follow: { label, from: ['0'], to: () => '1', by: everyone() },
      clock: { label, from: ['0'], to: '1', by: 'job' as const },
      other: { label, from: ['0'], to: '1', life: 'stage' },
      stays: { label, from: ['0'] },
    },
  };
  const names = Object.keys(kind.actions);
  const between = (from: string, to: string, offered = names) =>
    actionsBetween(kind, 'status', { from, to, offered });
  expect(between('0', '1')).toEqual(['publish', 'follow']);
  expect(between('0', '1', ['follow'])).toEqual(['follow']);
  expect(between('1', '1')).toEqual([]);
});
