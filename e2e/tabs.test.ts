import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftPaper, freshTitle } from './support/api.ts';
import { field, pane, press, toast } from './support/form.ts';
import { person, personAtHome } from './support/page.ts';

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

/** Opens lists of as many years, each a tab of its own; the first is shown, too. */
const openYears = async (page: Page, count: number): Promise<void> => {
  await tab(page, /./).first().waitFor();
  for (let number = 1; number <= count; number += 1) {
    await open(page, `${list}?statYear=${2000 + number}`);
    await pane(page).getByRole('heading', { level: 1, name: '论文登记' }).waitFor();
  }
};

const addresses = (page: Page): Promise<string[]> =>
  page
    .locator('.ky-tab')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.key ?? ''));

const contextMenu = async (page: Page, which: Locator, item: string): Promise<void> => {
  await which.click({ button: 'right' });
  await page.getByRole('menuitem', { name: item, exact: true }).filter({ visible: true }).click();
};

test('the first page stays, and a middle click closes a tab', async () => {
  const { page, visit } = await person('teacher');
  await visit('/mywork/todo');
  await tab(page, '待办事务').waitFor();
  expect(await page.locator('.ky-tab-close').count()).toBe(1);
  await tab(page, '待办事务').click({ button: 'middle' });
  await page.waitForURL('**/wel/index');
  expect(await page.locator('.ky-tab-close').count()).toBe(0);
  expect(await addresses(page)).toEqual(['/wel/index']);
});

test('closing the tab in sight shows the one before it', async () => {
  const { page } = await personAtHome('teacher');
  await openYears(page, 3);
  await activeTab(page).locator('xpath=..').locator('.ky-tab-close').click();
  await page.waitForURL('**statYear=2002');
  await page.locator('.ky-tab').nth(1).locator('.ky-tab-close').click();
  expect(new URL(page.url()).search).toBe('?statYear=2002');
  await activeTab(page).click();
  await page.keyboard.press('Delete');
  await page.waitForURL('**/wel/index');
});

test('a tab has a menu of its own: close others, to the right, reload, copy the link', async () => {
  const { page, context } = await personAtHome('teacher');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openYears(page, 4);
  // Beside the tabs nothing is meant, and nothing opens.
  await page.locator('.ky-tabs-list').click({ button: 'right', position: { x: 1000, y: 18 } });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.locator('.ant-dropdown').filter({ visible: true }).count()).toBe(0);
  const third = page.locator('.ky-tab').nth(3);
  await contextMenu(page, third, '关闭右侧');
  expect(await addresses(page)).toHaveLength(4);
  await page.waitForURL('**statYear=2003');
  await contextMenu(page, third, '复制链接');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `${list}?statYear=2003`,
  );
  const heading = pane(page).getByRole('heading', { level: 1 });
  await heading.evaluate((each) => each.setAttribute('data-old', '1'));
  await contextMenu(page, third, '重新加载');
  await page.locator('[data-old]').waitFor({ state: 'detached' });
  await heading.waitFor();
  await contextMenu(page, page.locator('.ky-tab').nth(1), '关闭其他');
  expect(await addresses(page)).toEqual(['/wel/index', `${list}?statYear=2001`]);
  const [window] = await Promise.all([
    context.waitForEvent('page'),
    contextMenu(page, page.locator('.ky-tab').nth(1), '在新窗口打开'),
  ]);
  await window.waitForURL('**statYear=2001');
});

