import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { afterAll, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { attached, handle, type Input, ok } from './support/filing.ts';
import { complete, sample } from './support/inputs.ts';

/** Who decides where the record's own people would, or nobody is set (rulings 23 and 44). */
const app = await startApplication();
afterAll(() => app.close());

const office = await app.as('rd_admin');

/** A paper of these accounts, the first of which leads it, handed in for a department. */
const handedIn = async (
  who: Client,
  department: string,
  title: string,
  ...accounts: readonly string[]
): Promise<Input> => {
  const [drawn = {}] = sample(complete(paper, app.targets()), 1);
  const [line = {}] = drawn.authors as readonly Input[];
  const share = (100 / accounts.length).toFixed(2);
  return ok(
    who.post(`${paper.path}/submit`, {
      ...drawn,
      artName: title,
      doi: null,
      secretLevel: '0',
      fkDeptId: app.departments[home]?.get(department),
      authors: accounts.map((account, at) => ({
        ...line,
        sort: at + 1,
        personType: '01',
        userId: app.people[home]?.get(account),
        authorType: at === 0 ? '03' : '06',
        contributionRate: share,
      })),
      ...(await attached(who, '13')),
    }),
  );
};

const holderOf = async ({ id }: Input): Promise<unknown> =>
  (await ok(office.get(`${paper.path}/detail`, { id: String(id) }))).currentAssignee;

const led = (department: string, account: string | null): Promise<unknown> =>
  app.database.query('update dept set leader_id = $3 where tenant_id = $1 and id = $2', [
    home,
    app.departments[home]?.get(department),
    account && app.people[home]?.get(account),
  ]);

test('the research office submits for a department without a secretary', async () => {
  await app.database.query(`delete from user_role where tenant_id = $1 and user_id = $2`, [
    home,
    app.people[home]?.get('secretary320'),
  ]);
  const first = await handedIn(office, '320', '没有科研秘书的院系的论文', 'teacher320');
  expect(await holderOf(first)).toBe('顾维桢');
  await led('320', 'expert');
  const second = await handedIn(office, '320', '院系有负责人时的论文', 'teacher320');
  expect(await holderOf(second)).toBe('俞望舒');
});

test('at the step of an office, a record of its people goes to its own leader', async () => {
  const teacher = await app.as('teacher');
  const record = await handedIn(teacher, '310', '成果科人员署名的论文', 'teacher', 'rd_achieve');
  await ok(handle(await app.as('dept_secretary'), record, { flag: 'ok' }));
  expect(await holderOf(record)).toBe('顾维桢');
  await led('101', 'rd_project');
  const other = await handedIn(teacher, '310', '成果科人员署名的又一篇', 'teacher', 'rd_achieve');
  await ok(handle(await app.as('dept_secretary'), other, { flag: 'ok' }));
  expect(await holderOf(other)).toBe('方立言');
});
