import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caller } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { person } from './support/page.ts';

const library = '/achievement/papersLib';

/** The button beside the title that names the view in use. */
const views = (page: Page) => pane(page).getByRole('button', { name: /^视图：/ });

const pick = async (page: Page, entry: string | RegExp): Promise<void> => {
  await views(page).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

/** Narrows the list by typing, and waits until the address says so. */
const search = async (page: Page, text: string): Promise<void> => {
  await pane(page)
    .getByRole('textbox', { name: /论文题目/ })
    .fill(text);
  await page.waitForURL((url) => url.searchParams.get('q') === text);
};

interface Saving {
  readonly role?: string;
  readonly chosen?: boolean;
}

const save = async (page: Page, name: string, { role, chosen }: Saving = {}): Promise<void> => {
  await pick(page, '另存为视图');
  const dialog = page.getByRole('dialog', { name: '另存为视图' });
  await dialog.getByRole('textbox', { name: '视图名称' }).fill(name);
  if (role) {
    await dialog.getByRole('combobox', { name: /共享给角色/ }).fill(role);
    await page.locator('.ant-select-item-option').filter({ hasText: role }).first().click();
    await dialog.getByRole('textbox', { name: '视图名称' }).click();
  }
  if (chosen) await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: '保存视图' }).click();
  await dialog.waitFor({ state: 'hidden' });
};

const heads = (page: Page): Promise<string[]> =>
  pane(page).locator('th .ky-head > :first-child').allInnerTexts();

