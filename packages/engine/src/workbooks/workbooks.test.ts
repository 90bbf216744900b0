import { everyone, own } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import {
  dictionariesAsDefined,
  dictionary,
  type Entry,
  suppliedDictionary,
  supplyEntries,
  tenantEdition,
  treeDictionary,
} from '@keyan/kernel/values/dictionary.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridsIn, inProcessBookMaker } from '../testing/books.ts';
import {
  cellText,
  guardCell,
  type IdLookup,
  type NameLookup,
  readCell,
  unguardCell,
  writeCell,
} from './cell.ts';
import { sheetPlans } from './plan.ts';
import { missingColumns, readRecords, spelledRefs } from './read.ts';
import { repeatFindings } from './repeats.ts';
import { valueCell } from './value-cell.ts';
import { writeTable, writeWorkbook } from './workbook.ts';

const size = dictionary(
  'size',
  ['大小', 'Size'],
  [
    ['01', '大', 'Large'],
    ['02', '小', 'Small'],
  ],
  { '02': ['小型'] },
);
const place = treeDictionary(
  'place',
  ['地方', 'Place'],
  [
    { code: '1', label: ['北', 'North'], children: [{ code: '11', label: ['其他', 'Other'] }] },
    { code: '2', label: ['南', 'South'], children: [{ code: '21', label: ['其他', 'Other'] }] },
  ],
);
const owner = face('owner', ['主人', 'Owner']);

const boat = defineResource({
  key: 'boat',
  label: ['船', 'Boat'],
  path: 'harbour/boats',
  title: 'name',
  fields: {
    name: f.text(['船名', 'Name']).required().max(50),
    size: f.dict(['大小', 'Size'], size).required(),
    places: f.dicts(['到过', 'Been to'], place),
    owner: f.ref(['主人', 'Owner'], owner),
    built: f
      .date(['下水日期', 'Launched'])
      .headed(['建成（下水）日', 'Built'], ['下水日', 'Launch']),
    price: f.money(['价格', 'Price']),
    length: f.integer(['长度', 'Length']),
    crew: f.rows(['船员', 'Crew'], {
      sort: f.integer(['序', 'Order']).ordinal(),
      who: f.text(['姓名', 'Name']).required(),
    }),
  },
  list: { columns: ['name'], filters: [], sort: '-createTime' },
  form: [
    {
      key: 'all',
      title: ['全部', 'All'],
      fields: ['name', 'size', 'places', 'owner', 'built', 'price', 'length', 'crew'],
    },
  ],
  access: { read: everyone(), write: own() },
});

const names: NameLookup = (_target, id) => ({ text: `人${id}`, note: `N${id}` });
const ids: IdLookup = (_target, text) => {
  const match = /^人(\d+)（N\1）$/.exec(text);
  return match?.[1] ? { id: match[1] } : { fault: ['没有', 'none'] };
};

const reader = {
  language: 'zh',
  dictionaries: dictionariesAsDefined,
  permissions: new Set<string>(),
} as const;

/** Text that the reader makes of a workbook, without writing a file. */
const throughWorkbook = async (
  rows: readonly Record<string, unknown>[],
): Promise<readonly Record<string, unknown>[]> => {
  const bodies = sheetPlans(boat, reader).map((plan) =>
    rows.flatMap((row, index) => {
      const lines = plan.rows ? ((row[plan.rows] as Record<string, unknown>[]) ?? []) : [row];
      return lines.map((line) => [
        String(index + 1),
        ...plan.columns.map(({ name, spec }) => writeCell(line[name], spec, 'zh', names)),
      ]);
    }),
  );
  const grids = await gridsIn(await writeWorkbook(inProcessBookMaker, boat, reader, bodies));
  return (await readRecords(boat, grids, ids, reader)).map(({ input, faults }) => {
    expect(faults).toEqual([]);
    return input;
  });
};

// U+FFFD stands for a character that was lost before; the reading library drops it at an end.
const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/[\p{C}\uFFFD]/gu, 'x').trim())
  .filter((text) => text !== '' && unguardCell(guardCell(text)) === text);

