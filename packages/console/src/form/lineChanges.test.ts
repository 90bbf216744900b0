import { type FieldSpec, f, face } from '@keyan/kernel/definition/field/field.ts';
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
const textsOf = (rows: FieldSpec, before: unknown, after: unknown) =>
  lineChanges(rows, before, after, 'en').map(({ name, is, fields }) => [
    `${is} ${name.text}${name.ids.join()}`,
    ...fields.map(({ label, ...field }) => {
      const [was, now] = [field.before, field.after].map(({ text, ids }) => text + ids.join());
      return `${label[1]}: ${was} → ${now}`;
    }),
  ]);
const said = (before: unknown, after: unknown) => textsOf(spec, before, after);

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
  ).toEqual([
    ['changed Bob', 'Order: 2 → 1'],
    ['added Eve', 'Order:  → 1', 'Share:  → 60.00%', 'Answer:  → Open'],
    ['removed Ann', 'Order: 1 → ', 'Share: 60.00% → ', 'Answer: Open → '],
  ]);
  expect(said(null, [ann]).map(([name]) => name)).toEqual(['added Ann']);
  expect(said([ann, bob], [ann, bob])).toEqual([]);
});

test('lines of one name are compared in their order', () => {
  expect(said([ann, { ...ann, place: 2 }], [ann, { ...ann, place: 3 }])).toEqual([
    ['changed Ann', 'Order: 2 → 3'],
  ]);
});

const items = dictionary(
  'item',
  ['科目', 'Item'],
  [
    ['1', '差旅费', 'Travel'],
    ['2', '材料费', 'Materials'],
  ],
);
const { spec: expenses } = f.rows(['明细', 'Items'], {
  item: f.dict(['科目', 'Item'], items).required(),
  amount: f.money(['金额', 'Amount']).required(),
  payee: f.ref(['收款人', 'Payee'], face('someone', ['人', 'Person'], {})),
  remark: f.text(['摘要', 'Memo']).required(),
});
const taxi = { item: '1', amount: '100.00', payee: null, remark: 'Taxi' };
const paper = { item: '2', amount: '20.00', payee: '7', remark: 'Paper' };
const dear = { ...taxi, amount: '9000.00', remark: 'Cab' };
const dearer = ['changed Travel', 'Amount: 100.00 → 9,000.00', 'Memo: Taxi → Cab'];

test('a line is known by its id, else by what people must choose: its amount cannot hide', () => {
  expect(textsOf(expenses, [taxi, paper], [paper, dear])).toEqual([dearer]);
  const known = textsOf(
    expenses,
    [
      { ...taxi, id: '1' },
      { ...taxi, id: '2' },
    ],
    [{ ...dear, id: '2', item: '2' }],
  );
  expect(known).toEqual([
    ['changed Materials', 'Item: Travel → Materials', ...dearer.slice(1)],
    ['removed Travel', 'Amount: 100.00 → ', 'Memo: Taxi → '],
  ]);
});

test('of a line that is new or gone the amounts are told; a reference by its id', () => {
  expect(textsOf(expenses, [taxi], [taxi, paper])).toEqual([
    ['added Materials', 'Amount:  → 20.00', 'Payee:  → 7', 'Memo:  → Paper'],
  ]);
  expect(textsOf(expenses, [paper], [{ ...paper, payee: '8' }])).toEqual([
    ['changed Materials', 'Payee: 7 → 8'],
  ]);
});

test('of lines without names those of one content are the same: removing the first changes no other', () => {
  const { spec: bare } = f.rows(['额度', 'Amounts'], { amount: f.money(['金额', 'Amount']) });
  const lines = ['1.00', '2.00', '3.00'].map((amount) => ({ amount }));
  expect(textsOf(bare, lines, lines.slice(1))).toEqual([['removed 1', 'Amount: 1.00 → ']]);
});
