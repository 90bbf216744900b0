import { utils, write } from '@e965/xlsx';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { ok, path } from '../support/filing.ts';

/** Bank statements become arrivals, as banks give them and no line twice. */
let app: LawApplication;
let finance: Client;
beforeAll(async () => {
  app = await startApplication();
  finance = await app.as('finance');
});
afterAll(() => app.close());

type Row = readonly (string | number)[];

const head: Row = ['交易日期', '贷方发生额', '借方发生额', '余额', '对方户名', '对方账号', '附言'];
const rows: readonly Row[] = [
  ['江陵银行 账户交易明细'],
  ['账号：1815010109024567'],
  head,
  [
    '2026-11-02',
    '106,000.00',
    '',
    '106,000.00',
    '江陵电力设计院有限公司',
    '6222020200001234',
    'HT202600012 首期款',
  ],
  ['2026-11-02', '500.00', '', '106,500.00', '江陵检测有限公司', '6222020200005678', '检测费'],
  ['2026-11-02', '500.00', '', '107,000.00', '江陵检测有限公司', '6222020200005678', '检测费'],
  ['2026-11-03', '', '200.00', '106,800.00', '某供应商', '62', '付款'],
  ['', '', '', '', '', '', '合计 107,000.00'],
];

const csv = (lines: readonly Row[]): string =>
  lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n');

/** The text in GBK: each character is looked for among those that two bytes make. */
const inGbk = (text: string): Buffer => {
  const decoder = new TextDecoder('gbk');
  const bytes = new Map<string, readonly number[]>();
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      bytes.set(decoder.decode(Uint8Array.of(high, low)), [high, low]);
    }
  }
  return Buffer.from([...text].flatMap((one) => bytes.get(one) ?? [one.charCodeAt(0)]));
};

const book = (lines: readonly Row[], bookType: 'biff8' | 'xlsx'): Buffer => {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(lines.map((cells) => [...cells])), '明细');
  return write(workbook, { type: 'buffer', bookType }) as Buffer;
};

const send = (call: string, name: string, content: Buffer, fields: RowLike = {}) =>
  finance.upload(
    path(`fundingArrive/${call}`),
    name,
    content,
    fields as Readonly<Record<string, string>>,
  );

const verdicts = (data: RowLike): readonly unknown[] =>
  (data.lines as readonly RowLike[]).map(({ verdict }) => verdict);

const decided = (...all: readonly (readonly [number, 'new' | 'stored'])[]): string =>
  JSON.stringify(all.map(([row, into]) => ({ row, into })));

test('a file is read in each format, and in two encodings', async () => {
  const files: readonly (readonly [string, Buffer])[] = [
    ['流水.csv', Buffer.from(csv(rows))],
    ['流水-gbk.csv', inGbk(csv(rows))],
    ['流水.xls', book(rows, 'biff8')],
    ['流水.xlsx', book(rows, 'xlsx')],
  ];
  for (const [name, content] of files) {
    const data = await ok(send('readStatement', name, content));
    expect(verdicts(data), name).toEqual(['new', 'new', 'new']);
    expect(data, name).toMatchObject({ skipped: { debits: 1, others: 1 }, gap: null, faults: [] });
  }
  const nothing = await send('readStatement', '别的.csv', Buffer.from('a,b\n1,2\n'));
  expect(nothing.msg).toContain('没有找到表头');
});

test('the same file is not taken twice, and two equal payments are two', async () => {
  const content = book(rows, 'biff8');
  const all = decided([4, 'new'], [5, 'new'], [6, 'new']);
  const taken = await ok(send('takeStatement', '流水.xls', content, { decisions: all }));
  expect(taken).toMatchObject({ added: 3, changed: 0, faults: [] });
  const again = await ok(send('readStatement', '流水.csv', Buffer.from(csv(rows))));
  expect(verdicts(again)).toEqual(['known', 'known', 'known']);
  const twice = await ok(send('takeStatement', '流水.xls', content, { decisions: all }));
  expect(twice).toMatchObject({ added: 0 });
  const { records } = await ok(
    finance.get(path('fundingArrive/list'), { fundingSource: '江陵', size: '50' }),
  );
  const amounts = (records as RowLike[]).map(({ arriveAmount, arriveType }) => [
    arriveAmount,
    arriveType,
  ]);
  expect(amounts.sort()).toEqual([
    ['106000.00', '02'],
    ['500.00', '02'],
    ['500.00', '02'],
  ]);
});

test('what was typed by hand gets its voucher; what differs is shown beside it and changed on demand', async () => {
  await ok(
    finance.post(path('fundingArrive/submit'), {
      fundingSource: '国家自然科学基金委员会',
      arriveType: '01',
      arriveDate: '2026-11-04',
      arriveAmount: '240000',
      isPublic: '1',
    }),
  );
  const withVoucher = (amount: string): Buffer =>
    Buffer.from(
      csv([
        ['交易日期', '凭证号', '贷方发生额', '对方户名', '摘要'],
        ['2026-11-05', 'V-9', amount, '国家自然科学基金委员会', '面上项目'],
      ]),
    );
  const read = await ok(send('readStatement', '基金.csv', withVoucher('240000.00')));
  expect(read.lines).toMatchObject([{ verdict: 'fill', stored: { amount: '240000.00' } }]);
  const filled = { decisions: decided([2, 'stored']) };
  expect(
    await ok(send('takeStatement', '基金.csv', withVoucher('240000.00'), filled)),
  ).toMatchObject({
    added: 0,
    changed: 1,
    faults: [],
  });
  const other = await ok(send('readStatement', '基金.csv', withVoucher('240,000.01')));
  expect(other).toMatchObject({
    remembered: true,
    lines: [{ verdict: 'changed', stored: { amount: '240000.00', voucher: 'V-9', open: true } }],
  });
  await ok(send('takeStatement', '基金.csv', withVoucher('240,000.01'), filled));
  const { records } = await ok(finance.get(path('fundingArrive/list'), { financeNum: 'V-9' }));
  expect(records).toMatchObject([{ arriveAmount: '240000.01', financeNum: 'V-9' }]);
});

test('columns of an unknown bank are mapped once', async () => {
  const content = Buffer.from(
    csv([
      ['何时', '多少', '何人', '为何'],
      ['2026-11-06', '1000', '江陵水务', '技术咨询'],
    ]),
  );
  const unknown = await ok(send('readStatement', '新行.csv', content));
  expect(unknown).toMatchObject({ headings: ['何时', '多少', '何人', '为何'], lines: [] });
  const mapping = JSON.stringify({ date: 0, amount: 1, payer: 2, memo: [3] });
  const mapped = await ok(send('readStatement', '新行.csv', content, { mapping }));
  expect(verdicts(mapped)).toEqual(['new']);
  await ok(send('takeStatement', '新行.csv', content, { mapping, decisions: decided([2, 'new']) }));
  const later = await ok(send('readStatement', '新行.csv', content));
  expect(later).toMatchObject({ remembered: true, lines: [{ verdict: 'known' }] });
});

test('whoever may not import arrivals reads no statements', async () => {
  const teacher = await app.as('teacher');
  const { status } = await teacher.upload(
    path('fundingArrive/readStatement'),
    '流水.csv',
    Buffer.from(csv(rows)),
  );
  expect(status).toBe(403);
});
