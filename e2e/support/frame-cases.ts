import { dialog, press, useTool } from './acts.ts';
import { pane } from './form.ts';
import type { PageCase } from './page-case.ts';

/** Cases of the pages and panels of the frame, which need no records. */
export const frameCases: readonly PageCase[] = [
  {
    name: 'messages',
    template: 'messages',
    account: 'teacher',
    path: '/message/index',
    ready: '.ky-list',
  },
  {
    name: 'bell',
    template: 'bell',
    account: 'teacher',
    path: '/wel/index',
    ready: '.ky-home',
    act: async ({ page }) => {
      await page.getByRole('button', { name: /^(消息|Messages) \d/ }).click();
      await page
        .locator('.ky-bell')
        .getByRole('tab', { name: /通知公告|Notices/ })
        .click();
      await page.locator('.ky-bell-row').filter({ visible: true }).first().waitFor();
    },
  },
  {
    name: 'bell-notice',
    template: 'notice',
    account: 'teacher',
    path: '/wel/index',
    ready: '.ky-home',
    act: async ({ page }) => {
      await page.getByRole('button', { name: /^(消息|Messages) \d/ }).click();
      await page
        .locator('.ky-bell')
        .getByRole('tab', { name: /通知公告|Notices/ })
        .click();
      await page.locator('.ky-bell-row').filter({ visible: true }).first().click();
      await page.locator('.ky-message-detail').waitFor();
    },
  },
  {
    name: 'downloads',
    template: 'downloads',
    account: 'teacher',
    path: '/wel/index',
    ready: '.ky-home',
    act: async ({ page }) => {
      await useTool(page, /下载专区|Downloads/);
      await page.locator('.ky-downloads a[href]').first().waitFor();
    },
  },
  {
    name: 'notices',
    template: 'list',
    account: 'rd_admin',
    path: '/desk/notice',
    ready: '.ky-list [data-row], .ky-cards',
  },
  {
    name: 'notice-form',
    template: 'formatted text',
    account: 'rd_admin',
    path: '/desk/notice/add',
    ready: '[data-path=content] .ky-rich',
  },
  {
    name: 'download-zone',
    template: 'list',
    account: 'rd_admin',
    path: '/office/download',
    ready: '.ky-list [data-row], .ky-cards',
  },
  {
    name: 'params',
    template: 'list',
    account: 'admin',
    path: '/system/param',
    ready: '.ky-list [data-row], .ky-cards',
  },
  {
    name: 'profile',
    template: 'settings',
    account: 'teacher',
    path: '/personel',
    ready: '.ky-profile-form',
  },
  {
    name: 'password',
    template: 'settings',
    account: 'teacher',
    path: '/personel?tab=password',
    ready: '.ky-profile',
  },
  {
    name: 'devices',
    template: 'settings',
    account: 'teacher',
    path: '/personel?tab=devices',
    ready: '.ky-device',
  },
  {
    name: 'administrator',
    template: 'installation',
    account: 'admin',
    path: '/info',
    ready: '.ky-state',
  },
  {
    name: 'registrations',
    template: 'list',
    account: 'admin',
    path: '/system/register',
    ready: '.ky-list',
  },
  {
    name: 'registration-accept',
    template: 'decision',
    account: 'admin',
    path: '/system/register?status=0',
    ready: '.ky-list-table [data-row], .ky-row-card',
    act: async ({ page }) => {
      // A phone shows actions on the page of the record.
      const card = pane(page).locator('.ky-row-card').filter({ visible: true });
      if ((await card.count()) > 0) {
        await card.first().click();
        await pane(page).locator('.ky-read').waitFor();
      }
      await press(page, /^(通过|Approve)$/);
      await page.locator('.ant-modal .ant-select-selection-item').first().waitFor();
    },
  },
  {
    name: 'registration',
    template: 'registration',
    path: '/login',
    ready: '.ky-signin-form',
    act: async ({ page }) => {
      await page.locator('.ky-signin-register').click();
      await page.locator('.ky-register').waitFor();
    },
  },
  {
    name: 'dictionaries',
    template: 'dictionaries',
    account: 'admin',
    path: '/dict-horizontal/index',
    ready: '.ky-dicts [data-row], .ky-dict-card',
    act: async ({ page }) => {
      await pane(page)
        .getByRole('button', { name: /^(新增|Add)$/ })
        .nth(1)
        .click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'error-log',
    template: 'error log',
    account: 'admin',
    path: '/monitor/log/error',
    ready: '.ky-list',
  },
  {
    name: 'jobs',
    template: 'error log',
    account: 'admin',
    path: '/monitor/job',
    ready: '.ky-list',
  },
  {
    name: 'job-runs',
    template: 'error log',
    account: 'admin',
    path: '/monitor/job',
    ready: '.ky-list',
    act: async ({ page }) => {
      await pane(page)
        .getByRole('button', { name: /^(清理未使用的文件|Remove unused files)/ })
        .first()
        .click();
      await page.locator('.ky-run').first().waitFor();
    },
  },
  {
    name: 'explain',
    template: 'explain',
    account: 'admin',
    path: '/system/explain',
    ready: '.ky-explain',
  },
  {
    name: 'sessions',
    template: 'error log',
    account: 'admin',
    path: '/monitor/session',
    ready: '.ky-list [data-row], .ky-session-card',
  },
  {
    name: 'deployed-processes',
    template: 'error log',
    account: 'admin',
    path: '/flow/manager',
    ready: '.ky-list',
  },
  {
    name: 'copied-to-me',
    template: 'error log',
    account: 'dept_leader',
    path: '/mywork/copy',
    ready: '.ky-list',
  },
  {
    name: 'running-processes',
    template: 'running processes',
    account: 'admin',
    path: '/flow/follow',
    ready: '.ky-list',
  },
  {
    name: 'running-process',
    template: 'running process',
    account: 'admin',
    path: '/flow/follow',
    ready: '.ky-list',
    act: async ({ page }) => {
      // On a phone the whole card opens the record.
      const opens = page.getByRole('button', { name: /^(详情|Details)$/ });
      await opens.or(page.locator('button.ky-row-card')).first().click();
      await page.locator('.ky-diagram .djs-shape').first().waitFor();
    },
  },
  {
    name: 'jump',
    template: 'jump',
    account: 'admin',
    path: '/flow/follow',
    ready: '.ky-list',
    act: async ({ page }) => {
      // The menu bar may have a button 更多, too. A record returned to its applicant cannot be moved.
      const more = page
        .locator('.ky-pane')
        .filter({ visible: true })
        .getByRole('button', { name: /^(更多|More)/ });
      const jump = page.getByRole('menuitem', { name: /^(跳转|Move to a step)$/ });
      for (let at = 0; !(await jump.isVisible()); at += 1) {
        await page.keyboard.press('Escape');
        await more.nth(at).click();
        await page.getByRole('menuitem').first().waitFor();
      }
      await jump.click();
      await page.getByRole('dialog').getByRole('combobox').click();
      await page.getByRole('option').first().waitFor({ state: 'attached' });
      await page.keyboard.press('Enter');
      await page.locator('.ky-jump-effects').waitFor();
    },
  },
  {
    name: 'process-troubles',
    template: 'running processes',
    account: 'admin',
    path: '/flow/trouble',
    ready: '.ky-list',
  },
  {
    name: 'not-embedded',
    template: 'empty',
    account: 'teacher',
    path: '/myiframe/http%3A%2F%2Fforeign.example%2F',
    ready: '.ky-pane .ky-empty',
  },
  {
    name: 'colour',
    template: 'colour',
    account: 'legal',
    path: '/wel/index',
    ready: '.ky-home',
    act: async ({ page }) => {
      await useTool(page, /^(主题色|Colour)$/);
      await page.locator('.ky-colour-preview').waitFor();
    },
  },
  {
    name: 'lock-ask',
    template: 'lock question',
    account: 'legal',
    path: '/wel/index',
    ready: '.ky-home',
    act: async ({ page }) => {
      await useTool(page, /锁屏|Lock screen/);
      await page.locator('.ant-modal input').waitFor();
    },
  },
  {
    // The last case of this person: later ones would be locked.
    name: 'lock',
    template: 'lock',
    account: 'legal',
    path: '/wel/index',
    ready: '.ky-home',
    act: async ({ page }) => {
      await useTool(page, /锁屏|Lock screen/);
      await page.locator('.ant-modal input').fill('1234');
      await page.keyboard.press('Enter');
      await page.locator('.ky-lock-form').waitFor();
    },
  },
  {
    name: 'views',
    template: 'saved view',
    account: 'teacher',
    path: '/achievement/papersLib',
    ready: '.ky-list',
    act: async ({ page }) => {
      await page.locator('.ky-view-button').click();
      await page.getByRole('menuitem', { name: /另存为视图|Save as a view/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'columns',
    template: 'columns',
    account: 'teacher',
    path: '/achievement/papersLib',
    ready: '.ky-list',
    act: async ({ page }) => {
      // A phone shows records in two lines, without columns.
      const button = page.getByRole('button', { name: /^(列设置|Columns)$/ });
      if ((await button.count()) === 0) return;
      await button.click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'palette',
    template: 'palette',
    account: 'teacher',
    path: '/achievement/papersLib',
    ready: '.ky-list',
    act: async ({ page }) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /搜索与命令|Search and commands/ }).fill('lw');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'keys',
    template: 'keys',
    account: 'teacher',
    path: '/achievement/papersLib',
    ready: '.ky-list',
    act: async ({ page }) => {
      await page.keyboard.press('?');
      await page.getByRole('button', { name: /^(键盘快捷键|Keyboard shortcuts)$/ }).click();
      await page.locator('.ky-keys').first().waitFor();
    },
  },
  {
    name: 'help',
    template: 'help',
    account: 'teacher',
    path: '/achievement/papers',
    ready: '.ky-list',
    act: async ({ page }) => {
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: /^(帮助|Help)$/ });
      // A phone shows the table of contents first.
      await dialog.getByRole('button', { name: /^(登记论文|Register a paper)$/ }).click();
      await dialog.getByRole('heading', { name: /^(登记论文|Register a paper)$/ }).waitFor();
    },
  },
  {
    name: 'not-found',
    template: 'error page',
    account: 'teacher',
    path: '/404',
    ready: '.ky-error-page',
  },
  {
    name: 'denied',
    template: 'error page',
    account: 'teacher',
    path: '/403',
    ready: '.ky-error-page',
  },
  {
    name: 'failed',
    template: 'error page',
    account: 'teacher',
    path: '/500',
    ready: '.ky-error-page',
  },
];
