import { plus } from '@keyan/kernel/values/amounts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFailuresOf } from './checks.ts';
import {
  allValuesOf,
  amountInUnit,
  contributionsTo,
  measuredValuesOf,
  type ReportFact,
  registerRowsOf,
} from './fill.ts';
import { hasCell, type SummaryTable } from './form.ts';
import { scienceReportForm } from './forms/keji.ts';
import { kejiMoney } from './forms/keji-money.ts';
import { shippedForms } from './forms/shipped.ts';

const none = new Map<string, string>();

const arrival = (id: string, source: string, amount: string, type = '1'): ReportFact => ({
  resource: 'programInfo',
  id,
  dept: '310',
  dims: { flow: 'in', source, type, item: null, nature: null },
  numbers: { amount },
});

const money = (facts: readonly ReportFact[], entered = none, last = none) => {
  const found = contributionsTo(kejiMoney, { money: facts });
  return allValuesOf(kejiMoney, measuredValuesOf(kejiMoney, found), entered, last);
};

test('money is rounded by the cell, and totals add the rounded cells up', () => {
  const values = money([arrival('1', '1003', '1499.50'), arrival('2', '4002', '1500.50', '5')]);
  expect(values.get('12/1')).toBe('1');
  expect(values.get('15/1')).toBe('2');
  expect(values.get('02/1')).toBe('3');
  expect(values.get('03/1')).toBe('1');
});

test('a correction flows into the totals; what was carried over comes from last year', () => {
  const facts = [arrival('1', '1003', '100000')];
  const values = money(facts, new Map([['12/1', '120']]), new Map([['37/1', '50']]));
  expect(values.get('12/1')).toBe('120');
  expect(values.get('02/1')).toBe('120');
  expect(values.get('37/1')).toBe('170');
});

test('halves are rounded away from zero', () => {
  expect(amountInUnit('500', 'kiloYuan')).toBe('1');
  expect(amountInUnit('499.99', 'kiloYuan')).toBe('0');
  expect(amountInUnit('-1500.00', 'kiloYuan')).toBe('-2');
  expect(amountInUnit('0.25', 'personYear')).toBe('0.3');
});

const sources = ['1001', '1003', '2002', '2004', '3001', '4001', '5002', '6001', '2010', '99', ''];

test('every arrival is in one line of the funds, whatever its source', () => {
  const fact = fc.record({
    source: fc.constantFrom(...sources),
    fen: fc.integer({ min: 0, max: 10_000_000 }),
  });
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 30 }), (given) => {
      const facts = given.map(({ source, fen }, at) => arrival(String(at), source, `${fen}000.00`));
      const sum = plus('0', ...given.map(({ fen }) => String(fen)));
      expect(money(facts).get('02/1')).toBe(sum);
    }),
  );
});

const summaries = Object.values(shippedForms).flatMap(({ tables }) =>
  tables.filter((table): table is SummaryTable => table.shape === 'summary'),
);

test('every cell of every form has a value without any record', () => {
  for (const table of summaries) {
    const values = allValuesOf(table, measuredValuesOf(table, []), none, none);
    const cells = table.rows.flatMap((row) =>
      table.columns.filter((column) => hasCell(row, column)),
    );
    expect([...values.values()]).toHaveLength(cells.length);
    expect([...values.values()].every((value) => /^-?[0.]+$/.test(value))).toBe(true);
  }
});

test('codes of a table are unique, sums name rows of it, and checks name cells that there are', () => {
  for (const form of Object.values(shippedForms)) {
    expect(new Set(form.tables.map(({ code }) => code)).size).toBe(form.tables.length);
    for (const table of form.tables) {
      const { columns } = table;
      expect(new Set(columns.map(({ code }) => code)).size).toBe(columns.length);
      if (table.shape === 'register') continue;
      const codes = table.rows.map(({ code }) => code);
      expect(new Set(codes).size).toBe(codes.length);
      for (const { fill } of table.rows) {
        if (fill.by === 'sum') expect(codes).toEqual(expect.arrayContaining([...fill.of]));
        if (fill.by === 'last') expect(codes).toContain(fill.row);
      }
    }
    const cells = form.checks.flatMap(({ left, right }) => [
      ...[left, right].flatMap(({ plus: added, minus = [] }) => [...added, ...minus]),
    ]);
    for (const cell of cells) {
      const [code, row, column] = cell.replace('last:', '').split('/');
      const table = form.tables.find((one) => one.code === code);
      expect(table, cell).toBeDefined();
      expect(
        table?.columns.map((one) => one.code),
        cell,
      ).toContain(column);
      if (table?.shape === 'summary') {
        expect(
          table.rows.map((one) => one.code),
          cell,
        ).toContain(row);
      }
    }
  }
});

test('a person stands in one row of the people, whatever the rank', () => {
  const table = scienceReportForm.tables[0] as SummaryTable;
  const posts = ['T1', 'T2', 'T3', 'T4', 'T9', 'O1', 'O2', 'O3', 'A'];
  const people = posts.map(
    (post, at): ReportFact => ({
      resource: 'personnel',
      id: String(at),
      dept: null,
      dims: { post, sex: '2', degree: '201', age: '1' },
      numbers: {},
    }),
  );
  const values = allValuesOf(
    table,
    measuredValuesOf(table, contributionsTo(table, { people })),
    none,
    none,
  );
  expect(values.get('01/1')).toBe(String(posts.length));
  expect(values.get('01/2')).toBe(String(posts.length));
});

test('a register lists its records by name, with empty cells where the office fills in', () => {
  const register = scienceReportForm.tables.find(({ code }) => code === '3');
  if (register?.shape !== 'register') throw new Error('no register');
  const of = (id: string, name: string, type: string): ReportFact => ({
    resource: 'team',
    id,
    dept: '310',
    dims: { type },
    numbers: { staff: '12' },
    texts: { name, type: '平台' },
  });
  const rows = registerRowsOf(register, {
    institutions: [of('2', '乙', '02'), of('1', '甲', '02'), of('3', '丙', '01')],
  });
  expect(rows.map(({ cells }) => cells.L1)).toEqual(['乙', '甲']);
  expect(rows[0]?.cells).toMatchObject({ L2: '平台', L6: '12', L10: '' });
});

test('a check says both sides and the difference; one whose cells are not there says nothing', () => {
  const values: Readonly<Record<string, string>> = { '2/03/1': '12', '2/02/1': '10' };
  const look = (table: string, row: string, column: string, last: boolean) =>
    last ? null : (values[`${table}/${row}/${column}`] ?? '0');
  expect(checkFailuresOf(scienceReportForm, look, 30)).toMatchObject([
    { check: { code: 'K02' }, left: '12', right: '10', difference: '2' },
  ]);
});

test('a value is near that of last year by the threshold, on both sides', () => {
  const at = (now: string, last: string) =>
    checkFailuresOf(
      {
        ...scienceReportForm,
        checks: scienceReportForm.checks.filter(({ code }) => code === 'K13'),
      },
      (_table, _row, _column, isLast) => (isLast ? last : now),
      30,
    ).length;
  expect([at('130', '100'), at('131', '100'), at('70', '100'), at('69', '100')]).toEqual([
    0, 1, 0, 1,
  ]);
  expect(at('5', '0')).toBe(1);
});
