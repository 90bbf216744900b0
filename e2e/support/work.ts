import type { Page } from 'playwright-core';
import { pane, toast } from './form.ts';
import type { Person } from './page.ts';

/** Opens a task from the list of a person's tasks. */
export const openTask = async (who: Person, title: string): Promise<void> => {
  await who.visit('/mywork/todo');
  await pane(who.page).getByRole('textbox', { name: '事务名称' }).fill(title);
  await pane(who.page).getByRole('link', { name: title }).click();
  await pane(who.page).getByRole('heading', { level: 1, name: title }).waitFor();
};

/** Types the opinion of a verdict. */
export const opine = (page: Page, opinion: string): Promise<void> =>
  pane(page).getByRole('textbox', { name: '审批意见' }).fill(opinion);

export const agree = async (page: Page, opinion: string): Promise<void> => {
  await opine(page, opinion);
  await pane(page).getByTitle('Alt+A').click();
  await toast(page, '已同意').waitFor();
};

/** Returns the record to its applicant. */
export const sendBack = async (page: Page, opinion: string): Promise<void> => {
  await opine(page, opinion);
  await pane(page).getByTitle('Alt+R').click();
  await page.getByRole('dialog', { name: '退回' }).getByRole('button', { name: '退回' }).click();
  await toast(page, '已退回').waitFor();
};

/** Locator of the row of a list with a title. */
export const rowOf = (page: Page, title: string) =>
  pane(page).getByRole('row').filter({ hasText: title });

/** Opens the list at an address and searches it for a title. */
export const findInList = async (
  who: Person,
  path: string,
  title: string,
  by = '论文题目',
): Promise<void> => {
  await who.visit(path);
  await pane(who.page).getByRole('textbox', { name: by }).fill(title);
  await rowOf(who.page, title).waitFor();
};
