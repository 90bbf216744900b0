import { renderPage } from '@keyan/console/testing/render.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CallPicture } from './CallPicture.web.tsx';

const row = { id: '5', version: 1, programKind: 'vertical', status: '1', needReview: '0' };
const tally = [
  { keys: ['10', ''], names: ['', ''], total: 3 },
  { keys: ['60', '1'], names: ['', ''], total: 1 },
];

const shown = (permissions: readonly string[]) =>
  renderPage(<CallPicture row={row} />, {
    permissions,
    answers: { '/kh-edu-research/declareInfo/tally': tally },
  });

test('whoever has the page of declarations sees how far a call is', async () => {
  const { callsTo } = await shown(['v_program_view']);
  await expect.element(page.getByText('4 submitted')).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: 'Approved' })).toHaveValue(25);
  expect(callsTo('/kh-edu-research/declareInfo/tally')[0]?.query).toMatchObject({
    planId: '5',
    view: 'verticalLib',
  });
});

test('others see no picture of it', async () => {
  const { container, calls } = await shown([]);
  expect(container.textContent).toBe('');
  expect(calls.some(({ path }) => path.endsWith('/tally'))).toBe(false);
});
