import { Invalid } from '@keyan/kernel/errors.ts';
import type { RowCursor } from '@keyan/kernel/records/query.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samples } from '../testing/sample.ts';
import { printCursor } from './cursor.ts';
import { parseQuery } from './query.ts';

const where = (parameters: Record<string, unknown>) => parseQuery(samples, parameters).where;

describe('a list’s parameters', () => {
  test('compare as the field does when they say nothing else', () => {
    expect(where({ title: '甲', colour: 'r,g', count: '3' })).toEqual([
      { field: 'title', operator: 'contains', value: '甲' },
      { field: 'colour', operator: 'anyOf', value: ['r', 'g'] },
      { field: 'count', operator: 'equals', value: 3 },
    ]);
  });

  test('are no filters by a field of the same name', () => {
    const sized = { ...samples, fields: { ...samples.fields, size: samples.fields.title } };
    const asked = parseQuery(sized as typeof samples, { size: '20', size_like: '60' });
    expect(asked.size).toBe(20);
    expect(asked.where).toEqual([{ field: 'size', operator: 'contains', value: '60' }]);
  });

  test('name records of a tree with all below them', () => {
    expect(where({ unitId_tree: '20,21' })).toEqual([
      { field: 'unitId', operator: 'inTree', value: ['20', '21'] },
    ]);
    expect(where({ unitId_tree: '' })).toEqual([]);
    expect(() => where({ unitId_tree: 'x' })).toThrow('请求参数格式错误: unitId_tree');
    expect(() => where({ title_tree: '20' })).toThrow('请求参数格式错误: title_tree');
  });

  test('take a day from its first instant to its last', () => {
    expect(where({ createTime_dategt: '2026-01-01', createTime_datelt: '2026-01-31' })).toEqual([
      { field: 'createTime', operator: 'atLeast', value: '2026-01-01 00:00:00' },
      { field: 'createTime', operator: 'atMost', value: '2026-01-31 23:59:59' },
    ]);
    expect(where({ createTime_dategt: '2026-01-01 08:00:00' })).toEqual([
      { field: 'createTime', operator: 'above', value: '2026-01-01 08:00:00' },
    ]);
    expect(where({ day_dategt: '2026-01-01' })).toEqual([
      { field: 'day', operator: 'atLeast', value: '2026-01-01' },
    ]);
  });

  test('of stock clients that mean nothing here are dropped', () => {
    expect(
      where({ _t: '1', mode: 'x', blade: '', title: '', title_ignore: 'x', note_x: 'y' }),
    ).toEqual([]);
  });

  test('come by the names of the clients’ family, periods in one or as a list', () => {
    expect(where({ tint: 'r', theDay_datege: '2026-01-01' })).toEqual([
      { field: 'colour', operator: 'anyOf', value: ['r'] },
      { field: 'day', operator: 'atLeast', value: '2026-01-01' },
    ]);
    const january = [
      { field: 'day', operator: 'atLeast', value: '2026-01-01' },
      { field: 'day', operator: 'atMost', value: '2026-01-31' },
    ];
    expect(where({ theDayRange: '2026-01-01,2026-01-31' })).toEqual(january);
    expect(where({ 'dayRange[]': ['2026-01-01', '2026-01-31'] })).toEqual(january);
    expect(where({ 'dayRange[0]': '2026-01-01', 'dayRange[1]': '2026-01-31' })).toEqual(january);
    expect(where({ dayRange: '' })).toEqual([]);
    expect(() => where({ dayRange: '2026-01-01' })).toThrow('请求参数格式错误: dayRange');
    expect(parseQuery(samples, { descs: 'the_day' }).sort).toEqual([
      { field: 'day', descending: true },
    ]);
  });

  test('that name what no column holds are refused, and another tenant has no rows here', () => {
    expect(() => where({ tintName: '红' })).toThrow('不支持按【颜色】筛选');
    expect(() => where({ createUserName_like: '张' })).toThrow('不支持按【创建人】筛选');
    expect(() => where({ parts: 'x' })).toThrow('不支持按【部件】筛选');
    const reader = {
      hidden: new Set(['colour']),
      dictionaries: dictionariesAsDefined,
      tenantId: '000000',
    };
    const asked = (given: object) => parseQuery(samples, { ...given }, reader).where;
    expect(asked({ colourName: '红', tenantId: '000000' })).toEqual([]);
    expect(asked({ tenantId: '100000' })).toEqual([
      { field: 'id', operator: 'equals', value: '0' },
    ]);
  });

  test('on fields that do not exist for the reader are dropped', () => {
    const hidden = new Set(['phone']);
    expect(
      parseQuery(samples, { phone: '1' }, { hidden, dictionaries: dictionariesAsDefined }).where,
    ).toEqual([]);
    expect(parseQuery(samples, { phone: '1' }).where).toHaveLength(1);
  });

  test('sort by fields and base columns only, snake case too', () => {
    expect(parseQuery(samples, { descs: 'create_time,nowhere', ascs: 'title,parts' }).sort).toEqual(
      [
        { field: 'createTime', descending: true },
        { field: 'title', descending: false },
      ],
    );
  });

  test('name the fields that rows have, by all their names', () => {
    expect(parseQuery(samples, { fields: 'title,theDay,' }).fields).toEqual(['title', 'day']);
    expect(parseQuery(samples, { fields: '' })).not.toHaveProperty('fields');
  });

  test('carry a cursor that was printed, and no other', () => {
    const cursors: readonly RowCursor[] = [
      { field: 'title', descending: false, value: "甲' \\ 乙", id: '7' },
      { field: 'count', descending: true, value: null, id: '9223372036854775807' },
      { field: 'count', descending: true, value: '-12', id: '1' },
      { field: 'price', descending: true, value: '1.50', id: '1' },
      { field: 'moment', descending: true, value: '2026-01-01 23:59:59.000001', id: '1' },
      { field: 'id', descending: true, value: '5', id: '5' },
    ];
    for (const cursor of cursors) {
      expect(parseQuery(samples, { after: printCursor(cursor) }).after).toEqual(cursor);
    }
    const wrong: readonly unknown[] = [
      ['count', true, '99999999999', '1'],
      ['count', true, 'x', '1'],
      ['count', true, '1', '99999999999999999999'],
      ['day', true, '2026-02-30', '1'],
      ['moment', true, '2026-02-01', '1'],
      ['nowhere', true, '1', '1'],
      ['title', true, 'a\0', '1'],
      ['title', 'yes', 'a', '1'],
      ['title', true, 1, '1'],
      {},
      null,
    ];
    for (const parts of wrong) {
      const after = Buffer.from(JSON.stringify(parts)).toString('base64url');
      expect(() => parseQuery(samples, { after }), JSON.stringify(parts)).toThrow(Invalid);
    }
    expect(() => parseQuery(samples, { after: '{' })).toThrow('请求参数格式错误: after');
    expect(printCursor({ field: 'title', descending: true, value: 'x'.repeat(501), id: '1' })).toBe(
      undefined,
    );
  });

  test('never name anything but a field of the resource, whatever they are', () => {
    const columns = new Set([
      ...Object.keys(samples.fields),
      ...['id', 'createUser', 'createDept', 'createTime', 'updateUser', 'updateTime'],
      ...['auditStatus', 'submitTime', 'finishTime', 'currentNode', 'currentAssignee'],
      'currentSince',
    ]);
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string()))),
        (given) => {
          try {
            const query = parseQuery(samples, given);
            for (const condition of query.where) expect(columns.has(condition.field)).toBe(true);
            for (const sort of query.sort) expect(columns.has(sort.field)).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(Invalid);
          }
        },
      ),
    );
  });
});
