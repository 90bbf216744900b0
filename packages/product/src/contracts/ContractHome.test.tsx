import { renderPage } from '@keyan/console/testing/render.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import ContractHome from './ContractHome.web.tsx';

const row = {
  id: '5',
  version: 1,
  contractStatus: '3',
  contractStatusName: 'Being performed',
  programLeader: '1',
  programName: '涡轮叶片检测',
  startDate: '2020-01-01',
  endDate: '2099-12-31',
  contractAmount: '200000.00',
  arrivedFunds: '50000.00',
  issuedFunds: '80000.00',
  billableFunds: '120000.00',
};

const shown = (more: object = {}) =>
  renderPage(<ContractHome row={{ ...row, ...more }} />, { permissions: ['bill_add'] });

test('a contract says its state, its time and money, and its leader requests an invoice from it', async () => {
  const { tabCalls } = await shown();
  await expect.element(page.getByText('Until 2099-12-31')).toBeVisible();
  await expect.element(page.getByText('50,000.00 of 200,000.00 yuan')).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: 'Invoiced' })).toHaveValue(40);
  await page.getByRole('button', { name: 'Apply for an invoice' }).click();
  expect(tabCalls.at(-1)).toContain('/funds/billapplyinfo/add?handover=');
});

test('a contract that is invoiced whole says why no invoice can be requested, and one in approval says nothing', async () => {
  await shown({ billableFunds: '0.00' });
  await expect.element(page.getByText('The whole amount is invoiced')).toBeVisible();
  await expect.element(page.getByText('Apply for an invoice')).toBeVisible();
  expect(page.getByRole('button', { name: 'Apply for an invoice' }).elements()).toEqual([]);
  await shown({ endDate: '2020-02-01' });
  await expect.element(page.getByText(/Ended on 2020-02-01/)).toBeVisible();
  const { container } = await shown({ contractStatus: '10' });
  expect(container.textContent).toBe('');
});
