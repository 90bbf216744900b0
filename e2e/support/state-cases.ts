import { toStored } from '@keyan/console/storage/stored.ts';
import { dialog, press, useTool } from './acts.ts';
import { pane } from './form.ts';
import type { PageCase } from './page-case.ts';
import type { CaseRecords } from './record-cases.ts';

const papers = '/achievement/papers';
const library = '/achievement/papersLib';
const remove = /^(删除|Delete)$/;

/**
 * Cases of rare states of a page: empty, loading, failed, offline, asking or reporting. Calls that
 * a case blocks are released for the next one. Long because it is one table.
 */
export const stateCases = ({ asked, gone }: CaseRecords): readonly PageCase[] => [
  {
    name: 'session-over',
    template: 'sign-in with fault',
    path: '/login',
    ready: '.ky-signin-form',
    act: async ({ page }) => {
      await page.evaluate(
        (flag) => sessionStorage.setItem('keyan-signed-out', flag),
        toStored(true, Date.now(), 'session'),
      );
      await page.reload();
      await page.locator('.ky-signin-fault').waitFor();
    },
  },
  {
    name: 'password-due',
    template: 'password due',
    account: 'expert',
    path: '/wel/index',
    ready: '.ky-home, .ky-password-due',
    act: async ({ page }) => {
      await page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem('keyan-session') ?? '{}');
        kept.content.user.passwordDue = true;
        localStorage.setItem('keyan-session', JSON.stringify(kept));
      });
      await page.reload();
      await page.locator('.ky-password-due').waitFor();
    },
  },
  {
    name: 'empty-filtered',
    template: 'empty list',
    account: 'teacher',
    path: `${library}?q=no-such-title`,
    ready: '.ky-list .ky-empty',
  },
  {
    name: 'skeleton',
    template: 'skeleton',
    account: 'teacher',
    path: '/wel/index',
    ready: '.ky-home',
    act: async ({ page }) => {
      // Blocked in the page itself: calls that the browser holds back would arrive after the case.
      await page.evaluate(() => {
        window.fetch = () => new Promise<never>(() => undefined);
      });
      await pane(page)
        .getByRole('link', { name: /全部论文|All papers/ })
        .click();
      await pane(page).locator('.ky-list .ky-skeleton[data-seen=true]').waitFor();
    },
  },
  {
    name: 'list-failed',
    template: 'failed',
    account: 'teacher',
    path: '/wel/index',
    ready: '.ky-home',
    act: async ({ page }) => {
      await page.route('**/papers/list?*', (route) =>
        route.fulfill({ status: 500, json: { code: 500, success: false, msg: 'out of order' } }),
      );
      await page.goto(library);
      await pane(page).locator('.ky-fault').waitFor();
      await page.unroute('**/papers/list?*');
    },
  },
  {
    name: 'crashed',
    template: 'failed',
    account: 'teacher',
    path: '/wel/index',
    ready: '.ky-home',
    act: async ({ page }) => {
      await page.route('**/assets/MessagesPage-*.js', (route) => route.abort());
      await page.goto('/message/index');
      await pane(page).locator('.ky-fault').waitFor();
      await page.unroute('**/assets/MessagesPage-*.js');
    },
  },
  {
    name: 'offline',
    template: 'banner',
    account: 'teacher',
    path: library,
    ready: '.ky-list',
    act: async ({ page }) => {
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { value: false });
        dispatchEvent(new Event('offline'));
      });
      await page.locator('.ky-banner').waitFor();
    },
  },
  {
    name: 'crop',
    template: 'crop',
    account: 'teacher',
    path: '/personel',
    ready: '.ky-profile-form',
    act: async ({ page }) => {
      const picture = await page.screenshot({ type: 'jpeg', quality: 60 });
      await pane(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: picture });
      await page.locator('.ky-crop img').waitFor();
    },
  },
  {
    name: 'themes',
    template: 'menu of the bar',
    account: 'teacher',
    path: library,
    ready: '.ky-list',
    act: async ({ page }) => {
      const menu = page.getByRole('button', { name: /打开菜单|Open the menu/ });
      if (await menu.isVisible()) {
        await menu.click();
        await page.locator('.ky-drawer-toolbar .ant-select').last().click();
      } else await useTool(page, /^(主题|Theme)$/);
      await page.getByText('LTE', { exact: true }).last().waitFor();
    },
  },
  {
    name: 'question',
    template: 'question',
    account: 'teacher',
    path: `${papers}/detail?id=${asked}`,
    ready: '.ky-read',
    act: async ({ page }) => {
      await press(page, remove);
      await dialog(page).waitFor();
    },
  },
  {
    name: 'toast',
    template: 'toast',
    account: 'teacher',
    path: `${papers}/detail?id=${gone}`,
    ready: '.ky-read',
    act: async ({ page }) => {
      await press(page, remove);
      await dialog(page)
        .getByRole('button', { name: /删除|Delete/ })
        .click();
      await page.locator('.ky-toast').waitFor();
      await pane(page).locator('.ky-list').waitFor();
    },
  },
];
