import { dialog, opening, press } from './acts.ts';
import { pane } from './form.ts';
import { type PageCase, typed } from './page-case.ts';
import type { CaseRecords } from './record-cases.ts';

const task = ({ waiting, waitingProcess }: CaseRecords, page: 'handle' | 'detail'): string =>
  `/mywork/process/papersapp/${page}/0/${waitingProcess}/${waiting}`;

/**
 * Cases of lists of tasks, the page of a task and that of a process. Long because it is one table.
 */
export const taskCases = (records: CaseRecords): readonly PageCase[] => [
  {
    name: 'todo',
    template: 'work list',
    account: 'dept_secretary',
    path: '/mywork/todo',
    ready: '.ky-list',
  },
  {
    name: 'claim',
    template: 'work list',
    account: 'dept_secretary',
    path: '/mywork/claim',
    ready: '.ky-list',
  },
  {
    name: 'done',
    template: 'work list',
    account: 'dept_secretary',
    path: '/mywork/done',
    ready: '.ky-list',
  },
  {
    name: 'sent',
    template: 'work list',
    account: 'teacher',
    path: '/mywork/send',
    ready: '.ky-list',
  },
  {
    name: 'handle',
    template: 'task',
    account: 'dept_secretary',
    path: task(records, 'handle'),
    ready: '.ky-read',
  },
  {
    name: 'transfer',
    template: 'task dialog',
    account: 'dept_secretary',
    path: task(records, 'handle'),
    ready: '.ky-read',
    act: opening(/(^|\s)(转办|Reassign)$/),
  },
  {
    name: 'return',
    template: 'task dialog',
    account: 'dept_secretary',
    path: task(records, 'handle'),
    ready: '.ky-read',
    act: async ({ page }) => {
      await pane(page).locator('.ky-comment input').fill(typed[1]);
      await press(page, /(^|\s)(退回|Return)$/);
      await dialog(page).filter({ visible: true }).waitFor();
    },
  },
  {
    name: 'phrases',
    template: 'phrases',
    account: 'dept_secretary',
    path: task(records, 'handle'),
    ready: '.ky-read',
    act: opening(/^(管理|Edit)$/),
  },
  {
    name: 'diagram',
    template: 'diagram',
    account: 'teacher',
    path: task(records, 'detail'),
    ready: '.ky-read',
    act: async ({ page }) => {
      const records = page.getByRole('tab', { name: /审批记录|Records|Approval/ });
      if ((await records.filter({ visible: true }).count()) > 0) await records.first().click();
      await press(page, /放大流程图|Diagram/);
      await page.locator('.djs-container').waitFor();
    },
  },
  {
    name: 'process',
    template: 'process',
    account: 'teacher',
    path: task(records, 'detail'),
    ready: '.ky-read',
  },
  {
    name: 'confirm',
    template: 'task',
    account: 'teacher',
    path: `/mywork/process/papersapp/handle/0/0/${records.confirmed}`,
    ready: '.ky-task-footer',
  },
  {
    name: 'managed',
    template: 'managed process',
    account: 'rd_admin',
    path: task(records, 'detail'),
    ready: '.ky-process-actions',
  },
  {
    name: 'managed-transfer',
    template: 'task dialog',
    account: 'rd_admin',
    path: task(records, 'detail'),
    ready: '.ky-process-actions',
    act: opening(/^(转办|Reassign)$/),
  },
  {
    name: 'managed-delete',
    template: 'task dialog',
    account: 'rd_admin',
    path: task(records, 'detail'),
    ready: '.ky-process-actions',
    act: opening(/^(删除流程|Delete process)$/),
  },
  {
    name: 'all-tasks',
    template: 'menu of a row',
    account: 'rd_admin',
    path: '/mywork/todo',
    ready: '.ky-list',
    act: async ({ page }) => {
      await press(page, /^(全部待办|All open tasks)/);
      const more = pane(page).getByRole('button', { name: /^(更多：|More: )/ });
      await more.first().click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
];
