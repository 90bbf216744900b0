import { validate } from '@keyan/kernel/records/validate.ts';
import { describe, expect, test } from 'vitest';
import { param } from './param.ts';
import { shippedParams } from './params.ts';

const faultsOf = (paramKey: string, paramValue: string) =>
  validate(param, {}, { paramName: '参数', paramKey, paramValue }, 'complete', {
    today: '2026-01-01',
  }).faults.map(({ path, message }) => [path, message[0]]);

describe('the page of parameters', () => {
  test('refuses what the parameter cannot be, and names it', () => {
    expect(faultsOf('delay.maxMonths', '0')).toEqual([
      ['paramValue', '【单次延期月数】应在 1 到 120 之间'],
    ]);
    expect(faultsOf('account.registerUser', 'yes')).toEqual([
      ['paramValue', '请输入 true 或 false'],
    ]);
    expect(faultsOf('declare.member.confirm', '2')).toHaveLength(1);
  });

  test('takes every first value, and anything under a key that the product does not know', () => {
    for (const { key, initial } of shippedParams)
      expect(faultsOf(key, String(initial))).toEqual([]);
    expect(faultsOf('school.own', 'whatever')).toEqual([]);
  });
});
