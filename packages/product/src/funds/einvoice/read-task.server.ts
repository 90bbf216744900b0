import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { decodeText } from '@keyan/kernel/values/encoding.ts';
import yauzl from 'yauzl';
import {
  invoiceOfQr,
  invoiceOfTexts,
  type PlacedText,
  printedAmount,
  printedDay,
  printedInvoiceNumber,
  printedText,
  type ReadInvoice,
} from './invoice.ts';
import { picturesOfPage } from './pdf-pictures.server.ts';
import { elementsNamed, invoicesOfXml, readXml, type XmlElement } from './xml.server.ts';

// Worker task; see `reader.server.ts`.

const unreadableFileText: Label = [
  '未能读出发票内容，请手工填写',
  'The invoice cannot be read: enter it by hand',
];
const severalInvoicesText: Label = [
  '文件中有多张发票，请逐张上传',
  'The file has several invoices: send them one by one',
];

const otherQrCodeText: Label = [
  '二维码号码与文本不一致，请核对',
  'The QR code has another number than the text: compare them',
];

/** Maximum unpacked bytes of one archive entry, and of all entries. */
const unpackedByteLimits = { entry: 8 * 1024 ** 2, all: 40 * 1024 ** 2 };

const singleInvoice = (found: readonly ReadInvoice[]): ReadInvoice | null => {
  if (found.length > 1) throw new Refused(severalInvoicesText);
  return found[0] ?? null;
};

const textOf = (bytes: Uint8Array): string => decodeText(Buffer.from(bytes), TextDecoder);

/** Documents of an archive by path. */
const documentsOf = async (content: Buffer): Promise<ReadonlyMap<string, string>> => {
  const documents = new Map<string, string>();
  const archive = await yauzl.fromBufferPromise(content, { lazyEntries: true });
  let size = 0;
  try {
    for await (const entry of archive.eachEntry()) {
      if (!/\.xml$/i.test(entry.fileName)) continue;
      size += entry.uncompressedSize;
      if (entry.uncompressedSize > unpackedByteLimits.entry || size > unpackedByteLimits.all)
        throw new Refused(unreadableFileText);
      const parts: Buffer[] = [];
      for await (const part of await archive.openReadStreamPromise(entry)) {
        parts.push(part as Buffer);
      }
      documents.set(entry.fileName, textOf(Buffer.concat(parts)));
    }
  } finally {
    archive.close();
  }
  return documents;
};

/** Invoice from the custom data of an OFD file, which has Chinese names. */
const ofCustomData = (root: XmlElement): ReadInvoice | null => {
  const said = new Map(
    elementsNamed(root, 'CustomData').map(({ attributes, text }) => [
      attributes.Name,
      printedText(text),
    ]),
  );
  const number = printedInvoiceNumber(said.get('发票代码'), said.get('发票号码'));
  if (number === '') return null;
  return {
    source: 'ofd',
    number,
    date: printedDay(said.get('开票日期')),
    seller: said.get('销售方名称') ?? '',
    sellerTax: said.get('销售方纳税人识别号') ?? '',
    buyer: said.get('购买方名称') ?? '',
    buyerTax: said.get('购买方纳税人识别号') ?? '',
    net: printedAmount(said.get('合计金额')),
    tax: printedAmount(said.get('合计税额')),
    total: printedAmount(said.get('价税合计')),
    lines: [],
  };
};

/** Invoice from the tags of an OFD file, which refer to text objects on its pages. */
const ofTags = (tags: XmlElement, pages: readonly XmlElement[]): ReadInvoice | null => {
  const texts = new Map(
    pages
      .flatMap((page) => elementsNamed(page, 'TextObject'))
      .map((object) => [
        object.attributes.ID,
        printedText(
          elementsNamed(object, 'TextCode')
            .map(({ text }) => text)
            .join(''),
        ),
      ]),
  );
  const say = (name: string): string =>
    elementsNamed(tags, name)
      .flatMap((tag) => elementsNamed(tag, 'ObjectRef'))
      .map(({ text }) => texts.get(text.trim()) ?? '')
      .join('');
  const number = printedInvoiceNumber(say('InvoiceCode'), say('InvoiceNo'));
  if (number === '') return null;
  return {
    source: 'ofd',
    number,
    date: printedDay(say('IssueDate')),
    seller: say('SellerName'),
    sellerTax: say('SellerTaxID'),
    buyer: say('BuyerName'),
    buyerTax: say('BuyerTaxID'),
    net: printedAmount(say('TaxExclusiveTotalAmount')),
    tax: printedAmount(say('TaxTotalAmount')),
    total: printedAmount(say('TaxInclusiveTotalAmount')),
    lines: [],
  };
};