const row = fc.record({
  name: word,
  size: fc.constantFrom('01', '02'),
  places: fc.option(fc.uniqueArray(fc.constantFrom('1', '11', '2', '21'), { minLength: 1 })),
  owner: fc.option(fc.bigInt({ min: 1n, max: 2n ** 62n }).map(String)),
  built: fc.option(fc.constantFrom('2024-02-29', '1999-12-31')),
  price: fc.option(fc.constantFrom('0.10', '12345678901.99')),
  length: fc.option(fc.nat(1000).map(String)),
  crew: fc.array(fc.record({ who: word }), { maxLength: 4 }),
});

describe('sheets', () => {
  it('reads back what it wrote', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const back = await throughWorkbook(rows);
        const wanted = rows.map(({ crew, ...rest }) => ({
          ...rest,
          ...(crew.length > 0 && { crew: crew.map((line, at) => ({ ...line, sort: at + 1 })) }),
        }));
        expect(back).toEqual(wanted);
      }),
      { numRuns: 25 },
    );
  });

  it('holds words that every object knows', async () => {
    const rows = ['constructor', 'toString', '__proto__'].map((name) => ({ name, size: '01' }));
    expect(await throughWorkbook(rows)).toMatchObject(rows);
  });

  it('keeps text that looks like a formula text, in every workbook', async () => {
    const formulas = ['=1+1', '+cmd|x', '-A1()', '@SUM(A1)', "'=x"];
    const lines = formulas.map((text) => [text, -2]);
    const [table = []] = [
      ...(await gridsIn(await writeTable(inProcessBookMaker, '表', ['=a', 'b'], lines))).values(),
    ];
    expect(table).toEqual([["'=a", 'b'], ...formulas.map((text) => [`'${text}`, -2])]);
    expect(table.slice(1).map(([text]) => cellText(text))).toEqual(formulas);
    const rows = formulas.map((name) => ({ name, size: '01' }));
    expect(await throughWorkbook(rows)).toMatchObject(rows);
  });

  it('leaves text alone that no program would run', async () => {
    const texts = ['-2', '+86 138', '@MentionNet: a network', '-- 无', "'@quoted"];
    expect(texts.slice(0, 4).map(guardCell)).toEqual(texts.slice(0, 4));
    const rows = texts.map((name) => ({ name, size: '01' }));
    expect(await throughWorkbook(rows)).toMatchObject(rows);
  });

  it('knows a column by what it is called elsewhere, in any width; of two the first counts', async () => {
    const grid = [
      ['船名', '建成(下水) 日', '下水日', '无关', '价格'],
      ['启航', '2024-02-29', '1999-12-31', '甲', '12'],
    ];
    const [record] = await readRecords(boat, new Map([['Sheet1', grid]]), ids, reader);
    expect(record?.input).toEqual({ name: '启航', built: '2024-02-29', price: '12' });
    const other = new Map([
      [
        'Sheet1',
        [
          ['甲', '乙'],
          ['1', '2'],
        ],
      ],
    ]);
    await expect(readRecords(boat, other, ids, reader)).rejects.toThrow();
  });

  it('says which value of which column it does not know', () => {
    expect(readCell('中', boat.fields.size.spec, ids)).toEqual({
      fault: ['大小没有“中”，请从下拉中选择', 'Size has no “中”: choose from the list'],
    });
    expect(readCell('其他', boat.fields.places.spec, ids)).toHaveProperty('fault');
    expect(readCell('11 其他', boat.fields.places.spec, ids)).toEqual({ value: ['11'] });
  });

  it('understands days as people type them', () => {
    const spec = boat.fields.built.spec;
    for (const text of ['2026/5/1', '2026.5.1', '2026年5月1日']) {
      expect(readCell(text, spec, ids)).toEqual({ value: '2026-5-1' });
    }
    expect(cellText(new Date('2026-05-01T00:00:00Z'))).toBe('2026-05-01');
  });

  it('refuses what is no workbook, in words', async () => {
    await expect(gridsIn(Buffer.from('hello'))).rejects.toThrow('无法读取此文件');
  });
});

