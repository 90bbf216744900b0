import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zipArchive } from '@keyan/engine/files/archive.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { smallPdf } from '../../demo/pdf.server.ts';
import { invoiceOfQr, invoiceOfTexts } from './invoice.ts';
import { readInvoice } from './read-task.server.ts';

const number = '26442000000123456789';
const xml = (more = ''): string => `<?xml version="1.0" encoding="UTF-8"?>
<Files>${`<EInvoice><Header><EIid>${number}</EIid></Header>
<EInvoiceData><SellerInformation><SellerIdNum>91350100M000100Y43</SellerIdNum><SellerName>江陵仪器有限公司</SellerName></SellerInformation>
<BuyerInformation><BuyerIdNum>12420000420000000X</BuyerIdNum><BuyerName>江陵大学</BuyerName></BuyerInformation>
<BasicInformation><TotalAmWithoutTax>1132.08</TotalAmWithoutTax><TotalTaxAm>67.92</TotalTaxAm><TotalTax-includedAmount>1200.00</TotalTax-includedAmount><RequestTime>2026-03-02 09:00:00</RequestTime></BasicInformation>
<IssuItemInformation><ItemName>*实验材料*试剂 &amp; 耗材</ItemName><Amount>1132.08</Amount><ComTaxAm>67.92</ComTaxAm><TotaltaxIncludedAmount>1200.00</TotaltaxIncludedAmount></IssuItemInformation></EInvoiceData>
<TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber><IssueTime>2026-03-01 10:00:00</IssueTime></TaxSupervisionInfo></EInvoice>${more}`}</Files>`;

const whole = {
  number,
  date: '2026-03-01',
  seller: '江陵仪器有限公司',
  sellerTax: '91350100M000100Y43',
  buyer: '江陵大学',
  buyerTax: '12420000420000000X',
  total: '1200.00',
};

const archive = (files: Readonly<Record<string, string>>): Promise<Buffer> =>
  buffer(
    zipArchive(
      Object.entries(files).map(([path, text]) => ({
        path,
        open: async () => Readable.from([Buffer.from(text)]),
      })),
    ),
  );

const refusal = (content: Buffer): Promise<unknown> =>
  readInvoice(content).then(
    () => null,
    (error) => error,
  );