const ofOfd = async (content: Buffer): Promise<ReadInvoice | null> => {
  const documents = await documentsOf(content);
  const attached = singleInvoice(
    [...documents.values()]
      .filter((text) => /<(?:\w+:)?[eE]Invoice[\s>]/.test(text))
      .flatMap(invoicesOfXml),
  );
  if (attached) return { ...attached, source: 'ofd' };
  const own = documents.get('OFD.xml');
  const custom = own === undefined ? null : ofCustomData(readXml(own));
  if (custom) return custom;
  const tags = [...documents].find(([path]) => /CustomTag\.xml$/i.test(path));
  const pages = [...documents].filter(([path]) => /Content\.xml$/i.test(path));
  return tags
    ? ofTags(
        readXml(tags[1]),
        pages.map(([, text]) => readXml(text)),
      )
    : null;
};

/** Maximum number of PDF pages that are read. */
const maxPdfPages = 3;

/** Picture as a file or as RGBA pixels. */
type Picture =
  | Uint8Array
  | {
      readonly data: Uint8ClampedArray<ArrayBuffer>;
      readonly width: number;
      readonly height: number;
      readonly colorSpace: 'srgb';
    };

/** Invoices from the QR codes in a picture. */
const codesIn = async (picture: Picture): Promise<readonly ReadInvoice[]> => {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  // Local WASM file; by default the library would download it.
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(await readFile(file)).buffer;
  prepareZXingModule({ overrides: { wasmBinary } });
  const codes = await readBarcodes(picture, {
    formats: ['QRCode'],
    tryHarder: true,
    maxNumberOfSymbols: 4,
  });
  return codes.flatMap(({ text }) => invoiceOfQr(text) ?? []);
};

/** Removes invoices that occur in several codes. */
const distinct = (found: readonly ReadInvoice[]): readonly ReadInvoice[] => [
  ...new Map(found.map((one) => [one.number, one])).values(),
];

/** Merges the values from text and QR code; a difference is recorded as a doubt. */
const withCode = (said: ReadInvoice | null, code: ReadInvoice | null): ReadInvoice | null => {
  if (!said || !code) return said ?? code;
  const isSame = said.number === code.number;
  return {
    ...said,
    ...(isSame && { date: said.date || code.date, total: said.total || code.total }),
    ...(!isSame && { doubt: otherQrCodeText }),
  };
};

const ofPdf = async (content: Buffer): Promise<ReadInvoice | null> => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const loading = getDocument({
    data: new Uint8Array(content),
    useSystemFonts: false,
    disableFontFace: true,
    cMapUrl: `${dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))}/cmaps/`,
    cMapPacked: true,
    verbosity: 0,
  });
  const document = await loading.promise;
  try {
    const files = Object.values((await document.getAttachments()) ?? {}) as readonly {
      readonly filename: string;
      readonly content: Uint8Array;
    }[];
    const embedded = singleInvoice(
      files
        .filter(({ filename }) => /\.xml$/i.test(filename))
        .flatMap((file) => invoicesOfXml(textOf(file.content))),
    );
    if (embedded) return embedded;
    const texts: PlacedText[] = [];
    const codes: ReadInvoice[] = [];
    for (let number = 1; number <= Math.min(document.numPages, maxPdfPages); number += 1) {
      const page = await document.getPage(number);
      for (const picture of await picturesOfPage(page)) codes.push(...(await codesIn(picture)));
      const { items } = await page.getTextContent();
      for (const item of items) {
        if (!('str' in item) || item.str.trim() === '') continue;
        const [, , , , x = 0, y = 0] = item.transform as readonly number[];
        texts.push({ text: item.str, x, y: y - (number - 1) * 100_000 });
      }
    }
    return withCode(invoiceOfTexts(texts), singleInvoice(distinct(codes)));
  } finally {
    await loading.destroy();
  }
};

const ofPicture = async (content: Buffer): Promise<ReadInvoice | null> =>
  singleInvoice(distinct(await codesIn(new Uint8Array(content))));

const readerOf = (content: Buffer): ((content: Buffer) => Promise<ReadInvoice | null>) => {
  const head = content.subarray(0, 8).toString('latin1');
  if (head.startsWith('PK')) return ofOfd;
  if (head.startsWith('%PDF')) return ofPdf;
  if (/^(?:\xEF\xBB\xBF)?\s*</.test(head))
    return async (file) => singleInvoice(invoicesOfXml(textOf(file)));
  return ofPicture;
};

/**
 * Reads the invoice in a file: XML, OFD, PDF with text, or a picture with a QR code.
 * @throws Refused for an unreadable file, or a file with several invoices
 */
export const readInvoice = async (content: Uint8Array): Promise<ReadInvoice> => {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  let found: ReadInvoice | null = null;
  try {
    found = await readerOf(file)(file);
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(unreadableFileText);
  }
  if (!found) throw new Refused(unreadableFileText);
  return found;
};
