import { patent } from '@keyan/product/achievement/property/patent.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agreeTo, caller } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { drafted } from './support/kinds.ts';
import { person } from './support/page.ts';

const choose = async (page: Page, name: string, option: string): Promise<void> => {
  await pane(page).getByRole('combobox', { name, exact: true }).first().click();
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click();
};

interface Version {
  readonly id: string;
  readonly version: number;
}

/** Puts the versions that a journey deployed away again. */
const rollBack = async (): Promise<void> => {
  const office = await caller('rd_admin');
  const { records } = await office.get<{ records: readonly Version[] }>(
    'blade-flow/manager/list?key=patentapp&size=50',
  );
  for (const { id, version } of records) {
    if (version === 1) continue;
    const wish = { processId: id, state: 'suspend' };
    await office.post('blade-flow/manager/change-state', wish);
  }
};

test('an officer adds a step under a condition, tries it with a record and deploys it', async () => {
  const patents = await caller('teacher');
  const small = await drafted(patent, { claimNum: 3 });
  await patents.post(`${patent.path}/submit`, { ...small.row, id: small.id });
  const office = await person('rd_admin');
  const { page } = office;
  try {
    await office.visit('/flow/manager');
    await pane(page).getByRole('textbox', { name: '流程标识' }).fill('patentapp');
    const route = pane(page).getByRole('row').filter({ hasText: 'patentapp' });
    await route.getByRole('link', { name: '编辑' }).click();
    await pane(page)
      .getByRole('button', { name: /^科研处成果科审核/ })
      .waitFor();

    await pane(page).getByRole('button', { name: '添加环节' }).click();
    await page.getByRole('menuitem', { name: '审批环节' }).click();
    await pane(page).getByLabel('环节名称').fill('院长审核');
    await choose(page, '添加办理人', '记录所在部门的负责人');
    await pane(page)
      .getByText(/今天是：/)
      .first()
      .waitFor();
    await choose(page, '何时经过', '满足条件时经过');
    await pane(page).getByRole('combobox', { name: '字段', exact: true }).fill('权利要求数');
    await page.locator('.ant-select-item-option').filter({ hasText: '权利要求数' }).first().click();
    await pane(page).getByRole('textbox', { name: '权利要求数：数值' }).fill('10');
    await pane(page).getByText('仅当 权利要求数 ≥ 10').waitFor();

    // The record that is too small goes past it, and says why.
    await pane(page).getByRole('button', { name: '试走' }).first().click();
    const record = pane(page).getByRole('combobox', { name: '试走的记录' });
    await record.fill(small.title.slice(0, 12));
    await page.locator('.ant-select-item-option').first().click();
    await pane(page).getByRole('button', { name: '试走', exact: true }).last().click();
    await pane(page).getByText('科研处成果科审核').nth(1).waitFor();
    expect(await pane(page).locator('.ky-route').getByText('院长审核').count()).toBe(0);

    await pane(page).getByRole('button', { name: '部署', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('院长审核').waitFor();
    await dialog.getByText('新增').waitFor();
    await dialog.getByRole('button', { name: '部署' }).click();
    await toast(page, '部署成功').waitFor();
    await pane(page).getByText('v2').waitFor();

    // A new record of enough claims goes to the dean; one of fewer is approved without.
    const large = await drafted(patent, { claimNum: 12 });
    await patents.post(`${patent.path}/submit`, { ...large.row, id: large.id });
    await agreeTo(await caller('dept_secretary'), large.id);
    await agreeTo(await caller('rd_achieve'), large.id);
    const { auditStatus } = await patents.get<{ auditStatus: string }>(
      `${patent.path}/detail?id=${large.id}`,
    );
    expect(auditStatus).toBe('1');
    await agreeTo(await caller('dept_leader'), large.id);
    const approved = await patents.get<{ auditStatus: string }>(
      `${patent.path}/detail?id=${large.id}`,
    );
    expect(approved.auditStatus).toBe('2');
  } finally {
    await rollBack();
  }
});
