import { readFile } from 'node:fs/promises';
import { unzipFiles } from '@keyan/engine/testing/unzip.ts';
import { expect, test } from 'vitest';
import { pane, toast } from './support/form.ts';
import { person } from './support/page.ts';

test('a scholar chooses the works to show first and takes a CV along as Word', async () => {
  const { page, visit } = await person('teacher');
  await visit('/person/scholar/index');
  await pane(page).getByRole('heading', { level: 2, name: '成果' }).waitFor();

  // Ticked outputs are cited, whatever their kind and year.
  const ticks = pane(page).locator('.ky-scholar-tick');
  await ticks.nth(0).click();
  await ticks.nth(2).click();
  await pane(page).getByRole('button', { name: '引文（已选 2 条）' }).click();
  const cited = page.getByRole('dialog', { name: '引文' }).getByRole('textbox', { name: '引文' });
  await expect.poll(() => cited.inputValue()).toMatch(/^\[1\] .*\n\[2\] .*\n$/);
  await page.keyboard.press('Escape');

  await pane(page).getByRole('button', { name: '选择代表作' }).click();
  const dialog = page.getByRole('dialog', { name: '选择代表作' });
  const add = dialog.getByRole('button', { name: /^选择 / });
  await add.first().waitFor();
  const remove = dialog.getByRole('button', { name: /^移除 / });
  while ((await remove.count()) > 0) await remove.first().click();
  const chosen: string[] = [];
  for (const _ of [1, 2]) {
    chosen.push(((await add.first().getAttribute('aria-label')) ?? '').replace('选择 ', ''));
    await add.first().click();
  }
  await dialog.getByRole('button', { name: `上移 ${chosen[1]}` }).click();
  await dialog.getByRole('button', { name: /保\s?存/ }).click();
  const first = pane(page).locator('ol.ky-scholar-list li');
  await expect.poll(() => first.count()).toBe(2);
  expect(await first.first().innerText()).toContain(chosen[1]);

  await pane(page).getByRole('button', { name: '导出简历' }).click();
  const resume = page.getByRole('dialog', { name: '导出简历（Word）' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    resume.getByRole('button', { name: /导\s?出/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.docx$/);
  const files = await unzipFiles(await readFile(await download.path()));
  const text = (files.get('word/document.xml')?.toString() ?? '').replace(/<[^>]+>/g, '');
  expect(text).toContain('代表性成果');
  for (const title of chosen) expect(text).toContain(title);
});

test('selected papers of a list are copied and downloaded as GB/T 7714', async () => {
  const { page, visit, context } = await person('rd_achieve');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined);
  await visit('/achievement/papersLib/index');
  const boxes = pane(page).getByRole('row').getByRole('checkbox');
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  await pane(page)
    .getByRole('button', { name: /导\s?出/ })
    .click();
  const dialog = page.getByRole('dialog', { name: '导出论文' });
  await dialog.getByText('引文').click();
  const list = dialog.getByRole('textbox', { name: '引文' });
  await expect.poll(() => list.inputValue()).toMatch(/^\[1\] .*\n\[2\] .*\n$/);
  await dialog.getByRole('button', { name: '复制' }).click();
  await toast(page, '已复制').waitFor();
  await dialog.getByText('BibTeX').click();
  await expect.poll(() => list.inputValue()).toMatch(/^@\w+\{/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('论文.bib');
});
