import { Invalid } from '@keyan/kernel/errors.ts';
import { asDefined } from '@keyan/kernel/values/dictionary.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samples } from '../testing/sample.ts';
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
    const reader = { hidden: new Set(['colour']), dictionaries: asDefined, tenantId: '000000' };
    const asked = (given: object) => parseQuery(samples, { ...given }, reader).where;
    expect(asked({ colourName: '红', tenantId: '000000' })).toEqual([]);
    expect(asked({ tenantId: '100000' })).toEqual([
      { field: 'id', operator: 'equals', value: '0' },
    ]);
  });

  test('on fields that do not exist for the reader are dropped', () => {
    const hidden = new Set(['phone']);
    expect(parseQuery(samples, { phone: '1' }, { hidden, dictionaries: asDefined }).where).toEqual(
      [],
    );
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
