import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftPaper, freshTitle } from './support/api.ts';
import { field, pane, press } from './support/form.ts';
import { person } from './support/page.ts';

const list = '/achievement/papers';
const add = `${list}/add`;

const tab = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('tablist').getByRole('tab', { name });
const activeTab = (page: Page): Locator =>
  page.getByRole('tablist').getByRole('tab', { selected: true });

/** Opens a page of the application as a link would: in a tab, without loading anything anew. */
const open = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
};

/** Ids that stand in the document more than once, hidden pages included. */
const doubledIds = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id).filter(Boolean);
    return ids.filter((id, index) => ids.indexOf(id) !== index);
  });

test('a hidden tab keeps its text, its scroll and its filters', async () => {
  const { page, visit, faults } = await person('teacher');
  await visit(list);
  const search = pane(page).getByRole('textbox', { name: '论文题目' });
  await search.fill('遥感');
  await page.waitForURL(/q=|search=/);
  await press(page, '登记论文');
  await field(page, '论文题目').fill('没有写完的题目');
  await field(page, '备注').scrollIntoViewIfNeeded();
  const scroller = pane(page).locator('.ky-pane-scroll');
  const depth = await scroller.evaluate(({ scrollTop }) => scrollTop);
  expect(depth).toBeGreaterThan(0);

  await tab(page, '论文登记').first().click();
  expect(await search.inputValue()).toBe('遥感');
  await tab(page, /新建/).click();
  expect(await field(page, '论文题目').inputValue()).toBe('没有写完的题目');
  expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(depth);

  await page.goBack();
  await search.waitFor();
  expect(await search.inputValue()).toBe('遥感');
  await page.goForward();
  await field(page, '论文题目').waitFor();
  expect(await field(page, '论文题目').inputValue()).toBe('没有写完的题目');
  expect(faults).toEqual([]);
});

test('a page with other parameters is another tab, and no id stands twice', async () => {
  const titles = [freshTitle('两个页签之一'), freshTitle('两个页签之二')];
  const papers = [await draftPaper(titles[0] ?? ''), await draftPaper(titles[1] ?? '')];
  const { page, visit } = await person('teacher');
  await visit(`${list}/edit?id=${papers[0]?.id}`);
  await field(page, '卷').fill('一');
  await open(page, `${list}/edit?id=${papers[1]?.id}`);
  await field(page, '卷').fill('二');
  expect(await tab(page, /编辑/).count()).toBe(2);
  expect(await doubledIds(page)).toEqual([]);
  await tab(page, /编辑/).first().click();
  expect(await field(page, '卷').inputValue()).toBe('一');
  expect(await field(page, '论文题目').inputValue()).toBe(titles[0]);
});

test('switching tabs under an open dialog keeps the application and the dialog', async () => {
  const { page, visit, faults } = await person('teacher');
  await visit(list);
  await press(page, '登记论文');
  await press(page, '粘贴题录填充');
  const box = page.getByRole('dialog', { name: '粘贴题录' }).getByRole('textbox');
  await box.fill('没有识别的题录');
  await page.goBack();
  await pane(page).getByRole('grid').waitFor();
  expect(await box.isVisible()).toBe(false);
  await page.goForward();
  await box.waitFor();
  expect(await box.inputValue()).toBe('没有识别的题录');
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });

  // The same of a drawer, and of a list that is open.
  await pane(page).getByRole('combobox', { name: '论文类型' }).click();
  await page.locator('.ky-pane .ant-select-dropdown').filter({ visible: true }).waitFor();
  await page.goBack();
  await pane(page).getByRole('grid').waitFor();
  expect(await page.locator('.ant-select-dropdown').filter({ visible: true }).count()).toBe(0);
  await pane(page).getByRole('button', { name: '列设置' }).click();
  await page.locator('.ant-drawer').filter({ visible: true }).waitFor();
  await page.goForward();
  await field(page, '论文题目').waitFor();
  expect(await page.locator('.ant-drawer').filter({ visible: true }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a page is not drawn anew when another comes into sight', async () => {
  const { page, visit } = await person('teacher');
  await visit(list);
  await pane(page).getByRole('grid').waitFor();
  await open(page, add);
  await field(page, '论文题目').waitFor();
  await page.evaluate(() => {
    const seen = { changes: 0 };
    const hidden = [...document.querySelectorAll<HTMLElement>('.ky-pane')].filter(
      (each) => !each.checkVisibility(),
    );
    for (const each of hidden) {
      new MutationObserver((list) => {
        seen.changes += list.length;
      }).observe(each, { subtree: true, childList: true, characterData: true });
    }
    Object.assign(window, { seen });
  });
  await tab(page, '首页').click();
  await pane(page).getByRole('heading', { level: 1 }).waitFor();
  await tab(page, /新建/).click();
  await field(page, '论文题目').waitFor();
  expect(
    await page.evaluate(() => (window as unknown as { seen: { changes: number } }).seen),
  ).toEqual({
    changes: 0,
  });
});

test('of many tabs the least used are let go, but never unsaved text nor the to-do page', async () => {
  const { page, visit } = await person('teacher');
  await visit('/mywork/todo');
  const heading = pane(page).getByRole('heading', { level: 1 });
  await heading.evaluate((each) => each.setAttribute('data-kept', '1'));
  await open(page, add);
  await field(page, '论文题目').fill('不能丢的题目');
  for (let number = 1; number <= 31; number += 1) {
    await open(page, `${list}?statYear=${2000 + number}`);
    await pane(page).getByRole('heading', { level: 1, name: '论文登记' }).waitFor();
  }
  expect(await page.getByRole('tab').count()).toBe(34);
  expect(await page.locator('.ky-pane').count()).toBe(30);
  await tab(page, /新建/).click();
  expect(await field(page, '论文题目').inputValue()).toBe('不能丢的题目');
  await tab(page, '待办事务').click();
  await pane(page).locator('[data-kept]').waitFor();
});

test('closing a tab with unsaved text asks first, and the draft stays', async () => {
  const { page, visit } = await person('teacher');
  await visit(add);
  await field(page, '论文题目').fill('关闭之前要问');
  const close = activeTab(page).locator('xpath=..').locator('.ky-tab-close');
  await close.click();
  const question = page.getByRole('dialog').filter({ hasText: '有未保存内容' });
  await question.getByRole('button', { name: '继续填写' }).click();
  expect(await field(page, '论文题目').inputValue()).toBe('关闭之前要问');
  await close.click();
  await question.getByRole('button', { name: '关闭页签' }).click();
  await page.waitForURL('**/wel/index');
  await open(page, add);
  await press(page, '恢复');
  expect(await field(page, '论文题目').inputValue()).toBe('关闭之前要问');
});

test('buttons of two characters have no blank inside', async () => {
  const { page, visit } = await person('teacher');
  await visit(add);
  await field(page, '论文题目').waitFor();
  const words = await pane(page).getByRole('button').allInnerTexts();
  expect(words).toContain('暂存');
  expect(words.filter((word) => /^\p{Script=Han} \p{Script=Han}$/u.test(word))).toEqual([]);
});
