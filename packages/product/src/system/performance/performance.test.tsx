import { renderPage } from '@keyan/console/testing/render.tsx';
import { pageOf } from '@keyan/console/testing/scriptedClient.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PerformanceState } from './performance.ts';
import PerformancePage from './performance.web.tsx';

const state: PerformanceState = {
  process: 'server 1',
  answers: 1000,
  failures: 0,
  median: 5,
  p95: 60,
  delay: 1,
  memory: 300 * 1024 * 1024,
  connections: { used: 1, waiting: 0, most: 10 },
  reads: { primary: 0, replicas: [] },
  queues: { jobs: 0, messages: 0, oldestSeconds: 0 },
};

const renderWith = (reads: PerformanceState['reads']) =>
  renderPage(<PerformancePage />, {
    answers: {
      'GET /keyan/performance': { ...state, reads },
      'GET /keyan/performance/list': pageOf([]),
    },
  });

const figure = (label: string) =>
  page.getByRole('term').filter({ hasText: label }).element().parentElement;

test('an administrator sees what each replica answers, how far it is behind, and why it is left out', async () => {
  await renderWith({
    primary: 12,
    replicas: [
      { name: 'r1:5432', state: 'used', lagBytes: 3000, reads: 4321 },
      { name: 'r2:5432', state: 'behind', lagBytes: 5_000_000, reads: 7 },
      { name: 'r3:5432', state: 'away', lagBytes: null, reads: 0 },
    ],
  });
  await expect.element(page.getByText('4,321')).toBeVisible();
  expect(figure('Replica r1')?.textContent).toBe('Replica r1:54323 KB behind4,321');
  expect(figure('Replica r2')?.textContent).toBe('Replica r2:54324,883 KB behindBehind');
  expect(figure('Replica r3')?.textContent).toBe('Replica r3:5432Away');
  const worries = ['r1', 'r2', 'r3'].map((name) => figure(`Replica ${name}`)?.dataset.worries);
  expect(worries).toEqual([undefined, 'true', 'true']);
  expect(figure('Reads of the primary')?.textContent).toContain('12');
});

test('nothing is said of replicas where there are none', async () => {
  await renderWith({ primary: 0, replicas: [] });
  await expect.element(page.getByText('1,000')).toBeVisible();
  expect(page.getByText('Reads of the primary').elements()).toEqual([]);
});
