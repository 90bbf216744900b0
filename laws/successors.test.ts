import { afterAll, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';

/** Approvals follow the roles, departments and leaders that administrators change on their pages. */
const app = await startApplication([home]);
afterAll(() => app.close());

const admin = await app.as('admin');
const idOf = (account: string): string => app.people[home]?.get(account) ?? '';

/** How often the job that offers lost tasks was asked for. */
const asked = async (): Promise<number> => {
  const [row] = await app.database.query<{ count: number }>(
    `select count(*)::int as count from job_run
      where tenant_id = $1 and job = 'offer-stuck-tasks' and key = 'asked'`,
    [home],
  );
  await app.database.query(
    `update job_run set started_at = now(), ended_at = now(), outcome = 'done'
      where tenant_id = $1 and job = 'offer-stuck-tasks' and ended_at is null`,
    [home],
  );
  return row?.count ?? 0;
};

const save = async (path: string, id: string, values: object) => {
  const { data } = await admin.get(`${path}/detail`, { id });
  const answer = await admin.post(`${path}/submit`, { id, version: data.version, ...values });
  expect(answer).toMatchObject({ status: 200 });
};

test('a role, a department, a leader that changed on a form has its tasks looked at', async () => {
  const secretary = idOf('dept_secretary');
  expect(secretary).not.toBe('');
  const before = await asked();
  await save('blade-user/account', secretary, { realName: '林岚' });
  expect(await asked()).toBe(before);
  await save('blade-user/account', secretary, { roles: ['teacher'] });
  expect(await asked()).toBe(before + 1);
  await save('blade-user/account', secretary, { deptId: app.departments[home]?.get('320') });
  expect(await asked()).toBe(before + 2);
  const college = app.departments[home]?.get('310') ?? '';
  await save('blade-system/department', college, { leaderId: idOf('teacher320') });
  expect(await asked()).toBe(before + 3);
});

test('tasks are handed over by whoever may disable accounts', async () => {
  const input = { userIds: [idOf('secretary320')], handing: 'all' };
  const path = 'kh-edu-research/personnelaccount/handOver';
  const teacher = await app.as('teacher');
  expect((await teacher.post(path, input)).status).toBe(403);
  expect(await admin.post(path, { ...input, successor: '1' })).toMatchObject({ status: 400 });
  expect((await admin.post(path, input)).data).toEqual([]);
});