const headMenu = async (page: Page, column: string, entry: string): Promise<void> => {
  await pane(page).getByRole('columnheader').filter({ hasText: column }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};

test('a view keeps filters, order and columns under a name, and comes back as the default', async () => {
  const name = `我的默认视图 ${Date.now().toString(36)}`;
  // Whatever an earlier run left.
  const place = { resource: 'papersapp', view: 'lib' };
  await (await caller('rd_achieve')).post('keyan/views/choose', place);
  const { page, visit, faults } = await person('rd_achieve');
  await visit(library);
  await pane(page).getByRole('grid').waitFor();
  await search(page, '基于');
  await headMenu(page, '刊物名称', '隐藏此列');
  await headMenu(page, '发表日期', '升序');
  await page.waitForURL((url) => url.searchParams.get('sort') === 'publishDate');
  await save(page, name, { chosen: true });
  await page.getByRole('button', { name: `视图：${name}` }).waitFor();

  // The menu's address says nothing: the list begins with the default view.
  await visit(library);
  await page.getByRole('button', { name: `视图：${name}` }).waitFor();
  await page.waitForURL((url) => url.searchParams.get('q') === '基于');
  expect(await heads(page)).not.toContain('刊物名称');

  // An address that says something wins over it.
  await visit(`${library}?q=Semantic`);
  await pane(page).getByRole('grid').waitFor();
  expect(
    await pane(page)
      .getByRole('textbox', { name: /论文题目/ })
      .inputValue(),
  ).toBe('Semantic');
  await page.getByRole('button', { name: '视图：视图' }).waitFor();

  // Chosen on purpose, the plain list stays plain after a reload.
  await visit(library);
  await page.getByRole('button', { name: `视图：${name}` }).waitFor();
  await pick(page, /^全部/);
  await page.waitForURL((url) => url.searchParams.get('saved') === '0');
  await page.reload();
  await pane(page).getByRole('grid').waitFor();
  await views(page).waitFor();
  expect(await views(page).innerText()).toContain('视图');

  await pick(page, new RegExp(name));
  await page.getByRole('button', { name: `视图：${name}` }).waitFor();
  await pick(page, '管理视图');
  const dialog = page.getByRole('dialog', { name: '管理视图' });
  await dialog.locator(`input[value="${name}"]`).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('改');
  await page.keyboard.press('Enter');
  await toast(page, '更新成功').waitFor();
  await dialog
    .getByRole('row')
    .filter({ has: page.locator(`input[value="${name}改"]`) })
    .getByRole('button', { name: '删除' })
    .click();
  await page
    .getByRole('dialog', { name: /删除视图/ })
    .getByRole('button', { name: '删除' })
    .click();
  await dialog.locator(`input[value="${name}改"]`).waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  // Nothing is called by a view that is gone.
  await page.getByRole('button', { name: '视图：视图' }).waitFor();
  expect(faults).toEqual([]);
});

test('a view shared with a role is used by its holders and changed by its owner alone', async () => {
  const name = `科里共用 ${Date.now().toString(36)}`;
  const owner = await person('rd_achieve');
  await owner.visit(library);
  await pane(owner.page).getByRole('grid').waitFor();
  await search(owner.page, '基于');
  await save(owner.page, name, { role: '科研人员' });

  const reader = await person('teacher');
  await reader.visit(library);
  await pane(reader.page).getByRole('grid').waitFor();
  await pick(reader.page, new RegExp(name));
  await reader.page.waitForURL((url) => url.searchParams.get('q') === '基于');
  await views(reader.page).click();
  expect(await reader.page.getByRole('menuitem', { name: /^更新/ }).count()).toBe(0);
  await reader.page.keyboard.press('Escape');
  await pick(reader.page, '管理视图');
  const row = reader.page
    .getByRole('dialog', { name: '管理视图' })
    .getByRole('row')
    .filter({ hasText: name });
  await row.getByText('共享给我').waitFor();
  expect(await row.getByRole('button', { name: '删除' }).count()).toBe(0);
});

/** A window whose choices really travel; nobody else's journey uses this account's lists. */
const traveller = async (): Promise<Page> => {
  const { page, visit } = await person('school_leader', { serverPreferences: true });
  await visit(library);
  await pane(page).getByRole('grid').waitFor();
  return page;
};

test('a head is dragged to another place, or moved by its menu, and stays there', async () => {
  const page = await traveller();
  const before = await heads(page);
  const [first, second, third = ''] = before;
  const head = (name = '') => pane(page).locator('th .ky-head').filter({ hasText: name });
  await head(third).dragTo(head(second));
  const moved = [first, third, second, ...before.slice(3)];
  await expect.poll(() => heads(page)).toEqual(moved);
  const other = await traveller();
  await expect.poll(() => heads(other)).toEqual(moved);
  await headMenu(page, third, '右移');
  await expect.poll(() => heads(page)).toEqual(before);
  await pane(page).getByRole('button', { name: '列设置' }).click();
  const drawer = page.getByRole('dialog', { name: '列设置' });
  await drawer.getByRole('button', { name: '恢复默认' }).click();
  await page.keyboard.press('Escape');
});

test('columns are shown, ordered, pinned and sized, travel with the account, and go back', async () => {
  const page = await traveller();
  const before = await heads(page);
  await pane(page).getByRole('button', { name: '列设置' }).click();
  const drawer = page.getByRole('dialog', { name: '列设置' });
  await drawer.getByRole('checkbox', { name: 'DOI', exact: true }).check();
  await drawer.getByRole('checkbox', { name: 'DOI', exact: true }).press('Alt+ArrowUp');
  await drawer.getByRole('button', { name: '固定 DOI' }).click();
  await page.keyboard.press('Escape');
  // Pinned columns stand behind the title; whoever chooses sees those that had no room as well.
  const known = new Set(['DOI', ...before]);
  await expect
    .poll(async () => (await heads(page)).filter((head) => known.has(head)))
    .toEqual([before[0], 'DOI', ...before.slice(1)]);
  const head = pane(page).getByRole('columnheader').filter({ hasText: 'DOI' });
  const { width = 0 } = (await head.boundingBox()) ?? {};
  await headMenu(page, 'DOI', '加宽');
  await expect.poll(async () => (await head.boundingBox())?.width ?? 0).toBeGreaterThan(width);

  // Another machine of the same person.
  const other = await traveller();
  await pane(other).getByRole('columnheader').filter({ hasText: 'DOI' }).waitFor();

  await pane(page).getByRole('button', { name: '列设置' }).click();
  await drawer.getByRole('button', { name: '恢复默认' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => heads(page)).toEqual(before);
});
