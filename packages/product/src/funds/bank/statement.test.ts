import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsByHeadings, isReadable, statementMappingOf } from './columns.ts';
import { matchLines, type StoredArrival, statementLineKeys } from './sameness.ts';
import {
  cellAmount,
  cellDay,
  headingRow,
  readStatement,
  type StatementCell,
  type StatementLine,
} from './statement.ts';

const read = (grid: readonly (readonly StatementCell[])[]) => {
  const heading = headingRow(grid);
  if (heading === null) throw new Error('no headings');
  const mapping = columnsByHeadings((grid[heading] ?? []).map(String));
  return readStatement(grid, heading, mapping);
};

describe('statements as banks write them', () => {
  test('two columns, titles above, sums below, wrapped memo, balances', () => {
    const statement = read([
      ['中国工商银行 账户明细'],
      ['账号：1815 0101 0902 4567', null, '单位：元'],
      ['账号:1815010109024567'],
      [
        '交易日期',
        '凭证号',
        '借方发生额(元)',
        '贷方发生额(元)',
        '余额',
        '对方户名',
        '对方账号',
        '摘要',
        '附言',
      ],
      [
        '2026-11-27',
        'A1',
        '',
        '106,000.00',
        '306,000.00',
        '江陵电力设计院有限公司',
        '6222020200001234',
        '转账',
        'HT202600012 首期款',
      ],
      ['', '', '', '', '', '', '', '', '（第二笔）'],
      ['20261127', 'A2', '6,000.00', '', '300,000.00', '某供应商', '62', '支付', ''],
      [
        '2026/11/28 09:10',
        'A3',
        '',
        '240000',
        '540,000.00',
        '国家自然科学基金委员会',
        '11',
        '拨款',
        '',
      ],
      ['', '', '6,000.00', '346,000.00', '', '合计', '', '', ''],
    ]);
    expect(statement.own).toBe('1815010109024567');
    expect(statement.lines).toEqual([
      {
        row: 5,
        date: '2026-11-27',
        amount: '106000.00',
        payer: '江陵电力设计院有限公司',
        account: '6222020200001234',
        memo: 'HT202600012 首期款 转账（第二笔）',
        voucher: 'A1',
      },
      {
        row: 8,
        date: '2026-11-28',
        amount: '240000.00',
        payer: '国家自然科学基金委员会',
        account: '11',
        memo: '拨款',
        voucher: 'A3',
      },
    ]);
    expect(statement).toMatchObject({ skipped: { debits: 1, others: 1 }, gap: null, faults: [] });
  });

  test('an amount with a flag, and one with a sign', () => {
    const head = ['交易时间', '收支方向', '交易金额', '对方名称', '用途'];
    const flagged = read([
      head,
      ['2026年3月1日', '收入', '￥1,000.50', '甲公司', '技术费'],
      ['2026.03.02', '支出', '20', '乙公司', ''],
    ]);
    expect(flagged.lines).toMatchObject([
      { date: '2026-03-01', amount: '1000.50', memo: '技术费' },
    ]);
    expect(flagged.skipped.debits).toBe(1);
    const signed = read([
      ['日期', '金额', '付款人', '备注'],
      ['20260301', '+12.30', '甲公司', ''],
      ['20260301', '-5', '乙', ''],
    ]);
    expect(signed.lines).toMatchObject([{ amount: '12.30' }]);
  });

  test('rows that cannot be read are named, and a missing row shows in the balances', () => {
    const head = ['交易日期', '贷方金额', '余额', '对方户名', '对方账号', '摘要'];
    const { faults, gap } = read([
      head,
      ['2026-02-30', '1', '1', '甲', '1', ''],
      ['2026-03-01', '1.234', '1', '甲', '1', ''],
      ['2026-03-01', '1', '101.00', '甲', 6.222020200001235e18, ''],
      ['2026-03-01', '1', '102.00', '', '1', '来源不明'],
      ['2026-03-01', '1', '110.00', '甲', '1', ''],
    ]);
    expect(faults.map(({ row, message }) => [row, message[0].slice(0, 6)])).toEqual([
      [2, '无法识别日期'],
      [3, '无法识别金额'],
      [4, '来款账号已被'],
      [5, '没有来款单位'],
    ]);
    expect(gap).toBe(6);
  });

  test('numbers and days of any cell', () => {
    expect([
      cellAmount(106000),
      cellAmount(0.1 + 0.2),
      cellAmount('１，０００．５元'),
      cellAmount('1.234'),
      cellAmount('1e5'),
    ]).toEqual(['106000.00', '0.30', '1000.50', null, null]);
    expect([
      cellDay(new Date('2026-03-01T00:00:00Z')),
      cellDay('2026-3-1'),
      cellDay('20261301'),
      cellDay('x'),
    ]).toEqual(['2026-03-01', '2026-03-01', null, null]);
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.oneof(fc.string(), fc.double(), fc.constant(null)))),
        (grid) => {
          headingRow(grid);
          readStatement(grid, -1, { date: 0, amount: 1, payer: 2, memo: [3] });
        },
      ),
    );
  });

  test.each([
    ['对方户名', '对方账号'],
    ['对手户名', '对手账号'],
    ['交易对方名称', '交易对方账号'],
  ])('%s is the payer of a bank', (payer, account) => {
    const headings = ['记账日期', payer, account, '收入', '支出', '附言', '流水号'];
    expect(columnsByHeadings(headings)).toMatchObject({ payer: 1, account: 2, credit: 3 });
  });

  test('a mapping is judged before it is used', () => {
    expect(isReadable(columnsByHeadings(['a', 'b']))).toBe(false);
    expect(statementMappingOf({ date: 0, credit: 99, memo: [1, -1, 'x'] }, 3)).toEqual({
      date: 0,
      memo: [1],
    });
    expect(statementMappingOf('x', 3)).toBeNull();
  });
});

