import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { attached, ok, path, projectOf } from '../support/filing.ts';

/** 电子发票 are read, judged for their buyer, and bound what an expense may ask for. */
let app: LawApplication;
let leader: Client;
let school: string;
beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  const [row] = await app.database.query<{ name: string }>(
    'select tenant_name as name from tenant where tenant_id = $1',
    [home],
  );
  school = row?.name ?? '';
});
afterAll(() => app.close());

const number = '26442000000123456789';

const face = (buyer: string, day = '2026-03-01', total = '1200.00'): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><EInvoice><EInvoiceData>
    <SellerInformation><SellerName>江陵仪器有限公司</SellerName></SellerInformation>
    <BuyerInformation><BuyerIdNum>12420000420000000X</BuyerIdNum><BuyerName>${buyer}</BuyerName></BuyerInformation>
    <BasicInformation><TotalAmWithoutTax>1132.08</TotalAmWithoutTax><TotalTaxAm>67.92</TotalTaxAm>
      <TotalTax-includedAmount>${total}</TotalTax-includedAmount></BasicInformation></EInvoiceData>
    <TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber><IssueTime>${day}</IssueTime></TaxSupervisionInfo></EInvoice>`);

const send = (content: Buffer, name = '发票.xml') =>
  leader.upload(path('fundsExpenditure/readInvoice'), name, content);

const parameter = async (key: string, paramValue: string): Promise<void> => {
  const admin = await app.as('admin');
  const { records } = await ok(admin.get('blade-system/param/list', { paramKey: key }));
  const [row = {}] = records as readonly RowLike[];
  await ok(admin.post('blade-system/param/submit', { ...row, paramValue }));
};

test('an invoice for the university is read; one for somebody else, or of tomorrow, is refused', async () => {
  expect(await ok(send(face(school)))).toMatchObject({
    source: 'xml',
    number,
    total: '1200.00',
    seller: '江陵仪器有限公司',
    warnings: [],
  });
  expect((await send(face('某公司'))).msg).toBe('发票抬头为【某公司】，不是本校');
  expect((await send(face(school, '2999-01-01'))).msg).toContain('晚于今天');
  expect((await send(Buffer.from('随便'), '随便.xml')).msg).toContain('请手工填写');
  await parameter('school.taxNum', '12420000420000001X');
  expect((await send(face(school))).msg).toContain('与本校税号 12420000420000001X 不符');
  await parameter('invoice.buyer.check', 'warn');
  expect((await ok(send(face(school)))).warnings).toHaveLength(1);
});

test('an invoice that was refused for its buyer is refused as well when somebody types its number', async () => {
  await parameter('invoice.buyer.check', 'block');
  expect((await send(face('某公司'))).msg).toBe('发票抬头为【某公司】，不是本校');
  const project = await projectOf(app, leader, { endDate: '2029-12-31' });
  const typed = async () =>
    leader.post(path('fundsExpenditure/submit'), {
      ...(await attached(leader, '25')),
      programId: project.id,
      expenseType: '01',
      expenseDate: '2026-04-01',
      payee: '江陵仪器公司',
      receivablesAccount: '6222020200001234567',
      openingBank: '工商银行江陵支行',
      reason: '实验材料',
      items: [{ itemCode: '10201', amount: '10.00', invoiceNum: number, remark: '材料' }],
    });
  expect((await typed()).errors[0]).toMatchObject({
    path: 'items.0.invoiceNum',
    message: '发票抬头为【某公司】，不是本校',
  });
  // Read again when it is the university's, it is taken.
  await parameter('school.taxNum', 'none');
  await ok(send(face(school)));
  expect(JSON.stringify((await typed()).errors)).not.toContain('某公司');
  await parameter('invoice.buyer.check', 'warn');
});

test('a file that says another total does not move the bound', async () => {
  const { warnings } = await ok(send(face(school, '2026-03-01', '99999.00')));
  expect(JSON.stringify(warnings)).toContain('1200.00 元，与本次不符');
});

test('its file is an attachment, and an expense asks for no more than it came to', async () => {
  const file = await ok(
    leader.upload('blade-resource/oss/endpoint/ext/put-file', '发票.xml', face(school), {
      catalog: '25',
    }),
  );
  expect(file.id).toBeTruthy();
  const project = await projectOf(app, leader, { endDate: '2029-12-31' });
  const expense = async (...amounts: readonly string[]): Promise<RowLike> => ({
    ...(await attached(leader, '25')),
    programId: project.id,
    expenseType: '01',
    expenseDate: '2026-04-01',
    payee: '江陵仪器公司',
    receivablesAccount: '6222020200001234567',
    openingBank: '工商银行江陵支行',
    reason: '实验材料',
    items: amounts.map((amount) => ({
      itemCode: '10201',
      amount,
      invoiceNum: number,
      remark: '材料',
    })),
  });
  const asked = await leader.post(path('fundsExpenditure/submit'), await expense('1000', '200.01'));
  expect(asked.errors[0]).toMatchObject({
    path: 'items.0.amount',
    message: `发票 ${number} 价税合计 1,200.00 元，本单填报 1,200.01 元`,
  });
  // Within it, the money of the project decides.
  const within = await leader.post(path('fundsExpenditure/submit'), await expense('1000', '200'));
  expect(JSON.stringify([within.msg, within.errors])).toContain('可用余额不足');
});
