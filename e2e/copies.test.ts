import { expect, test } from 'vitest';
import { agreeTo, caller, freshTitle, submittedPaper } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { person } from './support/page.ts';
import { openTask, rowOf } from './support/work.ts';

test('a secretary copies a paper to a colleague, who reads it and decides nothing', async () => {
  const title = freshTitle('盐沼植被的潮汐响应');
  const { id } = await submittedPaper(title);
  const secretary = await person('dept_secretary');
  const dialog = secretary.page.getByRole('dialog', { name: '抄送' });
  await openTask(secretary, title);
  await pane(secretary.page).getByRole('button', { name: '抄送' }).click();
  // Without a person nothing happens.
  await dialog.getByRole('button', { name: '抄送' }).click();
  await dialog.getByText('请选择抄送人').waitFor();
  await dialog.getByRole('combobox', { name: '抄送给' }).fill('顾绍庭');
  await secretary.page
    .locator('.ant-select-item-option')
    .filter({ hasText: '顾绍庭' })
    .first()
    .click();
  await dialog.getByRole('textbox', { name: '附言' }).fill('请知悉');
  await dialog.getByRole('button', { name: '抄送' }).click();
  await toast(secretary.page, '已抄送').waitFor();
  await pane(secretary.page).getByText('请知悉').first().waitFor();

  const colleague = await person('dept_leader');
  const { page } = colleague;
  await colleague.visit('/mywork/copy');
  await rowOf(page, title).getByText('未读').waitFor({ state: 'attached' });
  await rowOf(page, title).getByRole('link', { name: title }).click();
  await pane(page).getByRole('heading', { level: 1, name: title }).waitFor();
  expect(await pane(page).getByTitle('Alt+A').count()).toBe(0);

  await colleague.visit('/mywork/copy');
  await rowOf(page, title).waitFor();
  await rowOf(page, title).getByText('未读').waitFor({ state: 'detached' });
  await agreeTo(await caller('dept_secretary'), id);
});
