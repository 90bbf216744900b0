import { expect, test } from 'vitest';
import { agreeTo, caller, freshTitle, submittedPaper } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { person } from './support/page.ts';
import { onBranchedRoute, onConfirmedRoute } from './support/route.ts';
import { rowOf } from './support/work.ts';

test('an administrator finds who holds a process, hands it over and moves it on', async () => {
  const title = freshTitle('河口湿地的碳收支');
  const { id } = await submittedPaper(title);
  const admin = await person('admin');
  const { page } = admin;
  const dialog = page.getByRole('dialog');
  await admin.visit('/flow/follow');
  await pane(page).getByRole('textbox', { name: '标题、编号' }).fill(title);
  const row = rowOf(page, title);
  await row.getByText('何敬之').waitFor();

  await row.getByRole('checkbox').check();
  await pane(page).getByRole('button', { name: '批量转办' }).click();
  await dialog.getByRole('combobox', { name: '转办给' }).fill('顾绍庭');
  await page.locator('.ant-select-item-option').filter({ hasText: '顾绍庭' }).first().click();
  await dialog.getByRole('button', { name: '转办' }).click();
  await toast(page, '已转办 1 条').waitFor();
  await row.getByText('顾绍庭').waitFor();

  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '跳转' }).click();
  await dialog.getByRole('combobox', { name: '跳转到' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: '成果科' }).first().click();
  const effects = dialog.locator('.ky-jump-effects');
  await effects.getByText('取消的待办').waitFor();
  await effects.getByText('顾绍庭').waitFor();
  // Without a reason nothing happens.
  await dialog.getByRole('button', { name: '跳转' }).click();
  await dialog.getByText('请输入原因').waitFor();
  await dialog.getByRole('textbox', { name: '原因' }).fill('秘书岗位空缺');
  await dialog.getByRole('button', { name: '跳转' }).click();
  await toast(page, '已跳转到').waitFor();
  await row.getByText('成果科').first().waitFor();

  await row.getByRole('button', { name: '详情' }).click();
  await dialog.getByText('秘书岗位空缺').waitFor();
  await agreeTo(await caller('rd_achieve'), id);
});

test('a route is replaced, and what runs on it goes on on the new version', () =>
  onConfirmedRoute(async () => {
    const title = freshTitle('古籍用纸的纤维鉴别');
    const { id } = await submittedPaper(title);
    await onBranchedRoute(async () => {
      const admin = await person('admin');
      const { page } = admin;
      const dialog = page.getByRole('dialog');
      await admin.visit('/flow/manager');
      await pane(page).getByRole('textbox', { name: '流程标识' }).fill('papersapp');
      const old = pane(page).getByRole('row').filter({ hasText: '本人过目' }).first();

      await old.getByRole('button', { name: /更多/ }).click();
      await page.getByRole('menuitem', { name: '流程图与比较' }).click();
      await dialog.getByRole('combobox', { name: '与哪个版本比较' }).click();
      await page.locator('.ant-select-item-option').first().click();
      await dialog.getByText('外文论文审定').first().waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });

      await old.getByRole('button', { name: /更多/ }).click();
      await page.getByRole('menuitem', { name: '迁移运行中的流程' }).click();
      await dialog.getByRole('combobox', { name: '新版本' }).click();
      await page.locator('.ant-select-item-option').filter({ hasText: '使用中' }).click();
      await dialog.getByText('可以迁移 1 个，不能迁移 0 个').waitFor();
      await dialog.getByRole('button', { name: '迁移 1 个' }).click();
      await toast(page, '已迁移 1 个流程').waitFor();
    });
    // Behind the secretary the new version asks the research office, and not the applicant.
    await agreeTo(await caller('dept_secretary'), id);
    await agreeTo(await caller('rd_achieve'), id);
    const teacher = await caller('teacher');
    const { auditStatus } = await teacher.get<{ auditStatus: string }>(
      `kh-edu-research/papers/detail?id=${id}`,
    );
    expect(auditStatus).toBe('2');
  }));
