import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pane } from './support/form.ts';
import { person } from './support/page.ts';
import { manyRows } from './support/rows.ts';

/** What broke in trials of the stack (stack.md, "Traps met") and must not break again. */
const list = '/achievement/papers';

/** Opens a page of the application as a link would: in a tab, without loading anything anew. */
const open = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
};

test('trap 3: a formatted text that is being written is there when its tab comes back', async () => {
  const { page, visit, faults } = await person('rd_admin');
  await visit('/desk/notice/add');
  const editor = pane(page).locator('[contenteditable=true]');
  await editor.click();
  await page.keyboard.type('会议改在三号楼');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+b');
  await open(page, '/wel/index');
  await pane(page).locator('.ky-home').waitFor();
  await page.goBack();
  await editor.waitFor();
  expect(await editor.locator('strong').innerText()).toBe('会议改在三号楼');
  // The history of the editor came back too.
  await editor.click();
  await page.keyboard.press('Control+z');
  await editor.locator('strong').waitFor({ state: 'detached' });
  expect(await editor.innerText()).toContain('会议改在三号楼');
  expect(faults).toEqual([]);
});

test('trap 8: a page that another one overtakes has its tab all the same', async () => {
  const { page, visit, faults } = await person('teacher');
  await visit('/wel/index');
  await pane(page).locator('.ky-home').waitFor();
  await page.evaluate(
    (paths) => {
      for (const path of paths) {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }
    },
    [list, '/mywork/todo', '/message/index'],
  );
  await pane(page).getByRole('heading', { level: 1, name: '我的消息' }).waitFor();
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  expect(await tabs.allInnerTexts()).toEqual(
    expect.arrayContaining(['首页', '论文登记', '待办事务', '我的消息']),
  );
  await tabs.filter({ hasText: '论文登记' }).click();
  await pane(page).getByRole('grid').waitFor();
  expect(faults).toEqual([]);
});

test('trap 12: when a rebuild took a chunk away the page says so and offers to reload', async () => {
  const { page, visit, context } = await person('teacher');
  await visit('/wel/index');
  await pane(page).locator('.ky-home').waitFor();
  // From now on the server knows none of the chunks that this page still counts on.
  await context.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
  await open(page, `${list}/add`);
  const told = pane(page).getByRole('alert').filter({ hasText: '系统已更新，请刷新页面' });
  await told.waitFor();
  await context.unroute('**/assets/**');
  await told.getByRole('button', { name: '刷新' }).click();
  await pane(page).locator('[data-path=artName]').waitFor();
});

test('a page of 5,000 rows keeps few of them in the document, and scrolls to its end', async () => {
  const { page, context, visit, faults } = await person('teacher');
  const many = 5000;
  await manyRows(context, many);
  await visit(list);
  const grid = pane(page).getByRole('grid');
  await grid.getByText('第 1 篇', { exact: true }).waitFor();
  const rows = () => grid.locator('tbody tr').count();
  expect(await rows()).toBeLessThan(120);
  const scroller = await grid.evaluateHandle((element) => {
    let at = element.parentElement;
    while (at && at.scrollHeight <= at.clientHeight) at = at.parentElement;
    return at as HTMLElement;
  });
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await grid.getByText(`第 ${many} 篇`, { exact: true }).waitFor();
  expect(await rows()).toBeLessThan(120);
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await grid.getByText('第 2500 篇', { exact: true }).waitFor();
  expect(await rows()).toBeLessThan(120);
  // Few rows are drawn at once, so that no frame of scrolling has to wait for them.
  const most = await scroller.evaluate(async (element) => {
    const body = element.querySelector('tbody') as HTMLElement;
    let worst = 0;
    const watcher = new MutationObserver((changes) => {
      const added = changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
      worst = Math.max(worst, added);
    });
    watcher.observe(body, { childList: true });
    for (let turn = 0; turn < 40; turn += 1) {
      element.scrollBy(0, 36);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    watcher.disconnect();
    return worst;
  });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(10);
  expect(faults).toEqual([]);
});
