import { readFile } from 'node:fs/promises';
import { paperText } from '@keyan/product/shared/paper/testing.ts';
import { expect, test } from 'vitest';
import { choose, field, pane } from '../support/form.ts';
import { person, stranger } from '../support/page.ts';

test('a teacher certifies projects, downloads the PDF, and its code tells a stranger that they hold', async () => {
  const { page, visit } = await person('teacher');
  await visit('/person/myCertificate/add');
  const lines = pane(page).locator('.ky-certify li');
  await lines.first().waitFor();
  const title = await lines.first().locator('strong').innerText();
  await choose(page, '证明语言', '英文');
  await field(page, '用途').fill('Visiting scholar');
  await lines.first().getByRole('checkbox').check();
  await pane(page).getByText('已选 1 项').waitFor();
  await pane(page)
    .getByRole('button', { name: /^保\s?存$/ })
    .click();
  await pane(page).getByRole('button', { name: '核对并开具' }).click();
  await pane(page).locator('.ky-certified').getByText('与系统记录一致').waitFor();
  await pane(page)
    .getByRole('button', { name: /^开\s?具$/ })
    .click();
  const answered = page.waitForEvent('download');
  await pane(page).getByRole('button', { name: '下载 PDF' }).click();
  const content = await readFile(await (await answered).path());
  expect(content.subarray(0, 5).toString()).toBe('%PDF-');

  const token = /verify#(\d+-[\w-]{22})/.exec((await paperText(content)).replace(/\s/g, ''))?.[1];
  const reader = await stranger();
  await reader.page.goto(`/verify#${token}`);
  await reader.page.getByRole('heading', { name: '核验通过' }).waitFor();
  expect(await reader.page.locator('.ky-verify-lines').innerText()).toContain(title);

  const office = await person('rd_admin');
  await office.visit('/person/certificate');
  await pane(office.page)
    .getByRole('link', { name: /Certificate of projects led/ })
    .first()
    .press('Enter');
  await pane(office.page).getByRole('button', { name: '撤销证明' }).click();
  await office.page.getByRole('textbox', { name: '撤销原因' }).fill('信息有误，请重新开具');
  await office.page
    .getByRole('dialog')
    .getByRole('button', { name: /撤销|确定/ })
    .last()
    .click();
  await pane(office.page).getByText('已撤销').first().waitFor();
  await reader.page.reload();
  await reader.page.getByRole('heading', { name: '核验码已作废' }).waitFor();
});