test('the menu of the tab bar closes others, closes all, clears the cache and searches', async () => {
  const { page } = await personAtHome('teacher');
  const choose = async (item: string) => {
    await page.getByRole('button', { name: '页签操作' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).filter({ visible: true }).click();
  };
  await openYears(page, 3);
  await choose('关闭其他');
  expect(await addresses(page)).toEqual(['/wel/index', `${list}?statYear=2003`]);
  await choose('清除缓存');
  const question = page.getByRole('dialog').filter({ hasText: '是否需要清除缓存?' });
  await question.getByRole('button', { name: '清除缓存' }).click();
  await toast(page, '清除完毕').waitFor();
  await choose('菜单搜索');
  await page.getByRole('dialog', { name: '菜单搜索' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: '菜单搜索' }).waitFor({ state: 'hidden' });
  await openYears(page, 2);
  // Every open tab is in the menu, also those that the bar has no room for.
  await choose('首页');
  await page.waitForURL('**/wel/index');
  await choose('关闭全部');
  expect(await addresses(page)).toEqual(['/wel/index']);
});

test('on a phone the drawer lists the tabs, closes them and clears the cache', async () => {
  const { page } = await personAtHome('teacher', { width: 390, height: 844 });
  await pane(page).locator('.ky-home').waitFor();
  for (const year of [2001, 2002]) {
    await open(page, `${list}?statYear=${year}`);
    await pane(page).locator('.ky-list').waitFor();
  }
  const drawer = page.getByRole('navigation', { name: '主导航' });
  const choose = async (count: number, act: string): Promise<void> => {
    await page.getByRole('button', { name: '打开菜单' }).click();
    const list = drawer.getByRole('button', { name: `页签 ${count}` });
    // It stays as it was left.
    if ((await list.getAttribute('aria-expanded')) === 'false') await list.click();
    await drawer.getByRole('button', { name: act }).click();
    await drawer.waitFor({ state: 'hidden' });
  };
  await choose(3, '关闭其他');
  expect(new URL(page.url()).search).toBe('?statYear=2002');
  await choose(2, '关闭全部');
  await page.waitForURL('**/wel/index');
  await choose(1, '清除缓存');
  const question = page.getByRole('dialog').filter({ hasText: '是否需要清除缓存?' });
  await question.getByRole('button', { name: '清除缓存' }).click();
  await toast(page, '清除完毕').waitFor();
});

test('closing several tabs with unsaved text asks once', async () => {
  const { page, visit } = await person('teacher');
  await visit(add);
  await field(page, '论文题目').fill('一起关闭之前要问');
  await openYears(page, 1);
  await contextMenu(page, tab(page, '首页'), '关闭全部');
  const question = page.getByRole('dialog').filter({ hasText: '有未保存内容' });
  await question.getByRole('button', { name: '继续填写' }).click();
  expect(await field(page, '论文题目').inputValue()).toBe('一起关闭之前要问');
  await contextMenu(page, tab(page, '首页'), '关闭全部');
  await question.getByRole('button', { name: '关闭页签' }).click();
  await page.waitForURL('**/wel/index');
  expect(await addresses(page)).toEqual(['/wel/index']);
});

test('tabs are put in another order by dragging and by the keyboard, and a reload keeps it', async () => {
  const { page } = await personAtHome('teacher');
  await openYears(page, 3);
  const years = async () => (await addresses(page)).map((key) => key.slice(-4));
  await page
    .locator('.ky-tab')
    .nth(3)
    .dragTo(page.locator('.ky-tab').nth(1), {
      targetPosition: { x: 4, y: 16 },
    });
  await expect.poll(years).toEqual(['ndex', '2003', '2001', '2002']);
  await page.locator('.ky-tab').nth(1).getByRole('tab').focus();
  await page.keyboard.press('Control+ArrowRight');
  await expect.poll(years).toEqual(['ndex', '2001', '2003', '2002']);
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForURL('**statYear=2002');
  expect(await years()).toEqual(['ndex', '2001', '2002', '2003']);
  await page.reload();
  await pane(page).getByRole('heading', { level: 1 }).waitFor();
  expect(await years()).toEqual(['ndex', '2001', '2002', '2003']);
  expect(new URL(page.url()).search).toBe('?statYear=2002');
  expect(await activeTab(page).innerText()).toBe('论文登记');
});

test('with thirty tabs the bar scrolls to the one in sight, and the wheel moves it', async () => {
  const { page } = await personAtHome('teacher');
  await openYears(page, 30);
  const bar = page.getByRole('tablist');
  const depth = () => bar.evaluate(({ scrollLeft }) => scrollLeft);
  await expect.poll(depth).toBeGreaterThan(0);
  expect(await activeTab(page).evaluate((each) => each.getBoundingClientRect().right)).toBeLessThan(
    1440,
  );
  const before = await depth();
  await bar.hover();
  await page.mouse.wheel(0, -200);
  await expect.poll(depth).toBeLessThan(before);
});
