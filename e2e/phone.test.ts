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