const line = (more: Partial<StatementLine> = {}): StatementLine => ({
  row: 5,
  date: '2026-11-27',
  amount: '106000.00',
  payer: '江陵电力设计院有限公司',
  account: '62',
  memo: '首期款',
  voucher: '',
  ...more,
});
const stored = (more: Partial<StoredArrival> = {}): StoredArrival => ({
  id: '1',
  number: 'DZ1',
  date: '2026-11-27',
  amount: '106000.00',
  payer: '江陵电力设计院有限公司',
  account: '',
  memo: '首期款',
  voucher: '',
  status: '0',
  keys: [],
  ...more,
});
const verdicts = (lines: readonly StatementLine[], known: readonly StoredArrival[]) =>
  matchLines('9', lines, known).map(({ verdict, stored: one }) => [verdict, one?.id ?? null]);

describe('lines that were taken before', () => {
  test('by voucher, by all that they say, typed by hand, and perhaps', () => {
    expect(verdicts([line({ voucher: 'A1' })], [stored({ voucher: 'A1' })])).toEqual([
      ['known', '1'],
    ]);
    expect(
      verdicts([line({ voucher: 'A1', amount: '1.00' })], [stored({ voucher: 'A1' })]),
    ).toEqual([['changed', '1']]);
    expect(verdicts([line({ voucher: 'A1' })], [stored({ date: '2026-11-25' })])).toEqual([
      ['fill', '1'],
    ]);
    const other = stored({ keys: statementLineKeys('9', [line({ memo: '另一笔' })]) });
    expect(verdicts([line()], [other])).toEqual([['similar', '1']]);
    expect(verdicts([line()], [stored({ date: '2026-11-20' })])).toEqual([['new', null]]);
  });

  test('a file that is read again brings nothing, however many of its lines are equal', () => {
    const lines = fc.array(
      fc.record({
        amount: fc.constantFrom('1.00', '2.00'),
        payer: fc.constantFrom('甲', '乙'),
        memo: fc.constantFrom('', '款'),
        voucher: fc.constantFrom('', ''),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(lines, fc.nat(), (given, some) => {
        const all = given.map((one, index) => line({ ...one, row: index + 1 }));
        const keys = statementLineKeys('9', all);
        expect(new Set(keys).size).toBe(keys.length);
        const taken = all.slice(0, some % (all.length + 1));
        const known = taken.map((one, index) =>
          stored({
            id: String(index),
            amount: one.amount,
            payer: one.payer,
            memo: one.memo,
            keys: [keys[index] ?? ''],
          }),
        );
        const found = matchLines('9', all, known);
        expect(found.filter(({ verdict }) => verdict === 'known')).toHaveLength(taken.length);
        expect(found.some(({ verdict }) => verdict === 'fill')).toBe(false);
      }),
    );
  });
});