describe('电子发票 read themselves', () => {
  test('XML of 数电票, with its lines; two in a file are refused', async () => {
    expect(await readInvoice(Buffer.from(xml()))).toEqual({
      ...whole,
      source: 'xml',
      net: '1132.08',
      tax: '67.92',
      lines: [{ name: '*实验材料*试剂 & 耗材', amount: '1132.08', tax: '67.92' }],
    });
    expect(await refusal(Buffer.from(xml('<EInvoice/>')))).toMatchObject({
      label: [expect.stringContaining('多张发票'), expect.anything()],
    });
  });

  test('bank and account of the seller are read where the invoice says both', async () => {
    const banked = xml().replace(
      '</SellerName>',
      '</SellerName><SellerBankName>中国银行江陵支行</SellerBankName><SellerBankAccNum>5650 1234-5678</SellerBankAccNum>',
    );
    expect(await readInvoice(Buffer.from(banked))).toMatchObject({
      sellerAccount: { bank: '中国银行江陵支行', number: '565012345678' },
    });
    const remark = (text: string) =>
      invoiceOfTexts([
        { text: `发票号码:${number}`, x: 0, y: 100 },
        { text, x: 0, y: 10 },
      ]);
    expect(
      remark('购方开户银行:-;银行账号:-;销方开户银行:工商银行江陵支行;银行账号:622202020000;'),
    ).toMatchObject({ sellerAccount: { bank: '工商银行江陵支行', number: '622202020000' } });
    expect(remark('销方开户银行:工商银行江陵支行;银行账号:-;')).not.toHaveProperty('sellerAccount');
  });

  test('OFD: an attached XML, its own data by name, or what its tags point at', async () => {
    const attached = await archive({ 'OFD.xml': '<OFD/>', 'Doc_0/Attachs/x.xml': xml() });
    expect(await readInvoice(attached)).toMatchObject({ ...whole, source: 'ofd' });
    const custom = await archive({
      'OFD.xml': `<ofd:OFD xmlns:ofd="x"><ofd:CustomDatas>
        <ofd:CustomData Name="发票代码">044002000111</ofd:CustomData><ofd:CustomData Name="发票号码">12345678</ofd:CustomData>
        <ofd:CustomData Name="备注"/><ofd:CustomData Name="开票日期">2026年03月01日</ofd:CustomData>
        <ofd:CustomData Name="合计金额">100.00</ofd:CustomData></ofd:CustomDatas></ofd:OFD>`,
    });
    expect(await readInvoice(custom)).toMatchObject({
      source: 'ofd',
      number: '04400200011112345678',
      date: '2026-03-01',
      net: '100.00',
    });
    const tagged = await archive({
      'OFD.xml': '<OFD/>',
      'Doc_0/Tags/CustomTag.xml':
        `<eInvoice><ofd:InvoiceNo xmlns:ofd="x"><ofd:ObjectRef PageRef="1">7</ofd:ObjectRef></ofd:InvoiceNo></eInvoice>`.replaceAll(
          'eInvoice',
          'Tag',
        ),
      'Doc_0/Pages/Page_0/Content.xml': `<p><TextObject ID="7"><TextCode>${number}</TextCode></TextObject></p>`,
    });
    expect(await readInvoice(tagged)).toMatchObject({ source: 'ofd', number });
  });

  test('a page with text, wherever its words stand', () => {
    const at = (text: string, x: number, y: number) => ({ text, x, y });
    expect(
      invoiceOfTexts([
        at('名称：江陵仪器有限公司', 320, 700),
        at('名称：江陵大学', 20, 701),
        at(`发票号码：${number}`, 400, 800),
        at('开票日期：2026年03月01日', 400, 780),
        at('统一社会信用代码/纳税人识别号：12420000420000000X', 20, 680),
        at('统一社会信用代码/纳税人识别号：91350100M000100Y43', 320, 679),
        at('*实验材料*试剂', 20, 600),
        at('合 计', 20, 500),
        at('¥1132.08', 300, 500),
        at('¥67.92', 400, 501),
        at('（小写）¥1,200.00', 400, 480),
      ]),
    ).toMatchObject({ ...whole, source: 'pdf', net: '1132.08', tax: '67.92' });
    expect(invoiceOfTexts([at('会议通知', 1, 1)])).toBeNull();
  });

  test('the QR code of a picture: with tax for 数电票, without for older ones', async () => {
    expect(invoiceOfQr(`01,32,,${number},1200.00,20260301,,A1B2`)).toMatchObject({
      number,
      total: '1200.00',
      net: '',
    });
    expect(invoiceOfQr('01,10,044002000111,12345678,100.00,20260301,1234567890,A1')).toMatchObject({
      number: '04400200011112345678',
      total: '',
      net: '100.00',
    });
    expect(invoiceOfQr('https://example.org')).toBeNull();
    const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(file)).buffer } });
    const { image } = await writeBarcode(`01,32,,${number},1200.00,20260301,,A1B2`, {
      format: 'QRCode',
      scale: 4,
    });
    if (!image) throw new Error('no picture');
    const picture = Buffer.from(await image.arrayBuffer());
    expect(await readInvoice(picture)).toMatchObject({ source: 'qr', number, date: '2026-03-01' });
  });

  test('what is none, broken or hostile is refused in words, whatever it is', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><EInvoice>&b;</EInvoice>`;
    for (const content of [bomb, '<a>', '%PDF-1.4 nothing', 'PK\u0003\u0004', 'plain', '']) {
      const found = await refusal(Buffer.from(content));
      if (found !== null) expect(found).toBeInstanceOf(Refused);
    }
    const good = Buffer.from(xml());
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), async (place, byte) => {
        const changed = Buffer.from(good);
        changed[place] = byte;
        const found = await refusal(changed);
        if (found !== null) expect(found).toBeInstanceOf(Refused);
      }),
      { numRuns: 60 },
    );
  });
});

test('a PDF with text says what its face says', async () => {
  const page = smallPdf('电子发票', [
    `发票号码：${number}`,
    '开票日期：2026年03月01日',
    '名称：江陵大学',
    '（小写）¥1,200.00',
  ]);
  expect(await readInvoice(page)).toMatchObject({
    source: 'pdf',
    number,
    date: '2026-03-01',
    buyer: '江陵大学',
    total: '1200.00',
  });
});
