import { renderPage } from '@keyan/console/testing/render.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OutputList, useTickedWorks } from './Outputs.web.tsx';
import type { Output } from './scholar.ts';

const many = 500;
const kinds = [
  { key: 'papersapp', label: 'Papers', count: 300 },
  { key: 'patentapp', label: 'Patents', count: 200 },
];

/** Outputs over twelve years; `drawn` is told the number of each whose row is made. */
const outputsOf = (drawn: (at: number) => void): readonly Output[] =>
  Array.from({ length: many }, (_, at) => ({
    kind: at < 300 ? 'papersapp' : 'patentapp',
    id: String(at),
    get title() {
      drawn(at);
      return `Work ${at}`;
    },
    year: 2015 + (at % 12),
    date: `${2015 + (at % 12)}-05-01`,
    authors: 'Test Person、Another Person',
    source: 'Demo Journal',
    place: 1,
    of: 2,
    approved: true,
  }));

const Ticked = ({ outputs }: { readonly outputs: readonly Output[] }) => {
  const ticks = useTickedWorks();
  return <OutputList outputs={outputs} kinds={kinds} ticks={ticks} />;
};

test('of five hundred works a tick draws one again', async () => {
  const rows: number[] = [];
  const outputs = outputsOf((at) => rows.push(at));
  const { container } = await renderPage(<Ticked outputs={outputs} />);
  await expect.element(page.getByText('Work 11', { exact: true })).toBeVisible();
  expect(container.querySelectorAll('li')).toHaveLength(many);
  expect(container.querySelectorAll('*').length).toBeLessThan(many * 16);
  rows.length = 0;
  await page.getByRole('checkbox', { name: 'Choose: Work 11', exact: true }).click();
  await expect
    .element(page.getByRole('checkbox', { name: 'Choose: Work 11', exact: true }))
    .toBeChecked();
  expect([...new Set(rows)]).toEqual([11]);
});
