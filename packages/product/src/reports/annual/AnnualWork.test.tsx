import { renderPage } from '@keyan/console/testing/render.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import AnnualWork from './AnnualWork.web.tsx';
import { annualService, type OverviewAnswer } from './answers.ts';

const overview: OverviewAnswer = {
  id: '7',
  report: 'keji',
  year: 2026,
  status: '1',
  version: 1,
  calcTime: '2026-11-30 08:00:00',
  whole: true,
  tables: [],
  checks: [],
  signatures: [],
  gaps: 12,
  may: { edit: true, fill: true, export: true },
};

test('on a phone each part of a report opens from its name', async () => {
  await renderPage(<AnnualWork id="7" />, {
    width: 390,
    answers: {
      [`/${annualService}/overview`]: overview,
      [`/${annualService}/table`]: () => new Promise(() => {}),
      [`/${annualService}/gaps`]: { groups: [], total: 0, records: [] },
    },
  });
  for (const name of ['Checks', 'Missing 12', 'Signatures', 'Forms']) {
    const tab = page.getByRole('tab', { name, exact: true });
    await expect.element(tab).toBeInViewport({ ratio: 1 });
    await tab.click();
    await expect.element(tab).toHaveAttribute('aria-selected', 'true');
  }
});