describe('values as people write them', () => {
  it('knows an entry by a synonym, also as a tenant renamed it', () => {
    const { spec } = boat.fields.size;
    expect(readCell('小型', spec, ids)).toEqual({ value: '02' });
    const renamed = tenantEdition(size, [{ code: '02', label: ['迷你', 'Tiny'] }]);
    expect(readCell('小型', { ...spec, dictionary: renamed }, ids)).toEqual({ value: '02' });
    expect(readCell('小小', spec, ids)).toHaveProperty('fault');
  });

  it.each([
    ['20261120', '2026-11-20'],
    [20261120, '2026-11-20'],
    [46346, '2026-11-20'],
    ['202611', '2026-11'],
    ['２０２６－１１－２０', '2026-11-20'],
    ["'2026-11-20", '2026-11-20'],
    ['2026 年 11 月 20 日', '2026-11-20'],
  ])('takes %s for a day', (typed, value) => {
    expect(readCell(typed, boat.fields.built.spec, ids)).toEqual({ value });
  });

  it('tells how a day is written, and that October may have lost its nought', () => {
    const faults = ['明天', 2026.1].map((typed) => readCell(typed, boat.fields.built.spec, ids));
    expect(faults).toEqual([
      { fault: expect.arrayContaining([expect.stringContaining('请填写如 2026-05-01')]) },
      { fault: expect.arrayContaining([expect.stringContaining('10 月')]) },
    ]);
  });

  it.each(['￥1,234.56', '¥ 1,234.56', '１，２３４．５６', '1,234.56元', "'1234.56", 1234.56])(
    'takes %s for money',
    (typed) => {
      const { spec } = boat.fields.price;
      const read = readCell(typed, spec, ids);
      expect('value' in read && fieldTypeTable.money.parse(read.value, spec)).toEqual({
        value: '1234.56',
      });
    },
  );

  it('refuses a code that a spreadsheet cut to fifteen digits', () => {
    const { spec } = boat.fields.name;
    for (const typed of [Number('6222020200112230123'), '6.22202E+18']) {
      expect(readCell(typed, spec, ids)).toHaveProperty('fault');
    }
    expect(readCell(622202020011223, spec, ids)).toEqual({ value: '622202020011223' });
    expect(readCell('6222020200112230123', spec, ids)).toEqual({ value: '6222020200112230123' });
  });

  it('takes an identity number in full width, behind an apostrophe, or with marks that nobody sees', () => {
    const { spec } = f.text(['证件号', 'ID']).format({
      test: (text: string) => /^\d{17}[\dX]$/.test(text),
      message: ['错', 'wrong'],
    });
    const number = '11010519491231002X';
    const wide = [...number].map((one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)).join('');
    for (const typed of [wide, `'${number}`, `\u202d${number}\u200b`]) {
      expect(readCell(typed, spec, ids)).toEqual({ value: number });
    }
  });
});

describe('a list that was not typed into the template', () => {
  it('has its head found below titles, on a sheet of any name, and its references with it', async () => {
    const grid = [
      ['船舶一览表'],
      ['填表日期', '2026-11-20'],
      ['序号', '船名', '大小', '主人', '价格'],
      ['1', '启航', '大', '人7（N7）', '12'],
      ['2', null, null, null, null],
    ];
    const grids = new Map([
      ['说明', [['请如实填写']]],
      ['Sheet1', grid],
    ]);
    const asked = await spelledRefs(boat, grids, reader);
    expect([...asked.values()].flatMap(({ texts }) => [...texts])).toEqual(['人7（N7）']);
    const records = await readRecords(boat, grids, ids, reader);
    expect(records.map(({ row, input }) => [row, input])).toEqual([
      [4, { name: '启航', size: '01', owner: '7', price: '12' }],
    ]);
  });

  it('is told which required columns it has not', async () => {
    const grids = new Map([['Sheet1', [['价格'], ['12']]]]);
    expect(missingColumns(boat, grids, reader).map(([zh]) => zh)).toEqual(['船名', '大小']);
    const none = new Map([['Sheet1', [['甲'], ['1']]]]);
    await expect(readRecords(boat, none, ids, reader)).rejects.toThrow('缺少 【船名】、【大小】');
  });

  it('has rows of one title noted, and of one identity refused', async () => {
    const records = ['启航', '启航', '远方'].map((name, at) => ({
      row: at + 2,
      input: { name, price: '12' },
      faults: [],
      lines: {},
    }));
    const { faults, notes } = await repeatFindings(boat, records);
    expect([faults.size, [...notes.keys()]]).toEqual([0, [3]]);
    const once = await repeatFindings({ ...boat, distinct: [['price']] }, records);
    expect([...once.faults.keys()]).toEqual([3, 4]);
    const like = await repeatFindings({ ...boat, likeness: ['name', 'price'] }, records);
    expect([...like.notes.keys()]).toEqual([3]);
  });
});

