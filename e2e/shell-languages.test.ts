import { expect, test } from 'vitest';
import { pane } from './support/form.ts';
import { person } from './support/page.ts';

test('what the server said is said again in the language that was chosen', async () => {
  const { page, visit } = await person('dept_secretary');
  await visit('/wel/index');
  const figures = pane(page).getByText(/^(在研项目|Active projects)$/);
  await expect.poll(() => figures.first().textContent()).toBe('在研项目');
  await page.getByRole('button', { name: 'English' }).click();
  await expect.poll(() => figures.first().textContent()).toBe('Active projects');
});
