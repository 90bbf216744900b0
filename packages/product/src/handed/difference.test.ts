import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  differenceOf,
  type HandedCell,
  type HandedContent,
  type HandedPart,
  isSameValue,
} from './difference.ts';

const cell = (
  row: string,
  column: string,
  value: string,
  more: Partial<HandedCell> = {},
): HandedCell => ({
  row,
  rowLabel: row,
  column,
  columnLabel: column,
  value,
  record: null,
  definition: '',
  ...more,
});

/** A table: values by row and column, all columns in every row. */
const contents = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.tuple(fc.nat(3), fc.nat(3)))
  .map(
    (rows): HandedContent => ({
      cells: Object.entries(rows).flatMap(([row, [one, two]]) => [
        cell(row, 'x', String(one)),
        cell(row, 'y', `${two}.50`),
      ]),
      parts: [],
    }),
  );

const rowsOf = ({ cells }: HandedContent) => new Set(cells.map(({ row }) => row));

describe('the difference of two contents', () => {
  test('nothing differs from itself', () => {
    fc.assert(
      fc.property(contents, (content) => {
        expect(differenceOf(content, content)).toMatchObject({
          rows: [],
          same: rowsOf(content).size,
        });
      }),
    );
  });

  test('every row is added, left, changed or the same; the other way round what came has left', () => {
    fc.assert(
      fc.property(contents, contents, (before, after) => {
        const [there, back] = [differenceOf(before, after), differenceOf(after, before)];
        const count = (of: typeof there, kind: string) =>
          of.rows.filter((row) => row.kind === kind).length;
        expect(there.rows.length + there.same).toBe(
          new Set([...rowsOf(before), ...rowsOf(after)]).size,
        );
        expect(count(there, 'added')).toBe(count(back, 'left'));
        expect(count(there, 'changed')).toBe(count(back, 'changed'));
        expect(there.same).toBe(back.same);
      }),
    );
  });

  test('applied to what was before, it gives what is after', () => {
    fc.assert(
      fc.property(contents, contents, (before, after) => {
        fc.pre(before.cells.length > 0 && after.cells.length > 0);
        const values = new Map(
          before.cells.map(({ row, column, value }) => [`${row}/${column}`, value]),
        );
        for (const { row, cells } of differenceOf(before, after).rows) {
          for (const { column, after: value } of cells) {
            if (value === null) values.delete(`${row}/${column}`);
            else values.set(`${row}/${column}`, value);
          }
        }
        expect(values).toEqual(
          new Map(after.cells.map(({ row, column, value }) => [`${row}/${column}`, value])),
        );
      }),
    );
  });

  test('tables of two authorities meet in records and in fields or labels', () => {
    const record = { resource: 'programInfo', id: '7', version: 3 };
    const province: HandedContent = {
      cells: [cell('programInfo/7', 'funds', '30', { record, columnLabel: '批准经费（万元）' })],
      parts: [],
    };
    const ministry: HandedContent = {
      cells: [
        cell('4/programInfo/7', '4/L3', '31', {
          record: { ...record, version: 5 },
          columnLabel: '批准经费',
        }),
        cell('4/programInfo/7', '4/L9', 'x', { record, columnLabel: '组织形式' }),
      ],
      parts: [],
    };
    expect(differenceOf(province, ministry)).toMatchObject({
      rows: [{ kind: 'changed', cells: [{ before: '30', after: '31' }], before: { version: 3 } }],
      columns: ['批准经费'],
    });
  });

  test('a sum says which records make the difference, also where they cancel each other out', () => {
    const part = (id: string, value: string): HandedPart => ({
      row: 'line',
      column: 'x',
      resource: 'fundingArrive',
      id,
      version: 1,
      value,
    });
    const sum = (value: string, ...parts: HandedPart[]): HandedContent => ({
      cells: [cell('line', 'x', value)],
      parts,
    });
    const [row] = differenceOf(
      sum('10', part('1', '4'), part('2', '6')),
      sum('10.0', part('1', '4.00'), part('3', '6')),
    ).rows;
    expect(row?.cells[0]?.parts).toMatchObject([
      { kind: 'left', id: '2' },
      { kind: 'added', id: '3' },
    ]);
  });

  test.each([
    ['30.50', '30.5', true],
    ['-0', '0', true],
    ['007', '7', true],
    ['1e3', '1000', false],
    ['30.5', '30.05', false],
    ['', '0', false],
  ])('%j and %j', (one, other, same) => {
    expect(isSameValue(one, other)).toBe(same);
  });
});
