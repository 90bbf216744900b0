import { agreeTo, caller, draftPaper, freshTitle, submittedPaper } from './api.ts';
import { pane } from './form.ts';
import type { Person } from './page.ts';

/** A page as somebody sees it: who, where, and what to wait for. */
export interface Sight {
  readonly name: string;
  /** Undefined for a stranger. */
  readonly account?: string;
  readonly path: string;
  /** Something that is there once the page is complete. */
  readonly ready: string;
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
  const form = '[data-path=artName]';
  return [
    { name: 'login', path: '/login', ready: '.ky-signin-form' },
    { name: 'home-teacher', account: 'teacher', path: '/wel/index', ready: '.ky-home' },
    { name: 'home-office', account: 'rd_achieve', path: '/wel/index', ready: '.ky-home' },
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
    { name: 'todo', account: 'dept_secretary', path: '/mywork/todo', ready: '.ky-list' },
    { name: 'claim', account: 'dept_secretary', path: '/mywork/claim', ready: '.ky-list' },
    { name: 'done', account: 'dept_secretary', path: '/mywork/done', ready: '.ky-list' },
    { name: 'sent', account: 'teacher', path: '/mywork/send', ready: '.ky-list' },
    { name: 'handle', account: 'dept_secretary', path: task('handle'), ready: '.ky-read' },
    { name: 'process', account: 'teacher', path: task('detail'), ready: '.ky-read' },
    { name: 'messages', account: 'teacher', path: '/message/index', ready: '.ky-list' },
    { name: 'not-found', account: 'teacher', path: '/404', ready: '.ky-error-page' },
    { name: 'denied', account: 'teacher', path: '/403', ready: '.ky-error-page' },
    { name: 'failed', account: 'teacher', path: '/500', ready: '.ky-error-page' },
  ];
};

/** Goes to a page and waits until it is complete. */
export const see = async (who: Person, sight: Sight): Promise<void> => {
  await who.visit(sight.path);
  await who.page.locator(sight.ready).filter({ visible: true }).first().waitFor();
  // What is still being asked for shows as grey bars.
  await who.page
    .locator('.ky-skeleton')
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'hidden' });
  await sight.act?.(who);
};
