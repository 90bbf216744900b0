import { expect, test } from 'vitest';
import { pane } from '../support/form.ts';
import { openAs, person } from '../support/page.ts';

test('a researcher finds how a paper is claimed, and is led there', async () => {
  const { page, visit } = await person('teacher');
  await visit('/achievement/papers');
  await pane(page).locator('[data-row]').first().waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: '帮助' });
  // The page in sight is the matter of the first page of help.
  await help.getByRole('heading', { name: '登记论文', exact: true }).waitFor();
  const picture = help.getByRole('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(400);

  // The focus stands in the search.
  await page.keyboard.type('认领论文');
  await help
    .getByRole('button', { name: /^认领论文和到账/ })
    .first()
    .click();
  await help.getByRole('button', { name: '科研成果 › 论文成果 › 论文认领', exact: true }).click();
  await help.waitFor({ state: 'detached' });
  await page.waitForURL('**/achievement/papersClaim**');
  await pane(page).getByRole('button', { name: '不是我的' }).first().waitFor();
});

test('an administrator reads in English about accounts, from the top bar', async () => {
  const { page, visit } = await openAs('admin', { language: 'en' });
  await visit('/system/user');
  await pane(page).locator('[data-row]').first().waitFor();
  await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByRole('heading', { name: 'People, roles and rights' }).waitFor();
  // Chinese words find English pages.
  await help.getByRole('searchbox', { name: 'Search help' }).fill('权限追踪');
  await help
    .getByRole('button', { name: /^People, roles and rights/ })
    .first()
    .click();
  await help.getByRole('button', { name: 'System › Explain access', exact: true }).click();
  await page.waitForURL('**/system/explain**');
});
