import type { Locator, Page } from 'playwright-core';
import { smallPdf } from './api.ts';

/** Locator of the visible page; pages of other tabs remain in the document, hidden. */
export const pane = (page: Page): Locator => page.locator('.ky-pane').filter({ visible: true });

/** Locator of a text field of the visible page, by its label. */
export const field = (page: Page, name: string): Locator =>
  pane(page).getByRole('textbox', { name, exact: true });

/** Waits until no list of choices is open. */
const listsClosed = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('.ant-select-dropdown')].every((list) => !list.checkVisibility()),
  );

/** Picks an entry of a list by typing its beginning and pressing Enter. */
export const choose = async (page: Page, name: string, option: string): Promise<void> => {
  const box = pane(page).getByRole('combobox', { name, exact: true });
  const entry = page
    .locator('.ant-select-dropdown')
    .filter({ visible: true })
    .locator('.ant-select-item-option, .ant-select-tree-node-content-wrapper')
    .filter({ hasText: option });
  // The list of the previous field may still be closing, and would take the click.
  await listsClosed(page);
  await box.click();
  if (await box.isEditable()) await box.fill(option);
  await entry.first().click();
  // A list for several entries remains open; Escape closes it without changing the choice.
  await page.keyboard.press('Escape');
  await listsClosed(page);
};

/** Types a date and leaves the field. */
export const typeDate = async (page: Page, name: string, date: string): Promise<void> => {
  const box = field(page, name);
  await box.fill(date);
  await box.press('Enter');
};

/** Uploads a file into an attachment category and waits until it is listed. */
export const attach = async (page: Page, catalog: string, name: string): Promise<void> => {
  await pane(page)
    .locator(`input[data-category="${catalog}"]`)
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: smallPdf });
  await pane(page)
    .getByRole('button', { name: `移除 ${name}` })
    .waitFor();
};

/** Adds people of the university as authors, in this order. */
export const addAuthors = async (page: Page, names: readonly string[]): Promise<void> => {
  await pane(page).getByRole('button', { name: '从人员库选' }).click();
  const dialog = page.getByRole('dialog', { name: '从人员库选' });
  for (const name of names) {
    await dialog.getByRole('textbox', { name: '姓名或工号' }).fill(name);
    await dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) }).click();
  }
  await dialog.getByRole('button', { name: `添加 ${names.length} 人` }).click();
  await dialog.waitFor({ state: 'hidden' });
};

/** Fills in a complete paper except its authors and file. */
export const fillPaper = async (page: Page, title: string): Promise<void> => {
  await field(page, '论文题目').fill(title);
  await field(page, '刊物（论文集）名称').fill('土壤学报');
  await typeDate(page, '发表（出版）日期', '2026-05-01');
  await choose(page, '所属学科', '农业史');
  await choose(page, '刊物范围', '全国性学术刊物');
  await choose(page, '期刊级别（校定）', 'A2级');
  await choose(page, '收录类别', 'EI期刊');
};

/** Drags a file from the desktop onto an element and drops it, with the events of the browser. */
export const dropFile = async (page: Page, target: Locator, path: string): Promise<void> => {
  const mouse = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  await target.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await target.boundingBox()) ?? {};
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await mouse.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data });
  }
  await mouse.detach();
};

/** Locator of a toast with this text. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('.ky-toast').filter({ hasText: text });

/** Locator of a button of the visible page by its word; icons have names, too. */
export const button = (page: Page, word: string): Locator =>
  pane(page)
    .getByRole('button')
    .filter({ hasText: new RegExp(`^\\s*${word}\\s*$`) });

/** Presses a button of the visible page. */
export const press = (page: Page, word: string): Promise<void> => button(page, word).click();
