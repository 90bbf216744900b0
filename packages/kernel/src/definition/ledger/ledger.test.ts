import { expect, expectTypeOf, test } from 'vitest';
import { dictionary } from '../../values/dictionary.ts';
import { f, face } from '../field/field.ts';
import { type BalanceOf, defineLedger, type EntryOfLedger, netEntries } from './ledger.ts';
import { completeBalance } from './measures.ts';

const owner = face('project', ['项目', 'Project'], { quota: f.integer(['限额', 'Quota']) });
const item = dictionary('item', ['科目', 'Item'], [['01', '设备费', 'Equipment']]);

const funds = defineLedger('funds', ['经费账', 'Funds'], {
  owner,
  subaccount: { itemCode: f.dict(['科目', 'Item'], item) },
  measures: { booked: 'money', spent: 'money', uses: 'count' },
  shown: { available: { plus: ['booked'], minus: ['spent'] } },
  limits: [{ of: 'owner', room: (b, { owner: of }) => (of.quota ?? 0) - b.uses, words: ['', ''] }],
});

test('money stands as text, counts as numbers, and what is shown follows from both', () => {
  expectTypeOf<BalanceOf<typeof funds>['available']>().toEqualTypeOf<string>();
  expectTypeOf<BalanceOf<typeof funds>['uses']>().toEqualTypeOf<number>();
  expectTypeOf<EntryOfLedger<typeof funds>['itemCode']>().toEqualTypeOf<string | null>();
  expectTypeOf<EntryOfLedger<typeof funds>['owner']>().toEqualTypeOf<string | null>();
  expect(completeBalance(funds, { booked: '10.5', spent: '20.00', uses: '2' })).toEqual({
    booked: '10.50',
    spent: '20.00',
    uses: 2,
    available: '-9.50',
  });
});

test('entries of one subaccount count together, and each needs owner and subaccount', () => {
  const line = { owner: '7', itemCode: '01', spent: '1.10' };
  expect(netEntries(funds, [line, { ...line, uses: 1 }, { ...line, itemCode: '02' }])).toEqual([
    { owner: '7', subaccount: '01', amounts: { booked: '0', spent: '2.20', uses: '1' } },
    { owner: '7', subaccount: '02', amounts: { booked: '0', spent: '1.10', uses: '0' } },
  ]);
  expect(() => netEntries(funds, [{ ...line, owner: null }])).toThrow('funds');
  expect(() => netEntries(funds, [{ ...line, itemCode: '' }])).toThrow('funds');
});

test('a wrong ledger never starts', () => {
  const measures = { booked: 'money', uses: 'count' } as const;
  expect(() => defineLedger('x', ['', ''], { owner: null, measures })).toThrow('neither');
  expect(() =>
    defineLedger('x', ['', ''], {
      owner,
      measures,
      shown: { mixed: { plus: ['booked', 'uses'] } },
    }),
  ).toThrow('mixes');
  expect(() => f.money(['', '']).balance(funds, 'uses')).toThrow('another type');
  expect(() => f.money(['', '']).balance(funds, 'lost')).toThrow('lost');
});
