import { readParts } from '@keyan/engine/workbooks/parts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ForeignCell, type ForeignGrid, findHead, headAt } from './grid.ts';
import { type FieldOption, knowsHeading, matchColumns } from './matching.ts';
import { normalName, recordsOfRows } from './naming.ts';
import { placeOf, shiftedFormula, shiftedRange } from './places.ts';
import { fillTable, readTables } from './table-task.server.ts';
import { namedBook, sampleBook, sampleDocument } from './testing.ts';
import { dayFormOf, dayValue, filledCell, inUnit, type KeptCell } from './values.ts';

const option = (name: string, zh: string, isMoney = false): FieldOption => ({
  name,
  label: [zh, name],
  isMoney,
});

const options: readonly FieldOption[] = [
  option('programName', '项目名称'),
  option('programLeader', '项目负责人'),
  option('startDate', '开始日期'),
  option('endDate', '结束日期'),
  option('contractFunds', '合同经费', true),
  option('departmentId', '所属部门'),
];

const at = (row: number, column: number, text: string, rows = 1, columns = 1): ForeignCell => ({
  row,
  column,
  rows,
  columns,
  text,
});

describe('the head of a requested table', () => {
  const words = ['课题名称', '负责人', '开始日期', '批准经费（万元）', '备注', '联系方式'];
  const layouts = fc.record({
    titles: fc.integer({ min: 0, max: 6 }),
    headings: fc.shuffledSubarray(words, { minLength: 3 }),
    hasSerial: fc.boolean(),
    counting: fc.boolean(),
    empty: fc.integer({ min: 0, max: 12 }),
    footer: fc.boolean(),
  });

  test('is found wherever it stands, with the rows below it', () => {
    fc.assert(
      fc.property(layouts, ({ titles, headings, hasSerial, counting, empty, footer }) => {
        const heads = hasSerial ? ['序号', ...headings] : headings;
        const width = heads.length;
        const cells: ForeignCell[] = [];
        for (let row = 0; row < titles; row += 1) {
          cells.push(at(row, 0, `附件 关于报送情况的说明（第 ${row} 段）`, 1, width));
        }
        cells.push(...heads.map((text, column) => at(titles, column, text)));
        let row = titles + 1;
        if (counting) {
          cells.push(...heads.map((_, column) => at(row, column, String(column + 1))));
          row += 1;
        }
        const top = row;
        for (let more = 0; more < empty; more += 1, row += 1) {
          cells.push(...heads.map((_, column) => at(row, column, '')));
          if (hasSerial) cells.push(at(row, 0, String(more + 1)));
        }
        if (footer) cells.push(at(row, 0, '填表人：', 1, width));
        const grid: ForeignGrid = { name: '', height: row + (footer ? 1 : 0), width, cells };
        const head = findHead(grid, knowsHeading(options));
        expect(head).toMatchObject({ top: titles, bottom: titles, bodyTop: top });
        expect(head?.bodyBottom).toBe(top + empty - 1);
        expect(head?.columns.map(({ heading }) => heading)).toEqual(heads);
      }),
    );
  });

  test('takes several rows with merged cells together', async () => {
    const [grid] = await readTables(await sampleBook());
    const head = grid && findHead(grid, knowsHeading(options));
    expect(head).toMatchObject({ top: 2, bottom: 3, bodyTop: 4, bodyBottom: 5 });
    expect(head?.columns.map(({ heading }) => heading)).toEqual([
      '序号',
      '课题名称',
      '负责人',
      '起止时间 / 开始日期',
      '起止时间 / 结束日期',
      '批准经费（万元）',
      '所在学院',
      '预期经济效益',
    ]);
    // An officer may say that the headings end elsewhere; a row that a merged heading crosses is none.
    expect(grid && headAt(grid, 2)).toBeNull();
  });
});

describe('columns and fields', () => {
  test('labels, synonyms and headings of several rows are matched; a field once', () => {
    const headings = [
      '序号',
      '课题名称',
      '负责人',
      '起止时间 / 开始日期',
      '结束日期',
      '批准经费（万元）',
      '所在学院',
      '预期经济效益',
    ];
    const found = matchColumns(headings, options, new Map());
    expect(
      found.map(({ target, by }) => [target.is === 'field' ? target.field : target.is, by]),
    ).toEqual([
      ['serial', 'label'],
      ['programName', 'synonym'],
      ['programLeader', 'synonym'],
      ['startDate', 'label'],
      ['endDate', 'label'],
      ['contractFunds', 'synonym'],
      ['departmentId', 'synonym'],
      ['ask', 'none'],
    ]);
    expect(found[5]?.target).toMatchObject({ unit: 10_000 });
  });

  test('the last mapping wins, as far as its fields are there for this reader', () => {
    const last = new Map([
      ['预期经济效益', { is: 'fixed', text: '无' } as const],
      ['负责人', { is: 'field', field: 'secretField', unit: 1 } as const],
    ]);
    expect(matchColumns(['预期经济效益', '负责人'], options, last)).toEqual([
      { target: { is: 'fixed', text: '无' }, by: 'last' },
      { target: { is: 'field', field: 'programLeader', unit: 1 }, by: 'synonym' },
    ]);
  });

  test('no field is proposed for two columns, whatever the headings', () => {
    const words = options
      .flatMap(({ label }) => label[0])
      .concat(['负责人', '名称', '经费', '部门']);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (headings) => {
        const fields = matchColumns(headings, options, new Map()).flatMap(({ target }) =>
          target.is === 'field' ? [target.field] : [],
        );
        expect(new Set(fields).size).toBe(fields.length);
      }),
    );
  });
});

