import { dialog, opening, press } from './acts.ts';
import type { draftPaper } from './api.ts';
import { pane } from './form.ts';
import type { Person } from './page.ts';
import { type PageCase, typed } from './page-case.ts';

/** Draft as it was saved. */
export type Draft = Awaited<ReturnType<typeof draftPaper>>;

/** Ids of the records that the cases show, and drafts that they change. */
export interface CaseRecords {
  readonly draft: string;
  readonly contested: Draft;
  /** Record with a task of the secretary. */
  readonly waiting: string;
  readonly waitingProcess: string;
  /** Approved record. */
  readonly done: string;
  /** Record with the applicant's confirmation as current step. */
  readonly confirmed: string;
  /** Drafts to delete: `asked` and `gone`. */
  readonly asked: string;
  readonly gone: string;
}

const list = '/achievement/papers';
const calls = 'kh-edu-research/papers';

/** Selector of the field that completes a form. */
const title = '[data-path=artName]';

/** Saves a form after another person has saved the same record. */
const saveOverChange = async ({ page }: Person, { id, teacher, body }: Draft): Promise<void> => {
  const { version } = await teacher.get<{ version: number }>(`${calls}/detail?id=${id}`);
  const journalName = `土壤学报${version}`;
  await teacher.post(`${calls}/save`, { ...body, id, version, journalName, volume: '7' });
  await pane(page).locator('[data-path=journalName] input').first().fill(typed[0]);
  await press(page, /(^|\s)(暂存|Save draft)$/);
  await dialog(page).filter({ visible: true }).waitFor();
};

/** Cases of lists, forms and pages of records. Long because it is one table. */
export const recordCases = (records: CaseRecords): readonly PageCase[] => [
  { name: 'list', template: 'list', account: 'teacher', path: list, ready: '.ky-list' },
  {
    name: 'audit',
    template: 'list',
    account: 'rd_achieve',
    path: '/achievement/papersAudit',
    ready: '.ky-list',
  },
  {
    name: 'library',
    template: 'list',
    account: 'rd_achieve',
    path: '/achievement/papersLib',
    ready: '.ky-list',
  },
  { name: 'form-new', template: 'form', account: 'teacher', path: `${list}/add`, ready: title },
  {
    name: 'form-faults',
    template: 'form with faults',
    account: 'teacher',
    path: `${list}/add`,
    ready: title,
    act: async ({ page }) => {
      await pane(page)
        .getByRole('button', { name: /提交审核|Submit/ })
        .click();
      await pane(page).locator('.ky-fault-link').first().waitFor();
    },
  },
  {
    name: 'form-edit',
    template: 'form',
    account: 'teacher',
    path: `${list}/edit?id=${records.draft}`,
    ready: title,
  },
  {
    name: 'detail',
    template: 'record',
    account: 'teacher',
    path: `${list}/detail?id=${records.done}`,
    ready: '.ky-read',
  },
  {
    name: 'detail-print',
    template: 'printed record',
    account: 'teacher',
    path: `${list}/detail?id=${records.done}`,
    ready: '.ky-read',
    media: 'print',
  },
  {
    name: 'history',
    template: 'history',
    account: 'teacher',
    path: `${list}/edit?id=${records.draft}`,
    ready: title,
    act: opening(/修改历史|History/),
  },
  {
    name: 'attachments',
    template: 'attachments',
    account: 'teacher',
    path: `${list}/edit?id=${records.draft}`,
    ready: title,
    act: ({ page }) => pane(page).locator('.ky-files').scrollIntoViewIfNeeded(),
  },
  {
    name: 'paste',
    template: 'paste',
    account: 'teacher',
    path: `${list}/add`,
    ready: title,
    act: opening(/粘贴题录|Paste/),
  },
  {
    name: 'import',
    template: 'import',
    account: 'teacher',
    path: list,
    ready: '.ky-list',
    act: opening(/(^|\s)(导入|Import)$/),
  },
  {
    name: 'filters',
    template: 'filters',
    account: 'teacher',
    path: list,
    ready: '.ky-list',
    act: opening(/更多条件|More filters|(^|\s)(筛选|Filter)/, (page) =>
      page.locator('.ant-drawer, .ant-popover, [role=dialog]'),
    ),
  },
  {
    name: 'conflict',
    template: 'conflict',
    account: 'teacher',
    path: `${list}/edit?id=${records.contested.id}`,
    ready: title,
    act: (who) => saveOverChange(who, records.contested),
  },
];
