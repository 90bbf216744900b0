import { renderPage } from '@keyan/console/testing/render.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { annualService, type CellDetail } from './answers.ts';
import { CellDrawer } from './CellDrawer.web.tsx';

const cell: CellDetail = {
  row: '03',
  column: 'total',
  caliber: '',
  value: '10',
  computed: '10',
  last: '9',
  enterable: true,
  entries: [],
  records: [],
  total: 0,
  hidden: 0,
};

const faulty = (path: string, message: string): Response =>
  Response.json(
    { code: 400, success: false, data: { errors: [{ path, message }] }, msg: message },
    { status: 400 },
  );

const enter = (answer: () => Response) =>
  renderPage(
    <CellDrawer
      report="7"
      cell={{ table: '1', row: '03', column: 'total', title: 'Professors' }}
      onClose={() => {}}
      onChanged={() => {}}
    />,
    { answers: { [`/${annualService}/cell`]: cell, [`/${annualService}/enter`]: answer } },
  );

test('the fault of a correction stands at its own field and nowhere else', async () => {
  const faults = [
    ['value', 'A number with two decimals at most'],
    ['reason', 'Say why, in five characters or more'],
  ] as const;
  let next = 0;
  await enter(() => {
    const [path, message] = faults[next++] ?? faults[0];
    return faulty(path, message);
  });
  const save = page.getByRole('button', { name: /Save/ });
  const described = (name: string) => page.getByRole('textbox', { name });
  await save.click();
  await expect
    .element(described('Correct to'))
    .toHaveAccessibleDescription('A number with two decimals at most');
  await expect.element(described('Reason')).toHaveAccessibleDescription('');
  await save.click();
  await expect
    .element(described('Reason'))
    .toHaveAccessibleDescription('Say why, in five characters or more');
  await expect.element(described('Correct to')).toHaveAccessibleDescription('');
  await expect.element(page.getByText('Say why, in five characters or more')).toBeVisible();
  expect(document.querySelectorAll('.ky-toast')).toHaveLength(0);
});

test('a fault of no field is said at the top of the page', async () => {
  await enter(() => faulty('column', 'There is no such column'));
  await page.getByRole('button', { name: /Save/ }).click();
  await expect.element(page.getByText('There is no such column')).toBeVisible();
});
