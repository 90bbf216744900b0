import { expect, test } from 'vitest';
import { caller, freshTitle, submittedPaper, taskOn } from './support/api.ts';
import { pane } from './support/form.ts';
import { person } from './support/page.ts';

test('on a phone the facts of a paper stand above the buttons, and its file is one tap away', async () => {
  const title = freshTitle('长江中游湖群的水生植被恢复与管理对策研究');
  const { id } = await submittedPaper(title);
  const { taskId, processInstanceId } = await taskOn(await caller('dept_secretary'), id);
  const { page, visit, faults } = await person('dept_secretary', { width: 390, height: 844 });
  await visit(`/mywork/process/papersapp/handle/${taskId}/${processInstanceId}/${id}`);
  await pane(page).getByRole('heading', { level: 1, name: title }).waitFor();
  await pane(page).locator('.ky-foot').waitFor();
  await pane(page).locator('.ky-fact').nth(7).waitFor();

  /** Facts that are whole in sight. */
  const inSight = () =>
    pane(page)
      .locator('.ky-fact')
      .evaluateAll((facts) => {
        const foot = document.querySelector('.ky-foot')?.getBoundingClientRect().top ?? 0;
        return facts
          .map((fact) => fact.getBoundingClientRect())
          .filter(({ bottom, height }) => height > 0 && bottom <= foot).length;
      });
  await expect.poll(inSight).toBeGreaterThanOrEqual(7);
  expect(await page.locator('.ky-bar').innerText()).not.toContain(title);

  await pane(page).locator('.ky-parts').getByRole('button', { name: /^附件/ }).click();
  await pane(page).locator('.pdfViewer canvas').waitFor();
  expect(faults).toEqual([]);
});

test('the page is installed, says that there is no server, and opens again when there is one', async () => {
  const { page, context, visit } = await person('teacher', { installs: true, width: 390 });
  await visit('/wel/index');
  await pane(page).locator('.ky-home').waitFor();
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    const { name, icons } = await (await fetch(link?.href ?? '')).json();
    const found = await Promise.all(
      (icons as { src: string; type: string }[]).map(async ({ src, type }) => {
        const { ok, headers } = await fetch(src);
        return ok && headers.get('content-type')?.startsWith(type);
      }),
    );
    return { name, found };
  });
  expect(manifest).toEqual({ name: '科研管理系统', found: [true, true, true, true] });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: '无法连接服务器' }).waitFor();
  await context.setOffline(false);
  await pane(page).locator('.ky-home').waitFor();
  // The cache holds the page for times without a network, and no data of anybody.
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all(
      (await window.caches.keys()).map((name) => window.caches.open(name)),
    );
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.toSorted()).toEqual(['/favicon.svg', '/offline.html', '/offline.js']);
});
