import type { Locator, Page } from 'playwright-core';
import { pane } from './form.ts';
import type { Person } from './page.ts';

export const dialog = (page: Page): Locator => page.getByRole('dialog');

// Pattern of the button 更多, preceded by the name of its icon.
const more = /(^|\s)(更多|More)$/;

/** Presses a button of the page, or its entry in the menu 更多 in a narrow window. */
export const press = async (page: Page, word: RegExp): Promise<void> => {
  const button = pane(page).getByRole('button', { name: word }).filter({ visible: true });
  if ((await button.count()) > 0) return button.first().click();
  await pane(page).getByRole('button', { name: more }).filter({ visible: true }).first().click();
  await page.getByRole('menuitem', { name: word }).click();
};

/** Makes a function that presses a button and waits for the element that opens. */
export const opening =
  (word: RegExp, opened: (page: Page) => Locator = dialog) =>
  async ({ page }: Person): Promise<void> => {
    await press(page, word);
    await opened(page).filter({ visible: true }).first().waitFor();
  };

/** Presses a tool of the top bar, wherever the window's width places it. */
export const useTool = async (page: Page, word: RegExp): Promise<void> => {
  const folded = /打开菜单|Open the menu|Open menu|用户菜单|User menu/;
  const inBar = page.locator('.ky-bar').getByRole('button', { name: word });
  if ((await inBar.count()) > 0) return inBar.click();
  await page.locator('.ky-bar').getByRole('button', { name: folded }).click();
  const entry = page.getByRole('menuitem', { name: word });
  await entry.or(page.locator('.ky-drawer-toolbar button').filter({ hasText: word })).click();
};
