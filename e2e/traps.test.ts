import { expect, test } from 'vitest';
import { pane } from './support/form.ts';
import { follow, person } from './support/page.ts';

/** Behaviour that broke in trials of the libraries and must not break again. */
const list = '/achievement/papers';

test('trap 3: a formatted text that is being written is there when its tab comes back', async () => {
  const { page, visit, faults } = await person('rd_admin');
  await visit('/desk/notice/add');
  const editor = pane(page).locator('[contenteditable=true]');
  await editor.click();
  await page.keyboard.type('会议改在三号楼');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+b');
  await follow(page, '/wel/index');
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
  await follow(page, `${list}/add`);
  const told = pane(page).getByRole('alert').filter({ hasText: '系统已更新，请刷新页面' });
  await told.waitFor();
  await context.unroute('**/assets/**');
  await told.getByRole('button', { name: '刷新' }).click();
  await pane(page).locator('[data-path=artName]').waitFor();
});
