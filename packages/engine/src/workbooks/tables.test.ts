import { type BookType, utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { gridsIn } from '../testing/books.ts';

const rows = [
  ['来款单位', '到账金额', '到账日期'],
  ['某基金会', 1234.56, new Date('2026-11-20T00:00:00Z')],
];

const old = (bookType: BookType): Buffer => {
  const sheet = utils.aoa_to_sheet(rows, { UTC: true, dateNF: 'yyyy-mm-dd' });
  return write(utils.book_new(sheet, '流水'), { type: 'buffer', bookType }) as Buffer;
};

/** These characters in GB18030, which Node decodes and does not encode. */
const han: Readonly<Record<string, readonly number[]>> = {
  来: [0xc0, 0xb4],
  款: [0xbf, 0xee],
  省: [0xca, 0xa1],
};
const gbk = (text: string): Buffer =>
  Buffer.from([...text].flatMap((one) => han[one] ?? [one.charCodeAt(0)]));

describe('tables of other kinds than xlsx', () => {
  it('reads a workbook of Excel 97 to 2003: numbers and days stay what they are', async () => {
    expect([...(await gridsIn(old('biff8')))]).toEqual([['流水', rows]]);
  });

  it('reads text in UTF-8, GBK and UTF-16, parted by comma, tab or semicolon', async () => {
    const wanted = [
      ['来款', '省'],
      ['a,b', '1'],
    ];
    const text = '来款,省\r\n"a,b",1\r\n';
    const files = [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      gbk(text),
      Buffer.from('\ufeff来款\t省\r\na,b\t1\r\n', 'utf16le'),
      gbk('来款;省\na,b;1\n'),
      Buffer.from('来款,省\n"a,b","=""1"""'),
    ];
    for (const file of files) {
      expect([...(await gridsIn(file)).values()]).toEqual([wanted]);
    }
  });

  it('keeps the numbers of rows: empty lines count', async () => {
    const [grid = []] = (await gridsIn(Buffer.from('a,b\n\n1,2'))).values();
    expect(grid[2]).toEqual(['1', '2']);
  });

  it.each([
    ['a page that is called .xls', Buffer.from('<html><table><tr><td>1</td></tr></table>'), '网页'],
    ['prose', Buffer.from('hello\nworld'), '无法读取此文件'],
    ['a PDF', Buffer.from('%PDF-1.7, a, b'), '无法读取此文件'],
    ['bytes', Buffer.from([1, 2, 3, 44, 5]), '无法读取此文件'],
    [
      'a workbook with a password',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      '密码',
    ],
    ['too many rows', Buffer.from('a,b\n'.repeat(6000)), '行数过多'],
  ])('refuses %s in its own words', async (_what, file, words) => {
    await expect(gridsIn(file)).rejects.toThrow(words);
  });
});
