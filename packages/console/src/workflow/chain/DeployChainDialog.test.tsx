import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../testing/render.tsx';
import { testUser } from '../../testing/scriptedClient.ts';
import type { DeployedVersion } from './calls.ts';
import { DeployChainDialog } from './DeployChainDialog.tsx';

const judged = {
  xml: '',
  differences: [],
  people: [],
  problems: [],
  converted: [],
  warnings: [],
};
const tenants = [
  { name: testUser.tenantId, label: 'Here Academy' },
  { name: '900001', label: 'Over There' },
];
const elsewhere = page.getByText(/nothing changes in the current one/);

test.each([
  ['Over There', '900001', true],
  ['Here Academy', testUser.tenantId, false],
])('a deployment in %s says whether anything changes here', async (typed, id, isElsewhere) => {
  const wishes: DeployedVersion[] = [];
  await renderPage(
    <DeployChainDialog
      name="Leave"
      judged={judged}
      tenants={tenants}
      busy={false}
      onCancel={() => {}}
      onDeploy={(wish) => wishes.push(wish)}
    />,
  );
  expect(elsewhere.query()).toBeNull();
  await page.getByRole('combobox').click();
  await userEvent.keyboard(`${typed}{Enter}`);
  // The open list of tenants lies above the button.
  (page.getByRole('button', { name: 'Deploy', exact: true }).element() as HTMLElement).click();
  expect(wishes).toEqual([{ tenantIds: [id], remark: '' }]);
  expect(elsewhere.query() !== null).toBe(isElsewhere);
});
