import { describe, expect, test } from 'vitest';
import { differencesOf, type FiledPerson, readList, valueAsListed } from './compare.ts';

const filed = (jobNum: string, values: Record<string, unknown> = {}): FiledPerson => ({
  id: `9${jobNum}`,
  jobNum,
  name: '林晓岚',
  fkDeptId: '310',
  values: { name: '林晓岚', fkDeptId: '310', zzzt: '1', phone: '13812345678', ...values },
});
const row = (number: number, input: Record<string, unknown>) => ({ row: number, input });

describe('a list of staff', () => {
  test('of one number twice is left out at both rows, and nobody of it has left', () => {
    const list = readList([
      row(2, { jobNum: 'T1', name: '甲' }),
      row(3, { jobNum: 't1 ', name: '乙' }),
      row(4, { name: '丙' }),
    ]);
    expect(list.people).toEqual([]);
    expect(list.faults.map((fault) => [fault.row, fault.message[0]])).toEqual([
      [2, '工号 T1 与第 3 行重复'],
      [3, expect.stringContaining('与第 2 行重复')],
      [4, '【工号】不能为空'],
    ]);
    expect(differencesOf([filed('T1')], list, true)).toEqual([]);
  });

  test('shows what is new, what changed, and who is missing', () => {
    const list = readList([
      row(2, { jobNum: 'T1', name: '林晓岚', fkDeptId: '320', phone: '' }),
      row(3, { jobNum: 'T3', name: '周闻', fkDeptId: '310' }),
    ]);
    const files = [filed('T1'), filed('T2'), filed('T4', { zzzt: '0' })];
    expect(differencesOf(files, list, true)).toMatchObject([
      { kind: '2', jobNum: 'T1', item: 'fkDeptId', before: '310', after: '320' },
      { kind: '1', jobNum: 'T3', name: '周闻', fkDeptId: '310', personnelId: null },
      { kind: '3', jobNum: 'T2', item: 'zzzt', before: '1', after: '0' },
    ]);
    expect(differencesOf(files, list, false).map(({ kind }) => kind)).toEqual(['2', '1']);
  });

  test('is shown with masks and without secrets', () => {
    const names = new Map([['310', '计算机学院']]);
    expect(valueAsListed('phone', '13812345678', names)).toBe('138****5678');
    expect(valueAsListed('birthDate', '1980-01-02', names)).toBe('***');
    expect(valueAsListed('fkDeptId', '310', names)).toBe('计算机学院');
    expect(valueAsListed('sex', '2', names)).toBe('女');
  });
});
