import { expect, test } from 'vitest';
import {
  checkedIssueRows,
  type InvoiceApplication,
  invoiceFileOf,
  issueRows,
} from './issue-lines.ts';

const application = (
  pjNumber: string,
  more: Partial<InvoiceApplication> = {},
): InvoiceApplication => ({
  id: pjNumber.slice(-1),
  version: 1,
  pjNumber,
  buyerName: '江陵电力设计院有限公司',
  billAmount: '106000.00',
  status: '2',
  invoiceNumber: '',
  ...more,
});

const grid = [
  ['江陵大学开票清单'],
  ['申请单号', '购方', '发票代码', '发票号码', '开票日期'],
  ['PJ202600001', '', '', '26442000000123456789', '2026-11-27'],
  ['pj202600002', '', '', '26442000000123456790', '2026年11月7日'],
  ['PJ202600003', '', '', '26442000000123456789', '2026-11-27'],
  ['PJ202600004', '', '', '26442000000123456791', '2026-13-27'],
  ['PJ202600005', '', '', '26442000000123456792', '2026-12-27'],
  ['PJ202600009', '', '', '26442000000123456793', '2026-11-27'],
  ['', '', '', '', ''],
];

test('R-405: a workbook of issued invoices is read row by row, each beside its application', () => {
  const rows = issueRows(grid);
  expect(rows?.map(({ row }) => row)).toEqual([3, 4, 5, 6, 7, 8]);
  const judged = checkedIssueRows(
    rows ?? [],
    [1, 2, 3, 4, 5].map((n) => application(`PJ20260000${n}`)),
    [],
    '2026-11-29',
  );
  expect(judged.map(({ fault }) => fault?.[0] ?? '')).toEqual([
    '',
    '',
    '与上面的行重复',
    '开票日期无法识别',
    '开票日期不能晚于今天',
    '没有申请单号 PJ202600009 的票据',
  ]);
  expect(judged[1]?.invoiceDate).toBe('2026-11-07');
});

test('the same workbook again issues nothing, and a number belongs to one invoice', () => {
  const rows = (issueRows(grid) ?? []).slice(0, 2);
  const done = application('PJ202600001', {
    status: '3',
    invoiceNumber: '26442000000123456789',
  });
  const judged = checkedIssueRows(
    rows,
    [done, application('PJ202600002')],
    [{ invoiceNumber: '26442000000123456790', pjNumber: 'PJ202600088' }],
    '2026-11-29',
  );
  expect(judged.map(({ isDone }) => isDone)).toEqual([true, false]);
  expect(judged[1]?.fault?.[0]).toBe('发票号码已登记在 PJ202600088');
});

test('files belong to the line whose number they have; a number that a workbook cut is none', () => {
  const cut = issueRows([
    grid[1] ?? [],
    ['PJ202600001', '', '', Number('26442000000123456789'), '20261127'],
  ]);
  expect(cut).toMatchObject([{ invoiceNumber: '', invoiceDate: '2026-11-27' }]);
  const [first, second] = issueRows(grid) ?? [];
  const files = [{ name: '发票_26442000000123456790.pdf' }, { name: 'pj202600001.ofd' }];
  expect(first && invoiceFileOf(first, files)?.name).toBe('pj202600001.ofd');
  expect(second && invoiceFileOf(second, files)?.name).toBe('发票_26442000000123456790.pdf');
});

test('a sheet without the headings is none', () => {
  expect(issueRows([['姓名', '金额']])).toBeNull();
});
