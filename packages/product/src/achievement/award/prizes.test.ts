import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { computedValuesOf, validate } from '@keyan/kernel/records/validate.ts';
import { describe, expect, test } from 'vitest';
import { supplyNationalDictionaries } from '../../shared/formats/national.server.ts';
import { prizeDeclaration } from './prize-declaration.ts';
import { prizeNotice } from './prize-notice.ts';

supplyNationalDictionaries();

const faultsOf = (kind: unknown, input: object, facts: object = {}, stored = {}) =>
  validate(kind as Resource, stored, input as Record<string, unknown>, 'complete', {
    today: '2026-11-21',
    now: '2026-11-21 10:00:00',
    facts,
  } as never).faults.map(({ path, message }) => `${path}: ${message[0]}`);

describe('a prize notice', () => {
  const times = { startTime: '2026-11-01 08:00:00', endTime: '2026-12-01 08:00:00' };

  test('closes after it opens', () => {
    expect(faultsOf(prizeNotice, { ...times, endTime: times.startTime })).toContain(
      'endTime: 【申报截止】应晚于申报开始',
    );
    expect(faultsOf(prizeNotice, times).join()).not.toContain('应晚于');
  });

  test('gives a department no more than there is', () => {
    expect(faultsOf(prizeNotice, { ...times, quota: 5, deptQuota: 6 })).toContain(
      'deptQuota: 【院系限额】不能大于推荐限额',
    );
    expect(faultsOf(prizeNotice, { ...times, deptQuota: 6 }).join()).not.toContain('不能大于');
  });
});

describe('a prize declaration', () => {
  const closed = 'noticeId: 不在申报时间范围内';
  const notice = {
    status: '1',
    startTime: '2026-11-01 08:00:00',
    endTime: '2026-11-21 10:00:00',
  };
  const judged = (about: object, stored: object = {}) =>
    faultsOf(prizeDeclaration, { noticeId: '7' }, { notice: { ...notice, ...about } }, stored);

  test('rests on the registered work that it names, else on what its first line is', () => {
    const typeOf = (row: object): unknown =>
      computedValuesOf(untypedResource(prizeDeclaration), { ...row }, {}, { college: '5' }).bizType;
    const outputs = [{ bizType: 'award' }, { bizType: 'book' }];
    expect(typeOf({ patentId: '7', outputs })).toBe('patent');
    expect(typeOf({ outputs })).toBe('award');
    expect(typeOf({ outputs: [] })).toBeNull();
  });

  test('answers a notice that is out, to the second of its deadline', () => {
    expect(judged({})).not.toContain(closed);
    expect(judged({ endTime: '2026-11-21 09:59:59' })).toContain(closed);
    expect(judged({ startTime: '2026-11-21 10:00:01' })).toContain(closed);
    expect(judged({ status: '2' })).toContain(closed);
  });

  test('may be handed in again after the deadline where it was returned', () => {
    const late = { endTime: '2026-11-20 10:00:00' };
    for (const status of ['1', '3']) {
      expect(judged({ ...late, status }, { result: '7' })).not.toContain(closed);
      expect(judged({ ...late, status }, { result: '8' })).toContain(closed);
    }
    expect(judged({ ...late, status: '2' }, { result: '7' })).toContain(closed);
  });

  test('has an end after its beginning, which has come', () => {
    expect(
      faultsOf(prizeDeclaration, { startDate: '2026-02-01', endDate: '2026-01-01' }),
    ).toContain('endDate: 【完成时间】不能早于【起始时间】');
    expect(faultsOf(prizeDeclaration, { endDate: '2026-12-01' })).toContain(
      'endDate: 【完成时间】不能晚于今天',
    );
  });
});
