import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import { describe, expect, test } from 'vitest';
import { validateWork } from '../achievement/works/testing.ts';
import { activityAttended } from './attended.ts';
import { activityHeld } from './held.ts';

const rules = { days: 7, foreignDays: 30 };

describe('an activity of ours', () => {
  const judge = validateWork(activityHeld);
  const complete = {
    activityName: '荆楚文化论坛',
    activityType: '03',
    activityLevel: '02',
    activityForm: '1',
    hostMode: '1',
    hostUnit: '江陵大学',
    fkDeptId: '10',
    leaderId: '20',
    phone: '19900001234',
    startDate: '2026-11-30',
    endDate: '2026-12-01',
    place: '学术报告厅',
    planNum: 80,
    isForeign: '0',
    budget: '20000',
    fundSource: '学科建设经费',
    content: '两个分会场，主题报告四场。',
  };

  test('is applied for a week before it starts, with guests from abroad a month', () => {
    expect(judge(complete, rules).faults).toEqual([]);
    expect(judge({ ...complete, startDate: '2026-11-29' }, rules).faults).toEqual([
      'startDate: 应在开始日期前 7 天申请',
    ]);
    expect(judge({ ...complete, isForeign: '1' }, rules).faults).toEqual([
      'startDate: 应在开始日期前 30 天申请',
    ]);
  });

  test('ends when it starts or later, and is summed up within thirty days', () => {
    expect(judge({ ...complete, endDate: '2026-11-29' }, rules).faults).toEqual([
      'endDate: 【结束日期】不能早于【开始日期】',
    ]);
    expect(judge(complete, rules).row).toMatchObject({ summaryDue: '2026-12-31', statYear: 2026 });
  });

  test('has no summary while it is applied for, whatever is sent', () => {
    const row = judge({ ...complete, realNum: 60, summaryStatus: '1' }, rules).row;
    expect(row).toMatchObject({ realNum: null });
    const { guard } = activityHeld.actions?.summarise ?? {};
    const told = (today: string) => guard?.check(row as never, { today } as never);
    expect(told('2026-11-30')).toEqual([
      '活动于 2026-12-01 结束，之后方可提交总结',
      'The activity ends on 2026-12-01; the summary can be submitted after that',
    ]);
    expect(told('2026-12-01')).toBeNull();
  });
});

describe('an activity elsewhere', () => {
  const judge = validateWork(activityAttended);
  const complete = {
    activityName: '全国水利史学术研讨会',
    activityType: '01',
    activityLevel: '02',
    hostUnit: '中国水利学会',
    startDate: '2026-09-10',
    endDate: '2026-09-12',
    userId: '20',
    fkDeptId: '10',
    country: '156',
    city: '武汉',
    isForeign: '0',
    attendRole: '02',
    reportTitle: '江汉平原堤防的变迁',
    reportDate: '2026-09-11',
  };

  test('names the talk of those who gave one, and of nobody else', () => {
    expect(judge(complete).faults).toEqual([]);
    expect(judge({ ...complete, reportTitle: '' }).faults).toEqual([
      expect.stringMatching(/^reportTitle: /),
    ]);
    expect(judge({ ...complete, attendRole: '07' }).row).toMatchObject({
      reportTitle: null,
      reportDate: null,
    });
  });

  test('lies behind us, and the talk within it (R-505)', () => {
    expect(judge({ ...complete, endDate: '2026-11-24' }).faults).toEqual([
      'endDate: 【结束日期】不能晚于今天',
    ]);
    expect(judge({ ...complete, reportDate: '2026-09-13' }).faults).toEqual([
      'endDate: 【结束日期】不能早于【报告日期】',
    ]);
  });

  test('is that of its writer at first', () => {
    const writer = { id: '1', name: '林晓岚', departments: ['10'], imported: false };
    expect(initialRow(activityAttended.fields, writer)).toMatchObject({
      userId: '1',
      fkDeptId: '10',
      country: '156',
    });
  });
});