describe('values', () => {
  test('an amount in another unit is the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (cents) => {
        const sign = cents < 0n ? '-' : '';
        const abs = cents < 0n ? -cents : cents;
        const yuan = `${sign}${abs / 100n}.${String(abs % 100n).padStart(2, '0')}`;
        const [whole = '', part = ''] = inUnit(yuan, 10_000).replace('-', '').split('.');
        expect(BigInt(whole + part.padEnd(6, '0'))).toBe(abs);
      }),
    );
    expect(inUnit('1234567.80', 10_000)).toBe('123.45678');
    expect(inUnit('500.00', 1000)).toBe('0.5');
    expect(inUnit('300000.00', 10_000)).toBe('30');
  });

  test('a heading says how precise a day is', () => {
    expect(dayValue('1980-05-06', dayFormOf('出生年月'))).toEqual({
      text: '1980-05',
      kind: 'text',
    });
    expect(dayValue('1980-05-06', dayFormOf('立项年度'))).toEqual({ text: '1980', kind: 'number' });
    expect(dayValue('1980-05-06', dayFormOf('立项时间'))).toEqual({
      text: '1980-05-06',
      kind: 'day',
    });
  });

  const text = (value: string) => ({ text: value, kind: 'text' as const });
  const kept = (mark: KeptCell['mark'], value: string | null, field: string | null): KeptCell => ({
    mark,
    field,
    value: value === null ? null : text(value),
  });

  test('the record comes before answers and last year, a hand before all', () => {
    const asked = (known: string | null) => ({
      known: known === null ? null : text(known),
      field: 'rank',
      isAsked: true,
    });
    expect(filledCell(asked('教授'), undefined, kept('known', '讲师', 'rank'))).toMatchObject({
      mark: 'known',
    });
    expect(filledCell(asked('教授'), kept('hand', '研究员', 'rank'), undefined)).toMatchObject({
      mark: 'hand',
      value: text('研究员'),
    });
    expect(filledCell(asked(null), kept('answered', '教授', 'rank'), undefined).mark).toBe(
      'answered',
    );
    expect(filledCell(asked(null), undefined, kept('known', '讲师', 'rank')).mark).toBe('last');
    expect(filledCell(asked(null), undefined, undefined).mark).toBe('unknown');
  });

  test('last year tells nothing that came from another field', () => {
    const marks = ['known', 'last', 'answered', 'hand'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...marks), fc.constantFrom(null, 'other'), (mark, field) => {
        const cell = filledCell(
          { known: undefined, field, isAsked: true },
          undefined,
          kept(mark, '秘密', 'phone'),
        );
        expect(cell).toMatchObject({ mark: 'unknown', value: null });
      }),
    );
  });
});

describe('rows that come in', () => {
  test('a range takes in what is added at its end, and what is below moves', () => {
    expect(shiftedRange('F5:F6', 5, 3)).toBe('F5:F9');
    expect(shiftedRange('A7:E7', 5, 3)).toBe('A10:E10');
    expect(shiftedRange('A3:A4', 5, 3)).toBe('A3:A4');
    expect(shiftedFormula('SUM(F5:F6)+$F$7&"F7"', 5, 3)).toBe('SUM(F5:F9)+$F$10&"F7"');
    expect(placeOf('$AB$12')).toEqual({ column: 27, row: 11 });
  });
});

const number = (text: string) => ({ text, kind: 'number' as const });
const words = (text: string) => ({ text, kind: 'text' as const });

