import { expect, test } from 'vitest';
import { freshTitle, submittedPaper } from '../support/api.ts';
import { button, pane, toast } from '../support/form.ts';
import { person } from '../support/page.ts';

test('a secretary narrows the queue to one business, walks it, and decides on all of it together', async () => {
  const stem = freshTitle('流域面源污染的来源解析与调控');
  const titles = ['甲', '乙', '丙'].map((mark) => `${stem}${mark}`);
  for (const title of titles) await submittedPaper(title);
  const { page, visit } = await person('dept_secretary', { width: 1440, height: 900 });
  await visit('/mywork/todo');
  await pane(page).getByRole('textbox', { name: '事务名称' }).fill(stem);
  const kinds = pane(page).getByRole('navigation', { name: '按业务' });
  const papers = kinds.getByRole('button', { name: /^论文登记/ });
  await expect.poll(() => papers.textContent()).toBe('论文登记3');
  await papers.click();
  await expect.poll(() => papers.getAttribute('aria-pressed')).toBe('true');

  // J begins at the first row, the right arrow shows it beside the others, J moves on, Escape ends it.
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  const beside = pane(page).getByRole('complementary', { name: '侧边查看' });
  await beside.getByRole('heading', { name: titles[0] }).waitFor();
  await page.keyboard.press('j');
  await beside.getByRole('heading', { name: titles[1] }).waitFor();
  await page.keyboard.press('Escape');
  await beside.waitFor({ state: 'detached' });

  // The walk has the rows of the filter.
  await page.keyboard.press('Enter');
  await pane(page).getByRole('heading', { level: 1, name: titles[1] }).waitFor();
  await pane(page).getByText('第 2 条，共 3 条').waitFor();
  await button(page, '下一条').click();
  await pane(page).getByText('第 3 条，共 3 条').waitFor();

  await visit('/mywork/todo');
  await pane(page).getByRole('textbox', { name: '事务名称' }).fill(stem);
  await pane(page).getByRole('checkbox', { name: '选择本页' }).check();
  await button(page, '批量办理').click();
  const dialog = page.getByRole('dialog', { name: '批量办理 3 条' });
  await dialog.getByText('需要留意').or(dialog.getByText('核对均无异常')).waitFor();
  await dialog.getByRole('radio', { name: '退回申请人' }).check();
  await dialog.getByRole('button', { name: '材料不全，请补充' }).click();
  await dialog.getByRole('button', { name: '退回 3 条' }).click();
  await toast(page, '已退回 3 条').waitFor();
});