describe('a workbook that leaves', () => {
  it('has numbers and days as such, and takes them back to the last digit', async () => {
    const spec = (name: 'price' | 'length' | 'built' | 'name') => boat.fields[name].spec;
    const cells = [
      valueCell('12345678901.99', '', spec('price')),
      valueCell(7, '', spec('length')),
      valueCell('2024-02-29', '', spec('built')),
      valueCell('0012', '0012', spec('name')),
      valueCell('99999999999999.99', '99999999999999.99', spec('price')),
      valueCell('1899-01-01', '1899-01-01', spec('built')),
    ];
    const [table = []] = (
      await gridsIn(await writeTable(inProcessBookMaker, '表', ['a'], [cells]))
    ).values();
    expect(table[1]).toEqual([
      12345678901.99,
      7,
      new Date('2024-02-29T00:00:00Z'),
      '0012',
      '99999999999999.99',
      '1899-01-01',
    ]);
  });
});

describe('a moment that leaves', () => {
  it('comes back to the second', async () => {
    const { spec } = f.time(['时刻', 'Moment']);
    const moments = Array.from({ length: 240 }, (_, at) =>
      new Date(Date.UTC(2026, 0, 1) + at * 7_654_321_000).toISOString().slice(0, 19),
    ).map((text) => text.replace('T', ' '));
    const cells = moments.map((text) => [valueCell(text, text, spec)]);
    const [table = []] = (
      await gridsIn(await writeTable(inProcessBookMaker, '表', ['a'], cells))
    ).values();
    const read = table.slice(1).map(([cell]) => cellText(cell));
    expect(read).toEqual(moments.map((text) => text.replace(' 00:00:00', '')));
  });
});

describe('a cell with a place that is known by its path', () => {
  const under = (
    code: string,
    zh: string,
    children?: readonly Entry[],
    heading?: boolean,
  ): Entry => ({
    code,
    label: [zh, zh],
    ...(heading && { heading }),
    ...(children && { children }),
  });
  supplyEntries('workbookPath', [
    under('11', '京', [under('1101', '辖', [under('110101', '朝阳')], true)]),
    under('22', '吉', [under('2201', '长春', [under('220104', '朝阳'), under('220102', '南关')])]),
  ]);
  const { spec } = f.dict(
    ['籍贯', 'From'],
    suppliedDictionary('workbookPath', ['地', 'Place'], 'path'),
  );
  const ids: IdLookup = () => ({ fault: ['', ''] });

  it.each([
    ['110101', '110101'],
    ['京朝阳', '110101'],
    ['京辖朝阳', '110101'],
    ['吉/长春/朝阳', '220104'],
    ['吉 长春', '2201'],
    ['南关', '220102'],
  ])('%s means %s', (typed, code) => expect(readCell(typed, spec, ids)).toEqual({ value: code }));

  it.each(['朝阳', '冀', '吉朝阳'])('%s is refused: it names none, or several', (typed) => {
    expect(readCell(typed, spec, ids)).toHaveProperty('fault');
  });

  it('is written as it is read', () => {
    for (const code of ['11', '110101', '2201', '220104']) {
      const written = writeCell(code, spec, 'zh', () => undefined);
      expect(readCell(written, spec, ids)).toEqual({ value: code });
    }
  });
});
