import { expect, test } from 'vitest';
import { caller } from './support/api.ts';
import { choose, field, pane, press, toast, typeDate } from './support/form.ts';
import { person } from './support/page.ts';

interface Plan {
  readonly status: string;
  readonly planCode: string;
  readonly deptIdsNameList: readonly string[];
}

test('the office writes a plan and publishes it; then nobody changes it', async () => {
  const { page, visit } = await person('rd_project');
  const name = `申报计划 ${Date.now()}`;
  await visit('/program/vertical/declarePlan/add');
  await field(page, '计划名称').fill(name);
  await choose(page, '项目性质', '纵向项目');
  await typeDate(page, '申报年度', '2027');
  await choose(page, '项目来源', '国家自然科学基金');
  await choose(page, '项目级别', '国家级');
  await choose(page, '适用院系', '生命科学学院');
  await choose(page, '适用院系', '数学与统计学院');
  await typeDate(page, '申报开始时间', '2027-01-05 08:00:00');
  await typeDate(page, '申报截止时间', '2027-03-20 17:00:00');
  await choose(page, '是否校内评审', '否');
  await press(page, '保存');
  await toast(page, '新增成功').waitFor();

  const office = await caller('rd_project');
  const stored = async (): Promise<Plan> => {
    const { records } = await office.get<{ records: readonly Plan[] }>(
      `kh-edu-research/declarePlan/list?planName=${encodeURIComponent(name)}`,
    );
    return records[0] as Plan;
  };
  expect(await stored()).toMatchObject({
    status: '0',
    deptIdsNameList: ['生命科学学院', '数学与统计学院'],
  });
  expect((await stored()).planCode).toMatch(/^SB\d{7}$/);

  await visit('/program/vertical/declarePlan/index');
  const row = pane(page).getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: '发布' }).click();
  await page.locator('.ant-modal').getByRole('button', { name: '发布' }).click();
  await toast(page, '发布成功').waitFor();
  await row.getByText('已发布').waitFor();
  // A published plan cannot be changed by anybody.
  expect(await row.getByRole('button', { name: '编辑' }).count()).toBe(0);

  const teacher = await caller('teacher');
  await expect(teacher.get(`kh-edu-research/declarePlan/list`)).rejects.toThrow();
});
