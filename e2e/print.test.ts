import { expect, test } from 'vitest';
import { caller } from './support/api.ts';
import { pane } from './support/form.ts';
import { person, stranger } from './support/page.ts';

interface Listed {
  readonly records: readonly { readonly id: string; readonly artName: string }[];
}

test('a stranger verifies a printed sheet by its code, until the code is revoked', async () => {
  const office = await caller('rd_achieve');
  const library = await office.get<Listed>(
    'kh-edu-research/papers/list?view=lib&secretLevel=0&size=1',
  );
  const [paper] = library.records;
  if (!paper) throw new Error('the library has no paper');
  const { page, visit } = await person('rd_achieve');
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'true');
  });
  await visit(`/achievement/papersLib/detail?id=${paper.id}`);
  await pane(page).getByRole('button', { name: '打印', exact: true }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  const code = page.locator('.ky-printcode');
  await code.locator('svg').waitFor();
  const address = await code.locator('.ky-printcode-address').innerText();
  expect(address).toMatch(/\/verify#\d+-[\w-]{22}$/);
  await page.emulateMedia({ media: 'screen' });

  const reader = await stranger();
  await reader.page.goto(address);
  await reader.page.getByRole('heading', { name: '核验通过' }).waitFor();
  expect(await reader.page.locator('main').innerText()).toContain(paper.artName);
  expect(new URL(reader.page.url()).pathname).toBe('/verify');

  await pane(page).getByRole('button', { name: '更多打印操作' }).click();
  await page.getByRole('menuitem', { name: '打印记录' }).click();
  await page.getByRole('button', { name: '作废核验码' }).first().click();
  await page.getByRole('button', { name: /^作\s?废$/ }).click();
  await page
    .locator('.ky-printed')
    .getByText(/于 .+ 作废/)
    .first()
    .waitFor();
  await reader.page.reload();
  await reader.page.getByRole('heading', { name: '核验码已作废' }).waitFor();
  expect(await reader.page.locator('main').innerText()).not.toContain(paper.artName);

  await reader.page.goto('/verify#000000-AAAAAAAAAAAAAAAAAAAAAA');
  await reader.page.getByRole('heading', { name: '核验不通过' }).waitFor();
});