describe('the same file, filled', () => {
  const filling = {
    table: 0,
    bodyTop: 4,
    bodyBottom: 5,
    columns: [0, 1, 3, 5],
    rows: Array.from({ length: 4 }, (_, row) => [
      number(String(row + 1)),
      words(`=课题<${row}>`),
      { text: '2026-03-01', kind: 'day' as const },
      number('12.5'),
    ]),
  };

  test('a workbook keeps what it had; rows are added above its sum, which takes them in', async () => {
    const content = await fillTable({ content: await sampleBook(), filling });
    const [grid] = await readTables(content);
    const textAt = (row: number, column: number) =>
      grid?.cells.find((cell) => cell.row === row && cell.column === column)?.text;
    expect([4, 5, 6, 7].map((row) => textAt(row, 1))).toEqual(
      [0, 1, 2, 3].map((row) => `=课题<${row}>`),
    );
    expect(textAt(4, 3)).toBe('46082');
    expect(textAt(8, 0)).toBe('合计');
    expect(textAt(9, 0)).toBe('填表人：');
    expect(textAt(3, 3)).toBe('开始日期');
    const parts = await readParts(Buffer.from(content));
    const sheet = parts.get('xl/worksheets/sheet1.xml')?.toString() ?? '';
    expect(sheet).toContain('<f>SUM(F5:F8)</f>');
    expect(sheet).toContain('ref="A9:E9"');
    // A text that looks like a formula stays a text; a day is a number that shows as a day.
    expect(sheet).not.toContain('<f>课题');
    expect(sheet).toMatch(/<c r="D5" s="3"><v>46082<\/v>/);
    expect(parts.get('xl/styles.xml')?.toString()).toContain('numFmtId="14"');
    expect(parts.get('xl/workbook.xml')?.toString()).toContain('fullCalcOnLoad="1"');
  });

  test('cells that have something stay as they are', async () => {
    const first = await fillTable({ content: await sampleBook(), filling });
    const again = {
      ...filling,
      bodyBottom: 7,
      rows: filling.rows.map(() => [null, words('x'), null, null]),
    };
    const [grid] = await readTables(await fillTable({ content: first, filling: again }));
    expect(grid?.cells.some(({ text }) => text === 'x')).toBe(false);
  });

  test('a document gets rows like its empty one', async () => {
    const content = await sampleDocument();
    const [before] = await readTables(content);
    const head =
      before && findHead(before, knowsHeading([option('name', '姓名'), option('ranks', '职称')]));
    expect(head).toMatchObject({ bottom: 0, bodyTop: 1, bodyBottom: 1 });
    const rows = ['甲', '乙', '丙'].map((name) => [words(name), words('教授')]);
    const filled = await fillTable({
      content,
      filling: { table: 0, bodyTop: 1, bodyBottom: 1, columns: [0, 1], rows },
    });
    const [grid] = await readTables(filled);
    expect(grid?.height).toBe(4);
    expect(grid?.cells.filter(({ column }) => column === 0).map(({ text }) => text)).toEqual([
      '姓名',
      '甲',
      '乙',
      '丙',
    ]);
    const text = (await readParts(Buffer.from(filled))).get('word/document.xml')?.toString() ?? '';
    expect(text).toContain('专家库人员信息表');
    expect(text).toContain('联系人：');
  });

  test.each([
    ['a text', Buffer.from('a,b\n1,2')],
    ['a damaged archive', Buffer.from('PK\u0003\u0004 nothing')],
  ])('%s is refused in words', async (_what, content) => {
    await expect(readTables(content)).rejects.toThrow(/无法读取|cannot be read/);
  });
});

describe('rows that the authority has begun', () => {
  test('end above a signature, and are not taken for empty ones', async () => {
    const [grid] = await readTables(
      await namedBook([
        ['煤矿瓦斯抽采', '林晓岚'],
        ['城市内涝预警', ''],
      ]),
    );
    const head = grid && findHead(grid, knowsHeading(options));
    expect(head).toMatchObject({ bottom: 1, bodyTop: 2, bodyBottom: 1, namedBottom: 3 });
  });

  test('are found by their name; the holder tells namesakes apart', () => {
    const records = [
      ['城市内涝预警', '林晓岚'],
      ['城市内涝预警', '商秉文'],
      ['《煤矿瓦斯抽采》', '商秉文'],
    ] as const;
    const columns = [
      { column: 0, target: { is: 'serial' } as const },
      { column: 1, target: { is: 'field', field: 'programName', unit: 1 } as const },
      { column: 2, target: { is: 'field', field: 'programLeader', unit: 1 } as const },
    ];
    const rows = [
      ['城市内涝 预警', '商秉文'],
      ['城市内涝预警', ''],
      ['煤矿瓦斯抽采', '林晓岚'],
      ['没有的项目', '林晓岚'],
    ].map(([name = '', holder = ''], row) => ({
      row,
      texts: new Map([
        [0, String(row + 1)],
        [1, name],
        [2, holder],
      ]),
    }));
    const found = recordsOfRows(
      rows,
      columns,
      records.length,
      (record, column) => records[record]?.[column - 1] ?? '',
    );
    expect(found.map((one) => one.found)).toEqual([[1], [0, 1], [2], []]);
  });

  test('have names in which marks, spaces and width mean nothing', () => {
    expect(normalName('《ＡＢ－城市（内涝）》 ')).toBe(normalName('ab城市内涝'));
  });
});
