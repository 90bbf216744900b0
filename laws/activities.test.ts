import { performDueActions } from '@keyan/engine/commands/timers.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { activityHeld } from '@keyan/product/activity/held.ts';
import { daysAfter } from '@keyan/product/shared/formats/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { attached, handle, ok, path, read } from './support/filing.ts';

/** An activity from its application to its summary. */
let app: LawApplication;
let teacher: Client;
beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
});
afterAll(() => app.close());

const today = dayText(new Date());

const applied = async (): Promise<RowLike> =>
  ok(
    teacher.post(path('jbhd/submit'), {
      activityName: '荆楚水利史学术研讨会',
      activityType: '01',
      activityLevel: '02',
      activityForm: '1',
      hostMode: '1',
      hostUnit: '荆楚大学',
      startDate: daysAfter(today, 20),
      endDate: daysAfter(today, 21),
      place: '武汉',
      planNum: 80,
      isForeign: '0',
      budget: '20000.00',
      fundSource: '学院经费',
      content: '会议议程',
      fkDeptId: app.departments[home]?.get('310'),
      leaderId: teacher.id,
      phone: '13800000000',
      ...(await attached(teacher, '23')),
    }),
  );

test('the summary of an activity comes with its file, after the end', async () => {
  const record = await applied();
  for (const role of ['dept_leader', 'rd_achieve', 'rd_leader']) {
    await ok(handle(await app.as(role), record, { flag: 'ok' }));
  }
  const summarise = async (more: RowLike) => {
    const { version } = await read(teacher, 'jbhd', record);
    const said = { id: record.id, version, realNum: 76, summary: '<p>顺利举行</p>' };
    return teacher.post(path('jbhd/summarise'), { ...said, ...more });
  };
  const early = await summarise(await attached(teacher, '24'));
  const reason = `活动于 ${daysAfter(today, 21)} 结束，之后方可提交总结`;
  expect(early.msg).toBe(reason);
  // Its page shows the action to those who may do it later, and to nobody else.
  const verdictFor = async (who: Client) =>
    ((await read(who, 'jbhd', record)).permissions as Record<string, object>).summarise;
  expect(await verdictFor(teacher)).toEqual({ allowed: false, reason, told: true });
  expect(await verdictFor(await app.as('rd_leader'))).not.toHaveProperty('told');

  // Weeks later.
  await app.database.query(`update ${activityHeld.table} set end_date = $1 where id = $2`, [
    daysAfter(today, -1),
    record.id,
  ]);
  const without = await summarise({});
  expect(without.errors).toEqual([
    { path: 'attachments', message: '请上传【会议（活动）总结】附件' },
  ]);
  const elsewhere = await summarise(await attached(teacher, '24', '23'));
  expect(elsewhere.errors).toMatchObject([{ path: 'attachments' }]);
  const colleague = await app.as('teacher2');
  const foreign = await summarise(await attached(colleague, '24'));
  expect(foreign.errors).toMatchObject([{ path: 'attachments' }]);
  expect(await read(teacher, 'jbhd', record)).toMatchObject({ summaryStatus: '0' });

  await ok(summarise(await attached(teacher, '24')));
  const done = await read(teacher, 'jbhd', record);
  expect(done).toMatchObject({ summaryStatus: '1', realNum: 76 });
  expect((done.attachments as RowLike[]).map(({ catalog }) => catalog)).toEqual(['23', '24']);
});

/** Messages about a record that its late summary has sent to somebody. */
const reminded = (id: unknown, to: Client) =>
  app.database.query(
    `select 1 from message where biz_id = ${id} and msg_type = '14' and receiver_id = ${to.id}`,
  );

test('a summary that is late is named, once, and is taken all the same', async () => {
  const record = await applied();
  for (const role of ['dept_leader', 'rd_achieve', 'rd_leader']) {
    await ok(handle(await app.as(role), record, { flag: 'ok' }));
  }
  const onDay = async (days: number): Promise<void> => {
    const clock = () => new Date(`${daysAfter(today, days)}T00:05:00+08:00`);
    await performDueActions(
      { ...app.parts.engine, clock, log: { error: () => undefined } },
      home,
      'date',
    );
  };
  // It ends in 21 days, and is summed up within 30 more.
  await onDay(51);
  expect(await read(teacher, 'jbhd', record)).toMatchObject({ summaryStatus: '0' });
  await onDay(52);
  expect(await read(teacher, 'jbhd', record)).toMatchObject({ summaryStatus: '2' });
  await onDay(53);
  expect(await reminded(record.id, teacher)).toHaveLength(1);
  await app.database.query(`update ${activityHeld.table} set end_date = $1 where id = $2`, [
    daysAfter(today, -40),
    record.id,
  ]);
  const { version } = await read(teacher, 'jbhd', record);
  const said = { id: record.id, version, realNum: 60, summary: '<p>补交</p>' };
  await ok(teacher.post(path('jbhd/summarise'), { ...said, ...(await attached(teacher, '24')) }));
  expect(await read(teacher, 'jbhd', record)).toMatchObject({ summaryStatus: '1' });
});
