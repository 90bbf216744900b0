import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pane } from './support/form.ts';
import { person } from './support/page.ts';

/** Element that has the keyboard focus, as a screen reader names it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    const named = document.getElementById(at?.getAttribute('aria-labelledby') ?? '');
    return (named?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim();
  });

const focusIs = (page: Page, name: RegExp): Promise<void> =>
  expect.poll(() => focused(page)).toMatch(name);

test('the keyboard comes along to the page that comes into sight, and is where it was on the way back', async () => {
  const { page, visit } = await person('teacher');
  await visit('/achievement/papers');
  const rows = pane(page).getByRole('grid');
  await rows.locator('[data-row]').first().waitFor();

  await page.keyboard.press('Tab');
  await focusIs(page, /^跳到正文$/);
  await page.keyboard.press('Enter');
  await focusIs(page, /^论文登记$/);

  const title = await rows.locator('.ky-col-title a').first().innerText();
  await rows.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('/detail?id=');
  await pane(page).getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => focused(page)).toBe(title);
  // Whoever looks elsewhere in the document is told.
  await page
    .locator('[aria-live=polite]')
    .filter({ hasText: title })
    .waitFor({ state: 'attached' });

  await page.keyboard.press('Alt+w');
  await expect.poll(() => page.url()).toContain('/achievement/papers');
  await expect.poll(() => rows.evaluate((grid) => grid === document.activeElement)).toBe(true);

  const bar = page.getByRole('tablist', { name: '页签' });
  await bar.getByRole('tab', { name: '论文登记' }).focus();
  await page.keyboard.press('Delete');
  await expect.poll(() => bar.getByRole('tab').count()).toBe(1);
  await focusIs(page, /^首页$/);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索与命令' }).fill('论文登记');
  await page
    .getByRole('option', { name: /^论文登记/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await focusIs(page, /^论文登记$/);
});

test('menus and what opens beside a button take the keyboard and give it back', async () => {
  const { page, visit } = await person('teacher');
  await visit('/achievement/papers');
  const rows = pane(page).getByRole('grid');
  await rows.locator('[data-row]').first().waitFor();

  const theme = page.getByRole('button', { name: '主题', exact: true });
  await theme.focus();
  await page.keyboard.press('Enter');
  await focusIs(page, /^默认$/);
  expect(await theme.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  await focusIs(page, /^主题$/);

  await page.getByRole('button', { name: /^消息 \d/ }).focus();
  await page.keyboard.press('Enter');
  await focusIs(page, /^消息$/);
  await page.keyboard.press('Shift+Tab');
  await focusIs(page, /^消息 \d/);
  await page.locator('.ky-bell').waitFor({ state: 'hidden' });
  // The page behind it keeps its keys.
  await page.keyboard.press('Enter');
  await focusIs(page, /^消息$/);
  for (const [key, name] of [
    ['Alt+BracketLeft', '首页'],
    ['Alt+BracketRight', '论文登记'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('tab', { name, selected: true }).waitFor();
  }
  await page.keyboard.press('Escape');
  await page.locator('.ky-bell').waitFor({ state: 'hidden' });

  await pane(page).getByRole('button', { name: '论文题目 列操作' }).focus();
  await page.keyboard.press('Enter');
  await focusIs(page, /^升序$/);
  await page.keyboard.press('Escape');
  await focusIs(page, /^论文题目 列操作$/);

  // Everything that can be done with a row, also what stands in its buttons.
  await rows.focus();
  await page.keyboard.press('Shift+F10');
  await focusIs(page, /^查看$/);
  await page.keyboard.press('Escape');
  await expect.poll(() => rows.evaluate((grid) => grid === document.activeElement)).toBe(true);
  await page.keyboard.press(' ');
  await pane(page).locator('[aria-live=polite]').filter({ hasText: '已选 1 条' }).waitFor();
});

test('Tab goes around in a dialog, and controls are called what they say', async () => {
  const { page, visit } = await person('teacher');
  await visit('/achievement/papers');
  // No word of an icon before it.
  await pane(page).getByRole('button', { name: '登记论文', exact: true }).waitFor();
  await pane(page).locator('[data-row]').first().waitFor();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: '帮助' });
  await focusIs(page, /^搜索帮助$/);
  await help.getByRole('button', { name: '键盘快捷键' }).waitFor();
  await page.keyboard.press('Shift+Tab');
  await focusIs(page, /^关闭$/);
  // Around: the page of help, which the keyboard scrolls, is the last.
  await page.keyboard.press('Shift+Tab');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.ky-guide') !== null))
    .toBe(true);
  await page.keyboard.press('Tab');
  await focusIs(page, /^关闭$/);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});
