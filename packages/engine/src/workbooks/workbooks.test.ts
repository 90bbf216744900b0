import { everyone, own } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import {
  asDefined,
  dictionary,
  type Entry,
  suppliedDictionary,
  supply,
  treeDictionary,
} from '@keyan/kernel/values/dictionary.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridsIn, maker } from '../testing/books.ts';
import { cellText, guard, type IdOf, type NameOf, readCell, unguard, writeCell } from './cell.ts';
import { sheetsOf } from './plan.ts';
import { readRecords } from './read.ts';
import { writeTable, writeWorkbook } from './workbook.ts';

const size = dictionary(
  'size',
  ['大小', 'Size'],
  [
    ['01', '大', 'Large'],
    ['02', '小', 'Small'],
  ],
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

const names: NameOf = (_target, id) => ({ text: `人${id}`, note: `N${id}` });
const ids: IdOf = (_target, text) => {
  const match = /^人(\d+)（N\1）$/.exec(text);
  return match?.[1] ? { id: match[1] } : { fault: ['没有', 'none'] };
};

const reader = { language: 'zh', dictionaries: asDefined, permissions: new Set<string>() } as const;

/** What the reader makes of a workbook, as text, without writing a file. */
const throughWorkbook = async (
  rows: readonly Record<string, unknown>[],
): Promise<readonly Record<string, unknown>[]> => {
  const bodies = sheetsOf(boat, reader).map((plan) =>
    rows.flatMap((row, index) => {
      const lines = plan.rows ? ((row[plan.rows] as Record<string, unknown>[]) ?? []) : [row];
      return lines.map((line) => [
        String(index + 1),
        ...plan.columns.map(({ name, spec }) => writeCell(line[name], spec, 'zh', names)),
      ]);
    }),
  );
  const grids = await gridsIn(await writeWorkbook(maker, boat, reader, bodies));
  return (await readRecords(boat, grids, ids, reader)).map(({ input, faults }) => {
    expect(faults).toEqual([]);
    return input;
  });
};

// U+FFFD stands for a character that was lost before; the reading library drops it at an end.
const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/[\p{C}\uFFFD]/gu, 'x').trim())
  .filter((text) => text !== '' && unguard(guard(text)) === text);

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
    const formulas = ['=1+1', '+cmd', '-2', '@SUM(A1)', "'=x"];
    const lines = formulas.map((text) => [text, -2]);
    const [table = []] = [
      ...(await gridsIn(await writeTable(maker, '表', ['=a', 'b'], lines))).values(),
    ];
    expect(table).toEqual([["'=a", 'b'], ...formulas.map((text) => [`'${text}`, -2])]);
    expect(table.slice(1).map(([text]) => cellText(text))).toEqual(formulas);
    const rows = formulas.map((name) => ({ name, size: '01' }));
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
  supply('workbookPath', [
    under('11', '京', [under('1101', '辖', [under('110101', '朝阳')], true)]),
    under('22', '吉', [under('2201', '长春', [under('220104', '朝阳'), under('220102', '南关')])]),
  ]);
  const { spec } = f.dict(
    ['籍贯', 'From'],
    suppliedDictionary('workbookPath', ['地', 'Place'], 'path'),
  );
  const ids: IdOf = () => ({ fault: ['', ''] });

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
