import { f } from '@keyan/kernel/definition/field.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { expect, test } from 'vitest';
import { lineChanges } from './lineChanges.ts';

const answers = dictionary(
  'answer',
  ['答复', 'Answer'],
  [
    ['0', '待确认', 'Open'],
    ['1', '已确认', 'Confirmed'],
  ],
);

const { spec } = f.rows(['人员', 'People'], {
  place: f.integer(['排名', 'Order']),
  note: f.text(['备注', 'Note']),
  name: f.text(['姓名', 'Name']).required(),
  share: f.percent(['比例', 'Share']),
  answer: f.dict(['答复', 'Answer'], answers),
});

const ann = { place: 1, note: null, name: 'Ann', share: '60.00', answer: '0' };
const bob = { place: 2, note: null, name: 'Bob', share: '40.00', answer: '0' };
const said = (before: unknown, after: unknown) =>
  lineChanges(spec, before, after, 'en').map(({ name, is, fields }) => [
    `${is} ${name}`,
    ...fields.map((field) => `${field.label[1]}: ${field.before} → ${field.after}`),
  ]);

test('a line is told by its name: what is new, what is gone, what changed in it', () => {
  expect(said([ann, bob], [ann, { ...bob, answer: '1' }])).toEqual([
    ['changed Bob', 'Answer: Open → Confirmed'],
  ]);
  expect(
    said(
      [ann, bob],
      [
        { ...bob, place: 1 },
        { ...ann, name: 'Eve' },
      ],
    ),
  ).toEqual([['changed Bob', 'Order: 2 → 1'], ['added Eve'], ['removed Ann']]);
  expect(said(null, [ann])).toEqual([['added Ann']]);
  expect(said([ann, bob], [ann, bob])).toEqual([]);
});

test('lines of one name are compared in their order', () => {
  expect(said([ann, { ...ann, place: 2 }], [ann, { ...ann, place: 3 }])).toEqual([
    ['changed Ann', 'Order: 2 → 3'],
  ]);
});
