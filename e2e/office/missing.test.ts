import { expect, test } from 'vitest';
import { pane } from '../support/form.ts';
import { person } from '../support/page.ts';

test('a secretary sees what the college lacks, reminds, and fills in a sheet', async () => {
  const { page, visit } = await person('dept_secretary');
  await visit('/wel/index');
  await page.getByRole('link', { name: /^人员资料 \d+/ }).click();
  await page.getByRole('heading', { name: '部门缺项' }).waitFor();
  const rows = pane(page).locator('.ky-gaps tr');
  await rows.first().waitFor();
  const before = await rows.count();
  await rows
    .last()
    .getByRole('button', { name: /^提\s?醒$/ })
    .click();
  await rows
    .last()
    .getByText(/已提醒/)
    .waitFor();

  await pane(page).getByRole('button', { name: '批量补填' }).click();
  const first = rows.first();
  const texts = first.locator('input[type=text]');
  await texts.first().waitFor();
  for (const box of await texts.all()) await box.fill('数据科学');
  await pane(page).getByRole('button', { name: '保存补填（1）' }).click();
  await expect.poll(() => rows.count()).toBe(before - 1);
});
