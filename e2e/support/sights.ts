import { dialog, opening, press } from './acts.ts';
import { agreeTo, caller, draftPaper, freshTitle, submittedPaper } from './api.ts';
import { pane } from './form.ts';
import type { Person } from './page.ts';
import { onConfirmedRoute } from './route.ts';
import { shellSights } from './shell-sights.ts';
import { makeStates } from './states.ts';

/** What the sights type themselves. */
export const typed = ['中国农业科学', '请补充英文题目'] as const;

/** A page as somebody sees it: who, where, and what to wait for. */
export interface Sight {
  readonly name: string;
  /** Undefined for a stranger. */
  readonly account?: string;
  readonly path: string;
  /** Something that is there once the page is complete. */
  readonly ready: string;
  /** Grey bars are what it shows, not what it waits for. */
  readonly loading?: true;
  /** On paper rather than on the screen. */
  readonly media?: 'print';
  /** Brings the page into the state that is meant. */
  readonly act?: (who: Person) => Promise<void>;
}

/** Every page of the product, on records that are made for it. */
export const makeSights = async (): Promise<readonly Sight[]> => {
  const papers = 'kh-edu-research/papers';
  const draft = await draftPaper(freshTitle('植被物候对气候变暖的响应'));
  const waiting = await submittedPaper(freshTitle('流域面源污染的模拟'));
  const { processInstanceId } = await waiting.teacher.get<{ processInstanceId: string }>(
    `${papers}/detail?id=${waiting.id}`,
  );
  const done = await submittedPaper(freshTitle('海岸带变化的长时序监测'));
  await agreeTo(await caller('dept_secretary'), done.id);
  await agreeTo(await caller('rd_achieve'), done.id);
  const task = (page: 'handle' | 'detail'): string =>
    `/mywork/process/papersapp/${page}/0/${processInstanceId}/${waiting.id}`;
  const confirmed = await onConfirmedRoute(() => submittedPaper(freshTitle('湿地植被的长期变化')));
  await agreeTo(await caller('dept_secretary'), confirmed.id);
  const form = '[data-path=artName]';
  const contested = await draftPaper(freshTitle('两个人同时修改的论文'));
  const papersAt = '/achievement/papers';
  return [
    { name: 'login', path: '/login', ready: '.ky-signin-form' },
    { name: 'home-teacher', account: 'teacher', path: '/wel/index', ready: '.ky-home' },
    { name: 'home-office', account: 'rd_achieve', path: '/wel/index', ready: '.ky-home' },
    { name: 'home-leader', account: 'rd_leader', path: '/wel/index', ready: '.ky-chart' },
    {
      name: 'home-arrange',
      account: 'teacher',
      path: '/wel/index',
      ready: '.ky-home-column',
      act: opening(/自定义|Customise/),
    },
    { name: 'dashboard', account: 'rd_admin', path: '/wel/dashboard', ready: '.ky-chart' },
    {
      name: 'dashboard-data',
      account: 'rd_admin',
      path: '/wel/dashboard',
      ready: '.ky-chart',
      act: async ({ page }) => {
        const buttons = pane(page).getByRole('button', { name: /查看数据|Show data/ });
        while ((await buttons.count()) > 0) await buttons.first().click();
      },
    },
    {
      name: 'style-sheet',
      loading: true,
      account: 'admin',
      path: '/test/index',
      ready: '.ky-chart',
    },
    { name: 'list', account: 'teacher', path: '/achievement/papers', ready: '.ky-list' },
    { name: 'audit', account: 'rd_achieve', path: '/achievement/papersAudit', ready: '.ky-list' },
    { name: 'library', account: 'rd_achieve', path: '/achievement/papersLib', ready: '.ky-list' },
    { name: 'form-new', account: 'teacher', path: '/achievement/papers/add', ready: form },
    {
      name: 'form-faults',
      account: 'teacher',
      path: '/achievement/papers/add',
      ready: form,
      act: async ({ page }) => {
        await pane(page)
          .getByRole('button', { name: /提交审核|Submit/ })
          .click();
        await pane(page).locator('.ky-fault-link').first().waitFor();
      },
    },
    {
      name: 'form-edit',
      account: 'teacher',
      path: `/achievement/papers/edit?id=${draft.id}`,
      ready: form,
    },
    {
      name: 'detail',
      account: 'teacher',
      path: `/achievement/papers/detail?id=${done.id}`,
      ready: '.ky-read',
    },
    {
      name: 'detail-print',
      account: 'teacher',
      path: `${papersAt}/detail?id=${done.id}`,
      ready: '.ky-read',
      media: 'print',
    },
    {
      name: 'history',
      account: 'teacher',
      path: `${papersAt}/edit?id=${draft.id}`,
      ready: form,
      act: opening(/修改历史|History/),
    },
    {
      name: 'attachments',
      account: 'teacher',
      path: `${papersAt}/edit?id=${draft.id}`,
      ready: form,
      act: ({ page }) => pane(page).locator('.ky-files').scrollIntoViewIfNeeded(),
    },
    {
      name: 'paste',
      account: 'teacher',
      path: `${papersAt}/add`,
      ready: form,
      act: opening(/粘贴题录|Paste/),
    },
    {
      name: 'import',
      account: 'teacher',
      path: papersAt,
      ready: '.ky-list',
      act: opening(/(^|\s)(导入|Import)$/),
    },
    {
      name: 'filters',
      account: 'teacher',
      path: papersAt,
      ready: '.ky-list',
      act: opening(/更多条件|More filters|(^|\s)(筛选|Filter)/, (page) =>
        page.locator('.ky-more-filters, .ant-drawer, .ant-popover, [role=dialog]'),
      ),
    },
    {
      name: 'conflict',
      account: 'teacher',
      path: `${papersAt}/edit?id=${contested.id}`,
      ready: form,
      act: async ({ page }) => {
        const now = await contested.teacher.get<{ version: number }>(
          `${papers}/detail?id=${contested.id}`,
        );
        await contested.teacher.post(`${papers}/save`, {
          ...contested.body,
          id: contested.id,
          version: now.version,
          journalName: `土壤学报${now.version}`,
          volume: '7',
        });
        await pane(page).locator('[data-path=journalName] input').first().fill(typed[0]);
        await press(page, /(^|\s)(暂存|Save draft)$/);
        await dialog(page).filter({ visible: true }).waitFor();
      },
    },
    { name: 'todo', account: 'dept_secretary', path: '/mywork/todo', ready: '.ky-list' },
    { name: 'claim', account: 'dept_secretary', path: '/mywork/claim', ready: '.ky-list' },
    { name: 'done', account: 'dept_secretary', path: '/mywork/done', ready: '.ky-list' },
    { name: 'sent', account: 'teacher', path: '/mywork/send', ready: '.ky-list' },
    { name: 'handle', account: 'dept_secretary', path: task('handle'), ready: '.ky-read' },
    {
      name: 'transfer',
      account: 'dept_secretary',
      path: task('handle'),
      ready: '.ky-read',
      act: opening(/(^|\s)(转办|Hand on)$/),
    },
    {
      name: 'return',
      account: 'dept_secretary',
      path: task('handle'),
      ready: '.ky-read',
      act: async ({ page }) => {
        await pane(page).locator('.ky-opinion input').fill(typed[1]);
        await press(page, /(^|\s)(退回|Return)$/);
        await dialog(page).filter({ visible: true }).waitFor();
      },
    },
    {
      name: 'phrases',
      account: 'dept_secretary',
      path: task('handle'),
      ready: '.ky-read',
      act: opening(/^(管理|Edit)$/),
    },
    {
      name: 'diagram',
      account: 'teacher',
      path: task('detail'),
      ready: '.ky-read',
      act: async ({ page }) => {
        const records = page.getByRole('tab', { name: /审批记录|Records|Approval/ });
        if ((await records.filter({ visible: true }).count()) > 0) await records.first().click();
        await press(page, /放大流程图|Diagram/);
        await page.locator('.djs-container').waitFor();
      },
    },
    { name: 'process', account: 'teacher', path: task('detail'), ready: '.ky-read' },
    {
      name: 'confirm',
      account: 'teacher',
      path: `/mywork/process/papersapp/handle/0/0/${confirmed.id}`,
      ready: '.ky-handle-foot',
    },
    { name: 'managed', account: 'rd_admin', path: task('detail'), ready: '.ky-flow-verbs' },
    {
      name: 'managed-transfer',
      account: 'rd_admin',
      path: task('detail'),
      ready: '.ky-flow-verbs',
      act: opening(/^(转办|Hand on)$/),
    },
    {
      name: 'managed-delete',
      account: 'rd_admin',
      path: task('detail'),
      ready: '.ky-flow-verbs',
      act: opening(/^(删除流程|Delete process)$/),
    },
    {
      name: 'all-tasks',
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
    ...shellSights,
    ...(await makeStates()),
  ];
};

const arrive = async ({ page, ...who }: Person, sight: Sight): Promise<void> => {
  await page.emulateMedia({ media: sight.media ?? 'screen' });
  await who.visit(sight.path);
  await page.locator(sight.ready).filter({ visible: true }).first().waitFor();
  // What is still being asked for stands as grey bars, which are seen only when it takes long.
  if (!sight.loading) {
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.ky-skeleton')].every((bars) => !bars.checkVisibility()),
    );
  }
  await sight.act?.({ page, ...who });
  // What the kit opens begins unseen, and could not be judged.
  await page.waitForFunction(
    () =>
      document.querySelector('[class*="ant-"]:is([class*="-appear"], [class*="-enter"])') === null,
  );
};

/** Goes to a page and waits until it is complete. @throws Error that names the page */
export const see = async (who: Person, sight: Sight): Promise<void> => {
  try {
    await arrive(who, sight);
  } catch (cause) {
    throw new Error(`${sight.name} (${sight.path}) does not come up: ${cause}`, { cause });
  }
};

/** Does something with the pages of each account, for two accounts at a time. */
export const byAccount = async <T>(
  sights: readonly Sight[],
  work: (account: string | undefined, theirs: readonly Sight[]) => Promise<readonly T[]>,
): Promise<readonly T[]> => {
  const waiting = [...Map.groupBy(sights, ({ account }) => account)];
  const found: T[] = [];
  const next = async (): Promise<void> => {
    for (let turn = waiting.shift(); turn; turn = waiting.shift()) {
      found.push(...(await work(...turn)));
    }
  };
  await Promise.all([next(), next()]);
  return found;
};
